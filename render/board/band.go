package board

import (
	"image/color"

	"konduktor/render/geometry"
	"konduktor/render/theme"
)

// band is a sign around the spaces of a route: lines along them that are wider than they are, the
// first below the others.
type band []stroke

type stroke struct {
	ink    color.RGBA
	more   float64   // than the width of the spaces, in units of the scale
	dashes []float64 // likewise; nil if it is solid
}

// draw draws the band along the current path, whose spaces are as wide as given.
func (b band) draw(s *theme.Sketch, wide, k float64) {
	s.SetLineJoinRound()
	for _, line := range b {
		if line.dashes == nil {
			s.SetLineCapRound()
			s.StrokePreserveWith(line.ink, wide+line.more*k)
			continue
		}
		dashes := make([]float64, len(line.dashes))
		for i, long := range line.dashes {
			dashes[i] = long * k
		}
		s.SetLineCapButt()
		s.SetDash(dashes...)
		s.StrokePreserveWith(line.ink, wide+line.more*k)
		s.SetDash()
	}
	s.ClearPath()
}

func (b band) around(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	spacesPath(s, ln)
	b.draw(s, l.Sizes.Slot, l.Sizes.Scale)
}

// newBand is around the pieces of the last moves.
func newBand(t *theme.Theme) band { return band{{t.Ink, 18, nil}, {t.Mark, 14, nil}} }

// tapeBand is the tape around a tunnel that is being dug, or the barrier of one given up.
func tapeBand(t *theme.Theme, givenUp bool) band {
	light, dark := t.Mark, t.Ink
	if givenUp {
		light, dark = t.Card, t.Bad
	}
	return band{{t.Ink, 32, nil}, {light, 28, nil}, {dark, 28, []float64{8, 10}}}
}

// wayLooks tell the open ways of different tickets apart: by two tones and by dashes.
var wayLooks = [...]struct {
	dark   bool
	dashes []float64 // nil: solid
}{
	{},
	{true, []float64{11, 8}},
	{false, []float64{4, 6}},
	{true, nil},
	{false, []float64{20, 7}},
	{true, []float64{4, 6}},
}

// wayBand is the frame around a route on an open way. Its dashes are as long as given times those
// of its look.
func wayBand(t *theme.Theme, look int, long float64) band {
	ink, edge := t.Accent, wayLooks[look]
	if edge.dark {
		ink = t.Ink
	}
	var dashes []float64
	for _, dash := range edge.dashes {
		dashes = append(dashes, dash*long)
	}
	return band{{t.Card, 16, nil}, {ink, 16, dashes}, {t.Card, 8, nil}}
}
