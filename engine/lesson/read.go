package lesson

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// Limits of a lesson: a note fits into one message on Discord, with the hand below it.
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

// Parse reads a lesson and checks it; find looks a title up. The error joins a *Fault, or a
// *notation.IllegalError, for each bad line, from top to bottom. A record that cannot be read has
// one.
func Parse(text string, find func(string) (engine.Title, bool)) (*Lesson, error) {
	record, err := notation.ParseRecord(text, find)
	if err != nil {
		return nil, err
	}
	r := reader{lesson: &Lesson{Record: *record, Name: Text{}}}
	r.lesson.said = make([]Text, len(record.Moves)+1)
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for i, line := range lines {
		r.found(r.note(i+1, strings.TrimSpace(line)))
	}
	r.finish()
	r.check()
	slices.SortStableFunc(r.faults, func(a, b error) int { return lineOf(a) - lineOf(b) })
	r.faults = slices.CompactFunc(r.faults, func(a, b error) bool { return lineOf(a) == lineOf(b) })
	if len(r.faults) > 0 {
		return nil, errors.Join(r.faults...)
	}
	return r.lesson, nil
}

// reader collects notes from top to bottom.
type reader struct {
	lesson   *Lesson
	made     int     // moves above the line
	open     *Stop   // whose move follows
	openedAt int     // the line of its #ask
	texts    []noted // all notes, for the languages
	faults   []error
}

// found collects a fault, if there is one.
func (r *reader) found(err error) {
	if err != nil {
		r.faults = append(r.faults, err)
	}
}

// lineOf returns the line of a fault.
func lineOf(err error) int {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f.Line
	}
	if f, ok := errors.AsType[*notation.IllegalError](err); ok {
		return f.Line
	}
	return 0
}

// noted is a note and where it begins.
type noted struct {
	line int
	text Text
}

func fault(line int, format string, args ...any) *Fault {
	return &Fault{Line: line, What: fmt.Sprintf(format, args...)}
}

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
	seat, asked := r.lesson.Record.Moves[r.made].Seat, r.open != nil
	r.open = nil
	r.made++
	switch {
	case asked && r.lesson.Seat == engine.Public:
		r.lesson.Seat = seat
	case asked && seat != r.lesson.Seat:
		return fault(n, "the reader is asked for the moves of seat %d, not of seat %d",
			r.lesson.Seat, seat)
	}
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
		r.open, r.openedAt = &r.lesson.Stops[len(r.lesson.Stops)-1], n
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
func (r *reader) finish() {
	l := r.lesson
	switch {
	case len(l.Name) == 0:
		r.found(fault(1, "the lesson has no #name"))
	case len(l.Stops) == 0:
		r.found(fault(1, "the lesson asks for no move (#ask)"))
	}
	if r.open != nil {
		r.found(fault(r.openedAt, "no move follows #ask"))
	}
	for _, note := range r.texts {
		for lang := range l.Name {
			if _, ok := note.text[lang]; !ok {
				r.found(fault(note.line, "the lesson has the language %q, this note has not", lang))
			}
		}
		for lang := range note.text {
			if _, ok := l.Name[lang]; !ok {
				r.found(fault(note.line, "the note has the language %q, the lesson's #name has not", lang))
			}
		}
	}
	slices.Sort(l.Rules)
	l.Rules = slices.Compact(l.Rules)
}

// check replays the lesson: every move must be legal, and every one that is offered.
func (r *reader) check() {
	for i := range r.lesson.Stops {
		if r.lesson.Stops[i].Ply < len(r.lesson.Record.Moves) { // else no move follows it
			r.checkStop(i)
		}
	}
	_, err := r.lesson.Record.Replay(-1)
	r.found(err)
}

func (r *reader) checkStop(n int) {
	l := r.lesson
	g, err := l.Record.Replay(l.Stops[n].Ply)
	if err != nil {
		r.found(err)
		return
	}
	v := g.View(l.Seat)
	known := []engine.Move{l.Wanted(n)}
	for _, o := range l.Stops[n].Others {
		_, err := g.Clone().Apply(l.Seat, o.Move)
		switch {
		case err != nil:
			r.found(fault(o.line, "the move is not legal: %s", err))
		case slices.ContainsFunc(known, func(m engine.Move) bool { return Alike(&v, m, o.Move) }):
			r.found(fault(o.line, "the move is offered already"))
		case len(o.Why) == 0:
			r.found(fault(o.line, "nothing is said of the move (#why)"))
		}
		known = append(known, o.Move)
	}
}
