package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine/puzzle"
	"konduktor/engine/titles"
)

// puzzlesCmd makes the puzzles of engine/puzzle/puzzles.rec (docs/lessons.md).
type puzzlesCmd struct {
	Count  int      `default:"120" help:"How many puzzles."`
	First  int      `help:"The number of the first, from 0: goes on with a list that was cut off."`
	Tables []string `default:"amsterdam/2,amsterdam/3,amsterdam/2,amsterdam/4" help:"Where they are played, in turn: TITLE/SEATS."`
	Seed   uint64   `default:"23" help:"The series of games: game i of a series is always the same."`
}

// Run prints the puzzles, and its progress on stderr.
func (c *puzzlesCmd) Run(ctx context.Context, std streams) error {
	makers := make([]puzzle.Maker, len(c.Tables))
	for i, table := range c.Tables {
		id, seats, _ := strings.Cut(table, "/")
		title, ok := titles.Find(id)
		n, err := strconv.Atoi(seats)
		if !ok || err != nil || !slices.Contains(title.SeatCounts(), n) {
			return usage("--tables has no TITLE/SEATS: %s", table)
		}
		makers[i] = puzzle.Maker{Title: title, Seats: n, Series: c.Seed}
	}
	games := 0
	for n := c.First; n < c.First+c.Count; n++ {
		m := &makers[n%len(makers)]
		// Each search has games of its own, so any puzzle can be made again alone.
		for tries := 0; ; tries++ {
			games++
			p, err := m.FromGame(ctx, n*searched+tries, puzzle.Kind(n%puzzle.Kinds))
			if cmp.Or(err, ctx.Err()) != nil {
				return cmp.Or(err, ctx.Err())
			}
			if p == nil {
				continue
			}
			if _, err := fmt.Fprintf(std.out, "%s\n", p.Print()); err != nil {
				return err
			}
			fmt.Fprintf(std.err, "puzzle %d, %d games: %s\n", n, games, p.Lead)
			break
		}
	}
	return nil
}

// searched is more games than any search needs.
const searched = 1000
