package match

import (
	"slices"
	"time"

	"konduktor/engine"
)

// movedAt is what a move means to the clocks. The zero seat stands for the deal.
type movedAt struct {
	seat     engine.Seat
	done     bool // its turn or setup choice is complete
	byHouse  bool // its player did not make the move
	forced   bool // nobody was asked
	at       time.Time
	patience time.Duration
}

// startClocks gives each seat its time at the deal, and records who plays it; v is anybody's view.
func (c *Change) startClocks(v *engine.View) {
	t := &c.Table
	p, paced := t.paced()
	for i := range t.Seats {
		s := &t.Seats[i]
		if paced {
			s.Clock = Clock{Bank: p.Bank}
		}
		s.Automated = s.Level != "" // a computer
	}
	t.BeginTenures(c.Now)
	t.setClocks(v, movedAt{at: c.Now, patience: c.Patience})
}

// setClocks brings a row's clocks up to the mover's view v. A seat that still owes an answer while
// others move keeps its time.
func (t *Table) setClocks(v *engine.View, m movedAt) {
	t.Seats = slices.Clone(t.Seats) // the row before the move is still in use
	p, paced := t.paced()
	if !paced {
		t.setDeadlines(v, m)
		return
	}
	calendars := t.calendars()
	for i := range t.Seats {
		seat, c := engine.Seat(i+1), &t.Seats[i].Clock
		owes := t.State == Running && v.Moves(seat)
		if seat == m.seat && !m.forced {
			switch {
			case m.byHouse && !c.Automated:
				c.Settle(calendars[i], m.at) // from now on the house is waited for
				t.LetHousePlay(seat, TimeUp, m.at)
			case !m.byHouse && c.Automated:
				c.HandOver(calendars[i], p, m.at) // the player is back, and may have more to do
				t.GiveBack(seat, m.at)
			}
		}
		if seat == m.seat && m.done || c.Runs() && !owes {
			c.Stop(calendars[i], m.at)
		}
		if seat == m.seat && m.done {
			c.Earn(p)
		}
		if owes && !c.Runs() && !t.Paused {
			c.Begin(m.at)
		}
	}
	t.Arrange(func(i int) Calendar { return calendars[i] })
}

// setDeadlines is setClocks without clocks: only a tunnel has a deadline, since one seat answers it
// in mid-turn.
func (t *Table) setDeadlines(v *engine.View, m movedAt) {
	for i := range t.Seats {
		s, seat := &t.Seats[i], engine.Seat(i+1)
		if s.Automated && seat == m.seat && !m.byHouse && !m.forced {
			t.GiveBack(seat, m.at) // the player is back
		}
		switch {
		case s.Automated:
		case v.Owes != engine.OwesPay || !v.Moves(seat):
			s.Clock = Clock{}
		case seat == m.seat || s.Due.IsZero():
			s.Due = m.at.Add(m.patience)
			s.Ends = s.Due
		}
	}
	waits := func(seat engine.Seat) bool { return t.State == Running && v.Moves(seat) }
	t.ArrangeUntimed(waits, m.at)
}

// handOver changes who plays a seat of a running game, and then who is waited for, and the clocks.
func (c *Change) handOver(seat engine.Seat, why string, change func(g *Game)) {
	t := &c.Table
	was, before := t.Seats[seat-1], t.calendar(int(seat)-1)
	change(&t.Game)
	v := t.View(engine.Public)
	t.ToMove = t.UsersOf(v.ToMove)
	clock := &t.Seats[seat-1].Clock
	switch p, paced := t.paced(); {
	case !paced:
		c.handDeadlineOver(seat, &v)
	case clock.Automated:
		clock.Settle(before, c.Now)
		c.resumeAfter(&v, seat)
		t.arrange()
	default:
		clock.HandOver(before, p, c.Now)
		c.resumeAfter(&v, seat)
		t.arrange()
	}
	c.happened(SeatChanged{Seat: seat, Was: was, Why: why})
}

// resumeAfter starts the clock of a seat that changed hands if it is waited for. A deserted game's
// pause ends, since nobody is left to end it.
func (c *Change) resumeAfter(v *engine.View, handed engine.Seat) {
	t := &c.Table
	ended := t.Paused && t.Deserted()
	if ended {
		t.Paused, t.PauseEnds, t.Pausing = false, time.Time{}, nil
		t.Undoing.Rest(false, c.Now)
	}
	for i := range t.Seats {
		seat, clock := engine.Seat(i+1), &t.Seats[i].Clock
		if (seat == handed || ended) && v.Moves(seat) && !clock.Runs() && !t.Paused {
			clock.Resume(c.Now)
		}
	}
}

// handDeadlineOver is handOver without clocks. The house is due at once; a person at a tunnel has
// all of the time for it.
func (c *Change) handDeadlineOver(seat engine.Seat, v *engine.View) {
	t := &c.Table
	clock := &t.Seats[seat-1].Clock
	if !clock.Automated {
		*clock = Clock{}
		if v.Moves(seat) && v.Owes == engine.OwesPay {
			clock.Due = c.Now.Add(c.Patience)
			clock.Ends = clock.Due
		}
	}
	t.ArrangeUntimed(v.Moves, c.Now)
}

// rewindClocks sets the clocks of a row that has gone back to some of its moves; v is the view of
// the asking seat, whose own move was made at made. Nobody gains time: increments of turns no
// longer complete go back, and the time since the last move counts as the seat's own. A *Refusal if
// no time would be left.
func (c *Change) rewindClocks(v *engine.View, b Back, moves []Move, made time.Time) error {
	t := &c.Table
	p, paced := t.paced()
	if !paced {
		at := c.Now
		if len(moves) > 0 {
			at = moves[len(moves)-1].At // a tunnel's seat has its old deadline again
		}
		for i := range t.Seats {
			t.Seats[i].Clock = Clock{Automated: t.Seats[i].Automated}
		}
		t.setDeadlines(v, movedAt{at: at, patience: c.Patience})
		return nil
	}
	calendars, since := t.calendars(), waitedSince(t.Seats, c.Now)
	if since.Before(made) { // others have been waited for since before it
		since = made
	}
	for i := range t.Seats {
		seat, clock := engine.Seat(i+1), &t.Seats[i].Clock
		clock.Unearn(p, b.ended(seat))
		switch owes := v.Moves(seat); {
		case !owes:
			clock.Stop(calendars[i], c.Now)
		case clock.Runs() || t.Paused:
		case seat == b.Seat:
			clock.Begin(since)
		default:
			clock.Begin(c.Now)
		}
		if v.Moves(seat) && b.ended(seat) > 0 {
			clock.Relieved = true // time may have been given before in this turn, which goes on
		}
	}
	own := t.Seats[b.Seat-1].Clock
	if own.Runs() && own.Left(calendars[b.Seat-1], c.Now) <= 0 {
		return t.refuse("undo-no-time")
	}
	t.arrange()
	return nil
}

// waitedSince returns when the clocks of the seats waited for started, now if none runs.
func waitedSince(seats []Seat, now time.Time) time.Time {
	since := time.Time{}
	for _, s := range seats {
		if s.Since.After(since) {
			since = s.Since
		}
	}
	if since.IsZero() || since.After(now) {
		return now
	}
	return since
}
