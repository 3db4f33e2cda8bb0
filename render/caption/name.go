package caption

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// nameLength bounds names in texts; Discord's are at most 32 characters long.
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

// maxName bounds how much of a text is looked at: nothing that we draw is longer, and names are hostile.
const maxName = 160

// Tidy makes a text from outside fit to draw on one line: composed letters, no control or direction characters, no
// marks that would pile up, and not too much of it. What has no glyph is drawn as a box.
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
