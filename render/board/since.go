package board

import (
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
)

// What has been claimed since the viewer's last turn is marked on the board and numbered in order.

// claim is a route claimed since the viewer's last turn.
type claim struct {
	route engine.RouteID
	seat  engine.Seat
}

// claimsIn are the routes that others claimed in some events, in order.
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

// The tags of new claims.
const (
	tagR    = 17.0
	tagStep = 14 // between two entries of the list
)

// numberHalf is how far the number of a new claim reaches to each side.
func numberHalf(n int) float64 {
	return max(tagR, phoneBold.Width(strconv.Itoa(n))/2+7)
}

// drawNumber draws the number of a new claim.
func (d *private) drawNumber(at geometry.Point, n int) {
	text := strconv.Itoa(n)
	half := numberHalf(n)
	d.Pill(at.X, at.Y, half+2, tagR+2, d.theme.Card)
	d.Pill(at.X, at.Y, half, tagR, d.theme.Ink)
	d.TextAround(phoneBold, at.X, at.Y, d.theme.Card, text)
}

// flow calls put for each new claim with where its entry in the list stands, and returns how many lines there are.
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

// sinceEnd is where the heading of the list ends.
func (d *private) sinceEnd() int {
	return phoneEdge + int(phoneRegular.Width(d.words("render.since"))) + tagStep
}

// sinceH is how tall the list of new claims becomes.
func (d *private) sinceH() int {
	if len(d.claims) == 0 {
		return 0
	}
	return 12 + 42*d.flow(func(int, int, int, string) {})
}

// drawSince lists the new claims with their numbers.
func (d *private) drawSince(y int) {
	y += 10
	d.Text(phoneRegular, phoneEdge, y+29, d.theme.Faint, d.words("render.since"))
	d.flow(func(i, x, line int, text string) {
		top := y + 42*line
		d.drawNumber(geometry.Pt(float64(x)+tagR, float64(top)+20), i+1)
		d.Text(phoneBold, float64(x)+2*tagR+8, top+29, d.theme.Ink, text)
	})
}
