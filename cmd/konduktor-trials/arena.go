package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/arena"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// arenaCmd lets computer players play against each other.
type arenaCmd struct {
	Title   string   `help:"The title to play."`
	Seats   int      `help:"Number of seats."`
	Players []string `help:"Who plays: levels or policies; the last one also takes the places that are left. In a title of teams each plays for a team."`
	Games   int      `default:"2000" help:"Number of games. Each deal is played once for each seating."`
	Seed    uint64   `default:"1" help:"The series: deal i of a series is always the same."`
	Effort  float64  `default:"1" help:"How many times as long as usual strong thinks."`
	Workers int      `default:"1" help:"How many games are played at once."`
	Weights string   `help:"Weights for the player called weights, as --tune prints them; --tune begins with them." placeholder:"FILE"`
	Tune    int      `help:"Instead of a match: improve steady's weights, or those of --weights, by so many steps of 12 deals, and print them. They play against --players, or without any against each other." placeholder:"STEPS"`
	Results string   `help:"Keep the result of each game in FILE, and begin with those that are there: the rest of a match that was interrupted." placeholder:"FILE"`
	Gentle  bool     `help:"Tune in small steps: the weights are near their best already."`
	Table   string   `help:"Instead of one match: play the players at every table of every title, or of --title, and write the rows into FILE." placeholder:"FILE"`
}

// contest is a running arena.
type contest struct {
	*arenaCmd
	title    engine.Title
	teamSize int
	weights  ai.Weights // of the weighted player
	stuck    atomic.Int64
	moves    atomic.Int64 // of the first player
	failures atomic.Int64 // choices that players made without a guess, although they meant to guess
	spent    atomic.Int64 // nanoseconds that they took

	played  map[int]bool // games whose results were kept
	mu      sync.Mutex
	results *os.File // nil: they are not kept
	tally   arena.Tally
	faults  []error
}

// Run plays the match and prints the first player's figures in its last line.
func (c *arenaCmd) Run(ctx context.Context, std streams) error {
	if c.Results != "" && (c.Table != "" || c.Tune > 0) {
		return usage("--results goes with one match, not with --table or --tune")
	}
	if c.Table != "" {
		return c.writeTable(ctx, std)
	}
	title, err := c.check()
	if err != nil {
		return err
	}
	if c.Tune > 0 {
		return c.tune(ctx, title, std)
	}
	m := &contest{arenaCmd: c, title: title, teamSize: teamSize(title)}
	if err := m.readWeights(); err != nil {
		return err
	}
	if err := m.openResults(); err != nil {
		return err
	}
	defer m.results.Close()
	m.play(ctx)
	if err := errors.Join(m.faults...); err != nil {
		fmt.Fprintln(std.err, err)
	}
	if err := m.print(std); err != nil {
		return err
	}
	if errors.Join(m.faults...) != nil {
		return &exitError{status: exitFailed}
	}
	return ctx.Err()
}

// weighted is the player that plays as steady does, with the weights of a file.
const weighted = "weights"

func (m *contest) readWeights() error {
	if m.Weights == "" {
		return nil
	}
	text, err := os.ReadFile(m.Weights)
	if err != nil {
		return fmt.Errorf("read weights: %w", err)
	}
	var list map[string]ai.Weights
	if err := json.Unmarshal(text, &list); err != nil {
		return fmt.Errorf("read weights %s: %w", m.Weights, err)
	}
	m.weights = list[fmt.Sprintf("%s/%d", m.title.ID(), m.Seats)]
	return nil
}

func (m *contest) newPlayer(name string, seed uint64) (ai.Player, error) {
	if name == weighted {
		return ai.NewWeighted(m.title, m.weights, seed)
	}
	return ai.NewPlayerWithEffort(name, m.title, seed, m.Effort)
}

func teamSize(title engine.Title) int {
	if t, ok := title.(interface{ TeamSize() int }); ok {
		return t.TeamSize()
	}
	return 1
}

func (c *arenaCmd) check() (engine.Title, error) {
	title, ok := titles.Find(c.Title)
	if !ok {
		return nil, usage("there is no title %q", c.Title)
	}
	if !slices.Contains(title.SeatCounts(), c.Seats) {
		return nil, usage("%s cannot be played by %d, but by %v", c.Title, c.Seats, title.SeatCounts())
	}
	if c.Games < 1 || c.Workers < 1 || c.Workers > 1024 {
		return nil, usage("--games can be from 1, --workers from 1 to 1024")
	}
	if places := c.Seats / teamSize(title); len(c.Players) > places {
		return nil, usage("%d players for %d places", len(c.Players), places)
	}
	if len(c.Players) == 0 && c.Tune == 0 {
		return nil, usage("--players is missing")
	}
	for _, level := range c.Players {
		if _, err := ai.NewPlayer(level, title, 0); err != nil &&
			(level != weighted || c.Weights == "") {
			return nil, usage("%v", err)
		}
	}
	return title, nil
}

// play plays all games, or as many as there is time for.
func (m *contest) play(ctx context.Context) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range m.Workers {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < m.Games && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if !m.played[i] {
					m.playOne(ctx, i)
				}
			}
		})
	}
	all.Wait()
}

// playOne plays game i: each deal is played once for each seating.
func (m *contest) playOne(ctx context.Context, i int) {
	places := m.Seats / m.teamSize
	dealt := i / places
	seating := arena.Seating(len(m.Players), m.Seats, m.teamSize, i%places)
	setup, _ := ai.Simulated(m.Seed, dealt, m.Seats)
	var first stopwatch
	players := make([]ai.Player, m.Seats)
	for s, who := range seating {
		p, err := m.newPlayer(m.Players[who], m.Seed<<32+uint64(i*m.Seats+s))
		if err != nil {
			m.fail(i, err)
			return
		}
		players[s] = p
		if who == 0 {
			players[s] = timed{p, &first, m.Workers == 1}
		}
	}
	game, err := ai.PlayOut(ctx, m.title, setup, players)
	if err != nil {
		m.fail(i, err)
		return
	}
	for _, p := range players {
		if t, ok := p.(timed); ok {
			p = t.Player
		}
		if guesser, ok := p.(interface{ Failures() int }); ok {
			m.failures.Add(int64(guesser.Failures()))
		}
	}
	m.moves.Add(first.moves)
	m.spent.Add(int64(first.spent))
	m.count(arena.ResultOf(i, dealt, &game, seating))
}

func (m *contest) fail(game int, err error) {
	m.stuck.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults = append(m.faults, fmt.Errorf("game %d: %w", game, err))
}

// print writes what the players achieved, and the first one's figures last.
func (m *contest) print(std streams) error {
	for i, name := range m.Players {
		points, completed := m.tally.Score(i)
		h := m.tally.Habits(i)
		fmt.Fprintf(std.out, "%-8s mean score %.1f, tickets completed %.1f %%, ended %d games and won "+
			"%.1f %% of them, a ticket failed in %.1f %% of seats, %.2f ports a seat\n", name, points,
			100*completed, h.Ended, 100*h.EndedWon, 100*h.Failing, h.Ports)
	}
	fmt.Fprintf(std.out, "%s with %d seats, %s: mean margin %+.1f\n", m.title.ID(), m.Seats,
		strings.Join(m.Players, " against "), m.tally.Margin())
	fmt.Fprint(std.out, "victories by place, first to last:")
	for _, share := range m.tally.Places() {
		fmt.Fprintf(std.out, " %.1f", 100*share)
	}
	fmt.Fprintln(std.out, " %")
	if n := m.failures.Load(); n > 0 {
		fmt.Fprintf(std.out, "%d choices were made without a guess: this is a fault\n", n)
	}
	win, low, high := m.tally.Win()
	_, err := fmt.Fprintf(std.out, "games=%d win=%.3f low=%.3f high=%.3f ms/move=%.2f stuck=%d\n",
		m.tally.Games, win, low, high, m.pace(), m.stuck.Load())
	return err
}

// pace is how many milliseconds a move of the first player took.
func (m *contest) pace() float64 {
	return float64(m.spent.Load()) / 1e6 / float64(max(m.moves.Load(), 1))
}

// dealsOfAStep is how many deals a step of tuning plays, from each place.
const dealsOfAStep = 12

// tune improves steady's weights and prints them as an entry of engine/ai/weights.json.
func (c *arenaCmd) tune(ctx context.Context, title engine.Title, std streams) error {
	on, ok := title.(interface{ Map() *railmap.Map })
	if !ok {
		return fmt.Errorf("%s says nothing of its map", title.ID())
	}
	t := arena.Tuning{
		Title: title, Seats: c.Seats, TeamSize: teamSize(title), Seed: c.Seed, Steps: c.Tune,
		Deals: dealsOfAStep, Added: ai.Signed(on), Fixed: ai.Unplayed,
		Gentle: c.Gentle,
	}
	from := ai.WeightsOf(on, title.ID(), c.Seats)
	m := &contest{arenaCmd: c, title: title}
	if err := m.readWeights(); err != nil {
		return err
	}
	maps.Copy(from, m.weights)
	for _, name := range c.Players {
		t.Rivals = append(t.Rivals, func() (ai.Player, error) { return m.newPlayer(name, c.Seed) })
	}
	w, err := t.Run(ctx, from, func(step int, w ai.Weights) bool {
		if step%50 == 49 {
			fmt.Fprintln(std.err, step+1, "steps")
		}
		return ctx.Err() == nil
	})
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	for name, x := range w {
		w[name] = math.Round(x*1000) / 1000
	}
	to := json.NewEncoder(std.out)
	to.SetIndent("", "  ")
	return to.Encode(map[string]ai.Weights{fmt.Sprintf("%s/%d", title.ID(), c.Seats): w})
}

// stopwatch sums up the time that moves took.
type stopwatch struct {
	moves int64
	spent time.Duration
}

// timed is a player whose processor time is measured, if it is alone in this process.
type timed struct {
	ai.Player
	watch *stopwatch
	alone bool
}

// Choose returns what the player chooses, and counts the time that it took.
func (t timed) Choose(
	ctx context.Context, v *engine.View, told []engine.Event,
) (engine.Move, error) {
	begun := time.Now()
	computed, ok := processorTime()
	m, err := t.Player.Choose(ctx, v, told)
	if now, _ := processorTime(); ok && t.alone {
		t.watch.spent += now - computed
	} else {
		t.watch.spent += time.Since(begun)
	}
	t.watch.moves++
	return m, err
}
