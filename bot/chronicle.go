package bot

import (
	"context"
	"fmt"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// chronicle is what happened in a game, move by move, as one viewer may know it.
type chronicle struct {
	Viewer   engine.Seat
	Chapters []chapter // by ply
	Table    *table    // at the end of the chapters
}

// chapter is one move.
type chapter struct {
	Seat   engine.Seat
	Events []engine.Event // as the viewer may know them
	Ends   bool           // the move completed a turn or a setup choice
}

// chronicle replays a game up to a ply, all of it if the ply is anyPly.
func (b *Bot) chronicle(ctx context.Context, row storage.Game, upTo engine.Ply, viewer engine.Seat) (*chronicle, error) {
	title, err := b.edition(ctx, row)
	if err != nil {
		return nil, err
	}
	moves, err := b.store.Moves(ctx, row.ID, int(upTo))
	if err != nil {
		return nil, fmt.Errorf("load the moves of game %s: %w", row.ID, err)
	}
	c := &chronicle{Viewer: viewer, Table: &table{Game: row, title: title}}
	c.Table.game, err = replay(title, row, moves, func(i int, g engine.Game, events []engine.Event) {
		one := chapter{Seat: moves[i].Seat, Ends: turnEnded(g.View(engine.Public), moves[i].Seat)}
		for _, e := range events {
			one.Events = append(one.Events, e.For(viewer))
		}
		c.Chapters = append(c.Chapters, one)
	})
	if err != nil {
		return nil, err
	}
	c.Table.Ply, c.Table.ToMove = c.Table.game.Ply(), c.Table.usersToMove()
	return c, nil
}

// Events returns all events.
func (c *chronicle) Events() []engine.Event { return eventsOf(c.Chapters) }

// LastTurn returns the events of the turn that the last move completed, or of the turn under way.
func (c *chronicle) LastTurn() []engine.Event {
	first := max(len(c.Chapters)-1, 0)
	for first > 0 && !c.Chapters[first-1].Ends {
		first--
	}
	return eventsOf(c.Chapters[first:])
}

// Since returns the events after the seat's own last move.
func (c *chronicle) Since(seat engine.Seat) []engine.Event {
	first := len(c.Chapters)
	for first > 0 && c.Chapters[first-1].Seat != seat {
		first--
	}
	return eventsOf(c.Chapters[first:])
}

// TurnsAfter counts the turns completed after a ply.
func (c *chronicle) TurnsAfter(ply engine.Ply) int {
	n := 0
	for _, one := range c.Chapters[min(int(ply), len(c.Chapters)):] {
		if one.Ends {
			n++
		}
	}
	return n
}

// EndOfTurn returns the ply at which the seat's last turn, or its setup choice, was complete; 0 if none was.
func (c *chronicle) EndOfTurn(seat engine.Seat) engine.Ply {
	for i, one := range slices.Backward(c.Chapters) {
		if one.Ends && one.Seat == seat {
			return engine.Ply(i + 1)
		}
	}
	return 0
}

// Round returns the events of the last turns, one for each seat: what is new to whoever moves next.
func (c *chronicle) Round() []engine.Event {
	first, turns := len(c.Chapters), 0
	for first > 0 {
		if c.Chapters[first-1].Ends {
			turns++
		}
		if turns > len(c.Table.Seats) {
			break
		}
		first--
	}
	return eventsOf(c.Chapters[first:])
}

func eventsOf(chapters []chapter) []engine.Event {
	var all []engine.Event
	for _, one := range chapters {
		all = append(all, one.Events...)
	}
	return all
}

// claimedIn lists the routes that were claimed in events, for marking them on the board.
func claimedIn(events []engine.Event) []engine.RouteID {
	var routes []engine.RouteID
	for _, e := range events {
		if e.Kind == engine.EventClaimed {
			routes = append(routes, e.Route)
		}
	}
	return routes
}
