package board

import (
	"image"
	"math"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
)

// WCAG 2.2, 1.4.11: what has to be seen has a contrast of 3 to what is around it. The seats with
// the lightest and the darkest pieces in turn have one on every space of the board: as they are
// drawn, packed, and side by side.
func TestTheEdgeOfEveryPieceOnTheBoardStandsOut(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			worst := math.Inf(1)
			for _, seat := range extremes(p.theme.Seats) {
				c := p.board.base.Canvas()
				for r := range p.m.Routes {
					c.PutAll(p.board.piecesOn(seat, engine.RouteID(r)))
				}
				pic, err := c.Picture("")
				c.Free()
				if err != nil {
					t.Fatal(err)
				}
				img := rendertest.Decode(t, pic.PNG)
				for r := range p.board.lay.Lanes {
					for i, sl := range p.board.lay.Lanes[r].Slots {
						got := edgeOf(img, sl, 3.5*p.board.lay.Sizes.Scale)
						if got < 3 {
							t.Errorf("seat %d, space %d of route %s: got %.1f, want at least 3", seat+1, i+1,
								caption.Code(p.m, engine.RouteID(r)), got)
						}
						worst = min(worst, got)
					}
				}
			}
			t.Logf("the worst contrast of an edge is %.1f", worst)
		})
	}
}

// edgeOf is the worst contrast across the edge of a piece on a slot.
func edgeOf(img image.Image, sl geometry.Slot, outside float64) float64 {
	beyond := func(x, y float64) float64 { return sl.Beyond(geometry.Pt(x, y)) }
	return rendertest.EdgeContrast(img, sl.At.X, sl.At.Y, beyond, outside)
}

// extremes are the seats with the lightest and the darkest pieces: all others lie between them.
func extremes(seats []theme.Livery) []int {
	lightest, darkest := 0, 0
	for i, v := range seats {
		if l := rendertest.Luminance(v.Body); l > rendertest.Luminance(seats[lightest].Body) {
			lightest = i
		} else if l < rendertest.Luminance(seats[darkest].Body) {
			darkest = i
		}
	}
	return []int{lightest, darkest}
}

// A piece alone on its route shows its colour: beside its number a pattern would leave little of
// it.
func TestASinglePieceShowsItsColour(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			for r := range p.m.Routes {
				slots := p.board.lay.Lanes[r].Slots
				if len(slots) > 1 {
					continue
				}
				for seat, livery := range p.theme.Seats {
					c := p.board.base.Canvas()
					c.PutAll(p.board.piecesOn(seat, engine.RouteID(r)))
					c.Fill(0, 0, 1, 1, livery.Body)
					ink, body, all := c.Pix[1], 0, 0
					box := slots[0].Bounds(0).Pixels()
					for y := box.Min.Y; y < box.Max.Y; y++ {
						for x := box.Min.X; x < box.Max.X; x++ {
							if slots[0].Beyond(geometry.Pt(float64(x), float64(y))) < 0 {
								if all++; c.Pix[y*(c.W+1)+x+1] == ink {
									body++
								}
							}
						}
					}
					c.Free()
					if 3*body < all {
						t.Errorf("route %s, seat %d: %d of %d pixels have its colour",
							p.m.Routes[r].ID, seat+1, body, all)
					}
				}
			}
		})
	}
}
