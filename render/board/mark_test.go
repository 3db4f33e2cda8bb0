package board

import (
	"math"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
)

// leastCode is the size of the smallest codes, in pixels: of two lanes of a single space beside
// each other, which need the symbol of their colour too. All others are at least 9.9.
const leastCode = 7

func TestEveryRouteShowsItsCodeOnOneSpace(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *geometry.Layout) {
		look := theme.For(l.Map.Title)
		s := theme.NewSketch(&look, 1, 1)
		for r := range l.Lanes {
			var sizes []float64
			for i := range l.Lanes[r].Slots {
				items, fit := itemsWithRoom(s, l, engine.RouteID(r), i)
				for _, it := range items {
					if it.sign == codeSign {
						sizes = append(sizes, fit*l.Sizes.Code)
					}
				}
			}
			if len(sizes) != 1 || sizes[0] < leastCode {
				t.Errorf("route %s: got codes of the sizes %.1f, want one of at least %d", l.Map.Routes[r].ID,
					sizes, leastCode)
			}
		}
	})
}

// N5, W6: each mark costs something, so a reader must be able to count them.
func TestASpaceShowsAllItsMarks(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *geometry.Layout) {
		look := theme.For(l.Map.Title)
		s := theme.NewSketch(&look, 1, 1)
		for r := range l.Lanes {
			marks, route := 0, &l.Map.Routes[r]
			for i := range l.Lanes[r].Slots {
				items, _ := itemsWithRoom(s, l, engine.RouteID(r), i)
				for _, it := range items {
					if it.sign == costSign {
						marks++
					}
				}
			}
			if want := route.Symbols + route.Pairs; marks != want {
				t.Errorf("route %s: got %d marks, want %d", route.ID, marks, want)
			}
		}
	})
}

func TestCodeReadableUpsideDownHasAFoot(t *testing.T) {
	for code, want := range map[string]bool{
		"61": true, "66": true, "68": true, "86": true, "89": true, "98": true, "99": true, "16": true,
		"69": false, "88": false, "96": false, "11": false, "23": false, "60a": false,
	} {
		if got := readsBothWays(code); got != want {
			t.Errorf("code %s: got %t, want %t", code, got, want)
		}
	}
}

// Yellow is what is new. A tunnel's number in yellow was taken for a player's.
func TestTunnelsNumberIsNotNews(t *testing.T) {
	for name, title := range rendertest.Titles {
		_, board := phoneOf(t, title)
		for r := range board.lay.Lanes {
			route := &board.lay.Map.Routes[r]
			if route.Kind != railmap.Tunnel || route.Reveals == usualReveals {
				continue
			}
			for i := range board.lay.Lanes[r].Slots {
				s := theme.NewSketch(board.theme, 80, 80)
				s.Least = board.lay.Sizes.Least
				all, _ := itemsWithRoom(s, board.lay, engine.RouteID(r), i)
				for _, it := range all {
					it.draw(geometry.Pt(40, 40), 1)
				}
				for x := range 80 {
					for y := range 80 {
						if s.Img.RGBAAt(x, y) == s.Mark {
							t.Fatalf("%s: route %s has a sign in the yellow of news", name, route.ID)
						}
					}
				}
			}
		}
	}
}

// Codes in private pictures lean less than their lanes, as far as they cover no other code. Those
// of lanes that lean little are upright.
func TestCodesOfPrivatePicturesStandUpright(t *testing.T) {
	for name, title := range rendertest.Titles {
		_, board := phoneOf(t, title)
		l, upright, leaning := board.lay, 0, 0
		for r := range l.Lanes {
			code, reads := board.usual[r], l.Lanes[r].Slots[l.Lanes[r].CodeAt].Reading()
			lean := math.Abs(code.Reading())
			if lean > math.Abs(reads)+1e-9 {
				t.Errorf("%s: the code of %s leans more than its lane", name, l.Map.Routes[r].ID)
			}
			if math.Abs(reads) < 0.5 {
				leaning++
				if lean < 0.25 {
					upright++
				}
			}
			sin, cos := math.Sincos(code.Angle)
			for along := -0.5; along <= 0.5; along += 0.125 {
				for _, across := range []float64{-0.5, 0.5} {
					x, y := along*code.Length, across*code.Width
					p := geometry.Pt(code.At.X+x*cos-y*sin, code.At.Y+x*sin+y*cos)
					for o := range board.usual {
						if o != r && board.usual[o].Beyond(p) < 0 {
							t.Errorf("%s: the code of %s covers that of %s", name, l.Map.Routes[r].ID,
								l.Map.Routes[o].ID)
						}
					}
				}
			}
		}
		t.Logf("%s: %d of %d codes on gently leaning lanes are upright", name, upright, leaning)
		if upright < leaning*9/10 {
			t.Errorf("%s: %d of %d codes on gently leaning lanes are upright", name, upright, leaning)
		}
	}
}
