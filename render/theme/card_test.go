package theme

import (
	"testing"

	"konduktor/engine/world"
	"konduktor/render/rendertest"
)

// W1, W5: train cards, those with the port mark, ships and double ships of a colour differ in
// shape.
func TestTheKindsOfCardsOfAColourCanBeToldApartInGrey(t *testing.T) {
	theme, faces := worldTheme(), world.Title.Lexicon().Faces
	const little = 0.01 // of the pixels: a mark in a corner, a symbol on a hull
	for _, size := range []struct{ w, h, r float64 }{{SmallW, SmallH, 7}, {108, 70, 9}} {
		drawn := make([][]float64, len(faces))
		for i := range faces {
			drawn[i] = grey(&theme, int(size.w), int(size.h), func(s *Sketch) {
				s.Face(&faces[i], size.w, size.h, size.r)
			})
			for j := range faces[:i] {
				if got := rendertest.Unlike(drawn[i], drawn[j]); got < little {
					t.Errorf("cards %s and %s, %.0f wide: only %.1f %% of the pixels differ", faces[j].Name,
						faces[i].Name, size.w, 100*got)
				}
			}
		}
	}
}
