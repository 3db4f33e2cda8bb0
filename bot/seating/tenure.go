package seating

import (
	"cmp"
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// The reasons why a tenure begins.
const (
	Dealt    = match.Dealt
	TimeUp   = "time"      // the time of who played before was up
	StoodIn  = "stand-in"  // a stand-in has agreed to play
	Away     = "away"      // the player wants the house to play, or the stand-in has had enough
	Returned = "back"      // the player is back
	Left     = "left"      // the player has left for good
	VotedOut = "voted-out" // the others wanted the seat given up
	Taken    = match.Taken
)

// Nobodys reports whether a seat is nobody's, so that somebody may take it; a computer's is not.
func Nobodys(s match.Seat) bool { return s.User == "" && s.Level == "" }

// Player returns the user who plays a seat, "" if the house does. So each seat has one at any time.
func Player(s match.Seat) string {
	if s.Automated {
		return ""
	}
	return s.User
}

// Owner returns the user whose seat it is, whoever plays it; "" if it is nobody's.
func Owner(s match.Seat) string { return cmp.Or(s.Owner, s.User) }

// OwnedBy returns which seat is a user's, whoever plays it; Public if none is.
func OwnedBy(g match.Game, user string) engine.Seat {
	return engine.Seat(slices.IndexFunc(g.Seats, func(s match.Seat) bool { return user != "" && Owner(s) == user }) + 1)
}

// StandsIn returns the name of the seat's owner while somebody else plays it as a stand-in, as hostile as any name; "" if nobody does.
func StandsIn(g match.Game, seat engine.Seat) string {
	if seat == engine.Public || g.Seats[seat-1].Owner == "" {
		return ""
	}
	return g.Seats[seat-1].Name
}

// StandsInFor returns the seat that a user plays for its owner, or has agreed to play; false if there is none.
func StandsInFor(g match.Game, user string) (match.Seat, bool) {
	i := slices.IndexFunc(g.Seats, func(s match.Seat) bool { return s.Owner != "" && s.User == user || s.StandIn == user })
	if user == "" || i < 0 {
		return match.Seat{}, false
	}
	return g.Seats[i], true
}

// Concerns reports whether a game concerns a user: they play a seat of it or have one.
func Concerns(g match.Game, user string) bool {
	return Of(g, user) != engine.Public || OwnedBy(g, user) != engine.Public
}

// Begin records that those who sit at a table play their seats from now on.
func Begin(g *match.Game, at time.Time) {
	g.NewTenures = nil
	for i, s := range g.Seats {
		g.NewTenures = append(g.NewTenures, match.Tenure{Seat: engine.Seat(i + 1), User: Player(s), Why: Dealt, From: at})
	}
}

// StandIn has a user play a seat for its owner, who gets it back by GiveBack.
func StandIn(g *match.Game, seat engine.Seat, user string, at time.Time) {
	s := &g.Seats[seat-1]
	s.Owner, s.StandIn = Owner(*s), ""
	assign(g, seat, user, false, StoodIn, at)
}

// House has the house play a seat until its owner is back. Who leaves it to the house of their own accord gets no time for coming
// back in the same turn: they could do so before the house has moved.
func House(g *match.Game, seat engine.Seat, why string, at time.Time) {
	s := &g.Seats[seat-1]
	owner := Owner(*s)
	s.Owner, s.Relieved = "", s.Relieved || why == Away
	assign(g, seat, owner, true, why, at)
}

// GiveBack gives a seat back to its owner.
func GiveBack(g *match.Game, seat engine.Seat, at time.Time) {
	s := &g.Seats[seat-1]
	owner := Owner(*s)
	s.Owner = ""
	assign(g, seat, owner, false, Returned, at)
}

// Vacate takes a seat away from whoever has or plays it: the house plays it, and somebody else may take it.
func Vacate(g *match.Game, seat engine.Seat, why string, at time.Time) {
	s := &g.Seats[seat-1]
	s.Owner, s.StandIn = "", ""
	assign(g, seat, "", true, why, at)
}

// Take gives a seat that is nobody's to a user.
func Take(g *match.Game, seat engine.Seat, user, name string, at time.Time) {
	s := &g.Seats[seat-1]
	s.Owner, s.StandIn, s.Called, s.Name, s.Relieved = "", "", time.Time{}, name, false
	assign(g, seat, user, false, Taken, at)
}

// assign has a user, or the house, play a seat from now on, and records it. What was agreed on with whoever played it before does
// not bind the next one, and who has no seat any more has no vote.
func assign(g *match.Game, seat engine.Seat, user string, house bool, why string, at time.Time) {
	s := &g.Seats[seat-1]
	before := s.User
	s.User, s.Automated = user, house
	s.Asked, s.AtOnce, s.Ousting = "", false, nil
	g.ToMove = exchanged(g.ToMove, before, user)
	noOwners := func(user string) bool { return OwnedBy(*g, user) == engine.Public }
	g.Leaving, g.Pausing = slices.DeleteFunc(slices.Clone(g.Leaving), noOwners), slices.DeleteFunc(slices.Clone(g.Pausing), noOwners)
	for i := range g.Seats {
		g.Seats[i].Ousting = slices.DeleteFunc(slices.Clone(g.Seats[i].Ousting), noOwners)
	}
	g.NewTenures = append(slices.Clip(g.NewTenures), match.Tenure{Seat: seat, User: Player(*s), Why: why, From: at})
}

// exchanged returns a list with a user in the place of another; without a user the other is left out.
func exchanged(list []string, other, user string) []string {
	var all []string
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

// Ineligible is why a user cannot play a seat.
type Ineligible string

// The reasons; None if there is none.
const (
	None        Ineligible = ""
	HasSeat     Ineligible = "has-seat"     // nobody has two seats
	KnowsSecret Ineligible = "knows-secret" // who has played another seat knows its hand and tickets
)

// WasVotedOut reports whether the others have given up a seat while it was a user's, and nobody has it since.
func WasVotedOut(tenures []match.Tenure, user string, seat engine.Seat) bool {
	owner, voted := "", false
	for _, t := range tenures {
		switch {
		case t.Seat != seat:
		case t.Why == Dealt || t.Why == Taken:
			owner, voted = t.User, false
		case t.Why == VotedOut:
			voted = true
		}
	}
	return voted && owner == user
}

// MayPlay says whether a user may play a seat; tenures are those of the game.
func MayPlay(g match.Game, tenures []match.Tenure, user string, seat engine.Seat) Ineligible {
	for i, s := range g.Seats {
		if engine.Seat(i+1) != seat && (s.User == user || s.Owner == user || s.StandIn == user) {
			return HasSeat
		}
	}
	former := g.FormerHere(user)
	for _, t := range tenures {
		if (t.User == user || t.User == former) && t.Seat != seat {
			return KnowsSecret
		}
	}
	return None
}
