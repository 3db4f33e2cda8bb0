package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// simulateCmd plays games without Discord.
type simulateCmd struct {
	Title   string `required:"" help:"The title to play."`
	Seats   int    `required:"" help:"Number of seats."`
	Games   int    `default:"1000" help:"Number of games."`
	Seed    uint64 `default:"1" help:"The series: game i of a series is always the same."`
	Policy  string `default:"random" help:"How the seats choose: random or greedy."`
	Workers int    `default:"1" help:"How many games are played at once."`
	// Options of the title, by key.
	Options map[string]string `name:"option" help:"An option of the title." placeholder:"KEY=VALUE"`
	Records string            `help:"Write each game's record into this folder." placeholder:"DIR"`
	mapFlag
}

// series is a running simulation.
type series struct {
	*simulateCmd
	title engine.Title
	moves atomic.Int64
	stuck atomic.Int64

	faults
}

// Run plays the games and prints the figures in its last line.
func (c *simulateCmd) Run(ctx context.Context, std streams) error {
	title, err := c.check()
	if err != nil {
		return err
	}
	s := &series{simulateCmd: c, title: title}
	begun := time.Now()
	inParallel(ctx, c.Workers, c.Games, s.worker)
	seconds := time.Since(begun).Seconds()
	if err := s.join(); err != nil {
		fmt.Fprintln(std.err, err)
	}
	_, err = fmt.Fprintf(std.out, "games=%d stuck=%d seconds=%.2f games/s=%.0f moves/s=%.0f\n",
		c.Games, s.stuck.Load(),
		seconds, float64(c.Games)/seconds, float64(s.moves.Load())/seconds)
	switch {
	case err != nil:
		return err
	case s.join() != nil:
		return &exitError{status: exitFailed}
	}
	return ctx.Err()
}

func (c *simulateCmd) check() (engine.Title, error) {
	on, err := c.mapFlag.read(offer) // thousands of games are scored, so on no other map
	if err != nil {
		return nil, err
	}
	title, ok := findTitle(on)(c.Title)
	switch {
	case !ok:
		return nil, usage("there is no title %q; there are %s", c.Title, titleIDs())
	case on != nil && title != on:
		return nil, usage("--map: %s is for the rules of %s", c.Map, on.ID())
	}
	if !slices.Contains(title.SeatCounts(), c.Seats) {
		return nil, usage("%s cannot be played by %d, but by %s",
			c.Title, c.Seats, spell(title.SeatCounts()))
	}
	if c.Games < 1 || c.Workers < 1 || c.Workers > 1024 {
		return nil, usage("--games can be from 1, --workers from 1 to 1024")
	}
	if _, err := ai.New(c.Policy, nil); err != nil {
		return nil, usage("%s", err)
	}
	for key, value := range c.Options {
		takes := func(o engine.OptionSpec) bool {
			return o.Key == key && slices.Contains(o.Values, value)
		}
		if !slices.ContainsFunc(title.Options(), takes) {
			return nil, usage("%s has no option %s=%s", c.Title, key, value)
		}
	}
	if c.Records != "" {
		if err := os.MkdirAll(c.Records, 0o755); err != nil {
			return nil, fmt.Errorf("make the folder of the records: %w", err)
		}
	}
	return title, nil
}

// spell lists numbers: "2, 3 or 4".
func spell(counts []int) string {
	words := make([]string, len(counts))
	for i, n := range counts {
		words[i] = strconv.Itoa(n)
	}
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " or " + words[last]
	}
	return strings.Join(words, "")
}

// worker returns a function that plays a game, with room for moves that is used again.
func (s *series) worker() func(i int) {
	var moves []notation.RecordedMove
	return func(i int) {
		var err error
		moves, err = s.play(i, moves[:0])
		s.moves.Add(int64(len(moves)))
		if err != nil {
			s.add(err)
		}
	}
}

// play plays game i and writes its record where wanted, or where the game is stuck.
func (s *series) play(i int, moves []notation.RecordedMove) ([]notation.RecordedMove, error) {
	setup, rng := ai.Simulated(s.Seed, i, s.Seats)
	setup.Options = s.Options
	policy, err := ai.New(s.Policy, rng)
	if err != nil {
		return moves, err
	}
	g, err := s.title.New(setup)
	if err != nil {
		return moves, fmt.Errorf("deal game %d: %w", i, err)
	}
	moves, stuck := ai.Play(g, policy, moves)
	if stuck == nil && s.Records == "" {
		return moves, nil
	}
	file := filepath.Join(s.Records, fmt.Sprintf("%s-%d-%06d.rec", s.title.ID(), s.Seats, i))
	if err := s.write(file, setup, g, moves); err != nil {
		return moves, fmt.Errorf("game %d: %w", i, err)
	}
	if stuck != nil {
		s.stuck.Add(1)
		return moves, fmt.Errorf("game %d: %w; its record is %s", i, stuck, file)
	}
	return moves, nil
}

func (s *series) write(file string, setup engine.Setup, g engine.Game,
	moves []notation.RecordedMove,
) error {
	record := notation.Record{
		Title: s.title, Version: s.title.Version(), Commitment: setup.Seed.Commitment(), Setup: setup,
		Moves: moves,
	}
	v := g.View(engine.Public)
	if err := os.WriteFile(file,
		[]byte(titles.MapRemark(s.title)+record.Print()+notation.ResultLines(&v)), 0o644); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

func titleIDs() string {
	var ids []string
	for _, t := range titles.All() {
		ids = append(ids, t.ID())
	}
	return strings.Join(ids, ", ")
}
