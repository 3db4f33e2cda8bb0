package board

import (
	"strings"
	"testing"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// The legend has a line for each mark that only private pictures use.
func TestTheLegendExplainsPrivatePictures(t *testing.T) {
	for name, title := range rendertest.Titles {
		for _, lang := range []string{"en", "pl"} {
			w := rendertest.Words(t, lang)
			pic, err := painterOf(t, title).Legend(caption.Options{Words: w})
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range []string{
				"asked", "question", "you", "beyond", "own", "offer", "kept", "lost", "done", "way",
			} {
				if text := w("render.legend-" + id); !strings.Contains(pic.Alt, text) {
					t.Errorf("%s: the legend does not say %q:\n%s", name, text, pic.Alt)
				}
			}
		}
	}
}
