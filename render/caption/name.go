package caption

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// nameLength bounds names in texts; Discord's have at most 32 characters.
const nameLength = 40

// ShortName is a player's name on one line, not escaped for any medium.
func ShortName(name string) string {
	name = Tidy(name)
	n := 0
	for i := range name {
		if n++; n > nameLength {
			return name[:i] + "…"
		}
	}
	return name
}

// maxName bounds how much of a text is read. Names are hostile, and nothing we draw is longer.
const maxName = 160

// Tidy makes a foreign text fit for one line: composed letters, no control or direction characters,
// no stacked marks, limited length.
func Tidy(text string) string {
	plain := true
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			plain = false
			break
		}
	}
	if plain && len(text) <= maxName {
		return text
	}
	if len(text) > 4*maxName {
		text = text[:4*maxName]
	}
	var b strings.Builder
	n := 0
	for _, r := range norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD")) {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn, unicode.Me, unicode.Cs, unicode.Variation_Selector):
			continue
		}
		if n++; n > maxName {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}
