// Package puzzle has choices between two moves whose chances are known: which tickets to keep, or
// whether to claim a route now or wait. They come from games of computer players (make_test.go) and
// are kept as records with the two options as comments:
//
//	#option 1 61.2 1.0 claim dam--waag red   the better: seat, chance to win, error, move
//	#option 1 52.4 1.1 draw 3
//	#lead 8.8 0.9                            the difference, world by world
//
// Figures are percent, errors are standard errors.
package puzzle

import (
	_ "embed" // the puzzles
	"fmt"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// Puzzle is a choice between two moves of a seat.
type Puzzle struct {
	Record  notation.Record // up to the choice
	Seat    engine.Seat
	Options [2]Option // the better first
	Lead    Figure    // of the better over the other
}

// Option is a move and its chance to win.
type Option struct {
	Move   engine.Move
	Chance Figure
}

// Worlds is in how many worlds each option of a puzzle was judged.
const Worlds = 2000

// Figure is an estimate and its standard error, in percent.
type Figure struct{ Is, Doubt float64 }

// Position is what the seat of a puzzle knows.
type Position struct {
	View engine.View
	Told []engine.Event // to the seat, from the start of the game
}

// Position replays the game up to the choice.
func (p *Puzzle) Position() (engine.Game, *Position, error) {
	var at Position
	g, err := p.Record.Follow(-1, func(events []engine.Event) {
		for _, e := range events {
			at.Told = append(at.Told, e.For(p.Seat))
		}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("replay a puzzle: %w", err)
	}
	at.View = g.View(p.Seat)
	return g, &at, nil
}

// Print writes a puzzle as Parse reads it.
func (p *Puzzle) Print() string {
	var b strings.Builder
	b.WriteString(p.Record.Print())
	for _, o := range p.Options {
		fmt.Fprintf(&b, "#option %d %s %s\n", p.Seat, o.Chance,
			notation.PrintMove(p.Record.Title.Lexicon(), o.Move))
	}
	fmt.Fprintf(&b, "#lead %s\n", p.Lead)
	return b.String()
}

// String prints a figure and its error.
func (f Figure) String() string { return fmt.Sprintf("%.1f %.1f", f.Is, f.Doubt) }

func parseFigure(is, doubt string) (f Figure, err error) {
	if f.Is, err = strconv.ParseFloat(is, 64); err == nil {
		f.Doubt, err = strconv.ParseFloat(doubt, 64)
	}
	return f, err
}

// Parse reads puzzles that follow one another; find looks a title up.
func Parse(text string, find func(string) (engine.Title, bool)) ([]Puzzle, error) {
	const begins = "[Title "
	var list []Puzzle
	for i, part := range strings.Split("\n"+text, "\n"+begins) {
		if i == 0 {
			continue // what stands before the first
		}
		p, err := parseOne(begins+part, find)
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", i, err)
		}
		list = append(list, *p)
	}
	return list, nil
}

func parseOne(text string, find func(string) (engine.Title, bool)) (*Puzzle, error) {
	record, err := notation.ParseRecord(text, find)
	if err != nil {
		return nil, fmt.Errorf("read the record: %w", err)
	}
	p := &Puzzle{Record: *record}
	options := 0
	for n, line := range strings.Split(text, "\n") {
		words := strings.SplitN(line, " ", 5)
		switch {
		case words[0] == "#lead" && len(words) == 3:
			p.Lead, err = parseFigure(words[1], words[2])
		case words[0] == "#option" && len(words) == 5 && options < len(p.Options):
			o := &p.Options[options]
			options++
			p.Seat = seatOf(words[1], record)
			if o.Chance, err = parseFigure(words[2], words[3]); err == nil {
				o.Move, err = notation.ParseMove(record.Title.Lexicon(), words[4])
			}
		}
		if err != nil {
			return nil, &notation.SyntaxError{Line: n + 1, What: err.Error()}
		}
	}
	if options < len(p.Options) || p.Seat == engine.Public {
		return nil, &notation.SyntaxError{Line: 1, What: "two options of one seat are wanted"}
	}
	return p, nil
}

func seatOf(text string, r *notation.Record) engine.Seat {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(r.Setup.Names) {
		return engine.Public
	}
	return engine.Seat(n)
}

//go:embed puzzles.rec
var included string

// Included returns the puzzles that come with the program, in the order in which they are asked;
// find looks a title up.
func Included(find func(string) (engine.Title, bool)) ([]Puzzle, error) {
	return Parse(included, find)
}
