package engine

import "slices"

// Turn is a completed turn as everybody may know it afterwards. Films and charts are made of turns.
type Turn struct {
	Seat   Seat    // whose turn it was; Public: the setup, the first entry of a course
	Events []Event // public ones
	View   View    // public, after the turn
}

// Course is a game turn by turn. The zero value is a game that has not begun.
type Course struct {
	Turns  []Turn // the setup, then one entry per turn; none before the setup is complete
	events []Event
	last   Seat // whose turn ended a pass that is not scored yet (K8); Public: nobody's
}

// Add notes a move that was just made in the game. It copies the events.
func (c *Course) Add(g Game, seat Seat, events []Event) {
	for _, e := range events {
		e.Shown, e.Tickets = slices.Clone(e.Shown), slices.Clone(e.Tickets)
		c.events = append(c.events, e.For(Public))
	}
	v := g.View(Public)
	switch {
	case v.Phase == InSetup || !v.EndsTurn(seat):
		return
	case c.last != Public: // the declarations belong to the last turn of their pass (K8)
		seat = c.last
	}
	if c.last = Public; v.Phase == InDeclare {
		c.last = seat
		return
	}
	if len(c.Turns) == 0 {
		seat = Public
	}
	c.Turns = append(c.Turns, Turn{seat, c.events, v})
	c.events = nil
}

// EndsTurn reports whether the move before this view completed the mover's turn, setup choice or
// declaration.
func (v *View) EndsTurn(mover Seat) bool {
	switch v.Phase {
	case InSetup:
		return !v.Moves(mover)
	case InPlay:
		// the next turn has begun, or the last setup choice took effect
		return !v.Moves(mover) || v.Owes == OwesTurn
	case InDeclare, IsOver:
	}
	return true
}
