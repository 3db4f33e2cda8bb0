package render

import (
	"testing"
)

// onForms draws a space or a piece in each of the forms, in grey.
func onForms(theme *Theme, draw func(*Sketch, slot)) [walled + 1][]float64 {
	var all [walled + 1][]float64
	for f := range all {
		all[f] = grey(theme, 90, 44, func(s *Sketch) {
			draw(s, slot{at: point{45, 22}, length: 70, width: 26, form: form(f)})
		})
	}
	return all
}

func TestKindsOfRoutesCanBeToldApartInGrey(t *testing.T) {
	const clearly = 0.04 // of the pixels around a space: its outline
	eachTheme(t, func(t *testing.T, theme Theme) {
		looks := map[string]func(*Sketch, slot){
			"empty": func(s *Sketch, sl slot) {
				s.rim(sl, 1, 2)
				s.plank(sl, 0, theme.Ink)
				s.plank(sl, -1.3, theme.Gray.Fill)
			},
			"claimed": func(s *Sketch, sl slot) { s.piece(sl, 1, 0) },
		}
		for name, look := range looks {
			forms := onForms(&theme, look)
			for i := range forms {
				for j := range forms[:i] {
					if got := unlike(forms[i], forms[j]); got < clearly {
						t.Errorf("%s spaces of forms %d and %d: only %.1f %% of their pixels differ", name, j, i, 100*got)
					}
				}
			}
		}
	})
}

func TestPiecesOfSeatsCanBeToldApartInEveryFormInGrey(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		var seats [][walled + 1][]float64
		for seat := range theme.Seats {
			seats = append(seats, onForms(&theme, func(s *Sketch, sl slot) { s.piece(sl, 1, seat) }))
			for other := range seat {
				for f := range seats[seat] {
					if got := unlike(seats[seat][f], seats[other][f]); got < part/2 {
						t.Errorf("seats %d and %d, form %d: only %.1f %% of the pixels differ", other+1, seat+1, f, 100*got)
					}
				}
			}
		}
	})
}

// A pattern must not reach out of a piece with round ends.
func TestAPieceStaysWithinItsForm(t *testing.T) {
	theme := plainTheme()
	for seat := range theme.Seats {
		s := newSketch(&theme, 90, 44)
		s.fillArea(area{0, 0, 90, 44}, theme.Ground)
		sl := slot{at: point{45, 22}, length: 70, width: 26, form: afloat}
		s.piece(sl, 1, seat)
		for y := range 44 {
			for x := range 90 {
				p := point{float64(x) + 0.5, float64(y) + 0.5}
				i := s.img.PixOffset(x, y)
				if changed := s.img.Pix[i+2] != theme.Ground.B; changed && sl.beyond(p) > 5.5 {
					t.Errorf("seat %d: pixel %d, %d is %.1f outside", seat+1, x, y, sl.beyond(p))
				}
			}
		}
	}
}

func TestMarksOfALaneStandOnDifferentSpaces(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		for r := range l.lanes {
			ln := &l.lanes[r]
			seen := map[int]bool{}
			for i := range ln.slots {
				seen[ln.rank(i)] = true
			}
			if n := len(ln.slots); len(seen) != n || ln.rank(ln.code) != n-1 {
				t.Errorf("route %s: got the ranks %v for %d spaces, the one with the code is %d", l.m.Routes[r].ID, seen, n, ln.rank(ln.code))
			}
		}
	})
}

func TestACrowdedMapGetsALargerBoard(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		if l.w < leastRoom && l.h < leastTall-2 || l.w > vastRoom || l.h > mostTall {
			t.Errorf("got a board of %.0f × %.0f", l.w, l.h)
		}
		if px := l.mt.code; px < 12 {
			t.Errorf("got codes %.1f pixels tall, want at least 12", px)
		}
	})
}
