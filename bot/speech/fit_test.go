package speech

import (
	"strings"
	"testing"

	"konduktor/bot/discord"
)

func TestTextsOfMenusAreCutAtTheEndOfAWord(t *testing.T) {
	long := strings.Repeat("Westermarkt – Blauwbrug · ", 8)
	for n := 20; n <= maxLine; n++ {
		got := fitWords(long, n)
		rest, whole := strings.CutPrefix(long, strings.TrimSuffix(got, "…"))
		if !whole || discord.Fit(got, n) != got || !strings.HasPrefix(rest, " ") {
			t.Errorf("%d: got %q", n, got)
		}
	}
	for _, short := range []string{"", "Dam", strings.Repeat("x", maxLine)} {
		if got := fitWords(short, maxLine); got != short {
			t.Errorf("got %q, want %q", got, short)
		}
	}
}

func TestARouteThatIsTooLongForAMenuStillNamesBothCities(t *testing.T) {
	for name, want := range map[string]string{
		"★ A · 7 · 73 Jakarta – Perth":                 "★ A · 7 · 73 Jakarta – Perth",
		"★ A · 2 · 39a Oost-Indisch Huis – Blauwbrug":  "★ A · 2 · 39a Oost-Indisch … – Blauwbrug",
		"1 · 31a Westermarkt – Jan Roodenpoortstoren":  "1 · 31a Westermarkt – Jan Roodenpoortst…",
		"1 · 13a Haringpakkerstoren – Korenmetershuis": "1 · 13a Haringpakkers… – Korenmetershuis",
	} {
		if got := fitEnds(name, maxShown); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
