package theme

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"math"
	"slices"
	"testing"

	"konduktor/engine/enginetest"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

// glance is the distance from which on colours are told apart at a glance. The colours of Okabe and
// Ito, made for all eyes, are 10.9 apart.
const glance = 10

// named is a colour and what it is for.
type named struct {
	name string
	c    color.RGBA
}

// cardColours are the colours of a theme's cards and routes.
func (t *Theme) cardColours() []named {
	all := []named{{"gray", t.Gray.Fill}, {"wild", t.Wild.Fill}}
	for _, name := range slices.Sorted(maps.Keys(t.Colors)) {
		all = append(all, named{name, t.Colors[name].Fill})
	}
	return all
}

// seatColours are the colours of a theme's pieces.
func (t *Theme) seatColours() []named {
	var all []named
	for _, s := range t.Seats {
		all = append(all, named{"a piece of " + s.Name, s.Body})
	}
	return all
}

// Every card and every piece is told from all others by its colour, a piece also from the route
// that it lies on. Nobody needs the symbols and patterns for that.
func TestEveryEyeTellsCardsAndPiecesApartByColour(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		seats := theme.seatColours()
		all := append(theme.cardColours(), seats...)
		for _, e := range allEyes {
			worst, pair := math.Inf(1), ""
			look := func(a, b named) {
				got := e.distance(a.c, b.c)
				if got < glance {
					t.Errorf("%s and %s, %s eyes: got a distance of %.1f, want at least %d", a.name, b.name,
						e.name, got, glance)
				}
				if got < worst {
					worst, pair = got, a.name+" and "+b.name
				}
			}
			for i := range all {
				for _, other := range all[:i] {
					look(all[i], other)
				}
			}
			for _, s := range seats {
				look(s, named{"the mark of a last move", theme.Mark})
			}
			t.Logf("%s eyes: the nearest are %s, %.1f", e.name, pair, worst)
		}
	})
}

// A piece on a sea route would be lost in a sea of its colour.
func TestNoSeatHasTheColourOfTheSea(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		seas := []color.RGBA{theme.Water}
		if theme.Shore.A != 0 {
			seas = append(seas, theme.Ground, theme.depth(0), theme.depth(1))
		}
		for _, seat := range theme.seatColours() {
			for _, sea := range seas {
				if got := allEyes[0].distance(seat.c, sea); got < glance {
					t.Errorf("%s on %v: got a distance of %.1f, want at least %d", seat.name, sea, got, glance)
				}
				got := rendertest.Contrast(seat.c, sea)
				if isBlue(seat.c) && isBlue(sea) && got < 3 {
					t.Errorf("%s on %v, blue on blue: got a contrast of %.1f, want at least 3",
						seat.name, sea, got)
				}
			}
		}
	})
}

// isBlue reports whether a colour has the hue of a sea.
func isBlue(c color.RGBA) bool {
	p := lab(allEyes[0].seen(c))
	hue := math.Atan2(p[2], p[1]) * 180 / math.Pi
	return hue < -60 && hue > -150
}

// Partners differ in lightness and pattern, not in hue.
func TestATeamOfAsiaHasOneHue(t *testing.T) {
	seats := asiaTheme().Seats
	hue := func(c color.RGBA) float64 {
		p := lab(allEyes[0].seen(c))
		return math.Atan2(p[2], p[1]) * 180 / math.Pi
	}
	for i := 0; i < len(seats); i += 2 {
		a, b := seats[i], seats[i+1]
		got := math.Abs(math.Remainder(hue(a.Body)-hue(b.Body), 360))
		if got > 20 || a.Pattern == b.Pattern {
			t.Errorf("%s and %s are %.0f degrees of hue apart, with patterns %d and %d", a.Name, b.Name, got,
				a.Pattern, b.Pattern)
		}
	}
}

// WCAG 2.2, 1.4.11: what has to be seen has a contrast of 3 to what is around it.
func TestEdgeOfAPieceStandsOutFromItsSurroundings(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		worst := math.Inf(1)
		for seat, livery := range theme.Seats {
			if enginetest.Size(0, 1) == 0 && !isExtreme(theme.Seats, seat) {
				continue // the others lie between them
			}
			for _, ground := range []color.RGBA{
				theme.Ground, theme.Land, theme.Water, theme.Park,
				theme.Border, theme.Quay, theme.Bed,
			} {
				for _, route := range theme.cardColours() {
					for form := range geometry.Toothed + 1 {
						sl := geometry.Slot{At: geometry.Pt(45, 22), Angle: 0.05, Length: 70, Width: 26, Form: form}
						s := NewSketch(&theme, 90, 44)
						s.FillArea(geometry.Box(0, 0, 90, 44), ground)
						s.Rim(sl, 1, 2)
						s.Space(sl, 0, theme.Ink)
						s.Space(sl, -1.3, route.c)
						s.Piece(sl, 1, seat)
						got := edgeOf(s.Img, sl, 3)
						if got < 3 {
							t.Errorf("a piece of %s on %s, form %d, on %v: got %.1f, want at least 3", livery.Name,
								route.name, form, ground, got)
						}
						worst = min(worst, got)
					}
				}
			}
		}
		t.Logf("the worst contrast of an edge is %.1f", worst)
	})
}

// isExtreme reports whether a seat has the lightest or the darkest pieces.
func isExtreme(seats []Livery, seat int) bool {
	of := func(v Livery) float64 { return rendertest.Luminance(v.Body) }
	byLight := func(a, b Livery) int { return cmp.Compare(of(a), of(b)) }
	return of(seats[seat]) == of(slices.MinFunc(seats, byLight)) ||
		of(seats[seat]) == of(slices.MaxFunc(seats, byLight))
}

// edgeOf is the worst contrast across the edge of a piece on a slot.
func edgeOf(img image.Image, sl geometry.Slot, outside float64) float64 {
	beyond := func(x, y float64) float64 { return sl.Beyond(geometry.Pt(x, y)) }
	return rendertest.EdgeContrast(img, sl.At.X, sl.At.Y, beyond, outside)
}
