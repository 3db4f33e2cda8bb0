package discord

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"konduktor/engine/match"
	"konduktor/render/caption"
)

const (
	maxName  = 32 // runes of a display name, as Discord allows
	maxMarks = 2  // combining marks on a letter: enough for Vietnamese, too few to climb lines
)

// MaxContent is Discord's limit on the characters of a message.
const MaxContent = 2000

// Plain makes a user's name harmless in message content: it formats nothing, mentions nobody, links
// nowhere, cannot leave its line and turns no text around. At most 32 visible runes, never empty.
func Plain(name string) string {
	var b strings.Builder
	for _, r := range PlainLabel(name) {
		switch {
		case r == '@': // a backslash hides @everyone from clients only
			r = '＠'
		case strings.ContainsRune("\\*_~`|<>#-+=[](){}:./", r):
			// clients link discord.gg/… without a scheme, and make lists of "1."
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return caption.Isolated(b.String())
}

// PlainAll is Plain for several names.
func PlainAll(names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = Plain(name)
	}
	return list
}

// PlainWords is Plain for a text of words.
func PlainWords(text string) string { return strings.Join(PlainAll(strings.Fields(text)), " ") }

// PlainLabel prepares a user's name for labels, menus and alt texts, which Discord shows raw. At
// most 32 runes, never empty.
func PlainLabel(name string) string {
	s := PlainText(name)
	if utf8.RuneCountInString(s) > maxName {
		s = strings.TrimRight(string([]rune(s)[:maxName-1]), " \u200d") + "…"
	}
	if s == "" {
		return match.Nameless
	}
	return s
}

// PlainText removes invisible characters, and those that move other text about, from typed text and
// collapses white space.
func PlainText(typed string) string {
	var b strings.Builder
	space, marks := false, maxMarks // no marks before the first letter
	last, joins := ' ', false
	for _, r := range typed {
		switch {
		case r == caption.Joiner:
			joins = true
			continue
		case unicode.IsSpace(r) || unicode.Is(unicode.Z, r):
			space, marks = b.Len() > 0, maxMarks
			continue
		case r == utf8.RuneError || match.Invisible(r):
			continue
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				continue
			}
		default:
			marks = 0
		}
		if space {
			b.WriteByte(' ')
			space = false
		} else if joins && caption.Joins(last, r) {
			b.WriteRune(caption.Joiner)
		}
		last, joins = r, false
		b.WriteRune(r)
	}
	return b.String()
}

// Fit returns s if it has at most n UTF-16 units (the stricter of the two ways in which Discord's
// limits are counted), else its beginning with an ellipsis, n units together. It cuts no character
// in two and leaves no half escape. n is at least 1.
func Fit(s string, n int) string {
	units, cut := 0, 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		units += utf16.RuneLen(r)
		if units < n { // the ellipsis takes the last unit
			cut = i
		}
		if units > n {
			return trimHalfEscape(s[:cut]) + "…"
		}
	}
	return s
}

// Lines joins the lines of a message, cut to Discord's limit.
func Lines(lines []string) string { return Fit(strings.Join(lines, "\n"), MaxContent) }

// trimHalfEscape drops a last backslash that would escape what follows.
func trimHalfEscape(s string) string {
	if backslashes := len(s) - len(strings.TrimRight(s, `\`)); backslashes%2 == 1 {
		return s[:len(s)-1]
	}
	return s
}
