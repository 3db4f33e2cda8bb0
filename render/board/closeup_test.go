package board

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

// leastCloser is how much larger a close-up shows a space on a phone than the board from which it
// is asked for, at the least.
const leastCloser = 1.6

// focuses are all that a close-up of a map can show.
func focuses(p *Painter) []string {
	all := slices.Clone(p.lex.Cities)
	for _, part := range caption.Parts(p.m) {
		all = append(all, part.ID)
	}
	return all
}

func TestACloseUpIsCloserThanTheBoard(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p, board := phoneOf(t, title)
			whole := p.board.lay
			for _, id := range focuses(p) {
				w, ok := p.focus(board.named, id)
				if !ok {
					t.Fatalf("%s: no close-up", id)
				}
				closer := board.lay.Sizes.Slot / float64(w.Dx()) * whole.W / whole.Sizes.Slot
				if closer < leastCloser {
					t.Errorf("%s: it is %.2f times as large as the board, want at least %g",
						id, closer, leastCloser)
				}
				l := board.lay
				if w.Dx() > phoneW || w.Min.X < 0 || w.Min.Y < 0 || float64(w.Max.X) > l.W ||
					float64(w.Max.Y) > l.H {
					t.Errorf("%s: it shows %v of a board of %.0f × %.0f", id, w, l.W, l.H)
				}
			}
		})
	}
}

func TestAPartShowsItsCitiesWithTheirNames(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p, board := phoneOf(t, title)
			g, _ := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 90, "")
			v := g.View(1)
			for _, part := range caption.Parts(p.m) {
				d := p.picture(&v, &caption.Options{
					Words: rendertest.Terse, Private: true,
					Focus: part.ID,
				}).reader()
				d.board, d.window = board, partWindow(board.named, &part)
				a := d.arrange(board.boardCache, board.named, d.frame())
				coversNothing(t, part.ID, a, d.frame())
				for _, c := range part.Cities {
					if !d.frame().Holds(board.lay.Cities[c].Around(board.lay.Sizes.Dot)) ||
						p.m.Cities[c].Name != "" && len(a.part.Labels[c].Lines) == 0 {
						t.Errorf("%s: the city %s or its name is missing", part.ID, p.lex.Cities[c])
					}
				}
			}
		})
	}
}

func TestACloseUpCanBeReadOnAPhone(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p, words := painterOf(t, title), rendertest.Words(t, "pl")
			g, last := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 90, "")
			all := focuses(p)
			for i, id := range all {
				if _, part := caption.FindPart(p.m, id); !part && i%10 > 0 { // cities are all alike
					continue
				}
				pic, err := p.Board(g.View(engine.Seat(i%2)), caption.Options{
					Words: words, Marked: last,
					Focus: id, Private: i%2 == 1,
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := pic.Least * shownWidth / float64(pic.Width); got < leastShown ||
					len(pic.PNG) > mostSize {
					t.Errorf("%s: the smallest lettering is %.1f pixels tall on a phone, want at "+
						"least %d; %d bytes", id, got, leastShown, len(pic.PNG))
				}
			}
		})
	}
}

func TestAWindowOfAPartIsNotWiderThanAPhoneShows(t *testing.T) {
	l := *painterOf(t, rendertest.Titles["world"]).board.lay
	l.W, l.Labels = 5000, make([]geometry.Label, len(l.Cities))
	l.Cities = slices.Clone(l.Cities)
	l.Cities[0], l.Cities[1] = geometry.Pt(100, 100), geometry.Pt(4000, 100)
	if w := partWindow(&l, &caption.Part{Cities: []engine.CityID{0, 1}}); w.Dx() > phoneW {
		t.Errorf("got a window of %v", w)
	}
}
