package caption

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"konduktor/engine"
)

// Pen is how pictures write names.
type Pen struct {
	Plain func(string) string // what the typefaces can write of a name
	Seats []string            // names of the seats' colours: "teal"
}

// Drawn is a view with drawable names: o.Names, else the view's, as far as the pen can write them,
// else the seat's colour. It may be v itself.
func (p *Phrases) Drawn(v *engine.View, o *Options) *engine.View {
	out := v
	for i := range v.Seats {
		name := v.Seats[i].Name
		if i < len(o.Names) && o.Names[i] != "" {
			name = o.Names[i]
		}
		if name = p.pen.Plain(name); name == "" {
			name = o.Words("render.seat." + p.pen.Seats[i])
		}
		if name == v.Seats[i].Name {
			continue
		}
		if out == v {
			copied := *v
			out, copied.Seats = &copied, slices.Clone(v.Seats)
		}
		out.Seats[i].Name = name
	}
	return out
}

// DrawnTurns is Drawn for the views of o.Turns.
func (p *Phrases) DrawnTurns(o *Options) []engine.Turn {
	turns := slices.Clone(o.Turns)
	for i := range turns {
		turns[i].View = *p.Drawn(&turns[i].View, o)
	}
	return turns
}

// nameLength bounds names in texts; Discord's have at most 32 characters.
const nameLength = 40

// ShortName is a player's name on one line, not escaped for any medium.
func ShortName(name string) string {
	name = Tidy(name)
	n := 0
	for i := range name {
		if n++; n > nameLength {
			return Isolated(name[:i] + "…")
		}
	}
	return Isolated(name)
}

// Isolated keeps a name that is written from right to left from turning the numbers and names
// beside it around.
func Isolated(name string) string {
	if strings.ContainsFunc(name, leftward) {
		return "\u2068" + name + "\u2069"
	}
	return name
}

func leftward(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// Joins reports whether a zero-width joiner makes one emoji of its neighbours, such as a family.
// Elsewhere it shows nothing, and names lose it.
func Joins(before, after rune) bool {
	emoji := func(r rune) bool { return r >= 0x1F000 || unicode.Is(unicode.So, r) }
	return emoji(before) && emoji(after)
}

// Joiner is the zero-width joiner.
const Joiner = 0x200D

// maxName bounds how much of a hostile text is read.
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
	n, last, joins := 0, ' ', false
	for _, r := range norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD")) {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r == Joiner:
			joins = true
			continue
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn, unicode.Me, unicode.Cs,
			unicode.Variation_Selector):
			continue
		}
		if n++; n > maxName {
			break
		}
		if joins && Joins(last, r) {
			b.WriteRune(Joiner)
		}
		last, joins = r, false
		b.WriteRune(r)
	}
	return b.String()
}
