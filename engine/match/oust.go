package match

import (
	"cmp"
	"slices"
	"time"

	"konduktor/engine"
)

// silence is how long a game must have waited for a player, rests aside, before the others may vote
// about the seat. After a missed deadline they may at once.
const silence = 3 * 24 * time.Hour

// hereWithin is how long a player has to answer the others' vote.
const hereWithin = 24 * time.Hour

// waited is how long the game has waited for a seat's player, rests aside.
func (t *Table) waited(seat engine.Seat, now time.Time) time.Duration {
	s, cal := t.Seats[seat-1], t.calendar(int(seat)-1)
	_, paced := t.paced()
	switch {
	case paced && s.Whole > 0:
		return s.Whole - s.Left(cal, now)
	case !paced && t.WaitsFor(s.User):
		return cal.Awake(t.Updated, now)
	}
	return 0
}

// silent reports whether a seat's player missed a deadline and is not back, or was not seen for
// days.
func (t *Table) silent(seat engine.Seat, now time.Time) bool {
	if !t.Seats[seat-1].Automated {
		return t.waited(seat, now) >= silence
	}
	last := tenureAt(t.known.Tenures, seat, now)
	cal := t.calendar(int(seat) - 1)
	away := cal.Awake(last.From, now) - cal.Awake(later(last.From, t.Outage.From), t.Outage.Until)
	return last.Why == TimeUp || away >= silence
}

// Oust votes to give up a silent player's seat. The vote ends when they move or say in time that
// they are here.
type Oust struct {
	Seat   engine.Seat // Public: the seat of Player
	Player UserID
}

// Target returns the seat of the vote; a *Refusal if the player has none.
func (o Oust) Target(g Game) (engine.Seat, error) {
	if o.Seat != engine.Public {
		if int(o.Seat) > len(g.Seats) {
			return 0, Refuse("unknown-button")
		}
		return o.Seat, nil
	}
	if seat := cmp.Or(g.SeatHeldBy(o.Player), g.SeatOf(o.Player)); seat != engine.Public {
		return seat, nil
	}
	return 0, g.refuse("not-a-player")
}

func (o Oust) decide(c *Change) error {
	if err := c.here(); err != nil {
		return err
	}
	g := &c.Table.Game
	own, err := g.Voter(c.By)
	if err != nil {
		return err
	}
	seat, err := o.Target(*g)
	switch {
	case err != nil:
		return err
	case seat == own:
		return Refuse("vote-self")
	case g.Seats[seat-1].User == "":
		return g.refuse("seat-nobodys")
	case g.Seats[own-1].Automated:
		return g.refuse("vote-away")
	}
	s := &g.Seats[seat-1]
	if err := c.mayOust(seat); err != nil {
		return err
	}
	already := slices.Contains(s.Ousting, c.By.User)
	if !already {
		s.Ousting = append(slices.Clone(s.Ousting), c.By.User)
	}
	first := !already && len(s.Ousting) == 1
	if first {
		if err := c.contact(ByOust, s.Holder()); err != nil {
			return err
		}
		s.Nudged = moment(c.Now)
	}
	switch {
	case c.outvoted(seat):
		c.vacate(seat, VotedOut)
	case !already: // else the table has been told
		c.happened(OustAsked{Seat: seat, First: first})
	}
	return nil
}

// mayOust refuses a vote about a seat whose player is there, rests, or has one opponent only.
func (c *Change) mayOust(seat engine.Seat) error {
	t := &c.Table
	s := t.Seats[seat-1]
	_, possible := t.QuorumToOust(seat)
	switch {
	case !possible:
		return Refuse("vote-of-two")
	case t.Paused, CalendarOf(t.known.Habits[s.Holder()], t.Game).OnVacation(c.Now):
		return Refuse("vote-rests")
	case !t.silent(seat, c.Now):
		return Refuse("vote-early", "Who", Hostile(t.ShownName(seat)), "Days", int(silence.Hours()/24))
	}
	return nil
}

// outvoted reports whether a seat has enough votes against it, and its player had time to answer.
func (c *Change) outvoted(seat engine.Seat) bool {
	needed, _ := c.Table.QuorumToOust(seat)
	return len(c.Table.VotesToOust(seat)) >= needed && !c.Now.Before(c.Table.OustEnds(seat))
}

// OustEnds returns until when a player who is voted about keeps the seat anyway.
func (g Game) OustEnds(seat engine.Seat) time.Time {
	return g.Seats[seat-1].Nudged.Add(hereWithin)
}

// CountOust gives up a seat that is outvoted.
type CountOust struct{ Seat engine.Seat }

func (o CountOust) decide(c *Change) error {
	s := c.Table.Seats[o.Seat-1]
	over := c.Table.State != Running || s.User == "" || len(s.Ousting) == 0
	switch {
	case over:
		return ErrUnchanged
	case c.mayOust(o.Seat) != nil: // the player rests, who had that time to answer
		c.Table.Seats[o.Seat-1].Ousting = nil
		return nil
	case !c.outvoted(o.Seat):
		return ErrUnchanged
	}
	if end, early := c.graceEnds(); early {
		c.Table.Seats[o.Seat-1].Nudged = end.Add(-hereWithin)
		c.happened(Interrupted{})
		return nil
	}
	c.vacate(o.Seat, VotedOut)
	return nil
}

func (g Game) others(seat engine.Seat) []Seat {
	var list []Seat
	for i, s := range g.Seats {
		if engine.Seat(i+1) != seat && !s.Automated {
			list = append(list, s)
		}
	}
	return list
}

// VotesToOust lists those who want a seat given up and whose own seats are human.
func (g Game) VotesToOust(seat engine.Seat) []UserID {
	var list []UserID
	for _, s := range g.others(seat) {
		if slices.Contains(g.Seats[seat-1].Ousting, s.Holder()) {
			list = append(list, s.Holder())
		}
	}
	return list
}

// QuorumToOust returns how many must want a seat given up: all others but one. One alone never
// suffices, so at a table of two it is not possible.
func (g Game) QuorumToOust(seat engine.Seat) (needed int, possible bool) {
	others, least := len(g.others(seat)), 2
	if g.Seats[seat-1].Automated {
		least = 1
	}
	return max(others-1, least), others >= least
}

// wasVotedOut reports whether the others gave up a user's seat, and nobody has had it since. A user
// forgotten meanwhile is known by their former ID.
func (t *Table) wasVotedOut(user UserID, seat engine.Seat) bool {
	owner, voted := UserID(""), false
	for _, one := range t.known.Tenures {
		switch {
		case one.Seat != seat:
		case one.Why == Dealt || one.Why == Taken:
			owner, voted = one.User, false
		case one.Why == Returned:
			voted = false
		case one.Why == VotedOut:
			voted = true
		}
	}
	return voted && (owner == user || owner == t.FormerHere(user))
}

// restore gives a user the seat back that the others gave up; false if there is none.
func (c *Change) restore(user UserID) (bool, error) {
	seat := engine.Public
	for i, s := range c.Table.Seats {
		if s.Vacant() && c.Table.wasVotedOut(user, engine.Seat(i+1)) {
			seat = engine.Seat(i + 1)
		}
	}
	if seat == engine.Public {
		return false, nil
	}
	if err := c.eligible(user, seat); err != nil {
		return false, err
	}
	c.handOver(seat, Returned, func(g *Game) { g.restore(seat, user, c.Now) })
	c.happened(SoughtNoLonger{})
	return true, nil
}
