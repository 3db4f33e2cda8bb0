// Package lesson reads lessons: records of games with notes (docs/lessons.md). A lesson stops where
// its reader has to find a move, takes any legal one, says what is good about it, and goes on with
// the move of the record.
package lesson

import (
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// Lesson is a record with notes.
type Lesson struct {
	Record notation.Record
	Name   Text
	Seat   engine.Seat // of the reader
	Stops  []Stop      // in the order of the game
	Rules  []string    // IDs of the rules that it shows, sorted: "A1", "C7"

	said []Text // notes by number of moves made, each about the last of them
}

// Text is a note by language: "en", "pl".
type Text map[string]string

// In returns the text in a language, in English if there is none; "" if there is neither.
func (t Text) In(language string) string {
	if text, ok := t[language]; ok {
		return text
	}
	return t["en"]
}

// Stop is a position in which the reader has to find a move.
type Stop struct {
	Ply    int // moves made before it
	Ask    Text
	Others []Other // moves that are offered beside the record's
}

// Other is a move that the record does not make, with a note about it.
type Other struct {
	Move engine.Move
	Why  Text
	line int
}

// Scene is a lesson at one of its stops, or at its end.
type Scene struct {
	Stop *Stop // nil: the lesson is over
	View engine.View
	Made []Made // since the stop before, in order
}

// Made is a move of the record, with a note about it.
type Made struct {
	Seat   engine.Seat
	Move   engine.Move
	Before engine.View    // the reader's
	Events []engine.Event // as the reader may know them
	Why    Text           // nil: nothing
}

// Scene shows stop n, from 0; beyond the last, the end. names replace those of the record; nil
// keeps them.
func (l *Lesson) Scene(n int, names []string) (*Scene, engine.Game, error) {
	record := l.Record
	if names != nil {
		record.Setup.Names = names
	}
	from, to := 0, len(record.Moves)
	if n > 0 {
		from = l.Stops[min(n, len(l.Stops))-1].Ply
	}
	s := &Scene{}
	if n < len(l.Stops) {
		s.Stop = &l.Stops[n]
		to = s.Stop.Ply
	}
	g, err := record.Replay(from)
	if err != nil {
		return nil, nil, fmt.Errorf("replay a lesson: %w", err)
	}
	for i, m := range record.Moves[from:to] {
		made := Made{Seat: m.Seat, Move: m.Move, Before: g.View(l.Seat), Why: l.said[from+i+1]}
		events, err := g.Apply(m.Seat, m.Move)
		if err != nil {
			return nil, nil, fmt.Errorf("replay a lesson: %w",
				&notation.IllegalError{Line: m.Line, Ply: engine.Ply(from + i), Why: err})
		}
		for _, e := range events {
			made.Events = append(made.Events, e.For(l.Seat))
		}
		s.Made = append(s.Made, made)
	}
	s.View = g.View(l.Seat)
	return s, g, nil
}

// Wanted returns the move that the record makes at stop n.
func (l *Lesson) Wanted(n int) engine.Move { return l.Record.Moves[l.Stops[n].Ply].Move }

// Offered lists the moves that are offered at stop n, in an order that does not tell which one is
// the record's.
func (l *Lesson) Offered(n int) []engine.Move {
	list := []engine.Move{l.Wanted(n)}
	for _, o := range l.Stops[n].Others {
		list = append(list, o.Move)
	}
	printed := func(m engine.Move) string { return notation.PrintMove(l.Record.Title.Lexicon(), m) }
	slices.SortFunc(list, func(a, b engine.Move) int {
		switch x, y := printed(a), printed(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return list
}

// Other returns what the lesson says of a move that is not the record's; nil if nothing.
func (l *Lesson) Other(n int, m engine.Move, v *engine.View) Text {
	for _, o := range l.Stops[n].Others {
		if Alike(v, o.Move, m) {
			return o.Why
		}
	}
	return nil
}

// Alike reports whether two moves teach the same: however a route is paid for, from whichever slot
// a card comes, in whichever order tickets are named.
func Alike(v *engine.View, a, b engine.Move) bool {
	switch {
	case a.Verb != b.Verb:
		return false
	case a.Verb == engine.Claim:
		return a.Route == b.Route
	case a.Verb == engine.Draw && a.Slot > 0 && b.Slot > 0:
		return a.Where == b.Where && cardIn(v, a) == cardIn(v, b)
	case len(a.Tickets) > 0:
		return slices.Equal(slices.Sorted(slices.Values(a.Tickets)),
			slices.Sorted(slices.Values(b.Tickets)))
	}
	return a.Equal(&b)
}

func cardIn(v *engine.View, m engine.Move) engine.Card {
	if m.Slot < 1 || int(m.Slot) > len(v.Market) {
		return engine.NoCard
	}
	return v.Market[m.Slot-1]
}
