package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"runtime/debug"
	"time"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// A Bench lets computer players choose the moves of the seats that the house plays: those
// that were given to one in the lobby, and those whose player is away. They know what the player of
// the seat would know, and nothing else.

// Bounds of thinking. A move that is not found in time is the first one that the player thought of.
const (
	hintsAtOnce  = 2                      // hints that are thought about at a time
	thinkWithin  = 500 * time.Millisecond // one move
	adviseWithin = 5 * time.Second        // waiting included
	// AwayLevel is the level at which the seats of people who are away are played.
	AwayLevel = "steady"
)

// Levels lists the levels that can be chosen, the weakest first.
func Levels() []string { return ai.Levels() }

// Bench is where the computer players sit. Its methods can be called from any goroutine.
type Bench struct {
	log      *slog.Logger
	thinking chan struct{} // one token for each hint that is thought about
}

// NewBench returns a bench.
func NewBench(log *slog.Logger) *Bench {
	return &Bench{log: log, thinking: make(chan struct{}, hintsAtOnce)}
}

// BenchSeat is what a player at the bench knows of the seat that it plays.
type BenchSeat struct {
	Game    string
	Luck    string       // names what the player leaves to chance
	Edition engine.Title // the title, on the game's map
	View    *engine.View
	Told    []engine.Event // all that the seat was told since the game began
	Level   string         // one of Levels; "": AwayLevel
}

// Choose returns a move for a seat. False if there is none, or it was not found. Hints hold it up
// no longer than they take the processor.
func (b *Bench) Choose(ctx context.Context, s BenchSeat) (engine.Move, bool) {
	move, failures, err := choose(ctx, s)
	if failures > 0 {
		b.log.LogAttrs(ctx, slog.LevelWarn, "a computer player could guess no world and chose without",
			slog.String("game", s.Game),
			slog.Int("ply", int(s.View.Ply)), slog.Int("seat", int(s.View.Viewer)))
	}
	switch {
	case err == nil:
		return move, true
	case errors.Is(err, ai.ErrNoMove) || ctx.Err() != nil:
	default:
		b.log.LogAttrs(ctx, slog.LevelError, "no move was thought of", slog.String("game", s.Game),
			slog.Int("ply", int(s.View.Ply)), slog.Int("seat", int(s.View.Viewer)),
			slog.String("level", s.Level), slog.Any("error", err))
	}
	return engine.Move{}, false
}

// ErrBusy says that no place on the bench was free in time.
var ErrBusy = errors.New("all places on the bench are taken")

// Advise returns what a computer player would consider for a person's seat, best first (ai.Advise).
// It waits some seconds at most for a free place: ErrBusy if there is none.
func (b *Bench) Advise(ctx context.Context, s BenchSeat) (list []ai.Advice, err error) {
	ctx, cancel := context.WithTimeout(ctx, adviseWithin)
	defer cancel()
	if !b.sit(ctx) {
		return nil, ErrBusy
	}
	defer b.rise()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return ai.Advise(s.Edition, s.View, s.Told)
}

// sit waits for a free place; false if ctx ends before.
func (b *Bench) sit(ctx context.Context) bool {
	select {
	case b.thinking <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (b *Bench) rise() { <-b.thinking }

// choose also returns how many choices the player made without a guess, although it meant to guess.
func choose(ctx context.Context, s BenchSeat) (move engine.Move, failures int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	player, err := ai.NewPlayer(cmp.Or(s.Level, AwayLevel), s.Edition, LuckOf(s.Luck, s.View.Viewer))
	if err != nil {
		return engine.Move{}, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, thinkWithin)
	defer cancel()
	move, err = player.Choose(ctx, s.View, s.Told)
	if guesser, ok := player.(interface{ Failures() int }); ok {
		failures = guesser.Failures()
	}
	return move, failures, err
}

// LuckOf is what a player leaves to chance: it differs from seat to seat, and has nothing to do
// with the secret that orders the cards.
func LuckOf(name string, seat engine.Seat) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%d", name, seat)
	return h.Sum64()
}
