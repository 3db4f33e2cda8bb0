package match

import (
	"slices"
	"time"

	"konduktor/engine"
)

// Result is how a finished game was for somebody who played a seat: its holder in the end, or a
// stand-in.
type Result struct {
	Game   GameID
	Server ServerID // "" for a game without a server
	Ended  time.Time
	Seat   engine.Seat
	User   UserID // "": a computer, or nobody in the end
	Account
}

// Account is what a Result says. Of a stand-in it has Title and Helped alone.
type Account struct {
	Title string `json:"title"`
	Seats int    `json:"seats,omitempty"` // of the game
	Level string `json:"level,omitempty"` // of a computer
	Team  int    `json:"team,omitempty"`  // from 1; 0: each seat is on its own
	Place int    `json:"place,omitempty"`
	// Points are the seat's, or its team's.
	Points int `json:"points,omitempty"`
	// Rated: its holder takes part in the ratings and has played enough of it.
	Rated bool `json:"rated,omitempty"`
	Turns int  `json:"turns,omitempty"` // of the seat
	Own   int  `json:"own,omitempty"`   // that its holder played
	Late  int  `json:"late,omitempty"`  // that the house played since the time was up
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

// Held reports whether the result is that of a seat, not of a stand-in.
func (r *Result) Held() bool { return r.Place > 0 }

// Results are those of a finished game. moves are the chronicle's; tenures are in order.
func (c *Chronicle) Results(moves []Move, tenures []Tenure) []Result {
	v, g := c.Table.View(engine.Public), c.Table.Game
	var list []Result
	for i := range v.Seats {
		s, seat := &v.Seats[i], engine.Seat(i+1)
		one := Result{
			Game: g.ID, Server: g.Guild, Ended: moves[len(moves)-1].At, Seat: seat,
			User: g.Seats[i].Holder(), Account: scored(s),
		}
		one.Title, one.Seats, one.Level = g.Title, len(v.Seats), g.Seats[i].Level
		if v.Uses(engine.UsesTeams) {
			one.Team = s.Team + 1
		}
		turns, last := c.turnsOf(seat, moves, tenures)
		for _, t := range turns {
			one.Turns++
			switch {
			case t.User == one.User:
				one.Own++
			case t.Why == TimeUp:
				one.Late++
			}
		}
		dealt := dealtTo(tenures, seat)
		one.Rated = one.User != "" && dealt == one.User && slices.Contains(g.Rated, seat) &&
			!absentAfter(one.Turns, one.Own, last != one.User)
		if one.User != "" && dealt != one.User {
			one.Helped = one.Own
		}
		list = append(append(list, one), helpers(one, turns, dealt)...)
	}
	return list
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

// turnsOf returns in which tenure each turn of a seat was completed, and who plays it in the end.
func (c *Chronicle) turnsOf(seat engine.Seat, moves []Move, tenures []Tenure,
) (turns []Tenure, last UserID) {
	for i := int(c.Began()); i < min(len(moves), len(c.chapters)); i++ {
		if moves[i].Seat == seat && c.chapters[i].Ends {
			turns = append(turns, tenureAt(tenures, seat, moves[i].At))
		}
	}
	return turns, PlayedBy(tenures, seat, moves[len(moves)-1].At)
}

func dealtTo(tenures []Tenure, seat engine.Seat) UserID {
	for _, t := range tenures {
		if t.Seat == seat && t.Why == Dealt {
			return t.User
		}
	}
	return ""
}

// absentAfter reports whether others have played too much of a seat for it to be rated: more than a
// quarter of its turns, or the end (docs/ratings.md).
func absentAfter(turns, own int, left bool) bool { return left || 4*(turns-own) > turns }

// helpers are the results of those who played turns of a seat without having it, in the order in
// which they began.
func helpers(of Result, turns []Tenure, dealt UserID) []Result {
	var list []Result
	for _, t := range turns {
		if t.User == "" || IsFormer(t.User) || t.User == dealt || t.User == of.User {
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
