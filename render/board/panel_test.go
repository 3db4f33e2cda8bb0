package board

import (
	"strings"
	"testing"

	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

func TestNoLineOfTheMarketIsCut(t *testing.T) {
	for name, title := range rendertest.Titles {
		for _, lang := range []string{"en", "pl"} {
			words := rendertest.Words(t, lang)
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

func TestTheLineAboutTheSetupIsNotCut(t *testing.T) {
	for _, lang := range []string{"en", "pl"} {
		for _, id := range []string{"render.setup", "render.setup-pieces"} {
			word := rendertest.Words(t, lang)(id)
			if got := raster.Regular(19).Fit(seatW, word); got != word {
				t.Errorf("%s: got %q, want %q", lang, got, word)
			}
		}
	}
}
