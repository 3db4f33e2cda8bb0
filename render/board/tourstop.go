package board

import (
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// The private board numbers the cities of the viewer's tours in their order (W9). With several tours each has a letter: "B2".

// stop is a city's place in the viewer's tours.
type stop struct {
	city  engine.CityID
	label string
}

// stops are the places of cities in the viewer's tours, one entry a city.
func (p *Painter) stops(v *engine.View, o *caption.Options) []stop {
	if !o.Private {
		return nil
	}
	var list []stop
	at := map[engine.CityID]int{}
	tours := caption.ToursOf(p.m, v)
	for _, t := range tours {
		for i, c := range p.m.Tickets[t].Cities {
			label := caption.TourLetter(tours, t) + strconv.Itoa(i+1)
			if j, ok := at[c]; ok {
				list[j].label += " " + label
				continue
			}
			at[c] = len(list)
			list = append(list, stop{c, label})
		}
	}
	return list
}

// stopTag is the place of a stop's label: over the city, or beside it where there is a harbour.
func stopTag(l *geometry.Layout, st stop) geometry.Slot {
	k, at := l.Sizes.Scale, l.Cities[st.city]
	if l.Map.Cities[st.city].Port { // its sign, or the port built there, must be seen
		at = placeOf(l, int(st.city)).at
	}
	r := l.Sizes.Dot + 2*k
	half := max(r, raster.Width(raster.Bold, stopSize(l), st.label)/2+6*k)
	at.X = max(half+2, min(l.W-half-2, at.X))
	at.Y = max(r+2, at.Y)
	return geometry.Slot{At: at, Length: 2 * half, Width: 2 * r, Form: geometry.Rounded}
}

// stopSize is the size of writing on a stop's label, in whole pixels: those of the whole board are written at run time.
func stopSize(l *geometry.Layout) float64 { return float64(int(20 * l.Sizes.Scale)) }

// drawStops labels the stops of the viewer's tours on a canvas.
func (p *Painter) drawStops(c *raster.Canvas, v *engine.View, o *caption.Options) {
	l := p.board.lay
	for _, st := range p.stops(v, o) {
		tag := stopTag(l, st)
		r := tag.Width / 2
		c.Pill(tag.At.X, tag.At.Y, tag.Length/2+2, r+2, p.theme.Card)
		c.Pill(tag.At.X, tag.At.Y, tag.Length/2, r, p.theme.Accent)
		size := int(stopSize(l))
		c.TextMid(raster.Bold, size, tag.At.X, int(tag.At.Y+0.36*float64(size)+0.5), p.theme.Card, st.label)
	}
}

// drawTourStop labels a stop of the viewer's tours on a sketch.
func drawTourStop(s *theme.Sketch, l *geometry.Layout, st stop) {
	tag := stopTag(l, st)
	s.Space(tag, 2*l.Sizes.Scale, s.Theme.Card)
	s.Space(tag, 0, s.Theme.Accent)
	s.Centred(raster.Bold, stopSize(l), tag.At.X, tag.At.Y, 0, s.Theme.Card, st.label)
}
