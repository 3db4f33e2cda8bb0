package speech

import (
	"strings"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
)

func TestAPaymentSurvivesItsCustomID(t *testing.T) {
	var everything engine.Payment
	for c := range everything.Hand {
		everything.Hand[c], everything.Rack[c] = uint8(c), uint8(25-c)
	}
	cases := map[string]engine.Payment{
		"c3g":                  {Hand: engine.Cards{2: 3, 6: 1}},
		"a.b2":                 {Hand: engine.Cards{0: 1}, Rack: engine.Cards{1: 2}},
		".y":                   {Rack: engine.Cards{24: 1}},
		PrintPress(everything): everything,
	}
	for text, p := range cases {
		if got := PrintPress(p); got != text {
			t.Errorf("PrintPress(%v) = %q, want %q", p, got, text)
		}
		if got, err := ParsePress(text, engine.MaxCards); err != nil || got != p {
			t.Errorf("ParsePress(%q) = %v, %v, want %v", text, got, err, p)
		}
	}
}

func TestTheLongestCustomIDFits(t *testing.T) {
	// Murmansk-Lieksa takes up to 36 cards of 9 kinds (N7), a pair route of World up to 18 of 13 (W6): 30 signs hold both.
	id := press(PressClaim, gameID, 99_999, "{route}", printRoute(999), "{cards}", strings.Repeat("a4", 15))
	if len(id) > maxCustomID {
		t.Errorf("%q has %d signs", id, len(id))
	}
}

func TestPagesAndRoutesAreReadStrictly(t *testing.T) {
	for _, text := range []string{"", "-1", "+1", "01", "1 ", "1.0", "10000", "99999999999999999999", "x"} {
		if n, ok := ParsePage(text); ok {
			t.Errorf("ParsePage(%q) = %d", text, n)
		}
	}
	if n, ok := ParsePage("42"); !ok || n != 42 {
		t.Errorf("ParsePage(42) = %d, %t", n, ok)
	}
	if r, ok := ParseRoute("45", 45); ok {
		t.Errorf("a map with 45 routes has a route %d", r)
	}
	if r, ok := ParseRoute("44", 45); !ok || r != 44 {
		t.Errorf("ParseRoute(44) = %d, %t", r, ok)
	}
}

func FuzzParsePress(f *testing.F) {
	for _, seed := range []string{"", "c3g", "a.b2", ".", "a1", "a0", "b2a", "aa", "a999", "a.b.c", "{2", "ą"} {
		f.Add(seed, 7)
	}
	f.Fuzz(func(t *testing.T, text string, kinds int) {
		p, err := ParsePress(text, kinds)
		if err != nil {
			return
		}
		if PrintPress(p) != text {
			t.Errorf("%q is read as %v, which is written %q", text, p, PrintPress(p))
		}
		if p.IsZero() {
			t.Errorf("%q is read as no payment", text)
		}
		for c := max(kinds, 0); c < engine.MaxCards; c++ {
			if p.Hand[c]+p.Rack[c] > 0 {
				t.Errorf("%q has a card %d of a title with %d", text, c, kinds)
			}
		}
	})
}
