package theme

import (
	"testing"

	"konduktor/render/rendertest"
)

func TestAWagonAndAShipCanBeToldApartInGrey(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		wagon := grey(&theme, 24, 24, func(s *Sketch) { s.PieceIcon("trains") })
		ship := grey(&theme, 24, 24, func(s *Sketch) { s.PieceIcon(shipPieces) })
		if got := rendertest.Unlike(wagon, ship); got < 2*rendertest.Part {
			t.Errorf("only %.1f %% of the pixels differ", 100*got)
		}
	})
}
