// Package opponent lets computer players choose the moves of the seats that the house plays: those that were given to one in the
// lobby, and those whose player is away. They know what the player of the seat would know, and nothing else.
package opponent

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"runtime/debug"
	"time"

	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/storage"
)

// Bounds of thinking. A move that is not found in time is the first one that the player thought of.
const (
	atOnce      = 2                      // players that think at a time
	thinkWithin = 500 * time.Millisecond // one move
	// AwayLevel is the level at which the seats of people who are away are played.
	AwayLevel = "steady"
)

// Levels lists the levels that can be chosen, the weakest first.
func Levels() []string { return ai.Levels() }

// Games tells what happened in a game.
type Games interface {
	Chronicle(ctx context.Context, row storage.Game, upTo engine.Ply, viewer engine.Seat) (*play.Chronicle, error)
}

// Bench is where the computer players sit. Its methods can be called from any goroutine.
type Bench struct {
	games    Games
	log      *slog.Logger
	thinking chan struct{} // one token for each player that thinks
}

// New returns a bench.
func New(games Games, log *slog.Logger) *Bench {
	return &Bench{games: games, log: log, thinking: make(chan struct{}, atOnce)}
}

// Choose returns a move for the viewer of v at a level of ai.Levels, "" for that of people who are away. False if there is
// none, or it was not found.
func (b *Bench) Choose(ctx context.Context, t *play.Table, v *engine.View, level string) (engine.Move, bool) {
	select {
	case b.thinking <- struct{}{}:
		defer func() { <-b.thinking }()
	case <-ctx.Done():
		return engine.Move{}, false
	}
	move, err := b.choose(ctx, t, v, level)
	switch {
	case err == nil:
		return move, true
	case errors.Is(err, ai.ErrNoMove) || ctx.Err() != nil:
	default:
		b.log.LogAttrs(ctx, slog.LevelError, "no move was thought of", slog.String("game", string(t.ID)),
			slog.Int("ply", int(t.Ply)), slog.Int("seat", int(v.Viewer)), slog.String("level", level), slog.Any("error", err))
	}
	return engine.Move{}, false
}

func (b *Bench) choose(ctx context.Context, t *play.Table, v *engine.View, level string) (move engine.Move, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if level == "" {
		level = AwayLevel
	}
	player, err := ai.NewPlayer(level, t.Edition(), luck(t.ID, v.Viewer))
	if err != nil {
		return engine.Move{}, err
	}
	told, err := b.games.Chronicle(ctx, t.Game, route.AnyPly, v.Viewer)
	if err != nil {
		return engine.Move{}, fmt.Errorf("read what happened in game %s: %w", t.ID, err)
	}
	ctx, cancel := context.WithTimeout(ctx, thinkWithin)
	defer cancel()
	return player.Choose(ctx, v, told.Events())
}

// luck is what a player leaves to chance: it differs from seat to seat and from game to game, and has nothing to do with the
// game's secret seed.
func luck(id storage.GameID, seat engine.Seat) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%d", id, seat)
	return h.Sum64()
}
