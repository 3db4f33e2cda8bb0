package speech

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"konduktor/bot/discord"
)

// Text is a message in pieces, some of which are shortened or dropped when the whole is too long.
// Every limited text is cut here, so signs never disappear all at once.
type Text []piece

// piece is a part of a text and what stands for it where it gives way, one step after another. A
// piece that begins a line begins with its break.
type piece struct {
	text string
	less []step
}

type step struct {
	rank rank
	text string
}

// rank orders what gives way: the lowest first, and within it the oldest sentence, the last seat or
// ticket.
type rank uint8

// The ranks. Those from asSigns on go only where Discord would refuse the message.
const (
	asLessons rank = iota
	asRecap
	asOthers
	asCodes  // the routes of a ticket's way
	asNeeds  // what a ticket lacks, from the sixth open one on
	asSigns  // beside words
	asTold   // the oldest sentence
	asTicket // from the sixth open one on
	ranks
)

// A panel is read at a glance; what is longer gives way. The words of lessons do not count: they
// are shown once, to people who need them.
const (
	panelUnits = 1900
	panelWords = 130
)

// Say adds lines that lose at most the signs beside their words.
func (t Text) Say(lines ...string) Text {
	for _, line := range lines {
		p := piece{text: "\n" + line}
		if bare := unsigned(line); bare != line {
			p.less = []step{{asSigns, "\n" + bare}}
		}
		t = append(t, p)
	}
	return t
}

// Tell adds sentences, oldest first. If they are too many, they lose the signs beside their words,
// then the oldest go.
func (t Text) Tell(lines ...string) Text {
	for i, line := range lines {
		last := step{asTold, ""}
		if i == 0 {
			last.text = "\n…"
		}
		t = append(t, piece{"\n" + line, []step{{asSigns, "\n" + unsigned(line)}, last}})
	}
	return t
}

// give adds lines that vanish together with their rank.
func (t Text) give(r rank, lines ...string) Text {
	for _, line := range lines {
		t = append(t, piece{"\n" + line, []step{{r, ""}}})
	}
	return t
}

// flow adds sentences in one paragraph, which give way one by one with their rank.
func (t Text) flow(r rank, said ...string) Text {
	for _, one := range said {
		t = append(t, piece{dot + one, []step{{r, ""}}})
	}
	return t
}

// dot parts the sentences of a paragraph; the first that is left begins a line.
const dot = " · "

// Fit is the text in at most n UTF-16 units.
func (t Text) Fit(n int) string {
	text, _ := t.fit(n, n, n)
	return text
}

// fit returns the text after as many steps as it takes to stay within a number of units and words,
// and the pieces as they were then. most is what Discord takes.
func (t Text) fit(units, words, most int) (string, Text) {
	short := func(t Text) bool { return unitsOf(t.join()) <= units }
	read := func(t Text) bool {
		n := 0
		for _, p := range t {
			if p.rank() != asLessons {
				n += countWords(p.text)
			}
		}
		return n <= words && short(t)
	}
	t = t.until(short, asLessons).until(read, asRecap, asOthers, asCodes, asNeeds)
	t = t.until(func(t Text) bool { return unitsOf(t.join()) <= most }, asSigns, asTold, asTicket)
	return fitLines(strings.Split(t.join(), "\n"), most), t
}

func unitsOf(text string) int { return len(utf16.Encode([]rune(text))) }

// lowered is the text after as many steps as it takes to be no taller than there is room: what the
// picture and the table show too gives way before what newcomers need.
func (t Text) lowered(fits func(text string) bool) Text {
	return t.until(func(t Text) bool { return fits(t.join()) },
		asCodes, asRecap, asOthers, asLessons, asNeeds)
}

// until is the text after as many steps, in the order of ranks, as it takes.
func (t Text) until(enough func(Text) bool, order ...rank) Text {
	t = slices.Clone(t)
	for _, r := range order {
		for i := range t {
			if r != asRecap && r != asSigns && r != asTold {
				i = len(t) - 1 - i
			}
			p := &t[i]
			if p.rank() != r {
				continue
			}
			if enough(t) {
				return t
			}
			p.text, p.less = p.less[0].text, p.less[1:]
		}
	}
	return t
}

// rank is when a piece gives way next; ranks: never.
func (p *piece) rank() rank {
	if len(p.less) == 0 {
		return ranks
	}
	return p.less[0].rank
}

func (t Text) join() string {
	var b strings.Builder
	last := ranks
	for _, p := range t {
		now := p.rank()
		if rest, ok := strings.CutPrefix(p.text, dot); ok && now != last && now <= asOthers {
			p.text = "\n" + rest
		}
		if p.text != "" {
			last = now
		}
		b.WriteString(p.text)
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// count is how many pieces of a rank have not given way.
func (t Text) count(r rank) (n int) {
	for _, p := range t {
		if p.rank() == r {
			n++
		}
	}
	return n
}

// countWords counts what is read: a sign with its number is a word, a dash is none.
func countWords(text string) (n int) {
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r)
		}) {
			n++
		}
	}
	return n
}

var beside = regexp.MustCompile(`<:\w+:\d+> `)

// unsigned is a sentence without the signs that stand beside its words.
func unsigned(line string) string { return beside.ReplaceAllString(line, "") }

// Fitting joins sentences, oldest first, in at most n UTF-16 units.
func Fitting(n int, lines []string) string { return Text{}.Tell(lines...).Fit(n) }

// fitLines joins as many lines as n UTF-16 units hold, and replaces the rest by an ellipsis on a
// line of its own.
func fitLines(lines []string, n int) string {
	kept := lines
	for i := len(lines) - 1; i > 0 && !fits(kept, n); i-- {
		kept = append(slices.Clip(lines[:i]), "…")
	}
	return discord.Fit(strings.Join(kept, "\n"), n)
}

func fits(lines []string, n int) bool {
	text := strings.Join(lines, "\n")
	return discord.Fit(text, n) == text
}
