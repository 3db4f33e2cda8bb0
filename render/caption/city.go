package caption

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// City is a city's name as the board prints it, for every reader, so that all at a table call it
// the same. Only a station that is no city is called in the reader's language.
func (w *Vocabulary) City(c engine.CityID) string {
	city := &w.Map.Cities[c]
	switch own := city.Names[w.lang]; {
	case city.Unnamed != "" && own != "":
		return own
	case city.Name == "":
		return city.Unnamed
	}
	return city.Name
}

// CityInFull adds the reader's own name if it differs: "København (Copenhagen)"; a station that is
// no city is followed by what it is. It heads texts about one city and stands where a city is
// looked for.
func (w *Vocabulary) CityInFull(c engine.CityID) string {
	name := w.City(c)
	if own := ownName(&w.Map.Cities[c], w.lang); own != "" && own != name {
		return name + " (" + own + ")"
	}
	return name
}

// ownName is what readers of a language call a city, "" if the board's name will do.
func ownName(c *railmap.City, lang string) string {
	if lang == "" {
		return ""
	}
	own := c.Names[lang]
	if own == "" {
		own = c.Unnamed
	}
	own, _, _ = strings.Cut(own, " (") // "Wuhan (Hankou)": one more name is enough
	if own == "" || own == c.Name || shortens(Fold(own), Fold(c.Name)) {
		return ""
	}
	return own
}

// CityWords are all words that find a city: its names in every language, and its ID.
func CityWords(c *railmap.City) string {
	words := []string{c.Name, c.Unnamed, c.ID}
	for _, name := range c.Names {
		words = append(words, name)
	}
	return strings.Join(words, " ")
}

// Calls reports whether a folded text is one of a city's names.
func Calls(folded string, c *railmap.City) bool {
	if folded == "" {
		return false
	}
	if folded == Fold(c.Name) || folded == Fold(c.Unnamed) || folded == Fold(c.ID) {
		return true
	}
	for _, name := range c.Names {
		if folded == Fold(name) {
			return true
		}
	}
	return false
}

// Cities joins city names with commas.
func (w *Vocabulary) Cities(list []engine.CityID) string { return w.cities(list, ", ") }

func (w *Vocabulary) cities(list []engine.CityID, between string) string {
	var b strings.Builder
	b.Grow(64) // bytes, enough for most pairs
	for i, c := range list {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString(w.City(c))
	}
	return b.String()
}

// plainLetters replaces letters that Unicode does not decompose.
var plainLetters = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae",
	"œ", "oe", "þ", "th", "ı", "i")

// Fold lowers a text's case, drops diacritics, and makes everything but letters and digits single
// spaces, since people type "lodz" for "Łódź".
func Fold(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(plainLetters.Replace(b.String())), " ")
}

// shortens reports whether one folded name is the other with letters left out, like "St. Louis".
func shortens(a, b string) bool {
	a, b = strings.ReplaceAll(a, " ", ""), strings.ReplaceAll(b, " ", "")
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, r := range b {
		if rest, ok := strings.CutPrefix(a, string(r)); ok {
			a = rest
		}
	}
	return a == ""
}
