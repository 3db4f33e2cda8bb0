package soak

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// deed is a move that somebody has tried to make.
type deed struct {
	game match.GameID
	seat engine.Seat
	ply  engine.Ply
	text string // in notation
	ix   discord.Interaction
}

// repeat delivers an interaction again.
func (w *world) repeat(ctx context.Context) {
	if len(w.script) > 0 {
		w.count("repeats", 1)
		w.deliver(ctx, w.script[len(w.script)-1-w.rng.IntN(min(len(w.script), 6))])
	}
}

// deliver delivers an interaction and notes whether a move was acknowledged.
func (w *world) deliver(ctx context.Context, s *deed) {
	ix := s.ix
	w.bot.Handle(ctx, &ix)
	calls := w.taken()
	w.keep(calls)
	if got := answerTo(&ix, calls); !got.done || got.message.Content == "" { // an answer that is only begun says nothing yet
		return
	}
	if err := w.seeUndone(ctx, s.game); err != nil {
		w.wrong(figureErrors, "seed %d: %v", w.seed, err)
		return
	}
	ply, err := w.plyOf(ctx, s)
	if err != nil {
		w.wrong("lost", "seed %d, game %s: %q was acknowledged: %v", w.seed, s.game, s.text, err)
		return
	}
	if other, ok := w.acknowledged.note(s.game, ply, s.text); !ok && other != s.text {
		w.wrong("doubled", "seed %d, game %s, ply %d: %q was acknowledged, and %q", w.seed, s.game, ply, other, s.text)
	}
}

// plyOf finds the ply at which a deed was done: a setup choice can come later than its panel says (C2).
func (w *world) plyOf(ctx context.Context, s *deed) (engine.Ply, error) {
	text, err := w.base.Answer(ctx, s.ix.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return w.madeBefore(ctx, s)
	}
	if err != nil {
		return 0, err
	}
	return plyIn(text)
}

// madeBefore finds the ply at which another click has done a deed, or a plan of the same move: whoever clicks again is shown what has
// been done.
func (w *world) madeBefore(ctx context.Context, s *deed) (engine.Ply, error) {
	for _, other := range w.script {
		if other.ix.ID == s.ix.ID || other.game != s.game || other.seat != s.seat || other.text != s.text {
			continue
		}
		if other.ply != s.ply && !w.isSetup(s, max(s.ply, other.ply)) { // a choice at setup can come later than it was offered (C2)
			continue
		}
		if text, err := w.base.Answer(ctx, other.ix.ID); err == nil {
			return plyIn(text)
		}
	}
	moves, err := w.base.Moves(ctx, s.game, -1)
	if err != nil {
		return 0, err
	}
	for _, m := range moves[min(int(s.ply), len(moves)):] { // the seat's next one: at setup others may come first (C2)
		if m.Seat == s.seat {
			if m.Text == s.text && w.alone[m.Head()] {
				return m.Ply, nil
			}
			break
		}
	}
	return 0, storage.ErrNotFound
}

// isSetup reports whether a ply can belong to the setup of the game of a deed.
func (w *world) isSetup(s *deed, ply engine.Ply) bool {
	return slices.ContainsFunc(w.games, func(g *game) bool { return g.row.ID == s.game && int(ply) < setupMoves(g.row) })
}

// plyIn reads the ply out of what the store keeps as the answer to a move.
func plyIn(answer string) (ply engine.Ply, err error) {
	var verb, id string
	_, err = fmt.Sscan(answer, &verb, &id, &ply)
	return ply, err
}
