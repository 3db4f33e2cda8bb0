package match

import (
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/engine/rating"
)

// Result is how a finished game was for somebody who played a seat: its owner, to whom it was
// dealt, or one who played turns of it for them.
type Result struct {
	Game   GameID
	Server ServerID // "" for a game without a server
	Ended  time.Time
	Seat   engine.Seat
	User   UserID // "": a computer
	Account
}

// Account is what a Result says. Of one who is not the owner it has Title and Helped alone.
type Account struct {
	Title string `json:"title"`
	Seats int    `json:"seats,omitempty"` // of the game
	Level string `json:"level,omitempty"` // of a computer
	Team  int    `json:"team,omitempty"`  // from 1; 0: each seat is on its own
	Place int    `json:"place,omitempty"`
	// Points are the seat's, or its team's.
	Points int `json:"points,omitempty"`
	// Rated: its owner took part in the ratings when the cards were dealt, and it is not LeftOut.
	Rated bool `json:"rated,omitempty"`
	// LeftOut is why a seat that was rated at the deal no longer is: rating.Early or rating.Voted.
	LeftOut rating.LeftOut `json:"leftOut,omitempty"`
	// Removed: the server's managers have taken it out of the ratings.
	Removed bool `json:"removed,omitempty"`
	// Computers is the version of the strengths of computers that the deal named; 0: the first.
	Computers int `json:"computers,omitempty"`
	Turns     int `json:"turns,omitempty"` // of the seat
	Own       int `json:"own,omitempty"`   // that its owner played
	Late      int `json:"late,omitempty"`  // that the house played since the time was up
	// Helped are turns played of a seat that was somebody else's.
	Helped int `json:"helped,omitempty"`
	Kept   int `json:"kept,omitempty"` // tickets
	Done   int `json:"done,omitempty"` // completed ones
	// Best is the completed ticket that brought most, Earned what it brought; 0: none.
	Best   engine.TicketID `json:"best,omitempty"`
	Earned int             `json:"earned,omitempty"`
	Judged *Judged         `json:"judged,omitempty"` // nil: the game was not reviewed
}

// Judged is what a review says of a seat.
type Judged struct {
	// what the review says that its own choices cost, in percent of its chance to win; 0: it says
	// nothing. Version 1.0.0 wrote what was not clear, too, as "play".
	Cost int `json:"cost,omitempty"`
	// the turn that changed the chances most, and this seat's before and after; Turn 0: none clearly
	Turn   int     `json:"turn,omitempty"`
	Before float64 `json:"before,omitempty"`
	After  float64 `json:"after,omitempty"`
}

// Held reports whether the result is that of a seat's owner.
func (r *Result) Held() bool { return r.Place > 0 }

// Results are those of a finished game. moves are the chronicle's; tenures are in order.
func (c *Chronicle) Results(moves []Move, tenures []Tenure) []Result {
	v, g := c.Table.View(engine.Public), c.Table.Game
	var list []Result
	for i := range v.Seats {
		s, seat := &v.Seats[i], engine.Seat(i+1)
		one := Result{
			Game: g.ID, Server: g.Guild, Ended: moves[len(moves)-1].At, Seat: seat,
			User: dealtTo(tenures, seat), Account: scored(s),
		}
		one.Title, one.Seats, one.Level = g.Title, len(v.Seats), g.Seats[i].Level
		if v.Uses(engine.UsesTeams) {
			one.Team = s.Team + 1
		}
		turns := c.turnsOf(seat, moves, tenures)
		for _, t := range turns {
			one.Turns++
			switch {
			case t.User == one.User:
				one.Own++
			case t.Why == TimeUp:
				one.Late++
			}
		}
		if slices.Contains(g.Rated, seat) {
			one.settle(g.RatedBy, tenures)
			one.Removed = slices.Contains(g.RemovedSeats(), seat)
		}
		list = append(append(list, one), helpers(one, turns)...)
	}
	return list
}

// settle says whether a seat that was rated at the deal still is (docs/ratings.md).
func (r *Result) settle(by int, tenures []Tenure) {
	r.Computers = by
	switch {
	case givenUp(tenures, r.Seat, r.User):
		r.LeftOut = rating.Voted
	case rating.IsEarly(r.Own, r.Turns):
		r.LeftOut = rating.Early
	default:
		r.Rated = true
	}
}

// givenUp reports whether the others voted the owner of a seat out, and they never got it back.
func givenUp(tenures []Tenure, seat engine.Seat, owner UserID) (voted bool) {
	has := owner
	for _, t := range tenures {
		switch {
		case t.Seat != seat:
		case t.User == owner:
			has, voted = owner, false
		case t.Why == Taken:
			has = t.User
		case t.Why == VotedOut && has == owner:
			voted = true
		}
	}
	return voted
}

func scored(s *engine.SeatView) Account {
	f := s.Final
	o := Account{
		Place: f.Place, Points: f.Total, Done: len(f.Completed),
		Kept: len(f.Completed) + len(f.Failed),
	}
	for i, ticket := range f.Completed {
		if f.Earned[i] > o.Earned {
			o.Best, o.Earned = ticket, f.Earned[i]
		}
	}
	return o
}

// turnsOf returns in which tenure each turn of a seat was completed.
func (c *Chronicle) turnsOf(seat engine.Seat, moves []Move, tenures []Tenure) (turns []Tenure) {
	for i := int(c.Began()); i < min(len(moves), len(c.chapters)); i++ {
		if moves[i].Seat == seat && c.chapters[i].Ends {
			turns = append(turns, tenureAt(tenures, seat, moves[i].At))
		}
	}
	return turns
}

func dealtTo(tenures []Tenure, seat engine.Seat) UserID {
	for _, t := range tenures {
		if t.Seat == seat && t.Why == Dealt {
			return t.User
		}
	}
	return ""
}

// helpers are the results of those who played turns of somebody else's seat, in the order in which
// they began.
func helpers(of Result, turns []Tenure) []Result {
	var list []Result
	for _, t := range turns {
		if t.User == "" || IsFormer(t.User) || t.User == of.User {
			continue
		}
		n := len(list)
		if n == 0 || list[n-1].User != t.User {
			list = append(list, Result{
				Game: of.Game, Server: of.Server, Ended: of.Ended, Seat: of.Seat, User: t.User,
				Account: Account{Title: of.Title},
			})
			n++
		}
		list[n-1].Helped++
	}
	return list
}
