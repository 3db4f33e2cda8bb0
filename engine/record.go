package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Record is a game in its text form (docs/notation.md): what it began with, and its moves.
type Record struct {
	Title      Title
	Version    int
	Commitment string // "" if the record has none
	Setup      Setup
	Moves      []RecordedMove
}

// RecordedMove is a move of a record.
type RecordedMove struct {
	Seat Seat
	Move Move
	Line int // in the record's text, from 1; 0 if it was not read from one
}

// SyntaxError says what in a record cannot be read.
type SyntaxError struct {
	Line int // from 1
	What string
}

// Error returns "LINE: what".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%d: %s", e.Line, e.What) }

// IllegalError says which recorded move is not legal, and why.
type IllegalError struct {
	Line int
	Ply  Ply
	Why  error // a *Refusal
}

// Error returns "LINE: illegal move: code".
func (e *IllegalError) Error() string { return fmt.Sprintf("%d: illegal move: %s", e.Line, e.Why) }

// Unwrap returns the refusal.
func (e *IllegalError) Unwrap() error { return e.Why }

// maxRecord bounds a record's text; the longest games have some hundred moves.
const maxRecord = 4 << 20

// ParseRecord reads a whole record. find looks a title up. The error is a *SyntaxError for the first line that cannot
// be read; a tag that is missing is reported for line 1.
func ParseRecord(text string, find func(id string) (Title, bool)) (*Record, error) {
	if len(text) > maxRecord {
		return nil, &SyntaxError{1, "the record is too long"}
	}
	r := recordReader{find: find, tags: map[string]tag{}}
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for i, line := range lines {
		if err := r.sortLine(i+1, line); err != nil {
			return nil, err
		}
	}
	if err := r.readTags(); err != nil {
		return nil, err
	}
	for _, l := range r.moves {
		if err := r.readMove(l); err != nil {
			return nil, err
		}
	}
	return &r.record, nil
}

// recordReader reads in two steps: tags and moves are told apart first, since a move can only be read by the names of
// the title.
type recordReader struct {
	find   func(string) (Title, bool)
	tags   map[string]tag
	moves  []numbered
	record Record
}

type tag struct {
	line   int
	values []string
}

type numbered struct {
	line int
	text string
}

// tagNames are the tags of every title; those of its piles come with the title.
var tagNames = []string{"Title", "Seats", "Seed", "Commitment", "Rules", "Options", "Tickets", "Deck", "Trains", "Ships"}

func (r *recordReader) sortLine(n int, line string) error {
	if !utf8.ValidString(line) {
		return &SyntaxError{n, "the line is not UTF-8 text"}
	}
	line = strings.TrimSpace(line)
	switch {
	case line == "" || line[0] == '#':
		return nil
	case line[0] != '[':
		text, _, _ := strings.Cut(line, "#")
		r.moves = append(r.moves, numbered{n, text})
		return nil
	}
	name, values, err := parseTag(line)
	if err != nil {
		return &SyntaxError{n, err.Error()}
	}
	if !slices.Contains(tagNames, name) {
		return &SyntaxError{n, fmt.Sprintf("unknown tag %q", name)}
	}
	if len(r.moves) > 0 {
		return &SyntaxError{n, fmt.Sprintf("tag %s stands after a move", name)}
	}
	if first, ok := r.tags[name]; ok {
		return &SyntaxError{n, fmt.Sprintf("tag %s stands in line %d already", name, first.line)}
	}
	r.tags[name] = tag{n, values}
	return nil
}

// parseTag reads `[Name "value" "value"]` and allows a comment behind it.
func parseTag(line string) (name string, values []string, err error) {
	rest := strings.TrimLeft(line[1:], " \t")
	end := strings.IndexAny(rest, " \t\"]")
	if end <= 0 {
		return "", nil, fmt.Errorf("a tag is [Name \"value\"]")
	}
	name, rest = rest[:end], rest[end:]
	for {
		rest = strings.TrimLeft(rest, " \t")
		if rest == "" {
			return "", nil, fmt.Errorf("tag %s has no closing ]", name)
		}
		switch rest[0] {
		case ']':
			rest = strings.TrimLeft(rest[1:], " \t")
			if rest != "" && rest[0] != '#' {
				return "", nil, fmt.Errorf("something stands behind tag %s", name)
			}
			return name, values, nil
		case '"':
			var value string
			if value, rest, err = parseQuoted(rest[1:]); err != nil {
				return "", nil, fmt.Errorf("tag %s: %w", name, err)
			}
			values = append(values, value)
		default:
			return "", nil, fmt.Errorf("tag %s: a value stands in \"quotes\"", name)
		}
	}
}

// parseQuoted reads up to the closing quote; \" and \\ are escapes.
func parseQuoted(s string) (value, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:], nil
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		case s[i] == '\\':
			return "", "", fmt.Errorf("only \\\" and \\\\ can be escaped")
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", fmt.Errorf("a closing quote is missing")
}

// readTags reads the tags in an order in which each can be read; of several faults it returns that of the first line.
func (r *recordReader) readTags() *SyntaxError {
	var first *SyntaxError
	note := func(err *SyntaxError) {
		if err != nil && (first == nil || err.Line < first.Line) {
			first = err
		}
	}
	for _, name := range []string{"Title", "Seats", "Seed", "Rules"} {
		if _, ok := r.tags[name]; !ok {
			note(&SyntaxError{1, fmt.Sprintf("tag %s is missing", name)})
		}
	}
	for _, read := range []struct {
		name string
		read func([]string) error
	}{
		{"Title", r.readTitle},
		{"Seats", r.readSeats},
		{"Seed", r.readSeed},
		{"Rules", r.readRules},
		{"Commitment", r.readCommitment},
		{"Options", r.readOptions},
		{"Tickets", r.readTickets},
		{"Deck", r.pileReader("Deck")},
		{"Trains", r.pileReader("Trains")},
		{"Ships", r.pileReader("Ships")},
	} {
		t, ok := r.tags[read.name]
		if !ok {
			continue
		}
		if err := read.read(t.values); err != nil {
			note(&SyntaxError{t.line, fmt.Sprintf("tag %s: %s", read.name, err)})
		}
	}
	return first
}

func single(values []string) (string, error) {
	if len(values) != 1 {
		return "", fmt.Errorf("want one value, not %d", len(values))
	}
	return values[0], nil
}

func (r *recordReader) readTitle(values []string) error {
	id, err := single(values)
	if err != nil {
		return err
	}
	title, ok := r.find(id)
	if !ok {
		return fmt.Errorf("there is no title %q", id)
	}
	r.record.Title = title
	return nil
}

func (r *recordReader) readSeats(values []string) error {
	r.record.Setup.Names = values
	if r.record.Title == nil {
		return nil
	}
	if counts := r.record.Title.SeatCounts(); !slices.Contains(counts, len(values)) {
		return fmt.Errorf("%s is played by %s, not by %d", r.record.Title.ID(), spellCounts(counts), len(values))
	}
	return nil
}

func spellCounts(counts []int) string {
	words := make([]string, len(counts))
	for i, n := range counts {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " or ")
}

func (r *recordReader) readSeed(values []string) error {
	text, err := single(values)
	if err != nil {
		return err
	}
	seed, ok := ParseSeed(text)
	if !ok {
		return fmt.Errorf("a seed is 64 hex digits")
	}
	r.record.Setup.Seed = seed
	return nil
}

func (r *recordReader) readRules(values []string) error {
	text, err := single(values)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%q is not a number", text)
	}
	r.record.Version = n
	if r.record.Title != nil && n != r.record.Title.Version() {
		return fmt.Errorf("version %d of the rules of %s is not known here", n, r.record.Title.ID())
	}
	return nil
}

func (r *recordReader) readCommitment(values []string) error {
	text, err := single(values)
	if err != nil {
		return err
	}
	if _, ok := ParseSeed(text); !ok { // a SHA-256 is as long as a seed
		return fmt.Errorf("a commitment is 64 hex digits")
	}
	r.record.Commitment = strings.ToLower(text)
	return nil
}

func (r *recordReader) readOptions(values []string) error {
	if r.record.Title == nil {
		return nil
	}
	r.record.Setup.Options = map[string]string{}
	for _, value := range values {
		for pair := range strings.FieldsSeq(value) {
			if err := r.readOption(pair); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *recordReader) readOption(pair string) error {
	key, value, ok := strings.Cut(pair, "=")
	if !ok {
		return fmt.Errorf("an option is key=value, not %q", pair)
	}
	if _, twice := r.record.Setup.Options[key]; twice {
		return fmt.Errorf("option %q stands twice", key)
	}
	for _, o := range r.record.Title.Options() {
		if o.Key != key {
			continue
		}
		if !slices.Contains(o.Values, value) {
			return fmt.Errorf("option %s is one of %s, not %q", key, strings.Join(o.Values, ", "), value)
		}
		r.record.Setup.Options[key] = value
		return nil
	}
	return fmt.Errorf("unknown option %q", key)
}

func (r *recordReader) readTickets(values []string) error {
	text, err := single(values)
	if err != nil || r.record.Title == nil {
		return err
	}
	list, err := r.record.Title.Lexicon().parseTickets(strings.Fields(text))
	if err != nil {
		return err
	}
	for i, t := range list {
		if slices.Contains(list[:i], t) {
			return fmt.Errorf("ticket %q is listed twice", r.record.Title.Lexicon().Tickets[t])
		}
	}
	r.record.Setup.Tickets = list
	return nil
}

func (r *recordReader) pileReader(name string) func([]string) error {
	return func(values []string) error {
		text, err := single(values)
		if err != nil || r.record.Title == nil {
			return err
		}
		piles := r.record.Title.Piles()
		i := slices.IndexFunc(piles, func(p PileSpec) bool { return p.Tag == name })
		if i < 0 {
			return fmt.Errorf("%s has no such pile", r.record.Title.ID())
		}
		return r.readPile(piles[i], strings.Fields(text))
	}
}

func (r *recordReader) readPile(pile PileSpec, names []string) error {
	left, list := pile.Cards, make([]Card, 0, len(names))
	for _, name := range names {
		c, ok := r.record.Title.Lexicon().Card(name)
		if !ok {
			return fmt.Errorf("there is no card %q", name)
		}
		if left[c] == 0 {
			return fmt.Errorf("the pile has only %d of %q", pile.Cards[c], name)
		}
		left[c]--
		list = append(list, c)
	}
	if r.record.Setup.Stacked == nil {
		r.record.Setup.Stacked = map[string][]Card{}
	}
	r.record.Setup.Stacked[pile.Tag] = list
	return nil
}

func (r *recordReader) readMove(l numbered) error {
	number, text, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(l.text, "\t", " ")), " ")
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil {
		return &SyntaxError{l.line, fmt.Sprintf("a move begins with its seat, not with %q", number)}
	}
	if n < 1 || int(n) > len(r.record.Setup.Names) {
		return &SyntaxError{l.line, fmt.Sprintf("the record has no seat %d", n)}
	}
	m, err := r.record.Title.Lexicon().ParseMove(text)
	if err != nil {
		return &SyntaxError{l.line, err.Error()}
	}
	r.record.Moves = append(r.record.Moves, RecordedMove{Seat(n), m, l.line})
	return nil
}

// Replay deals the record's game and makes its first n moves, all if n is negative or beyond the end. The error is an
// *IllegalError for a move that is not legal.
func (r *Record) Replay(n int) (Game, error) {
	g, err := r.Title.New(r.Setup)
	if err != nil {
		return nil, fmt.Errorf("deal a game of %s: %w", r.Title.ID(), err)
	}
	for i, m := range r.Moves {
		if i == n {
			break
		}
		if _, err := g.Apply(m.Seat, m.Move); err != nil {
			return nil, &IllegalError{m.Line, Ply(i), err}
		}
	}
	return g, nil
}

// Print writes the record's text. It reads back as the same record.
func (r *Record) Print() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[Title %s]\n[Seats", quote(r.Title.ID()))
	for _, name := range r.Setup.Names {
		b.WriteString(" " + quote(name))
	}
	fmt.Fprintf(&b, "]\n[Seed \"%s\"]\n", r.Setup.Seed.Reveal())
	if r.Commitment != "" {
		fmt.Fprintf(&b, "[Commitment \"%s\"]\n", r.Commitment)
	}
	fmt.Fprintf(&b, "[Rules \"%d\"]\n", r.Version)
	r.printOptions(&b)
	r.printStacks(&b)
	b.WriteByte('\n')
	for _, m := range r.Moves {
		fmt.Fprintf(&b, "%d %s\n", m.Seat, r.Title.Lexicon().PrintMove(m.Move))
	}
	return b.String()
}

func (r *Record) printOptions(b *strings.Builder) {
	if len(r.Setup.Options) == 0 {
		return
	}
	var pairs []string
	for _, o := range r.Title.Options() {
		if v, ok := r.Setup.Options[o.Key]; ok {
			pairs = append(pairs, o.Key+"="+v)
		}
	}
	fmt.Fprintf(b, "[Options %s]\n", quote(strings.Join(pairs, " ")))
}

func (r *Record) printStacks(b *strings.Builder) {
	lex := r.Title.Lexicon()
	for _, pile := range r.Title.Piles() {
		cards, ok := r.Setup.Stacked[pile.Tag]
		if !ok {
			continue
		}
		names := make([]string, len(cards))
		for i, c := range cards {
			names[i] = lex.Faces[c].Name
		}
		fmt.Fprintf(b, "[%s %s]\n", pile.Tag, quote(strings.Join(names, " ")))
	}
	if r.Setup.Tickets != nil {
		names := make([]string, len(r.Setup.Tickets))
		for i, t := range r.Setup.Tickets {
			names[i] = lex.Tickets[t]
		}
		fmt.Fprintf(b, "[Tickets %s]\n", quote(strings.Join(names, " ")))
	}
}

// quote writes a tag's value; line breaks and other control characters, which a line cannot hold, become spaces.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c < ' ' || c == 0x7F || c == utf8.RuneError:
			b.WriteByte(' ')
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
