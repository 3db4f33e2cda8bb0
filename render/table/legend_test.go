package table

import (
	"strings"
	"testing"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// Each line of the legend has a text and a sign of its own, in room for both.
func TestEachLineOfTheLegendHasASignOfItsOwn(t *testing.T) {
	p := cardTable(t)
	for _, lang := range []string{"en", "pl", rendertest.Longer} {
		w := rendertest.Words(t, lang)
		pic, err := p.Legend(caption.Options{Words: w})
		if err != nil || pic.Crossed != "" {
			t.Errorf("%s: crossed: %q, error: %v", lang, pic.Crossed, err)
		}
		for _, l := range legend {
			if n := strings.Count("; "+pic.Alt+"; ", "; "+w(l.id)+"; "); n != 1 {
				t.Errorf("%s: the legend says %q %d times, want once:\n%s", lang, w(l.id), n, pic.Alt)
			}
		}
	}
	drawn := map[string]string{}
	same := func(string, ...any) string { return "a text" }
	for _, l := range legend {
		pic, err := p.explain([]legendLine{l}, &caption.Options{Words: same})
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := drawn[string(pic.PNG)]; ok {
			t.Errorf("%s and %s have the same sign", l.id, other)
		}
		drawn[string(pic.PNG)] = l.id
	}
}
