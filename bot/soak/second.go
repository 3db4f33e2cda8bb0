package soak

import (
	"context"
	"slices"
	"time"

	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
)

// What people of the kind sim do beside moves: they take moves back, and plan.

// does has the bot handle what somebody does, and now and then again what somebody has done.
func (w *world) does(ctx context.Context, nth int, customID string, command string, options ...string) {
	ix := w.click(player(nth), customID)
	if command != "" {
		ix = w.slash(player(nth), command, options...)
	}
	w.deeds = append(w.deeds, *ix)
	if w.rng.IntN(4) == 0 {
		*ix = w.deeds[len(w.deeds)-1-w.rng.IntN(min(len(w.deeds), 4))]
	}
	w.bot.Handle(ctx, ix)
	w.keep(w.taken())
}

// nthOf returns which player of the trial sits in a seat.
func (g *game) nthOf(seat engine.Seat) int {
	for nth := range maxPlayers {
		if player(nth).ID == g.row.Seats[seat-1].User {
			return nth
		}
	}
	return -1
}

// maxPlayers bounds the players of one seed: those of the second table count from ten.
const maxPlayers = 10 * simTables

// undo lets somebody take their last move back, and those who are asked agree or refuse.
func (w *world) undo(ctx context.Context) error {
	g := w.games[w.rng.IntN(len(w.games))]
	if err := w.follow(ctx, g); err != nil || g.row.State != match.Running || len(g.moves) == 0 {
		return err
	}
	w.clock.move(time.Second) // else the same move made again has the same head
	seat := g.moves[len(g.moves)-1].Seat
	if w.rng.IntN(3) == 0 {
		seat = engine.Seat(1 + w.rng.IntN(len(g.row.Seats)))
	}
	w.does(ctx, g.nthOf(seat), "", "undo", "game="+string(g.row.ID))
	if err := w.follow(ctx, g); err != nil || !g.row.Undoing.Holds(g.row) {
		return err
	}
	for i := range g.row.Seats {
		answer := []customid.Action{customid.Allow, customid.Allow, customid.Allow, customid.Deny}[w.rng.IntN(4)]
		w.does(ctx, g.nthOf(engine.Seat(i+1)), customid.At(answer, string(g.row.ID), customid.Position{Ply: g.row.Ply, Mark: g.row.Mark()}), "")
	}
	return nil
}

// plan lets somebody who waits plan the next turn.
func (w *world) plan(ctx context.Context) error {
	g := w.games[w.rng.IntN(len(w.games))]
	if err := w.follow(ctx, g); err != nil || g.row.State != match.Running {
		return err
	}
	seat := engine.Seat(1 + w.rng.IntN(len(g.row.Seats)))
	v, err := g.copy.Planned(seat)
	if err != nil {
		return nil // no turn is left to plan, or it has begun
	}
	move, ok := g.policy.Choose(offered{&v}, seat)
	if !ok {
		return nil
	}
	w.count("plans", 1)
	return g.planTurn(seat, move, func(customID string) { w.does(ctx, g.nthOf(seat), customID, "") })
}

// carryPlansOut does what has been planned. What fails is done later, or its player is told.
func (w *world) carryPlansOut(ctx context.Context) {
	before := w.madeAlone
	_ = w.bot.KeepPlans(ctx)
	w.keep(w.taken())
	w.count("planned", w.madeAlone-before)
}

// seeUndone takes what was taken back out of what must be there.
func (w *world) seeUndone(ctx context.Context, id match.GameID) error {
	undone, err := w.base.Undone(ctx, id)
	if err != nil {
		return err
	}
	known := w.branches[id]
	for _, u := range undone {
		if u.Branch >= known {
			w.acknowledged.back(id, u.Ply)
			w.branches[id] = max(w.branches[id], u.Branch+1)
			w.count("undone", 1)
		}
	}
	return nil
}

// goneBackTo reports whether a game has ever gone back to a ply or to one before it.
func (w *world) goneBackTo(ctx context.Context, id match.GameID, ply engine.Ply) bool {
	undone, err := w.base.Undone(ctx, id)
	return err == nil && slices.ContainsFunc(undone, func(u match.Undone) bool { return u.Ply <= ply })
}
