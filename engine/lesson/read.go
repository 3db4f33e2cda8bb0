package lesson

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// Bounds of a lesson: what fits into one message on Discord, with the hand below it.
const (
	MaxText   = 700 // characters of one note in one language
	MaxOffers = 4   // beside the record's move
)

// Fault is something in a lesson that cannot be used.
type Fault = notation.SyntaxError

// mark begins a note: a comment of the record.
var mark = regexp.MustCompile(`^#(name|ask|or|why|rules)(?: (.*))?$`)

var (
	language = regexp.MustCompile(`^[a-z]{2}$`)
	ruleID   = regexp.MustCompile(`^[ACNWSK][0-9]{1,2}$`)
)

// Parse reads a lesson and checks it; find looks a title up. The error is a *Fault, or a
// *notation.IllegalError, for the first bad line.
func Parse(text string, find func(string) (engine.Title, bool)) (*Lesson, error) {
	record, err := notation.ParseRecord(text, find)
	if err != nil {
		return nil, err
	}
	r := reader{lesson: &Lesson{Record: *record, Name: Text{}}}
	r.lesson.said = make([]Text, len(record.Moves)+1)
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for i, line := range lines {
		if err := r.note(i+1, strings.TrimSpace(line)); err != nil {
			return nil, err
		}
	}
	if err := r.finish(); err != nil {
		return nil, err
	}
	return r.lesson, r.check()
}

// reader collects notes from top to bottom.
type reader struct {
	lesson *Lesson
	made   int     // moves above the line
	open   *Stop   // whose move follows
	texts  []noted // all notes, for the languages
}

// noted is a note and where it begins.
type noted struct {
	line int
	text Text
}

func fault(line int, format string, args ...any) *Fault {
	return &Fault{Line: line, What: fmt.Sprintf(format, args...)}
}

// note reads one line.
func (r *reader) note(n int, line string) error {
	moves := r.lesson.Record.Moves
	if r.made < len(moves) && moves[r.made].Line == n {
		return r.pass(n)
	}
	found := mark.FindStringSubmatch(line)
	if found == nil {
		if word, _, _ := strings.Cut(line, " "); len(word) > 1 && word[0] == '#' {
			return fault(n, "unknown note %s; a comment has a space behind the #", word)
		}
		return nil
	}
	switch said := strings.TrimSpace(found[2]); found[1] {
	case "name":
		return r.add(n, r.lesson.Name, said)
	case "rules":
		return r.rules(n, said)
	case "ask":
		return r.ask(n, said)
	case "or":
		return r.other(n, said)
	}
	return r.why(n, found[2])
}

// pass goes past a move.
func (r *reader) pass(n int) error {
	seat := r.lesson.Record.Moves[r.made].Seat
	if r.open != nil {
		if r.lesson.Seat == engine.Public {
			r.lesson.Seat = seat
		}
		if seat != r.lesson.Seat {
			return fault(n, "the reader is asked for the moves of seat %d, not of seat %d",
				r.lesson.Seat, seat)
		}
		r.open = nil
	}
	r.made++
	return nil
}

// add puts "LANGUAGE text" into a note. A further line in the same language goes on below it.
func (r *reader) add(n int, to Text, said string) error {
	lang, text, _ := strings.Cut(said, " ")
	text = strings.TrimSpace(text)
	switch {
	case !language.MatchString(lang) || text == "":
		return fault(n, "a note is a language and a text: #why en Well done.")
	case len(to) == 0:
		r.texts = append(r.texts, noted{n, to})
	}
	if before, ok := to[lang]; ok {
		text = before + "\n" + text
	}
	if length := utf8.RuneCountInString(text); length > MaxText {
		return fault(n, "the note has %d characters, at most %d can be shown", length, MaxText)
	}
	to[lang] = text
	return nil
}

func (r *reader) rules(n int, said string) error {
	for _, id := range strings.Fields(said) {
		if !ruleID.MatchString(id) {
			return fault(n, "%q is not the ID of a rule, as A4 is", id)
		}
		r.lesson.Rules = append(r.lesson.Rules, id)
	}
	return nil
}

func (r *reader) ask(n int, said string) error {
	if r.open == nil {
		r.lesson.Stops = append(r.lesson.Stops, Stop{Ply: r.made, Ask: Text{}})
		r.open = &r.lesson.Stops[len(r.lesson.Stops)-1]
	}
	return r.add(n, r.open.Ask, said)
}

// other reads a move that is offered beside the record's.
func (r *reader) other(n int, said string) error {
	if r.open == nil {
		return fault(n, "#or stands between #ask and its move")
	}
	m, err := notation.ParseMove(r.lesson.Record.Title.Lexicon(), said)
	if err != nil {
		return fault(n, "%s", err)
	}
	if len(r.open.Others) == MaxOffers {
		return fault(n, "more than %d moves are offered beside the record's", MaxOffers)
	}
	r.open.Others = append(r.open.Others, Other{Move: m, Why: Text{}, line: n})
	return nil
}

// why says something of the move above, or of the #or above.
func (r *reader) why(n int, said string) error {
	switch {
	case r.open != nil && len(r.open.Others) == 0:
		return fault(n, "#why stands below a move, not below #ask")
	case r.made == 0 && r.open == nil:
		return fault(n, "#why stands below a move; what comes first belongs to #ask")
	case r.open != nil:
		return r.add(n, r.open.Others[len(r.open.Others)-1].Why, said)
	case r.lesson.said[r.made] == nil:
		r.lesson.said[r.made] = Text{}
	}
	return r.add(n, r.lesson.said[r.made], said)
}

// finish checks what only the end shows.
func (r *reader) finish() error {
	l := r.lesson
	switch {
	case len(l.Name) == 0:
		return fault(1, "the lesson has no #name")
	case len(l.Stops) == 0:
		return fault(1, "the lesson asks for no move (#ask)")
	case r.open != nil:
		return fault(r.texts[len(r.texts)-1].line, "no move follows #ask")
	}
	for _, note := range r.texts {
		for lang := range l.Name {
			if _, ok := note.text[lang]; !ok {
				return fault(note.line, "the lesson has the language %q, this note has not", lang)
			}
		}
		for lang := range note.text {
			if _, ok := l.Name[lang]; !ok {
				return fault(note.line, "the note has the language %q, the lesson's #name has not", lang)
			}
		}
	}
	slices.Sort(l.Rules)
	l.Rules = slices.Compact(l.Rules)
	return nil
}

// check replays the lesson: every move must be legal, and every one that is offered.
func (r *reader) check() error {
	l := r.lesson
	for i := range l.Stops {
		if err := l.checkStop(i); err != nil {
			return err
		}
	}
	_, err := l.Record.Replay(-1)
	return err
}

func (l *Lesson) checkStop(n int) error {
	g, err := l.Record.Replay(l.Stops[n].Ply)
	if err != nil {
		return err
	}
	v := g.View(l.Seat)
	known := []engine.Move{l.Wanted(n)}
	for _, o := range l.Stops[n].Others {
		if _, err := g.Clone().Apply(l.Seat, o.Move); err != nil {
			return fault(o.line, "the move is not legal: %s", err)
		}
		if slices.ContainsFunc(known, func(m engine.Move) bool { return Alike(&v, m, o.Move) }) {
			return fault(o.line, "the move is offered already")
		}
		if len(o.Why) == 0 {
			return fault(o.line, "nothing is said of the move (#why)")
		}
		known = append(known, o.Move)
	}
	return nil
}
