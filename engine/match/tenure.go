package match

import (
	"slices"
	"time"

	"konduktor/engine"
)

// Why a tenure begins. Dealt and Taken give the seat its name; the others do not last.
const (
	Dealt    = "dealt"     // the cards were dealt
	TimeUp   = "time"      // the previous player's time was up
	StoodIn  = "stand-in"  // a stand-in has agreed to play
	Away     = "away"      // the player wants the house to play, or the stand-in has had enough
	Returned = "back"      // the player is back
	Quit     = "left"      // the player has left for good
	VotedOut = "voted-out" // the others wanted the seat given up
	Taken    = "taken"     // somebody has taken a vacant seat
)

// Ineligible is why a user cannot play a seat.
type Ineligible string

// The reasons; Eligible if there is none.
const (
	Eligible    Ineligible = ""
	HasSeat     Ineligible = "has-seat"     // nobody has two seats
	KnowsSecret Ineligible = "knows-secret" // a former player of another seat knows its hand
)

// BeginTenures records that everybody plays their seat from now on.
func (g *Game) BeginTenures(at time.Time) {
	g.NewTenures = nil
	for i, s := range g.Seats {
		t := Tenure{Seat: engine.Seat(i + 1), User: s.Player(), Why: Dealt, From: at}
		g.NewTenures = append(g.NewTenures, t)
	}
}

// LetStandIn has a user play a seat for its owner, until GiveBack.
func (g *Game) LetStandIn(seat engine.Seat, user UserID, at time.Time) {
	s := &g.Seats[seat-1]
	s.Owner, s.StandIn = s.Holder(), ""
	g.assign(seat, user, false, StoodIn, at)
}

// LetHousePlay has the house play a seat until its owner is back. Leaving of one's own accord earns
// no time for coming back in the same turn.
func (g *Game) LetHousePlay(seat engine.Seat, why string, at time.Time) {
	s := &g.Seats[seat-1]
	owner := s.Holder()
	s.Owner, s.Relieved = "", s.Relieved || why == Away
	g.assign(seat, owner, true, why, at)
}

func (g *Game) GiveBack(seat engine.Seat, at time.Time) {
	s := &g.Seats[seat-1]
	owner := s.Holder()
	s.Owner = ""
	g.assign(seat, owner, false, Returned, at)
}

// Vacate takes a seat from its owner and player: the house plays it, and anybody may take it.
func (g *Game) Vacate(seat engine.Seat, why string, at time.Time) {
	s := &g.Seats[seat-1]
	s.Owner, s.StandIn = "", ""
	g.assign(seat, "", true, why, at)
}

// TakeSeat gives a user a vacant seat.
func (g *Game) TakeSeat(seat engine.Seat, user UserID, name string, at time.Time) {
	s := &g.Seats[seat-1]
	s.Owner, s.StandIn, s.Called, s.Name, s.Relieved = "", "", time.Time{}, name, false
	g.assign(seat, user, false, Taken, at)
}

func (g *Game) restore(seat engine.Seat, owner UserID, at time.Time) {
	g.Seats[seat-1].Called = time.Time{}
	g.assign(seat, owner, false, Returned, at)
}

// assign has a user, or the house, play a seat from now on, and records it. Agreements with the
// previous player do not bind the next one, and a person without a seat has no vote.
func (g *Game) assign(seat engine.Seat, user UserID, house bool, why string, at time.Time) {
	s := &g.Seats[seat-1]
	before := s.User
	s.User, s.Automated = user, house
	s.Asked, s.AtOnce = "", false
	if user != before || !house { // a player whose time is up can still be voted about
		s.Ousting = nil
	}
	g.ToMove = exchanged(g.ToMove, before, user)
	noOwners := func(user UserID) bool { return g.SeatHeldBy(user) == engine.Public }
	g.Leaving = dropped(g.Leaving, noOwners)
	g.Pausing = dropped(g.Pausing, noOwners)
	for i := range g.Seats {
		g.Seats[i].Ousting = dropped(g.Seats[i].Ousting, noOwners)
	}
	t := Tenure{Seat: seat, User: s.Player(), Why: why, From: at}
	g.NewTenures = append(slices.Clip(g.NewTenures), t)
}

// Told returns the events of a move as a viewer may know them, with who made it: only events of the
// seat that moved, and only deeds.
func (g Game) Told(tenures []Tenure, seat engine.Seat, at time.Time, viewer engine.Seat,
	events []engine.Event,
) []engine.Event {
	var list []engine.Event
	by := g.deputy(seat, tenureAt(tenures, seat, at), seat == viewer)
	for _, e := range events {
		e = e.For(viewer)
		if e.Seat == seat && e.Kind != engine.EventBegan && e.Kind != engine.EventScored {
			e.By = by
		}
		list = append(list, e)
	}
	return list
}

// StandIns lists who stands in for owners of seats, or did last.
func (t *Table) StandIns() (list []Tenure) {
	for i, one := range t.known.Tenures {
		later := func(u Tenure) bool { return u.Seat == one.Seat && u.Why == StoodIn }
		if later(one) && !IsFormer(one.User) && !slices.ContainsFunc(t.known.Tenures[i+1:], later) {
			list = append(list, one)
		}
	}
	return list
}

// deputy says who plays in a tenure; own: to the seat's present player.
func (g Game) deputy(seat engine.Seat, t Tenure, own bool) engine.Deputy {
	standIn := own && g.Seats[seat-1].Owner != ""
	switch t.Why {
	case TimeUp, Away, Quit, VotedOut:
		return engine.ByHouse
	case StoodIn:
		if standIn && t.User == g.Seats[seat-1].User {
			return engine.ByPlayer
		}
		return engine.ByStandIn
	}
	if standIn {
		return engine.ByOwner
	}
	return engine.ByPlayer
}

// exchanged returns a list with a user in another's place; without a user the other is left out.
func exchanged(list []UserID, other, user UserID) []UserID {
	var all []UserID
	for _, u := range list {
		if u == other {
			u = user
		}
		if u != "" {
			all = append(all, u)
		}
	}
	return all
}

// MayPlay says whether a user may play a seat; tenures are all those of the game.
func (g Game) MayPlay(tenures []Tenure, user UserID, seat engine.Seat) Ineligible {
	for i, s := range g.Seats {
		has := s.User == user || s.Owner == user || s.StandIn == user
		if has && engine.Seat(i+1) != seat {
			return HasSeat
		}
	}
	former := g.FormerHere(user)
	for _, t := range tenures {
		if (t.User == user || t.User == former) && t.Seat != seat {
			return KnowsSecret
		}
	}
	return Eligible
}
