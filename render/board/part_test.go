package board

import (
	"bytes"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// capitals is the height of a capital letter, of the size of its font.
const capitals = 0.72

// TestATurnOnALargeMapShowsThePartWhereSomethingIsNew: elsewhere, or if nothing is new, the whole
// board is shown.
func TestATurnOnALargeMapShowsThePartWhereSomethingIsNew(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			counts := title.SeatCounts()
			for _, seats := range []int{counts[0], counts[len(counts)-1]} {
				g, last := rendertest.Simulated(t, title, seats, 70, "")
				p, v := painterOf(t, title), g.View(engine.Public)
				draw := func(o caption.Options) raster.Picture {
					o.Words = rendertest.Words(t, "pl")
					pic, err := p.Board(v, o)
					if err != nil {
						t.Fatal(err)
					}
					return pic
				}
				news := claimsOf(v, last)[1:]
				whole := draw(caption.Options{Marked: last[1:], News: news})
				told := draw(caption.Options{Marked: last[1:], News: news, Telling: true})
				if part := !bytes.Equal(whole.PNG, told.PNG); part != p.small() {
					t.Errorf("a part is shown: %v, want %v", part, p.small())
				}
				if whole.Alt != told.Alt {
					t.Errorf("got another text:\n%s", told.Alt)
				}
				if len(told.PNG) > mostSize || told.Crossed != "" {
					t.Errorf("got %d bytes, texts crossed: %q", len(told.PNG), told.Crossed)
				}
				if still := draw(caption.Options{Telling: true}); still.Width != int(p.named.W) {
					t.Errorf("nothing is new, got a picture %d wide", still.Width)
				}
				if !p.small() {
					continue
				}
				board, err := p.phone()
				if err != nil {
					t.Fatal(err)
				}
				tall := capitals * board.named.Sizes.Name * shownWidth / float64(told.Width)
				if tall < 7 || told.Height > told.Width*32/30 {
					t.Errorf("got %d × %d, capitals are %.1f tall on a phone", told.Width, told.Height, tall)
				}
			}
		})
	}
}
