// Package notation reads and prints the text form of games, exactly as docs/notation.md says:
// moves, payments, records, and views as JSON.
package notation

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"konduktor/engine"
)

// Record is a game in text form (docs/notation.md): how it began, and its moves.
type Record struct {
	Title      engine.Title
	Version    int
	Commitment string    // "" if the record has none
	Ended      time.Time // when the game was over, to the second; zero if the record does not say
	Lobby      []string  // the players in the order of the lobby; nil if the record does not say
	Setup      engine.Setup
	Moves      []RecordedMove
	Undone     []UndoneMove // moves taken back, in the order made; ParseRecord does not read them
	ForRatings
}

// ForRatings is what a record says for docs/ratings.md alone.
type ForRatings struct {
	Rated     []engine.Seat // that were rated by the deal; nil: the record does not say
	LeftOut   []LeftOut
	Computers int // version of the strengths of computers; 0: the record does not say
}

// LeftOut is a seat that is left out of the ratings, and why: early, voted or removed.
type LeftOut struct {
	Seat engine.Seat
	Why  string
}

// UndoneMove is a move that was taken back: a comment "# undone PLY.NUMBER SEAT MOVE".
type UndoneMove struct {
	Before int        // number of Moves before the comment
	Ply    engine.Ply // of the move in its game, from 0
	Number int        // number of the undo, from 1
	Seat   engine.Seat
	Move   engine.Move
}

// RecordedMove is a move of a record.
type RecordedMove struct {
	Seat engine.Seat
	Move engine.Move
	Line int // in the record's text, from 1; 0 if it was not read from one
}

// SyntaxError says what cannot be read in a record.
type SyntaxError struct {
	Line int // from 1
	What string
}

// Error returns "LINE: what".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%d: %s", e.Line, e.What) }

// IllegalError says which recorded move is not legal, and why.
type IllegalError struct {
	Line int
	Ply  engine.Ply
	Why  error // a *Refusal
}

// Error returns "LINE: illegal move: code".
func (e *IllegalError) Error() string { return fmt.Sprintf("%d: illegal move: %s", e.Line, e.Why) }

// Unwrap returns the refusal.
func (e *IllegalError) Unwrap() error { return e.Why }

// Replay deals the record's game and makes its first n moves; all if n is negative or too large. An
// *IllegalError for an illegal move.
func (r *Record) Replay(n int) (engine.Game, error) { return r.replay(n, nil) }

// Course is Replay that returns how the game went turn by turn.
func (r *Record) Course(n int) (engine.Course, error) {
	var c engine.Course
	_, err := r.replay(n, c.Add)
	return c, err
}

// Follow is Replay that calls told with the events of each move, which are valid until it returns.
func (r *Record) Follow(n int, told func([]engine.Event)) (engine.Game, error) {
	return r.replay(n, func(_ engine.Game, _ engine.Seat, events []engine.Event) { told(events) })
}

// replay makes the first n moves and calls after, if not nil, with each.
func (r *Record) replay(n int, after func(engine.Game, engine.Seat, []engine.Event)) (engine.Game,
	error,
) {
	g, err := r.Title.New(r.Setup)
	if err != nil {
		return nil, fmt.Errorf("deal a game of %s: %w", r.Title.ID(), err)
	}
	for i, m := range r.Moves {
		if i == n {
			break
		}
		events, err := g.Apply(m.Seat, m.Move)
		if err != nil {
			return nil, &IllegalError{m.Line, engine.Ply(i), err}
		}
		if after != nil {
			after(g, m.Seat, events)
		}
	}
	return g, nil
}

// Print writes the record's text. Reading it gives the same record without its undone moves.
func (r *Record) Print() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[Title %s]\n", quote(r.Title.ID()))
	printNames(&b, "Seats", r.Setup.Names)
	if r.Lobby != nil {
		printNames(&b, "Lobby", r.Lobby)
	}
	fmt.Fprintf(&b, "[Seed \"%s\"]\n", r.Setup.Seed.Reveal())
	if r.Commitment != "" {
		fmt.Fprintf(&b, "[Commitment \"%s\"]\n", r.Commitment)
	}
	fmt.Fprintf(&b, "[Rules \"%d\"]\n", r.Version)
	if !r.Ended.IsZero() {
		fmt.Fprintf(&b, "[Ended \"%s\"]\n", r.Ended.UTC().Format(time.RFC3339))
	}
	r.ForRatings.print(&b)
	r.printOptions(&b)
	r.printStacks(&b)
	b.WriteByte('\n')
	undone := r.Undone
	for i := 0; i <= len(r.Moves); i++ {
		for ; len(undone) > 0 && undone[0].Before <= i; undone = undone[1:] {
			u := &undone[0]
			fmt.Fprintf(&b, "# undone %d.%d %d %s\n", u.Ply, u.Number, u.Seat,
				PrintMove(r.Title.Lexicon(), u.Move))
		}
		if i < len(r.Moves) {
			fmt.Fprintf(&b, "%d %s\n", r.Moves[i].Seat, PrintMove(r.Title.Lexicon(), r.Moves[i].Move))
		}
	}
	return b.String()
}

func (r *ForRatings) print(b *strings.Builder) {
	if r.Rated != nil {
		seats := make([]string, len(r.Rated))
		for i, seat := range r.Rated {
			seats[i] = strconv.Itoa(int(seat))
		}
		fmt.Fprintf(b, "[Rated %s]\n", quote(strings.Join(seats, " ")))
	}
	if len(r.LeftOut) > 0 {
		pairs := make([]string, len(r.LeftOut))
		for i, out := range r.LeftOut {
			pairs[i] = fmt.Sprintf("%d %s", out.Seat, out.Why)
		}
		fmt.Fprintf(b, "[LeftOut %s]\n", quote(strings.Join(pairs, " ")))
	}
	if r.Computers > 0 {
		fmt.Fprintf(b, "[Computers \"%d\"]\n", r.Computers)
	}
}

func printNames(b *strings.Builder, tag string, names []string) {
	b.WriteString("[" + tag)
	for _, name := range names {
		b.WriteString(" " + quote(name))
	}
	b.WriteString("]\n")
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

// quote writes a tag's value. Line breaks and other control characters become spaces.
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
