package match

import (
	"slices"
	"strings"

	"konduktor/engine"
)

// dropped returns a new list without some entries, since the table before a change keeps its own.
func dropped[T any](list []T, which func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), which)
}

var computerNames = [...]string{
	"Bot Ada", "Bot Bruno", "Bot Cela", "Bot Darek", "Bot Ewa", "Bot Franek",
}

// ComputerSeat returns a computer player's seat with a name that no other has.
func ComputerSeat(seats []Seat, level string) Seat {
	taken := Names(seats)
	for _, name := range computerNames {
		if !slices.Contains(taken, name) {
			return Seat{Name: name, Level: level}
		}
	}
	return Seat{Name: computerNames[0], Level: level} // more seats than any title has
}

// Vacant reports whether nobody owns a seat; a computer owns its own.
func (s Seat) Vacant() bool { return s.User == "" && s.Level == "" }

// Player returns the user who plays a seat, "" if the house does: exactly one plays it at any time.
func (s Seat) Player() UserID {
	if s.Automated {
		return ""
	}
	return s.User
}

// Holder returns the user who owns a seat, no matter who plays it; "" if nobody does.
func (s Seat) Holder() UserID {
	if s.Owner != "" {
		return s.Owner
	}
	return s.User
}

func (g Game) seatWhere(is func(Seat) bool) engine.Seat {
	return engine.Seat(slices.IndexFunc(g.Seats, is) + 1)
}

// SeatOf returns the seat that a user plays, or the house for them; Public if none.
func (g Game) SeatOf(user UserID) engine.Seat {
	return g.seatWhere(func(s Seat) bool { return user != "" && s.User == user })
}

// SeatHeldBy returns the seat that a user owns, no matter who plays it; Public if none.
func (g Game) SeatHeldBy(user UserID) engine.Seat {
	return g.seatWhere(func(s Seat) bool { return user != "" && s.Holder() == user })
}

// OwnerName returns the name of a seat's owner while a stand-in plays it, else ""; hostile text.
func (g Game) OwnerName(seat engine.Seat) string {
	if seat == engine.Public || g.Seats[seat-1].Owner == "" {
		return ""
	}
	return g.ShownName(seat)
}

// StandsInFor returns the seat that a user plays for its owner, or has agreed to play.
func (g Game) StandsInFor(user UserID) (Seat, bool) {
	seat := g.seatWhere(func(s Seat) bool {
		return user != "" && (s.Owner != "" && s.User == user || s.StandIn == user)
	})
	if seat == engine.Public {
		return Seat{}, false
	}
	return g.Shown()[seat-1], true
}

// Concerns reports whether a user plays or owns a seat.
func (g Game) Concerns(user UserID) bool {
	return g.SeatOf(user) != engine.Public || g.SeatHeldBy(user) != engine.Public
}

// WaitsFor reports whether a running game waits for a user.
func (g Game) WaitsFor(user UserID) bool {
	return g.State == Running && slices.Contains(g.ToMove, user)
}

// WaitingFor lists the games that wait for a user to play.
func WaitingFor(games []Game, user UserID) []Game {
	var list []Game
	for _, g := range games {
		seat := g.SeatOf(user)
		if seat != engine.Public && !g.Seats[seat-1].Automated && g.WaitsFor(user) {
			list = append(list, g)
		}
	}
	return list
}

// UsersOf lists the users who play some seats, or have the house play them.
func (g Game) UsersOf(seats []engine.Seat) []UserID {
	var list []UserID
	for _, seat := range seats {
		if user := g.Seats[seat-1].User; user != "" {
			list = append(list, user)
		}
	}
	return list
}

// Users lists the people in seats.
func Users(seats []Seat) []UserID {
	var list []UserID
	for _, s := range seats {
		if s.User != "" {
			list = append(list, s.User)
		}
	}
	return list
}

// Holders lists the people who own seats.
func Holders(seats []Seat) []UserID {
	var list []UserID
	for _, s := range seats {
		if holder := s.Holder(); holder != "" {
			list = append(list, holder)
		}
	}
	return list
}

// Names lists the names in seats, which are hostile text.
func Names(seats []Seat) []string {
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = s.Name
	}
	return list
}

// Alone reports whether a single person plays, and computers have all other seats. What is told
// there is news to nobody else.
func (g Game) Alone() bool {
	shared := func(s Seat) bool { return s.Owner != "" || s.Vacant() }
	return g.people() == 1 && !slices.ContainsFunc(g.Seats, shared)
}

func (g Game) people() (n int) {
	for _, s := range g.Seats {
		if s.Level == "" {
			n++
		}
	}
	return n
}

// Answered reports whether computers make their moves at once for the only person who plays: what
// shows that they are to move is replaced within a moment.
func (g Game) Answered() bool { return g.Delay == AtOnce && g.Alone() }

// Solitary reports whether a game is played in direct messages, without a table: somebody's against
// computers, or one of an evening.
func (g Game) Solitary() bool {
	return g.Guild == "" && g.Channel != "" && !g.Channel.Private() || g.Duplicate()
}

// Duplicate reports whether a game is a table of an evening: others have the same cards.
func (g Game) Duplicate() bool { return strings.HasPrefix(g.Of, "evening/") }
