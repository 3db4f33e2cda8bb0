package locale

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// nouns are what the texts count, in the forms of their language: one, few (Polish only), many.
var nouns = map[string][][]string{
	"en": {
		{"card", "cards"},
		{"cart", "carts"},
		{"city", "cities"},
		{"game", "games"},
		{"hour", "hours"},
		{"locomotive", "locomotives"},
		{"minute", "minutes"},
		{"move", "moves"},
		{"piece", "pieces"},
		{"player", "players"},
		{"point", "points"},
		{"port", "ports"},
		{"route", "routes"},
		{"seat", "seats"},
		{"ship", "ships"},
		{"slot", "slots"},
		{"space", "spaces"},
		{"ticket", "tickets"},
		{"train", "trains"},
		{"turn", "turns"},
		{"wild", "wilds"},
	},
	"pl": {
		{"bilet", "bilety", "biletów"},
		{"gra", "gry", "gier"},
		{"karta", "karty", "kart"},
		{"lokomotywa", "lokomotywy", "lokomotyw"},
		{"miasto", "miasta", "miast"},
		{"figurkę", "figurki", "figurek"},
		{"pole", "pola", "pól"},
		{"port", "porty", "portów"},
		{"punkt", "punkty", "punktów"},
		{"ruch", "ruchy", "ruchów"},
		{"statek", "statki", "statków"},
		{"tor", "tory", "torów"},
		{"trasa", "trasy", "tras"},
		{"tura", "tury", "tur"},
		{"wagon", "wagony", "wagonów"},
		{"wózek", "wózki", "wózków"},
	},
}

// wrongForm finds a number with a noun in a form that does not go with it, "" if there is none. "1
// karty" is right in some of the Polish cases.
func wrongForm(lang, text string, n int) string {
	for _, noun := range nouns[lang] {
		wrong := noun[:len(noun)-1]
		switch {
		case n == 1:
			wrong = noun[len(noun)-1:]
		case n < 5:
			wrong = noun[:1]
		}
		pattern := `(^|[^\pL\d])` +
			strconv.Itoa(n) + ` \*{0,2}(` + strings.Join(wrong, "|") + `)($|[^\pL])`
		if found := regexp.MustCompile(pattern).FindString(text); found != "" {
			return found
		}
	}
	return ""
}

func TestWrongFormsAreFound(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		n          int
		wrong      bool
	}{
		{"en", "give up 1 pieces", 1, true},
		{"en", "give up 1 piece", 1, false},
		{"en", "**5 piece** in all", 5, true},
		{"en", "15 pieces", 5, false},
		{"pl", "oddać 1 figurek", 1, true},
		{"pl", "oddać 2 figurkę", 2, true},
		{"pl", "oddać 5 figurki,", 5, true},
		{"pl", "oddać 5 figurek", 5, false},
	} {
		if got := wrongForm(c.lang, c.text, c.n); (got != "") != c.wrong {
			t.Errorf("%q with %d: found %q", c.text, c.n, got)
		}
	}
}

func TestNumbersInRefusalsGoWithTheirNouns(t *testing.T) {
	catalog := loaded(t)
	for _, lang := range Languages() {
		texts := catalog.Texts(lang)
		for _, id := range texts.IDs() {
			if area, _, _ := strings.Cut(id, "."); area != "refusal" && area != "instead" &&
				area != "misfit" {
				continue
			}
			for _, n := range []int{1, 2, 5} {
				var args []any
				for _, value := range formOf(texts, id).values {
					args = append(args, value, n)
				}
				text := texts.Say(id, args...)
				if wrong := wrongForm(lang, text, n); wrong != "" {
					t.Errorf("%s: %s with %d: %q in %q", lang, id, n, wrong, text)
				}
			}
		}
	}
}
