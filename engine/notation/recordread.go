package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"konduktor/engine"
)

// MaxRecord bounds a record's text, in bytes; the longest games have some hundred moves.
const MaxRecord = 4 << 20

// ParseRecord reads a whole record; find looks a title up. The error is a *SyntaxError for the
// first bad line; a missing tag is reported for line 1.
func ParseRecord(text string, find func(id string) (engine.Title, bool)) (*Record, error) {
	if len(text) > MaxRecord {
		return nil, &SyntaxError{1, fmt.Sprintf("the record is larger than %d MB", MaxRecord>>20)}
	}
	r := recordReader{find: find, tags: map[string]tag{}}
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for i, line := range lines {
		if err := r.sortLine(i+1, line); err != nil {
			return nil, r.earlier(err)
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

// earlier returns a fault on a line before the one where sorting stopped: moves are read once the
// title is known.
func (r *recordReader) earlier(stopped error) error {
	if len(r.moves) == 0 {
		return stopped
	}
	read := r.readMove
	if r.readTags() != nil { // a missing tag may follow further down
		read = func(l numbered) error {
			_, _, err := l.split()
			return err
		}
	}
	for _, l := range r.moves {
		if err := read(l); err != nil {
			return err
		}
	}
	return stopped
}

// recordReader separates tags from moves first, since moves need the title's names.
type recordReader struct {
	find   func(string) (engine.Title, bool)
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

// tagNames are the tags of every title; tags of piles come with the title.
var tagNames = []string{
	"Title", "Seats", "Lobby", "Seed", "Commitment", "Rules", "Ended", "Rated", "LeftOut",
	"Computers", "Options", "Tickets", "Deck", "Trains", "Ships",
}

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

// parseTag reads `[Name "value" "value"]`; a comment may follow.
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

// split cuts off the seat with which every move begins.
func (l numbered) split() (seat uint64, move string, err error) {
	number, move, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(l.text, "\t", " ")), " ")
	seat, err = strconv.ParseUint(number, 10, 16)
	if err != nil {
		return 0, "", &SyntaxError{
			l.line,
			fmt.Sprintf("a move begins with its seat, not with %q", number),
		}
	}
	return seat, move, nil
}

func (r *recordReader) readMove(l numbered) error {
	n, text, err := l.split()
	if err != nil {
		return err
	}
	if n < 1 || int(n) > len(r.record.Setup.Names) {
		return &SyntaxError{l.line, fmt.Sprintf("the record has no seat %d", n)}
	}
	m, err := ParseMove(r.record.Title.Lexicon(), text)
	if err != nil {
		return &SyntaxError{l.line, err.Error()}
	}
	r.record.Moves = append(r.record.Moves, RecordedMove{engine.Seat(n), m, l.line})
	return nil
}
