package atlas

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/locale"
	"konduktor/engine/titles"
)

func TestAVariantIsNamedByItsKeyItsValueOrItsWords(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	title, _ := titles.Find("cardgame")
	for _, c := range []struct{ lang, said string }{
		{"en", "open-track"},
		{"en", "Open Track"},
		{"en", "open-track=on"},
		{"en", "OPEN-TRACK = ON"},
		{"en", "open track (you may look at your own track)"},
		{"pl", "open-track"},
		{"pl", "jawny tor"},
		{"pl", "Jawny tor (wolno ci ogladac wlasny tor)"},
	} {
		got, err := Variant(catalog.Texts(c.lang), title, c.said)
		if diff := cmp.Diff(map[string]string{"open-track": "on"}, got); err != nil || diff != "" {
			t.Errorf("%s, %q: %v\n%s", c.lang, c.said, err, diff)
		}
	}
	for _, said := range []string{"open", "track", "=", "closed-track"} {
		if got, err := Variant(catalog.Texts("en"), title, said); err == nil {
			t.Errorf("%q is read as %v", said, got)
		}
	}
}
