package board

import (
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
)

// Claims since the viewer's last turn are marked on the board and numbered in order.

type claim struct {
	route engine.RouteID
	seat  engine.Seat
}

// claimsIn are the claims of others in some events.
func claimsIn(v *engine.View, events []engine.Event) []claim {
	var all []claim
	for i := range events {
		e := &events[i]
		if e.Kind == engine.EventClaimed && e.Seat != v.Viewer && v.Owner(e.Route) == e.Seat {
			all = append(all, claim{e.Route, e.Seat})
		}
	}
	return all
}

const (
	tagR    = 17.0
	tagStep = 14 // between two entries of the list
)

func numberHalf(n int) float64 {
	return max(tagR, phoneBold.Width(strconv.Itoa(n))/2+7)
}

func (d *private) drawNumber(at geometry.Point, n int) {
	text := strconv.Itoa(n)
	half := numberHalf(n)
	d.Pill(at.X, at.Y, half+2, tagR+2, d.Card)
	d.Pill(at.X, at.Y, half, tagR, d.Ink)
	d.TextAround(phoneBold, at.X, at.Y, d.Card, text)
}

// flow calls put with the place of each new claim in the list and returns the number of lines.
func (d *private) flow(put func(i, x, line int, text string)) int {
	x, line := d.sinceEnd(), 0
	for i := range d.claims {
		e := &d.claims[i]
		text := caption.ShortName(d.v.Seat(e.seat).Name)
		code := d.code(e.route)
		room := float64(phoneRoom) - 2*tagR - 12 - phoneBold.Width(code) - 60
		text = code + " " + phoneBold.Fit(room, text)
		w := int(2*tagR) + 8 + int(phoneBold.Width(text)) + tagStep
		if x+w > phoneEdge+phoneRoom {
			x, line = phoneEdge, line+1
		}
		put(i, x, line, text)
		x += w
	}
	return line + 1
}

func (d *private) sinceEnd() int {
	return phoneEdge + int(phoneRegular.Width(d.words("render.since"))) + tagStep
}

func (d *private) sinceH() int {
	if len(d.claims) == 0 {
		return 0
	}
	return 12 + 42*d.flow(func(int, int, int, string) {})
}

func (d *private) drawSince(y int) {
	y += 10
	d.Text(phoneRegular, phoneEdge, y+29, d.Faint, d.words("render.since"))
	d.flow(func(i, x, line int, text string) {
		top := y + 42*line
		d.drawNumber(geometry.Pt(float64(x)+tagR, float64(top)+20), i+1)
		d.Text(phoneBold, float64(x)+2*tagR+8, top+29, d.Ink, text)
	})
}
