package match

import (
	"slices"
	"time"

	"konduktor/engine"
)

// Chronicle is what happened in a game, move by move, as one viewer may know it.
type Chronicle struct {
	Viewer   engine.Seat
	Table    *Table    // as it was after the last move
	chapters []chapter // by ply
	heads    []Link    // after each move
}

// chapter is what happened with one move.
type chapter struct {
	Seat   engine.Seat
	at     time.Time
	Events []engine.Event
	Ends   bool         // the move completed a turn or a setup choice
	phase  engine.Phase // after the move
	forced bool         // the move before it left nothing else
	disclosed
}

func (c *Chronicle) Events() []engine.Event { return eventsOf(c.chapters) }

func (c *Chronicle) EventsSince(ply engine.Ply) []engine.Event {
	return eventsOf(c.since(ply))
}

func (c *Chronicle) EventsOf(seat engine.Seat) (all []engine.Event) {
	for _, one := range c.chapters {
		if one.Seat == seat {
			all = append(all, one.Events...)
		}
	}
	return all
}

// Stood reports whether the game was in a position, or is; false if it was taken back.
func (c *Chronicle) Stood(ply engine.Ply, head Link) bool {
	if ply == 0 {
		return head == FirstLink(c.Table.Game)
	}
	return int(ply) <= len(c.heads) && c.heads[ply-1] == head
}

// MovedSince reports whether a seat has made a move after a ply.
func (c *Chronicle) MovedSince(seat engine.Seat, ply engine.Ply) bool {
	return slices.ContainsFunc(c.since(ply), func(one chapter) bool { return one.Seat == seat })
}

// since returns the chapters after a ply, which may be one that the game does not have.
func (c *Chronicle) since(ply engine.Ply) []chapter {
	return c.chapters[min(max(int(ply), 0), len(c.chapters)):]
}

// EventsOfMove is about the last move.
func (c *Chronicle) EventsOfMove() []engine.Event {
	return eventsOf(c.chapters[max(len(c.chapters)-1, 0):])
}

// EventsOfTurn returns the events of the turn completed last, or of the one under way.
func (c *Chronicle) EventsOfTurn() []engine.Event {
	first := max(len(c.chapters)-1, 0)
	for first > 0 && !c.chapters[first-1].Ends {
		first--
	}
	return eventsOf(c.chapters[first:])
}

// EventsOfOwnTurn is about the turn that a seat is in, or has just completed; else nil.
func (c *Chronicle) EventsOfOwnTurn(seat engine.Seat) []engine.Event {
	n := len(c.chapters)
	v := c.Table.View(engine.Public)
	if n == 0 || c.chapters[n-1].Seat != seat || c.chapters[n-1].Ends && v.Moves(seat) {
		return nil
	}
	own, _ := c.Turn(seat)
	return own
}

// EventsOfRound returns the events of each seat's last turn: what is new to the next player.
func (c *Chronicle) EventsOfRound() []engine.Event {
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

// News returns what the others did before the seat's present turn, since its last one.
func (c *Chronicle) News(seat engine.Seat) []engine.Event {
	last := len(c.chapters) - 1
	if last >= 0 && c.chapters[last].Seat == seat && !c.chapters[last].Ends {
		_, before := c.Turn(seat)
		return before
	}
	return c.EventsSinceOwn(seat)
}

// EventsSinceOwn returns the events after the seat's own last move.
func (c *Chronicle) EventsSinceOwn(seat engine.Seat) []engine.Event {
	first := len(c.chapters)
	for first > 0 && c.chapters[first-1].Seat != seat {
		first--
	}
	return eventsOf(c.chapters[first:])
}

// Turn returns the events of the seat's last or present turn, and those since the turn before it.
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

// Meanwhile returns what others have done in a seat until its user took it back, or until now; nil
// if nobody else has played the seat.
func (c *Chronicle) Meanwhile(seat engine.Seat, user UserID) (list []engine.Event) {
	var since, until time.Time
	for _, t := range slices.Backward(c.Table.known.Tenures) {
		switch {
		case t.Seat != seat:
		case t.User != user:
			since = t.From
		case since.IsZero():
			until = t.From // of the tenure that took it back, or goes on
		default:
			return c.between(seat, since, until)
		}
	}
	return c.between(seat, since, until)
}

func (c *Chronicle) between(seat engine.Seat, since, until time.Time) (list []engine.Event) {
	for _, one := range c.chapters {
		late := !until.IsZero() && !one.at.Before(until)
		if one.Seat == seat && !since.IsZero() && !one.at.Before(since) && !late {
			list = append(list, one.Events...)
		}
	}
	return list
}

// Handed lists the seats that others have come to play since a seat's last move, each as it is now.
func (c *Chronicle) Handed(seat engine.Seat) (list []Tenure) {
	var since time.Time
	for _, one := range c.chapters {
		if one.Seat == seat {
			since = one.at
		}
	}
	all := c.Table.known.Tenures
	for i, t := range all {
		later := slices.ContainsFunc(all[i+1:], func(u Tenure) bool { return u.Seat == t.Seat })
		if !later && t.Seat != seat && t.From.After(since) && t.Why != Dealt && t.Why != Returned {
			list = append(list, t)
		}
	}
	return list
}

// Played reports whether a seat has moved since the setup.
func (c *Chronicle) Played(seat engine.Seat) bool {
	for _, one := range slices.Backward(c.chapters) {
		if slices.ContainsFunc(one.Events, isBeginning) {
			return false
		}
		if one.Seat == seat {
			return true
		}
	}
	return false
}

// Began returns the ply at which the setup was complete; 0 before.
func (c *Chronicle) Began() engine.Ply {
	for i, one := range c.chapters {
		if slices.ContainsFunc(one.Events, isBeginning) {
			return engine.Ply(i + 1)
		}
	}
	return 0
}

func isBeginning(e engine.Event) bool { return e.Kind == engine.EventBegan }

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

// Stint is a row of a seat's turns that one player made.
type Stint struct {
	Seat        engine.Seat
	User        UserID // "": the house; Former: somebody who was forgotten
	First, Last int    // turns of the game, from 1, where the setup belongs
}

// Stints lists who played the seats that not only those played to whom they were dealt, by seat and
// turn.
func (c *Chronicle) Stints() []Stint {
	began, turn := c.Began(), 1
	bySeat := make([][]Stint, len(c.Table.Seats)+1)
	for i, m := range c.chapters {
		list, user := bySeat[m.Seat], PlayedBy(c.Table.known.Tenures, m.Seat, m.at)
		if n := len(list); n == 0 || list[n-1].User != user {
			list = append(list, Stint{Seat: m.Seat, User: user, First: turn})
		}
		list[len(list)-1].Last = turn
		bySeat[m.Seat] = list
		if m.Ends && engine.Ply(i) >= began {
			turn++
		}
	}
	usual := func(list []Stint) bool {
		n := len(list)
		return n == 0 || n == 1 && list[0].User == dealtTo(c.Table.known.Tenures, list[0].Seat)
	}
	return slices.Concat(slices.DeleteFunc(bySeat, usual)...)
}

// PlayedBy returns the user who played a seat at a moment, "" for the house. tenures are in order.
func PlayedBy(tenures []Tenure, seat engine.Seat, at time.Time) UserID {
	return tenureAt(tenures, seat, at).User
}

func tenureAt(tenures []Tenure, seat engine.Seat, at time.Time) (t Tenure) {
	for _, one := range tenures {
		if one.Seat == seat && !one.From.After(at) {
			t = one
		}
	}
	return t
}

// AfterTurn returns the ply at which a turn was complete, counted as in engine.Course: the setup is
// turn 0, and declarations belong to the turn before (K8). A turn out of range is the nearest. last
// is the number of the last turn; ply is 0 before the setup is complete.
func (c *Chronicle) AfterTurn(turn int) (ply engine.Ply, last int) {
	var ends []engine.Ply
	for i, one := range c.chapters {
		if one.Ends && one.phase != engine.InSetup && one.phase != engine.InDeclare {
			ends = append(ends, engine.Ply(i+1))
		}
	}
	if len(ends) == 0 {
		return 0, 0
	}
	last = len(ends) - 1
	return ends[min(max(turn, 0), last)], last
}

// EndOfLast returns the ply at which the last turn or setup choice of any seat was complete, or 0.
func (c *Chronicle) EndOfLast() engine.Ply {
	for i, one := range slices.Backward(c.chapters) {
		if one.Ends {
			return engine.Ply(i + 1)
		}
	}
	return 0
}

// EndOfTurn returns the ply at which the seat's last turn or setup choice was complete, or 0.
func (c *Chronicle) EndOfTurn(seat engine.Seat) engine.Ply {
	for i, one := range slices.Backward(c.chapters) {
		if one.Ends && one.Seat == seat {
			return engine.Ply(i + 1)
		}
	}
	return 0
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
