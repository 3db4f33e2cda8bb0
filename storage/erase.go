package storage

import "slices"

// Former stands for a user who was forgotten, where an empty ID means something else.
const Former = "former"

// Without returns a game that is not open any more, without a user who is to be forgotten: the seat is nobody's and has another
// name, so that the others' game stays what it was. Neither names nor users are in the chain of moves.
func (g Game) Without(user, name string) Game {
	others := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(u string) bool { return u == user })
	}
	g.Seats = slices.Clone(g.Seats)
	for i := range g.Seats {
		s := &g.Seats[i]
		if s.User == user && s.Owner == "" || s.Owner == user {
			s.Name = name
		}
		for _, id := range []*string{&s.User, &s.Owner, &s.StandIn, &s.Asked} {
			if *id == user {
				*id = ""
			}
		}
		s.Ousting = others(s.Ousting)
	}
	if g.Host == user {
		g.Host = Former
	}
	g.Invited, g.Leaving, g.Pausing, g.ToMove = others(g.Invited), others(g.Leaving), others(g.Pausing), others(g.ToMove)
	g.Asking = slices.DeleteFunc(slices.Clone(g.Asking), func(a Guest) bool { return a.User == user })
	g.Pairing = slices.DeleteFunc(slices.Clone(g.Pairing), func(p Pair) bool { return p.From == user || p.With == user })
	if g.Undoing.User == user {
		g.Undoing = Undoing{}
	}
	return g
}

// Names reports whether a row names a user anywhere.
func (g Game) Names(user string) bool {
	seated := slices.ContainsFunc(g.Seats, func(s Seat) bool {
		return slices.Contains([]string{s.User, s.Owner, s.StandIn, s.Asked}, user) || slices.Contains(s.Ousting, user)
	})
	return seated || g.Host == user || g.Undoing.User == user ||
		slices.Contains(slices.Concat(g.Invited, g.Leaving, g.Pausing, g.ToMove), user) ||
		slices.ContainsFunc(g.Asking, func(a Guest) bool { return a.User == user }) ||
		slices.ContainsFunc(g.Pairing, func(p Pair) bool { return p.From == user || p.With == user })
}

// HasSeat reports whether a user plays or has a seat in a game, or is its host in the lobby.
func (g Game) HasSeat(user string) bool {
	return g.State == Lobby && g.Host == user || slices.ContainsFunc(g.Seats, func(s Seat) bool {
		return slices.Contains([]string{s.User, s.Owner, s.StandIn}, user)
	})
}
