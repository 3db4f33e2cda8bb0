package match

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Former stands for a user who was forgotten, where an empty ID means something else.
const Former = "former"

func IsFormer(user UserID) bool { return strings.HasPrefix(string(user), Former) }

// FormerHere stands for a forgotten user in the tenures of a running game: they may know a hand and
// must not play another. Only their ID and the game's seed lead to it. When the game ends, Former
// takes its place.
func (g Game) FormerHere(user UserID) UserID {
	sum := hmac.New(sha256.New, g.Seed[:])
	sum.Write([]byte(user)) // never an error
	return UserID(Former + "-" + hex.EncodeToString(sum.Sum(nil)[:8]))
}

// Without returns a game without a user who has no seat in play. Their seats, also former ones, get
// another name. Neither names nor users are in the chain of moves. tenures are those of the game.
func (g Game) Without(user UserID, name string, tenures []Tenure) Game {
	others := func(list []UserID) []UserID {
		return dropped(list, func(u UserID) bool { return u == user })
	}
	g.Seats = slices.Clone(g.Seats)
	for i := range g.Seats {
		s := &g.Seats[i]
		given := s.User == "" && s.Owner == "" && lastOf(tenures, i) == user
		if s.User == user && s.Owner == "" || s.Owner == user || given {
			s.Name = name
		}
		for _, id := range []*UserID{&s.User, &s.Owner, &s.StandIn, &s.Asked} {
			if *id == user {
				*id = ""
			}
		}
		s.Ousting = others(s.Ousting)
	}
	if g.Host == user {
		g.Host = Former
	}
	g.Invited, g.Leaving, g.Pausing, g.ToMove = others(g.Invited), others(g.Leaving),
		others(g.Pausing), others(g.ToMove)
	g.Asking = dropped(g.Asking, func(a Guest) bool { return a.User == user })
	g.Called = dropped(g.Called, func(a Guest) bool { return a.User == user })
	g.Pairing = dropped(g.Pairing, func(p Pair) bool { return p.names(user) })
	g.Contacted = dropped(g.Contacted, func(x Contacted) bool {
		return x.By == user || x.To == user
	})
	if g.Series != nil { // it ends
		base := slices.Clone(g.Series.Base)
		for i := range base {
			if base[i] == string(user) {
				base[i] = ""
			}
		}
		g.Series = &Series{base, g.Series.Round}
	}
	if g.lastContact(ByPause).IsZero() { // the user began the vote
		g.Pausing = nil
	}
	if g.Undoing.User == user {
		g.Undoing = Undoing{}
	}
	g.Undoing.Agreed = others(g.Undoing.Agreed)
	return g
}

func lastOf(tenures []Tenure, i int) (user UserID) {
	for _, t := range tenures {
		if int(t.Seat) == i+1 && (t.Why == Dealt || t.Why == Taken) {
			user = t.User
		}
	}
	return user
}

// Names reports whether a row names a user anywhere.
func (g Game) Names(user UserID) bool {
	seated := slices.ContainsFunc(g.Seats, func(s Seat) bool {
		return slices.Contains([]UserID{s.User, s.Owner, s.StandIn, s.Asked}, user) ||
			slices.Contains(s.Ousting, user)
	})
	return seated || g.Host == user || g.Undoing.User == user ||
		slices.Contains(slices.Concat(g.Invited, g.Leaving, g.Pausing, g.ToMove, g.Undoing.Agreed),
			user) ||
		slices.ContainsFunc(slices.Concat(g.Asking, g.Called), func(a Guest) bool {
			return a.User == user
		}) ||
		slices.ContainsFunc(g.Pairing, func(p Pair) bool { return p.names(user) }) ||
		slices.ContainsFunc(g.Contacted, func(x Contacted) bool { return x.By == user || x.To == user })
}

// HasSeat reports whether a user plays or owns a seat in a game, or hosts its lobby.
func (g Game) HasSeat(user UserID) bool {
	return g.State == Lobby && g.Host == user ||
		slices.ContainsFunc(g.Seats, func(s Seat) bool { return s.User == user || s.Owner == user })
}
