package table

import (
	"testing"

	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// Words stand on two lines in turn where one is too long for its slot, so each has room for two.
func TestNoWordUnderATablesMarketIsCut(t *testing.T) {
	for _, lang := range []string{"en", "pl"} {
		words := rendertest.Words(t, lang)
		for _, face := range cardTable(t).lex.Faces {
			word := words("render.card." + face.Name)
			if got := raster.Bold(leastText).Width(word); got > 2*slotStep-12 {
				t.Errorf("%s: %q is %.0f pixels long, there is room for %d", lang, word, got, 2*slotStep-12)
			}
		}
	}
}
