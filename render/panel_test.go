package render

import (
	"strings"
	"testing"
)

func TestNoLineOfTheMarketIsCut(t *testing.T) {
	for name, title := range shipped {
		for _, lang := range []string{"en", "pl"} {
			words := texts(t, lang)
			for _, face := range title.Lexicon().Faces {
				word := words("render.card." + face.Name)
				lines, _ := marketWord(word)
				if got := strings.Join(lines, " "); got != word || len(lines) > 2 {
					t.Errorf("%s, %s: got %q in %d lines, want %q in at most 2", name, lang, got, len(lines), word)
				}
			}
		}
	}
}

func TestNoWordUnderATablesMarketIsCut(t *testing.T) {
	for _, lang := range []string{"en", "pl"} {
		words := texts(t, lang)
		for _, face := range cardTable(t).lex.Faces {
			word := words("render.card." + face.Name)
			if got := fit(bold, slotWord, slotStep-6, word); got != word {
				t.Errorf("%s: got %q, want %q", lang, got, word)
			}
		}
	}
}

func TestAWagonAndAShipCanBeToldApartInGrey(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		wagon := grey(&theme, iconSize, iconSize, func(s *Sketch) { s.pieceIcon("trains") })
		ship := grey(&theme, iconSize, iconSize, func(s *Sketch) { s.pieceIcon(shipPieces) })
		if got := unlike(wagon, ship); got < 2*part {
			t.Errorf("only %.1f %% of the pixels differ", 100*got)
		}
	})
}

func TestTheLineAboutTheSetupIsNotCut(t *testing.T) {
	for _, lang := range []string{"en", "pl"} {
		for _, id := range []string{"render.setup", "render.setup-pieces"} {
			word := texts(t, lang)(id)
			if got := fit(regular, 19, seatW, word); got != word {
				t.Errorf("%s: got %q, want %q", lang, got, word)
			}
		}
	}
}
