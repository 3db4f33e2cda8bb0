package raster

import (
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

// mostPlain is how many characters of a text Plain reads. Names are hostile, and nothing we draw is
// longer.
const mostPlain = 160

// Plain converts a text to one line that the typefaces can write: look-alike letters become plain
// (NFKC), other scripts are transliterated, and symbols without a glyph, such as emoji, are
// dropped. The result can be "".
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

// hasGlyph reports whether both typefaces can write a character.
func hasGlyph(r rune) bool {
	return regular().glyph(r) != 0 && bold().glyph(r) != 0
}

// transliterated is a character in Latin letters, without signs for sounds that Latin lacks ("@",
// "`").
func transliterated(r rune) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\'' || r == '.' || unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, unidecode.Unidecode(string(r)))
}
