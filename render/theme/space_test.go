package theme

import (
	"testing"

	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

// onForms draws a space or a piece in each of the forms, in grey.
func onForms(theme *Theme, draw func(*Sketch, geometry.Slot)) [geometry.Toothed + 1][]float64 {
	var all [geometry.Toothed + 1][]float64
	for f := range all {
		all[f] = grey(theme, 90, 44, func(s *Sketch) {
			draw(s, geometry.Slot{At: geometry.Pt(45, 22), Length: 70, Width: 26, Form: geometry.Form(f)})
		})
	}
	return all
}

func TestKindsOfRoutesCanBeToldApartInGrey(t *testing.T) {
	const clearly = 0.04 // of the pixels around a space: its outline
	eachTheme(t, func(t *testing.T, theme Theme) {
		looks := map[string]func(*Sketch, geometry.Slot){
			"empty": func(s *Sketch, sl geometry.Slot) {
				s.Rim(sl, 1, 2)
				s.Space(sl, 0, theme.Ink)
				s.Space(sl, -1.3, theme.Gray.Fill)
			},
			"claimed": func(s *Sketch, sl geometry.Slot) { s.Piece(sl, 1, 0) },
		}
		for name, look := range looks {
			forms := onForms(&theme, look)
			for i := range forms {
				for j := range forms[:i] {
					if got := rendertest.Unlike(forms[i], forms[j]); got < clearly {
						t.Errorf("%s spaces of forms %d and %d: only %.1f %% of their pixels differ",
							name, j, i, 100*got)
					}
				}
			}
		}
	})
}

func TestPiecesOfSeatsCanBeToldApartInEveryFormInGrey(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		var seats [][geometry.Toothed + 1][]float64
		for seat := range theme.Seats {
			seats = append(seats, onForms(&theme, func(s *Sketch, sl geometry.Slot) {
				s.Piece(sl, 1, seat)
			}))
			for other := range seat {
				for f := range seats[seat] {
					if got := rendertest.Unlike(seats[seat][f], seats[other][f]); got < rendertest.Part/2 {
						t.Errorf("seats %d and %d, form %d: only %.1f %% of the pixels differ",
							other+1, seat+1, f, 100*got)
					}
				}
			}
		}
	})
}

// A pattern must not reach out of a piece with round ends.
func TestAPieceStaysWithinItsForm(t *testing.T) {
	theme := Default()
	for seat := range theme.Seats {
		s := NewSketch(&theme, 90, 44)
		s.FillArea(geometry.Box(0, 0, 90, 44), theme.Ground)
		sl := geometry.Slot{At: geometry.Pt(45, 22), Length: 70, Width: 26, Form: geometry.Rounded}
		s.Piece(sl, 1, seat)
		for y := range 44 {
			for x := range 90 {
				p := geometry.Pt(float64(x)+0.5, float64(y)+0.5)
				i := s.Img.PixOffset(x, y)
				if changed := s.Img.Pix[i+2] != theme.Ground.B; changed && sl.Beyond(p) > 5.5 {
					t.Errorf("seat %d: pixel %d, %d is %.1f outside", seat+1, x, y, sl.Beyond(p))
				}
			}
		}
	}
}
