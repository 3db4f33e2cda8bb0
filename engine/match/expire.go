package match

import (
	"errors"
	"time"

	"konduktor/engine"
)

// ErrHouseMoves says that the house must choose a move, which takes longer than a decision may.
var ErrHouseMoves = errors.New("the house has to choose a move")

// lookAgain is when a clock that could not be dealt with is looked at again.
const lookAgain = 15 * time.Minute

// Expiry is what a seat's deadline means.
type Expiry int

// What it can mean.
const (
	Lifted     Expiry = iota // nothing any more
	PauseEnds                // the pause has been as long as one can be
	TurnLapses               // in a game without clocks, a tunnel's seat has not answered
	GameEnds                 // all have left, and nobody has come back
	HouseMoves               // the house plays the seat
	StandIn                  // somebody else takes the seat over, and no move is made
	Reminder                 // the player is reminded
	TimeIsUp                 // the house takes the seat over with the default move
)

// costs reports whether somebody loses something by it.
func (e Expiry) costs() bool {
	return e == TurnLapses || e == TimeIsUp || e == StandIn || e == GameEnds
}

// Expire decides what a seat's deadline means once it has passed.
func (t *Table) Expire(seat engine.Seat, now time.Time) Expiry {
	v, s := t.View(seat), t.Seats[seat-1]
	_, paced := t.paced()
	_, hasDefault := v.Overdue()
	switch {
	case t.State == Running && t.Paused:
		return PauseEnds
	case !hasDefault || t.State != Running:
		return Lifted
	case !paced && v.Owes == engine.OwesPay && !s.Automated:
		return TurnLapses
	case paced && !s.Runs(), !paced && !s.Automated:
		return Lifted
	case t.Deserted():
		return GameEnds
	case s.Automated:
		return HouseMoves
	}
	cal := t.calendar(int(seat) - 1)
	left := s.Left(cal, now)
	replaced := s.StandIn != "" || s.Owner != "" || t.LastHuman(seat)
	switch {
	case s.StandIn != "" && cal.OnVacation(now), left <= 0 && replaced:
		return StandIn
	case left > 0:
		return Reminder
	}
	return TimeIsUp
}

// PassDeadline does what a passed deadline means. ErrUnchanged if the seat has another by now;
// ErrHouseMoves.
type PassDeadline struct{ Deadline Deadline }

func (p PassDeadline) decide(c *Change) error {
	t, seat := &c.Table, p.Deadline.Seat
	if !t.Seats[seat-1].Due.Equal(p.Deadline.Due) {
		return ErrUnchanged
	}
	v := t.View(seat)
	move, _ := v.Overdue()
	means := t.Expire(seat, c.Now)
	unheard := !c.Heard.Before(c.Now) // a reminder would come too late
	if end, early := c.graceEnds(); early && (means.costs() || unheard && means == Reminder) {
		t.Seats[seat-1].Due = end
		return nil
	}
	switch means {
	case PauseEnds:
		return EndPause{}.decide(c)
	case TurnLapses:
		return MakeMove{seat, move, Lapsed, t.Rev}.decide(c)
	case TimeIsUp:
		return MakeMove{seat, move, Absent, t.Rev}.decide(c)
	case GameEnds:
		c.endDeserted(seat)
		return nil
	case HouseMoves:
		return ErrHouseMoves
	case StandIn:
		c.relieve(seat)
		return nil
	case Reminder:
		c.remind(seat)
		return nil
	}
	t.Seats[seat-1].Due = time.Time{}
	return nil
}

// relieve gives a seat whose player is on vacation or out of time to the stand-in; the seat of a
// stand-in or of the last human player goes to the house. No move is made.
func (c *Change) relieve(seat engine.Seat) {
	t := &c.Table
	s := &t.Seats[seat-1]
	friend := s.StandIn
	switch {
	case friend != "" && t.MayPlay(t.known.Tenures, friend, seat) == Eligible:
		c.handOver(seat, StoodIn, func(g *Game) { g.LetStandIn(seat, friend, c.Now) })
	case s.Left(t.calendar(int(seat)-1), c.Now) > 0:
		s.StandIn = "" // on vacation, and the friend has another seat by now: the clock rests
		t.arrange()
	default:
		c.handOver(seat, TimeUp, func(g *Game) { g.LetHousePlay(seat, TimeUp, c.Now) })
	}
}

// remind notes which reminder of a turn is past, and has the player told if they want it. While the
// clock rests, only a last reminder is sent: it was due while the bot was down.
func (c *Change) remind(seat engine.Seat) {
	t := &c.Table
	s, cal := &t.Seats[seat-1], t.calendar(int(seat)-1)
	reminder := s.Reminder(cal, c.Now)
	if reminder != LastReminder && cal.Rests(c.Now) {
		s.Due = cal.Wakes(c.Now)
		return
	}
	if reminder == 0 { // the calendar has changed since the clock was arranged
		t.arrange()
		if !s.Due.After(c.Now) { // never look at a clock again and again in the same moment
			s.Due = c.Now.Add(lookAgain)
		}
		return
	}
	s.Told = reminder
	t.arrange()
	if t.known.Habits[s.User].Wants(reminder) {
		c.happened(Reminded{seat, reminder})
	}
}

// endDeserted ends a game that all have left, a day after its people are told.
func (c *Change) endDeserted(seat engine.Seat) {
	g := &c.Table.Game
	s := &g.Seats[seat-1]
	if g.Warned.Before(s.Ends.Add(-Notice)) {
		g.Warned = c.Now
		c.happened(Expiring{seat})
	}
	s.Due = later(s.Ends, g.Warned.Add(Notice))
	if !s.Due.After(c.Now) {
		c.cancel(ByDesertion, engine.Public)
	}
}

// CountVotes cancels a game if all who still play want that, after a seat that did not vote went to
// the house.
type CountVotes struct{}

func (CountVotes) decide(c *Change) error {
	g := &c.Table.Game
	if g.State != Running || !g.Unanimous(g.Leaving) {
		return ErrUnchanged
	}
	c.cancel(ByAgreement, engine.Public)
	return nil
}
