package raster

import (
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

// mostPlain is how many characters of a text Plain looks at: nothing that we draw is longer, and names are hostile.
const mostPlain = 160

// Plain is a text as the typefaces can write it, on one line and without a box: letters that look alike become plain ones
// (NFKC), other scripts are written in Latin letters, and what is no letter and has no glyph, such as an emoji, is left
// out. It is "" if nothing is left.
func Plain(text string) string {
	if len(text) > 4*mostPlain {
		text = text[:4*mostPlain]
	}
	var b strings.Builder
	n := 0
	for _, r := range norm.NFKC.String(strings.ToValidUTF8(text, "")) {
		if n++; n > mostPlain {
			break
		}
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !unicode.IsPrint(r), unicode.IsMark(r):
		case hasGlyph(r):
			b.WriteRune(r)
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsPunct(r):
			b.WriteString(transliterated(r))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// hasGlyph reports whether both typefaces have a glyph for a character.
func hasGlyph(r rune) bool {
	return regular().glyph(r) != 0 && bold().glyph(r) != 0
}

// transliterated is a character in Latin letters; signs for sounds that Latin has no letter for, "@" and "`", are left out.
func transliterated(r rune) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\'' || r == '.' || unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, unidecode.Unidecode(string(r)))
}
