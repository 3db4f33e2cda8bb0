package match

import (
	"cmp"
	"slices"
	"time"

	"konduktor/engine"
)

// nudgeAfter is how long the game must have waited, or half the turn's time if that is less.
const nudgeAfter = 24 * time.Hour

// player returns the seat that the actor plays or owns in a running game.
func (c *Change) player() (engine.Seat, error) {
	g := &c.Table.Game
	seat := cmp.Or(g.SeatOf(c.By.User), g.SeatHeldBy(c.By.User))
	if seat == engine.Public {
		return 0, g.stranger(c.By)
	}
	return seat, g.IsRunning()
}

// clockedPlayer is player for a game with clocks.
func (c *Change) clockedPlayer() (engine.Seat, error) {
	seat, err := c.player()
	if err == nil && c.Table.Pace == "" {
		err = c.Table.refuse("no-clocks")
	}
	return seat, err
}

// Pause votes for the clocks to stop; most who play must want it.
type Pause struct {
	Vote int // the one that it counts for (Terms.PauseVotes); 0: the open one, or a new one
}

func (p Pause) decide(c *Change) error {
	seat, err := c.clockedPlayer()
	if err != nil {
		return err
	}
	g := &c.Table.Game
	if _, err := g.Voter(c.By); err != nil {
		return err
	}
	switch {
	case g.Paused:
		return g.refuse("is-paused")
	case isPast(p.Vote, g.PauseVotes, g.Pausing):
		return g.refuse("pause-vote-over")
	case slices.Contains(g.Pausing, c.By.User):
		return nil // the table has been told
	}
	if len(g.Pausing) == 0 {
		if err := c.contact(ByPause, ""); err != nil {
			return err
		}
		g.PauseVotes++
	}
	g.Pausing = append(slices.Clone(g.Pausing), c.By.User)
	if g.VotesNeeded(g.Pausing) == 0 {
		g.Paused, g.PauseEnds, g.Pausing = true, c.Now.Add(LongestPause), nil
		c.turnClocks()
	}
	c.happened(Pausing{By: seat})
	return nil
}

const pauseWithin = 24 * time.Hour

// PauseVoteEnds returns when a vote for a pause ends; zero: there is none.
func (g Game) PauseVoteEnds() time.Time {
	if g.Paused || len(g.Pausing) == 0 {
		return time.Time{}
	}
	return g.lastContact(ByPause).Add(pauseWithin)
}

// RefusePause ends a vote for a pause: one No is enough, even from somebody who voted for it.
type RefusePause struct{ Vote int } // as in Pause

func (p RefusePause) decide(c *Change) error {
	g := &c.Table.Game
	if _, err := c.clockedPlayer(); err != nil {
		return err
	}
	seat, err := g.Voter(c.By)
	switch {
	case err != nil:
		return err
	case g.Paused, len(g.Pausing) == 0, isPast(p.Vote, g.PauseVotes, g.Pausing):
		return g.refuse("pause-vote-over")
	}
	g.Pausing = nil
	c.happened(PauseRefused{seat})
	return nil
}

// LapsePause ends a vote for a pause that too few agreed to in time.
type LapsePause struct{}

func (LapsePause) decide(c *Change) error {
	g := &c.Table.Game
	ends := g.PauseVoteEnds()
	if g.State != Running || ends.IsZero() || c.Now.Before(ends) {
		return ErrUnchanged
	}
	if end, early := c.graceEnds(); early {
		g.movePauseVote(end)
		c.happened(Interrupted{})
		return nil
	}
	g.Pausing = nil
	c.happened(PauseRefused{engine.Public})
	return nil
}

// Resume restarts the clocks for one player. There is no vote: while no clock runs, nobody notices
// that a player has left, so a game could wait for that vote for ever.
type Resume struct{}

func (Resume) decide(c *Change) error {
	seat, err := c.clockedPlayer()
	if err != nil {
		return err
	}
	if !c.Table.Paused {
		return c.Table.refuse("not-paused")
	}
	c.goOn(seat)
	return nil
}

// EndPause restarts the clocks when a pause has lasted as long as it may.
type EndPause struct{}

func (EndPause) decide(c *Change) error {
	g := &c.Table.Game
	if g.State != Running || !g.Paused || c.Now.Before(g.PauseEnds) {
		return ErrUnchanged
	}
	c.goOn(engine.Public)
	return nil
}

// goOn ends a pause for a seat; Public: the pause was over by itself.
func (c *Change) goOn(by engine.Seat) {
	g := &c.Table.Game
	g.Paused, g.PauseEnds, g.Pausing = false, time.Time{}, nil
	c.turnClocks()
	c.happened(Pausing{By: by})
}

// turnClocks stops the clocks, or starts those of the seats waited for, house seats included.
func (c *Change) turnClocks() {
	t := &c.Table
	v := t.View(engine.Public)
	for i := range t.Seats {
		clock := &t.Seats[i].Clock
		if t.Paused {
			clock.Pause(t.calendar(i), c.Now)
		} else if v.Moves(engine.Seat(i + 1)) {
			clock.Resume(c.Now)
		}
	}
	t.Undoing.Rest(t.Paused, c.Now)
	t.arrange()
}

// GiveTime gives the seats waited for more time: a gift of another player's.
type GiveTime struct{}

func (GiveTime) decide(c *Change) error {
	giver, err := c.clockedPlayer()
	if err != nil {
		return err
	}
	t := &c.Table
	given, full := false, false
	for i := range t.Seats {
		clock := &t.Seats[i].Clock
		switch {
		case engine.Seat(i+1) == giver || !clock.Runs() || clock.Automated:
		case clock.Gifts >= MaxGifts:
			full = true
		default:
			clock.Give(t.calendar(i), c.Now)
			given = true
		}
	}
	switch {
	case !given && full:
		return Refuse("gifts-enough", "Most", MaxGifts)
	case !given:
		return Refuse("nobody-to-give")
	}
	t.arrange()
	c.happened(Gifted{By: giver})
	return nil
}

// Nudge asks the players whom the game waits for to move.
type Nudge struct{}

func (Nudge) decide(c *Change) error {
	by, err := c.player()
	if err != nil {
		return err
	}
	t := &c.Table
	if t.Paused {
		return Refuse("nudge-paused")
	}
	var nudged []engine.Seat
	again, rests, early, voted := time.Time{}, false, false, false
	for i := range t.Seats {
		s := &t.Seats[i]
		seat, next := engine.Seat(i+1), s.Nudged.Add(limits[ByNudge].again)
		switch {
		case seat == by || s.Automated || !t.WaitsFor(s.User):
		case t.calendar(i).Rests(c.Now):
			rests = true
		case len(s.Ousting) > 0:
			voted = true
		case !s.Nudged.IsZero() && next.After(c.Now):
			again = next
		case t.waited(seat, c.Now) < nudgeAfter && (s.Whole == 0 || t.waited(seat, c.Now) < s.Whole/2):
			early = true
		default:
			s.Nudged, nudged = moment(c.Now), append(nudged, seat)
		}
	}
	switch {
	case len(nudged) > 0:
		c.happened(Nudged{by, nudged})
		return nil
	case rests:
		return Refuse("nudge-rests")
	case !again.IsZero():
		return Refuse("nudge-again", "When", again)
	case early:
		return Refuse("nudge-early")
	case voted:
		return Refuse("nudge-vote")
	}
	return Refuse("nobody-to-give")
}

// SettleClock notes what is left on a user's clock before their calendar changes.
type SettleClock struct{ User UserID }

func (s SettleClock) decide(c *Change) error {
	seat, err := c.clockOf(s.User)
	if err != nil {
		return err
	}
	c.Table.Seats[seat-1].Settle(c.Table.calendar(int(seat)-1), c.Now)
	c.Table.arrange()
	return nil
}

// AdoptCalendar arranges a user's clock by their present calendar; Vacation: the table is told.
type AdoptCalendar struct {
	User     UserID
	Vacation bool
}

func (a AdoptCalendar) decide(c *Change) error {
	seat, err := c.clockOf(a.User)
	if err != nil {
		return err
	}
	c.Table.arrange()
	if a.Vacation {
		c.happened(OnVacation{seat})
	}
	return nil
}

// clockOf returns the seat with a user's clock, or ErrUnchanged.
func (c *Change) clockOf(user UserID) (engine.Seat, error) {
	seat := c.Table.SeatOf(user)
	if c.Table.State != Running || c.Table.Pace == "" || seat == engine.Public {
		return 0, ErrUnchanged
	}
	return seat, nil
}

// Pardon gives a player the seat back, with the pace's initial time, or a seat that the others
// voted to give up: a decision of the server's managers.
type Pardon struct{ User UserID }

func (p Pardon) decide(c *Change) error {
	t := &c.Table
	if err := c.managed(); err != nil {
		return err
	}
	seat := cmp.Or(t.SeatHeldBy(p.User), t.SeatOf(p.User))
	if t.State != Running {
		return t.refuse("not-started")
	}
	if seat == engine.Public {
		if done, err := c.restore(p.User); done || err != nil {
			return err
		}
	}
	pace, paced := t.paced()
	switch {
	case seat == engine.Public:
		return t.refuse("no-seat-of-theirs")
	case !paced:
		return t.refuse("no-clocks")
	}
	s := &t.Seats[seat-1]
	s.Pardon(t.calendar(int(seat)-1), pace, c.Now)
	e := Pardoned{Seat: seat}
	if s.Player() != p.User {
		if s.Owner != "" {
			e.StandIn = s.User
		}
		t.GiveBack(seat, c.Now)
	}
	t.arrange()
	e.Waits = t.WaitsFor(p.User)
	c.happened(e)
	return nil
}

// managed refuses a game of another server, and one that is over.
func (c *Change) managed() error {
	g := &c.Table.Game
	switch {
	case g.Guild != c.By.Server:
		return Refuse("game-unknown")
	case g.State == Cancelled, g.State == Finished:
		return g.IsRunning()
	}
	return nil
}
