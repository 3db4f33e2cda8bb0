package table

import (
	"testing"

	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

func TestNoWordUnderATablesMarketIsCut(t *testing.T) {
	for _, lang := range []string{"en", "pl"} {
		words := rendertest.Words(t, lang)
		for _, face := range cardTable(t).lex.Faces {
			word := words("render.card." + face.Name)
			if got := raster.Fit(raster.Bold, slotWord, slotStep-6, word); got != word {
				t.Errorf("%s: got %q, want %q", lang, got, word)
			}
		}
	}
}
