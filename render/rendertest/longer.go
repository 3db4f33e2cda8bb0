package rendertest

import (
	"regexp"
	"strings"
)

// Longer is the language of Words that is English, 40 % longer.
const Longer = "longer"

// placeholder is what a value stands for in the end: its length is the same in every language.
var placeholder = regexp.MustCompile(`\{\{.*?\}\}|` + "`[^`]*`")

// Stretched makes a text of at least three letters 40 % longer, as German or Finnish may be.
func Stretched(text string) string {
	n := len([]rune(placeholder.ReplaceAllString(text, ""))) * 2 / 5
	if n < 1 {
		return text
	}
	return text + strings.Repeat("ß", n)
}
