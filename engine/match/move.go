package match

import (
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// MakeMove makes a move for a seat: the one way in for moves. A follow-up that is the only answer
// left is made with it.
type MakeMove struct {
	Seat engine.Seat
	Move engine.Move
	Why  Reason // not Forced
	// Rev is the row's revision for which the bot chose the move; a later one is ErrStale. 0 for a
	// person, whose move the rules judge in the position that they find.
	Rev int
}

func (m MakeMove) decide(c *Change) error {
	t := &c.Table
	switch {
	case t.State != Running:
		return ErrStale
	case m.Rev != 0 && t.Rev != m.Rev:
		return ErrStale
	case m.Why == Chosen && t.Seats[m.Seat-1].User != c.By.User:
		return t.stranger(c.By)
	}
	if s := &t.Seats[m.Seat-1]; len(s.Ousting) > 0 && (m.Why == Chosen || m.Why == Planned) {
		s.Ousting, c.present = nil, append(c.present, m.Seat)
	}
	view, err := c.apply(m.Seat, m.Move, m.Why)
	if err != nil {
		return err
	}
	forced, ok := view.Forced()
	if !ok {
		return nil
	}
	if _, err := c.apply(m.Seat, forced, Forced); err != nil {
		return fmt.Errorf("make the only move that is left: %w", err)
	}
	return nil
}

// apply makes one move, and returns the seat's view after it.
func (c *Change) apply(seat engine.Seat, m engine.Move, why Reason) (*engine.View, error) {
	t := &c.Table
	position := t.play.Clone()
	events, err := position.Apply(seat, m)
	if err := t.illegal(seat, err); err != nil {
		return nil, err
	}
	move := Move{
		Ply: t.Ply, Seat: seat, Text: notation.PrintMove(t.title.Lexicon(), m), At: c.Now,
		After: t.Head,
	}
	t.play = position
	t.follow(move.Head())
	t.Updated = c.Now
	c.Moves = append(c.Moves, move)
	v := t.View(seat)
	done := v.EndsTurn(seat)
	house := why == ByHouse || why == Absent || why == Forced && t.Seats[seat-1].Automated
	t.setClocks(&v, movedAt{seat, done, house, why == Forced, c.Now, c.Patience})
	c.tenures = append(c.tenures, t.NewTenures...)
	t.NewTenures = nil
	for _, e := range events {
		c.Told = append(c.Told, e.For(seat))
	}
	_, paced := t.paced()
	u := t.Undoing
	c.happened(Moved{
		Seat: seat, Verb: m.Verb.String(), Reason: why, Paced: paced, Done: done,
		Dug: v.Tunnel != nil, Owes: v.Moves(seat), Phase: v.Phase, ToMove: slices.Clone(v.ToMove),
		Answers: u.User != "" && !u.Over && u.Branch == t.Branch && u.Ply == t.Ply-1,
	})
	if t.State == Finished {
		c.happened(Over{})
	}
	return &v, nil
}
