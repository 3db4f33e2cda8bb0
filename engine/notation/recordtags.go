package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/engine"
)

// readTags reads the tags in the order of their dependencies, and returns the first line's fault.
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
		{"Lobby", r.readLobby},
		{"Seed", r.readSeed},
		{"Rules", r.readRules},
		{"Commitment", r.readCommitment},
		{"Ended", r.readEnded},
		{"Rated", r.readRated},
		{"LeftOut", r.readLeftOut},
		{"Computers", r.readComputers},
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
		return fmt.Errorf("%s is played by %s, not by %d",
			r.record.Title.ID(), spellCounts(counts), len(values))
	}
	return nil
}

// readLobby wants those who sit in the game, in any order.
func (r *recordReader) readLobby(values []string) error {
	r.record.Lobby = values
	if !slices.Equal(slices.Sorted(slices.Values(values)),
		slices.Sorted(slices.Values(r.record.Setup.Names))) {
		return errors.New("these are not the players of Seats")
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
	seed, ok := engine.ParseSeed(text)
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
	n, err := number(text)
	if err != nil {
		return err
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
	if _, ok := engine.ParseSeed(text); !ok { // a SHA-256 is as long as a seed
		return fmt.Errorf("a commitment is 64 hex digits")
	}
	r.record.Commitment = strings.ToLower(text)
	return nil
}

func (r *recordReader) readEnded(values []string) error {
	text, err := single(values)
	if err != nil {
		return err
	}
	ended, err := time.Parse(time.RFC3339, text)
	ended = ended.UTC().Truncate(time.Second)
	if err != nil || ended.Year() < 1970 || ended.Year() > 9999 {
		return fmt.Errorf("%q is no moment such as 2026-11-20T18:00:00Z", text)
	}
	r.record.Ended = ended
	return nil
}

// readRated takes no seat at all for a game that is not rated.
func (r *recordReader) readRated(values []string) error {
	text, err := single(values)
	if err != nil {
		return err
	}
	r.record.Rated = []engine.Seat{}
	for word := range strings.FieldsSeq(text) {
		seat, err := r.seat(word)
		if err != nil {
			return err
		}
		if slices.Contains(r.record.Rated, seat) {
			return fmt.Errorf("seat %d stands twice", seat)
		}
		r.record.Rated = append(r.record.Rated, seat)
	}
	return nil
}

func (r *recordReader) readLeftOut(values []string) error {
	text, err := single(values)
	if err != nil {
		return err
	}
	for pair := range slices.Chunk(strings.Fields(text), 2) {
		seat, err := r.seat(pair[0])
		if err != nil {
			return err
		}
		if len(pair) < 2 || !slices.Contains([]string{"early", "voted", "removed"}, pair[1]) {
			return fmt.Errorf("seat %d is left out as early, voted or removed", seat)
		}
		if slices.ContainsFunc(r.record.LeftOut, func(o LeftOut) bool { return o.Seat == seat }) {
			return fmt.Errorf("seat %d stands twice", seat)
		}
		r.record.LeftOut = append(r.record.LeftOut, LeftOut{seat, pair[1]})
	}
	return nil
}

func (r *recordReader) seat(word string) (engine.Seat, error) {
	n, err := number(word)
	if seats := len(r.record.Setup.Names); err == nil && (n < 1 || n > seats) {
		err = fmt.Errorf("there is no seat %d", n)
	}
	return engine.Seat(n), err
}

func (r *recordReader) readComputers(values []string) error {
	text, err := single(values)
	if err != nil {
		return err
	}
	n, err := number(text)
	if err == nil && n < 1 {
		err = errors.New("versions count from 1")
	}
	r.record.Computers = n
	return err
}

// number reads a number; "+1" and "01" are not canonical.
func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return n, nil
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
		if !o.Takes(value) {
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
	list, err := parseTickets(r.record.Title.Lexicon(), strings.Fields(text))
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
		i := slices.IndexFunc(piles, func(p engine.PileSpec) bool { return p.Tag == name })
		if i < 0 {
			return fmt.Errorf("%s has no such pile", r.record.Title.ID())
		}
		return r.readPile(piles[i], strings.Fields(text))
	}
}

func (r *recordReader) readPile(pile engine.PileSpec, names []string) error {
	list, all := make([]engine.Card, 0, len(names)), pile.Cards
	// otherwise the number of seats is the fault
	if seats := len(r.record.Setup.Names); slices.Contains(r.record.Title.SeatCounts(), seats) {
		for range seats {
			all = all.Minus(&pile.Apart)
		}
	}
	left := all
	for _, name := range names {
		c, ok := r.record.Title.Lexicon().Card(name)
		if !ok {
			return fmt.Errorf("there is no card %q", name)
		}
		if left[c] == 0 {
			return fmt.Errorf("the pile has only %d of %q", all[c], name)
		}
		left[c]--
		list = append(list, c)
	}
	if r.record.Setup.Stacked == nil {
		r.record.Setup.Stacked = map[string][]engine.Card{}
	}
	r.record.Setup.Stacked[pile.Tag] = list
	return nil
}
