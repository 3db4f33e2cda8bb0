package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Calendars are those of a game's players, by seat from 0.
type Calendars []match.Calendar

// Of returns the calendar of a seat, for pace.Arrange.
func (c Calendars) Of(i int) match.Calendar { return c[i] }

// Calendars loads when the clocks of a game's players stand still.
func (g *Games) Calendars(ctx context.Context, row match.Game) (Calendars, error) {
	list := make(Calendars, len(row.Seats))
	for i, s := range row.Seats {
		habits, err := g.store.Habits(ctx, s.User)
		if err != nil {
			return nil, fmt.Errorf("load the habits of user %s: %w", s.User, err)
		}
		list[i] = match.CalendarOf(habits, row)
	}
	return list, nil
}

// StartClocks gives each seat of a game whose cards have just been dealt its time, and records who plays it; v is anybody's view
// of the game.
func (g *Games) StartClocks(ctx context.Context, row *match.Game, v *engine.View, now time.Time) error {
	if p, ok := match.FindPace(row.Pace); ok {
		row.Seats = slices.Clone(row.Seats)
		for i := range row.Seats {
			row.Seats[i].Clock = match.Clock{Bank: p.Bank}
		}
	}
	row.Seats = slices.Clone(row.Seats)
	for i := range row.Seats {
		row.Seats[i].Automated = row.Seats[i].Level != "" // a computer
	}
	row.BeginTenures(now)
	return g.setClocks(ctx, row, v, moved{at: now})
}

// moved is what a move means to the clocks. The zero seat stands for the deal.
type moved struct {
	seat    engine.Seat
	done    bool // its turn or setup choice is complete
	byHouse bool // its player did not make the move
	forced  bool // nobody was asked
	at      time.Time
}

// setClocks brings the clocks of a row up to the state that v shows, which is the mover's view. A seat that goes on owing an
// answer while others move keeps its time.
func (g *Games) setClocks(ctx context.Context, row *match.Game, v *engine.View, m moved) error {
	row.Seats = slices.Clone(row.Seats) // the row before the move is still in use
	p, ok := match.FindPace(row.Pace)
	if !ok {
		g.setDeadlines(row, v, m)
		return nil
	}
	calendars, err := g.Calendars(ctx, *row)
	if err != nil {
		return err
	}
	for i := range row.Seats {
		seat, c := engine.Seat(i+1), &row.Seats[i].Clock
		owes := row.State == match.Running && v.Moves(seat)
		if seat == m.seat && !m.forced {
			switch {
			case m.byHouse && !c.Automated:
				c.Settle(calendars[i], m.at) // from now on the house is waited for
				row.LetHousePlay(seat, match.TimeUp, m.at)
			case !m.byHouse && c.Automated:
				c.HandOver(calendars[i], p, m.at) // who moves is back, and may have more steps to make
				row.GiveBack(seat, m.at)
			}
		}
		if seat == m.seat && m.done || c.Runs() && !owes {
			c.Stop(calendars[i], m.at)
		}
		if seat == m.seat && m.done {
			c.Earn(p)
		}
		if owes && !c.Runs() && !row.Paused {
			c.Begin(m.at)
		}
	}
	row.Arrange(calendars.Of)
	return nil
}

// setDeadlines is setClocks for a game without clocks: only a tunnel is not waited for without end, since one seat answers it
// in the middle of a turn.
func (g *Games) setDeadlines(row *match.Game, v *engine.View, m moved) {
	for i := range row.Seats {
		s, seat := &row.Seats[i], engine.Seat(i+1)
		if s.Automated && seat == m.seat && !m.byHouse && !m.forced {
			row.GiveBack(seat, m.at) // who moves is back
		}
		switch {
		case s.Automated:
		case v.Owes != engine.OwesPay || !v.Moves(seat):
			s.Clock = match.Clock{}
		case seat == m.seat || s.Due.IsZero():
			s.Due = m.at.Add(g.patience)
			s.Ends = s.Due
		}
	}
	row.ArrangeUntimed(func(seat engine.Seat) bool { return row.State == match.Running && v.Moves(seat) }, m.at)
}

// clocks lists the seats' clocks, for the store; nil if all are zero.
func clocks(row match.Game) []match.Clock {
	list := make([]match.Clock, len(row.Seats))
	some := false
	for i, s := range row.Seats {
		list[i] = s.Clock
		some = some || s.Clock != match.Clock{}
	}
	if !some {
		return nil
	}
	return list
}
