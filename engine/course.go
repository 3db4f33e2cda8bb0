package engine

import "slices"

// Turn is a completed turn, as everybody may know it afterwards. It is what films and charts of a finished game are made of.
type Turn struct {
	Seat   Seat    // whose turn it was; Public: the setup, which is the first entry of a course
	Events []Event // public ones
	View   View    // public, after the turn
}

// Course is a game turn by turn. The zero value is a game that has not begun; Add follows it move by move.
type Course struct {
	Turns  []Turn // the setup, then a turn each; none before the setup is complete
	events []Event
}

// Add notes a move that has just been made in the game: its seat and its events, which are copied.
func (c *Course) Add(g Game, seat Seat, events []Event) {
	for _, e := range events {
		e.Shown, e.Tickets = slices.Clone(e.Shown), slices.Clone(e.Tickets)
		c.events = append(c.events, e.For(Public))
	}
	v := g.View(Public)
	if v.Phase == InSetup || !v.EndsTurn(seat) {
		return
	}
	if len(c.Turns) == 0 {
		seat = Public
	}
	c.Turns = append(c.Turns, Turn{seat, c.events, v})
	c.events = nil
}

// EndsTurn reports whether the move after which the view is seen completed the mover's turn or setup choice.
func (v *View) EndsTurn(mover Seat) bool {
	switch v.Phase {
	case InSetup:
		return !v.Moves(mover)
	case InPlay:
		return !v.Moves(mover) || v.Owes == OwesTurn // the next turn has begun, or the last setup choice took effect
	case IsOver:
	}
	return true
}
