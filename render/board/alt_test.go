package board

import (
	"strings"
	"testing"
	"unicode/utf16"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

func TestAlternativeTextsAreShortAndComplete(t *testing.T) {
	p := amsterdamPainter(t)
	for _, lang := range []string{"en", "pl"} {
		for plies := 0; plies < 120; plies += 15 {
			g, last := rendertest.AmsterdamGame(t, 4, plies)
			v := g.View(1)
			pic, err := p.Board(v, caption.Options{Words: rendertest.Words(t, lang), Marked: last})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(utf16.Encode([]rune(pic.Alt))); n > caption.MaxAlt {
				t.Errorf("%s, ply %d: got %d characters, want at most %d", lang, plies, n, caption.MaxAlt)
			}
			for _, want := range []string{"Ala", "Bartek", "Celina", "Dorota", "Amsterdam", rendertest.Words(t, lang)("render.market")} {
				if !strings.Contains(pic.Alt, want) {
					t.Errorf("%s, ply %d: got no %q in:\n%s", lang, plies, want, pic.Alt)
				}
			}
			for _, r := range last {
				if !strings.Contains(pic.Alt, p.say.Codes[r]+" ") {
					t.Errorf("%s, ply %d: got no route %s in:\n%s", lang, plies, p.say.Codes[r], pic.Alt)
				}
			}
		}
	}
}
