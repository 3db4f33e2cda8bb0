package play

import (
	"context"
	"slices"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Chronicle is what happened in a game, move by move, as one viewer may know it.
type Chronicle struct {
	Viewer   engine.Seat
	Table    *Table    // as it was after the last chapter
	chapters []chapter // by ply
}

// chapter is one move.
type chapter struct {
	Seat   engine.Seat
	Events []engine.Event // as the viewer may know them
	Ends   bool           // the move completed a turn or a setup choice
	forced bool           // the move before it left nothing else
	disclosed
}

// Chronicle replays a game up to a ply, all of it if the ply is route.AnyPly.
func (g *Games) Chronicle(ctx context.Context, row match.Game, upTo engine.Ply, viewer engine.Seat) (*Chronicle, error) {
	edition, err := g.editions.Edition(ctx, row)
	if err != nil {
		return nil, err
	}
	h, err := g.historyUpTo(ctx, edition, row, upTo)
	if err != nil {
		return nil, err
	}
	c := &Chronicle{Viewer: viewer, Table: &Table{Game: row, edition: edition, game: h.game.Clone(), wishes: g.wishesOf(ctx, row)}}
	for _, one := range h.steps {
		known := chapter{Seat: one.seat, Ends: one.ends, forced: one.forced, disclosed: one.disclosed}
		for _, e := range one.events {
			known.Events = append(known.Events, e.For(viewer))
		}
		c.chapters = append(c.chapters, known)
	}
	c.Table.follow(h.head(row))
	c.Table.State = row.State // also of a game that was cancelled since
	return c, nil
}

// headAfter returns the head of a game after its first moves.
func headAfter(row match.Game, moves []match.Move) match.Link {
	if len(moves) == 0 {
		return match.FirstLink(row)
	}
	return moves[len(moves)-1].Head()
}

// Events returns all events.
func (c *Chronicle) Events() []engine.Event { return eventsOf(c.chapters) }

// LastTurn returns the events of the turn that the last move completed, or of the turn under way.
func (c *Chronicle) LastTurn() []engine.Event {
	first := max(len(c.chapters)-1, 0)
	for first > 0 && !c.chapters[first-1].Ends {
		first--
	}
	return eventsOf(c.chapters[first:])
}

// Own returns the events of the turn that a seat is in, or has just completed; nil if another seat has moved since, or the seat is to
// begin another turn.
func (c *Chronicle) Own(seat engine.Seat) []engine.Event {
	n := len(c.chapters)
	v := c.Table.View(engine.Public)
	if n == 0 || c.chapters[n-1].Seat != seat || c.chapters[n-1].Ends && v.Moves(seat) {
		return nil
	}
	return c.LastTurn()
}

// From returns the events from a ply on.
func (c *Chronicle) From(ply engine.Ply) []engine.Event {
	return eventsOf(c.chapters[min(int(ply), len(c.chapters)):])
}

// LastMove returns the events of the last move.
func (c *Chronicle) LastMove() []engine.Event {
	return eventsOf(c.chapters[max(len(c.chapters)-1, 0):])
}

// Since returns the events after the seat's own last move.
func (c *Chronicle) Since(seat engine.Seat) []engine.Event {
	first := len(c.chapters)
	for first > 0 && c.chapters[first-1].Seat != seat {
		first--
	}
	return eventsOf(c.chapters[first:])
}

// News returns what the others did since the seat's last turn. In the middle of a turn that is still what happened before it.
func (c *Chronicle) News(seat engine.Seat) []engine.Event {
	if last := len(c.chapters) - 1; last >= 0 && c.chapters[last].Seat == seat && !c.chapters[last].Ends {
		_, before := c.Turn(seat)
		return before
	}
	return c.Since(seat)
}

// After returns the events after a ply.
func (c *Chronicle) After(ply engine.Ply) []engine.Event {
	return eventsOf(c.chapters[min(int(ply), len(c.chapters)):])
}

// Turn returns the events of the seat's last turn, or of the turn that it is in, and those between the turn before and this one.
func (c *Chronicle) Turn(seat engine.Seat) (own, before []engine.Event) {
	end := len(c.chapters)
	for end > 0 && c.chapters[end-1].Seat != seat {
		end--
	}
	first := max(end-1, 0)
	for first > 0 && c.chapters[first-1].Seat == seat && !c.chapters[first-1].Ends {
		first--
	}
	earlier := first
	for earlier > 0 && c.chapters[earlier-1].Seat != seat {
		earlier--
	}
	return eventsOf(c.chapters[first:end]), eventsOf(c.chapters[earlier:first])
}

// Played reports whether a seat has made a move after the choices at setup.
func (c *Chronicle) Played(seat engine.Seat) bool {
	for _, one := range slices.Backward(c.chapters) {
		if slices.ContainsFunc(one.Events, func(e engine.Event) bool { return e.Kind == engine.EventBegan }) {
			return false
		}
		if one.Seat == seat {
			return true
		}
	}
	return false
}

// Began returns the ply at which the setup was complete; 0 as long as it is not.
func (c *Chronicle) Began() engine.Ply {
	for i, one := range c.chapters {
		if slices.ContainsFunc(one.Events, func(e engine.Event) bool { return e.Kind == engine.EventBegan }) {
			return engine.Ply(i + 1)
		}
	}
	return 0
}

// TurnsAfter counts the turns completed after a ply.
func (c *Chronicle) TurnsAfter(ply engine.Ply) int {
	n := 0
	for _, one := range c.chapters[min(int(ply), len(c.chapters)):] {
		if one.Ends {
			n++
		}
	}
	return n
}

// EndOfTurn returns the ply at which the seat's last turn, or its setup choice, was complete; 0 if none was.
func (c *Chronicle) EndOfTurn(seat engine.Seat) engine.Ply {
	for i, one := range slices.Backward(c.chapters) {
		if one.Ends && one.Seat == seat {
			return engine.Ply(i + 1)
		}
	}
	return 0
}

// TurnEnds returns the ply at which the turn of the move before a ply was complete, which may be that ply; false if it is under way.
func (c *Chronicle) TurnEnds(ply engine.Ply) (engine.Ply, bool) {
	for i := max(int(ply)-1, 0); i < len(c.chapters); i++ {
		if c.chapters[i].Ends {
			return engine.Ply(i + 1), true
		}
	}
	return ply, false
}

// Round returns the events of the last turns, one for each seat: what is new to whoever moves next.
func (c *Chronicle) Round() []engine.Event {
	first, turns := len(c.chapters), 0
	for first > 0 {
		if c.chapters[first-1].Ends {
			turns++
		}
		if turns > len(c.Table.Seats) {
			break
		}
		first--
	}
	return eventsOf(c.chapters[first:])
}

func eventsOf(chapters []chapter) []engine.Event {
	var all []engine.Event
	for _, one := range chapters {
		all = append(all, one.Events...)
	}
	return all
}

// Claimed lists the routes that were claimed in events.
func Claimed(events []engine.Event) []engine.RouteID {
	var routes []engine.RouteID
	for _, e := range events {
		if e.Kind == engine.EventClaimed {
			routes = append(routes, e.Route)
		}
	}
	return routes
}
