package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/storage"
)

// Made is a move that has been committed, as far as its player may know it.
type Made struct {
	Table  *Table // after the move
	Seat   engine.Seat
	Move   engine.Move
	View   engine.View // of Seat, after the move
	Events []engine.Event
	// Done reports that the seat's turn, or its setup choice, is complete.
	Done bool
	// Forced reports that the last of the events are those of an answer that nobody was asked for.
	Forced bool
	// Overtaken reports that the interaction is repeated, and further moves have been made since its own.
	Overtaken bool
}

// Occasion is why a move is made: what a player sent, or that the seat's time is up.
type Occasion struct {
	At          time.Time
	Interaction string          // its ID, "" if there is none
	User        match.UserID    // ID of who sent it, "" if nobody did
	Clicked     match.MessageID // the message with what was clicked, "" for a command
	InDM        bool            // it was clicked or typed in a direct message
	TimeIsUp    bool            // the seat's time to answer is up
	ByHouse     bool            // the house plays the seat, from now on or already
	Forced      bool            // there was nothing to be chosen, so nobody was asked
	Planned     bool            // the player had planned it, and is told of it when the whole plan is carried out
}

// forSomebody reports whether the bot makes the move for a person, or for nobody, and chose to. A move that leaves no choice is
// right whoever plays.
func (o Occasion) forSomebody() bool { return (o.ByHouse || o.TimeIsUp || o.Planned) && !o.Forced }

// On returns a request as the occasion of a move.
func On(r *route.Request) Occasion {
	return Occasion{At: r.Now, Interaction: r.ID, User: r.User.ID, Clicked: r.Message, InDM: r.Alone()}
}

// Refused is a rule's reason against a move, with the view that its sentence is made from.
type Refused struct {
	*engine.Refusal
	Table *Table
	View  engine.View // before the move
}

// Unwrap returns the refusal.
func (e *Refused) Unwrap() error { return e.Refusal }

// Reply tells the reason and shows the player what is possible.
func (e *Refused) Reply(r *route.Request) route.Reply {
	s := e.Table.Speaker(r.Texts)
	m := s.Panel(speech.Panel{
		Game: string(e.Table.ID), At: e.Table.At(), View: &e.View, News: []string{s.Refusal(&e.View, e.Refusal)}, Where: e.Table.Link(),
		Told: e.Refusal.Code == engine.RefuseTurn,
	})
	m.Ephemeral = true
	return route.Reply{Message: &m}
}

// Make applies a move to a copy of the game and commits it with all that is to be told of it: the one way in for moves. An
// answer that it leaves no choice about is made with it. The outbox is not woken: whoever made the move is answered first.
// *Refused if a rule forbids the move, storage.ErrStale if the game has moved on since the table was loaded.
//
// The clocks of the game can change while a move is under way: then a person's move is made again with them, unless another
// person plays the seat by now. A move that the bot makes for somebody is not: whoever wanted it has to look again whether it is
// still called for.
func (g *Games) Make(ctx context.Context, o Occasion, t *Table, seat engine.Seat, m engine.Move) (Made, error) {
	for range maxAmends {
		made, err := g.attempt(ctx, o, t, seat, m)
		if !errors.Is(err, storage.ErrStale) || o.forSomebody() {
			return made, err
		}
		row, lost := g.store.Game(ctx, t.ID)
		if lost != nil {
			return Made{}, fmt.Errorf("load game %s: %w", t.ID, lost)
		}
		if row.Ply != t.Ply || row.Head != t.Head || row.State != t.State || row.Rev == t.Rev || row.Seats[seat-1].User != t.Seats[seat-1].User {
			return Made{}, err
		}
		again := *t
		again.Game, t = row, &again
	}
	return Made{}, route.Fail("busy")
}

// uncommitted is a move that is about to be committed.
type uncommitted struct {
	Made
	move match.Move
	on   Occasion
}

// attempt makes a move, and the one that it may leave no choice about, in one transaction.
func (g *Games) attempt(ctx context.Context, o Occasion, t *Table, seat engine.Seat, m engine.Move) (Made, error) {
	first, err := g.apply(ctx, o, t, seat, m)
	if err != nil {
		return Made{}, err
	}
	steps, made := []uncommitted{first}, first.Made
	if forced, ok := first.View.Forced(); ok {
		unasked := Occasion{At: o.At, ByHouse: o.ByHouse, Forced: true, Planned: o.Planned}
		last, err := g.apply(ctx, unasked, first.Table, seat, forced)
		if err != nil {
			return Made{}, fmt.Errorf("make the only move that is left: %w", err)
		}
		steps, made = append(steps, last), last.forcedBy(first.Made)
	}
	if err := g.commit(ctx, o, steps); err != nil {
		return Made{}, err
	}
	after := made.Table
	after.Rev, after.NewTenures = after.Rev+1, nil
	g.cache.put(after.Game, after.Head, after.game)
	return made, nil
}

// apply makes a move in a copy of a table's game.
func (g *Games) apply(ctx context.Context, o Occasion, t *Table, seat engine.Seat, m engine.Move) (uncommitted, error) {
	after := *t
	after.game, after.NewTenures = t.game.Clone(), nil
	events, err := after.game.Apply(seat, m)
	if reason, ok := errors.AsType[*engine.Refusal](err); ok {
		return uncommitted{}, &Refused{reason, t, t.View(seat)}
	}
	if err != nil {
		return uncommitted{}, fmt.Errorf("apply a move to game %s: %w", t.ID, err)
	}
	move := match.Move{Ply: t.Ply, Seat: seat, Text: notation.PrintMove(t.edition.Lexicon(), m), At: o.At, After: t.Head}
	made := observe(&after, move, m, events)
	by := moved{seat, made.Done, o.ByHouse, o.Forced, o.At}
	if err := g.setClocks(ctx, &after.Game, &made.View, by); err != nil {
		return uncommitted{}, err
	}
	return uncommitted{made, move, o}, nil
}

// forcedBy joins a move that nobody was asked for to the one that left nothing else.
func (m Made) forcedBy(first Made) Made {
	m.Events, m.Forced = append(first.Events, m.Events...), true
	return m
}

// observe says what a move has brought about, as its player may know it, and brings the row up to it but for the clocks.
func observe(after *Table, kept match.Move, m engine.Move, events []engine.Event) Made {
	after.follow(kept.Head())
	made := Made{Table: after, Seat: kept.Seat, Move: m, View: after.View(kept.Seat)}
	for _, e := range events {
		made.Events = append(made.Events, e.For(kept.Seat))
	}
	made.Done = made.View.EndsTurn(kept.Seat)
	return made
}

// commit appends the moves of an interaction, their consequences for the game's row, and what is to be told, in one transaction.
func (g *Games) commit(ctx context.Context, o Occasion, steps []uncommitted) error {
	first, t := steps[0], steps[len(steps)-1].Table
	why := storage.Origin{Interaction: o.Interaction, Answer: printAnswer(first.Table.Game, first.move.Ply)}
	progress := match.RowUpdate{State: t.State, ToMove: t.ToMove, Clocks: clocks(t.Game), Rev: t.Rev}
	var out []storage.Message
	for i, one := range steps {
		if i > 0 {
			progress.Then = append(progress.Then, one.move)
		}
		progress.Tenures = append(progress.Tenures, one.Table.NewTenures...)
		out = append(out, g.announce(one.Made, one.on)...)
	}
	if err := g.store.Append(ctx, t.ID, first.move, progress, why, out); err != nil {
		return fmt.Errorf("append move %d of game %s: %w", first.move.Ply, t.ID, err)
	}
	return nil
}

// Unmoved reports whether a seat has made no move since a ply.
func (g *Games) Unmoved(ctx context.Context, t *Table, seat engine.Seat, since engine.Ply) (bool, error) {
	moves, err := g.moves(ctx, t.ID, int(t.Ply))
	if err != nil {
		return false, err
	}
	for _, m := range moves[min(int(since), len(moves)):] {
		if m.Seat == seat {
			return false, nil
		}
	}
	return true, nil
}
