package review

import (
	"slices"

	"konduktor/engine"
)

// Tape notes a game as it is played, for a review.
type Tape struct {
	Game   Game
	course engine.Course
	told   [][]engine.Event
	next   *Position // the turn that has begun
}

// Add notes a move that was just made. It copies the events.
func (t *Tape) Add(g engine.Game, seat engine.Seat, m engine.Move, events []engine.Event) {
	if t.next != nil && t.next.View.Viewer == seat {
		t.next.Made = m
		t.Game.Positions = append(t.Game.Positions, *t.next)
	}
	t.next = nil
	t.course.Add(g, seat, events)
	v := g.View(engine.Public)
	if t.told == nil {
		t.told = make([][]engine.Event, len(v.Seats))
	}
	for i := range t.told {
		for _, e := range events {
			e.Shown, e.Tickets = slices.Clone(e.Shown), slices.Clone(e.Tickets)
			t.told[i] = append(t.told[i], e.For(engine.Seat(i+1)))
		}
	}
	t.Game.Final = v
	if len(t.course.Turns) > len(t.Game.Moments) {
		m := Moment{Game: g.Clone()}
		for _, told := range t.told {
			m.Told = append(m.Told, told[:len(told):len(told)])
		}
		t.Game.Moments = append(t.Game.Moments, m)
	}
	if g.Over() || v.Phase != engine.InPlay || v.Owes != engine.OwesTurn {
		return
	}
	mover := v.ToMove[0]
	own := g.View(mover)
	if len(own.Legal()) > 1 {
		told := t.told[mover-1]
		t.next = &Position{Turn: max(len(t.course.Turns), 1), View: own, Told: told[:len(told):len(told)]}
	}
}
