package play

import (
	"context"
	"fmt"
	"slices"

	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// maxFree is how often a seat takes moves back at one position before the others are asked: nobody is to try moves out.
const maxFree = 3

// maxBranches is how often a game goes back: a bound for what is kept of it.
const maxBranches = 99

// Back says what it would take for a seat to take its last move back. What has become known since decides.
type Back struct {
	Seat  engine.Seat
	To    engine.Ply    // how many moves would remain
	Moved []engine.Seat // other seats that have moved since
	Last  engine.Seat   // who made the last move of the game
	Told  []engine.Seat // other seats that were told something since
	Shown *engine.Event // the first event since that showed anybody something hidden, as everybody may know it; nil: none did
	Ended []engine.Seat // whose turns and setup choices would no longer be complete, one entry each
	Often bool          // the seat has taken moves back here often enough
	table *Table        // before
}

// Free reports whether nobody needs to be asked.
func (b *Back) Free() bool { return b.Shown == nil && len(b.Moved) == 0 && !b.Often }

// Concerned lists the other seats whose consent is needed, ascending; nil if the seat is free to go back. Where nobody was told
// anything it is all of them.
func (b *Back) Concerned() []engine.Seat {
	if b.Free() {
		return nil
	}
	var list []engine.Seat
	for i := range b.table.Seats {
		seat := engine.Seat(i + 1)
		asked := slices.Contains(b.Moved, seat) || slices.Contains(b.Told, seat) || len(b.Moved)+len(b.Told) == 0
		if seat != b.Seat && asked {
			list = append(list, seat)
		}
	}
	return list
}

// ended counts the turns and setup choices of a seat that would no longer be complete.
func (b *Back) ended(seat engine.Seat) (n int) {
	for _, s := range b.Ended {
		if s == seat {
			n++
		}
	}
	return n
}

// disclosed is what the events of a move have disclosed.
type disclosed struct {
	shown *engine.Event // the first event that showed anybody something hidden, as everybody may know it; nil: none did
	told  []engine.Seat // who was told something
}

// disclosedBy returns what events have disclosed at a table of so many seats.
func disclosedBy(events []engine.Event, seats int) (d disclosed) {
	for i := range events {
		e := &events[i]
		for seat := engine.Public; int(seat) <= seats; seat++ {
			what := e.Discloses(seat)
			if what == engine.DisclosesHidden && d.shown == nil {
				public := e.For(engine.Public)
				d.shown = &public
			}
			if what > engine.DisclosesNothing && seat != engine.Public && !slices.Contains(d.told, seat) {
				d.told = append(d.told, seat)
			}
		}
	}
	return d
}

// Back says what it would take for a seat to take its last move back; false if it has made none. A move that was forced goes
// back with the one before it. It does not know how often the seat has done so: Games.Back does.
func (c *Chronicle) Back(seat engine.Seat) (Back, bool) {
	to := len(c.chapters) - 1
	for to >= 0 && (c.chapters[to].Seat != seat || c.chapters[to].forced) {
		to--
	}
	if to < 0 {
		return Back{}, false
	}
	b := Back{Seat: seat, To: engine.Ply(to), Last: c.chapters[len(c.chapters)-1].Seat, table: c.Table}
	for _, one := range c.chapters[to:] {
		if one.Seat != seat && !slices.Contains(b.Moved, one.Seat) {
			b.Moved = append(b.Moved, one.Seat)
		}
		for _, other := range one.told {
			if other != seat && !slices.Contains(b.Told, other) {
				b.Told = append(b.Told, other)
			}
		}
		if b.Shown == nil {
			b.Shown = one.shown
		}
		if one.Ends {
			b.Ended = append(b.Ended, one.Seat)
		}
	}
	return b, true
}

// Back says what it would take for a seat to take its last move back. *route.Problem "undo-nothing" if it has made
// none, "undo-spent" if the game has gone back too often.
func (g *Games) Back(ctx context.Context, t *Table, seat engine.Seat) (Back, error) {
	c, err := g.Chronicle(ctx, t.Game, t.Ply, engine.Public)
	if err != nil {
		return Back{}, err
	}
	b, ok := c.Back(seat)
	switch {
	case !ok:
		return Back{}, route.Fail("undo-nothing", "Game", string(t.ID))
	case t.Branch >= maxBranches:
		return Back{}, route.Fail("undo-spent", "Game", string(t.ID), "Most", maxBranches)
	}
	b.table = t
	if t.Branch == 0 {
		return b, nil
	}
	undone, err := g.undone(ctx, t.ID)
	if err != nil {
		return Back{}, err
	}
	times := map[int]bool{}
	for _, u := range undone {
		if u.Ply == b.To && u.Seat == seat {
			times[u.Branch] = true
		}
	}
	b.Often = len(times) >= maxFree
	return b, nil
}

// undone loads the moves of a game that were taken back.
func (g *Games) undone(ctx context.Context, id match.GameID) ([]match.Undone, error) {
	undone, err := g.store.Undone(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("load the undone moves of game %s: %w", id, err)
	}
	return undone, nil
}

// TakenBack is what taking moves back has come to.
type TakenBack struct {
	Back
	Table *Table // after
}

// TakeBack takes moves back and commits that with all that is to be told of it: the one way back, as Make is the one way in. Who
// has to agree has agreed: the caller has asked. storage.ErrStale if the game has moved on since b was made, *route.Problem
// "undo-no-time" if the seat's time would be up.
func (g *Games) TakeBack(ctx context.Context, o Occasion, b Back) (TakenBack, error) {
	t := b.table
	if b.Shown != nil {
		return TakenBack{}, fmt.Errorf("game %s cannot go back to ply %d: something hidden was shown since", t.ID, b.To)
	}
	moves, err := g.moves(ctx, t.ID, int(b.To)+1)
	if err != nil {
		return TakenBack{}, err
	}
	if len(moves) != int(b.To)+1 {
		return TakenBack{}, storage.ErrStale
	}
	moves = moves[:b.To]
	after := *t
	if after.game, err = replay(t.edition, t.Game, moves, nil); err != nil {
		return TakenBack{}, err
	}
	after.follow(headAfter(t.Game, moves))
	after.Branch, after.Undoing, after.Updated = t.Branch+1, match.Undoing{}, o.At
	v := after.View(b.Seat)
	if err := g.rewindClocks(ctx, &after.Game, &v, b, o.At, moves); err != nil {
		return TakenBack{}, err
	}
	taken := TakenBack{b, &after}
	retreat := match.Rollback{To: b.To, From: t.Head, At: o.At, By: t.Seats[b.Seat-1].User}
	progress := match.RowUpdate{State: after.State, ToMove: after.ToMove, Clocks: clocks(after.Game), Rev: t.Rev}
	why := storage.Origin{Interaction: o.Interaction, Answer: printBack(t.ID)}
	if err := g.store.TakeBack(ctx, t.ID, retreat, progress, why, g.retold(taken, o)); err != nil {
		return TakenBack{}, fmt.Errorf("take game %s back to ply %d: %w", t.ID, b.To, err)
	}
	after.Rev++
	g.cache.put(t.Game, after.Head, after.game)
	return taken, nil
}

// printBack is what the store keeps as the answer to an interaction that has taken moves back.
func printBack(id match.GameID) string { return "back " + string(id) }
