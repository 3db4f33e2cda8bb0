package match

import (
	"errors"
	"slices"

	"konduktor/engine"
	"konduktor/engine/rating"
)

// Unrated is why a game is not rated on a server with ratings.
type Unrated struct {
	Why   string `json:"why"`
	Level string `json:"level,omitempty"` // of the computer that is not known
}

// The reasons.
const (
	UnratedOrder    = "order"    // the order of seats was not drawn by lot
	UnratedFew      = "few"      // fewer than two people take part
	UnratedPartners = "partners" // all who take part are in one team
	UnratedLevel    = "level"    // nobody knows how strong a computer is at such a table
)

// takingPart lists the seats whose players take part in the ratings.
func (t *Table) takingPart() (seats []engine.Seat) {
	for i, one := range t.Seats {
		if one.User != "" && t.known.Habits[one.User].Rated {
			seats = append(seats, engine.Seat(i+1))
		}
	}
	return seats
}

// rate settles whether the game is rated, whose players in these seats take part. What is settled
// when the cards are dealt is what counts: nobody can leave the ratings to escape a defeat.
func (t *Table) rate(v *engine.View, seats []engine.Seat) {
	t.Rated, t.RatedBy, t.Unrated = seats, rating.Version, t.unrated(v, seats)
	if t.Unrated != nil {
		t.Rated = nil
	}
}

func (t *Table) unrated(v *engine.View, seats []engine.Seat) *Unrated {
	if t.InOrder {
		return &Unrated{Why: UnratedOrder}
	}
	entrants := make([]rating.Entrant, len(t.Seats))
	unknown := ""
	for i, one := range t.Seats {
		e := &entrants[i]
		e.Rated, e.Team = slices.Contains(seats, engine.Seat(i+1)), i
		if v.Uses(engine.UsesTeams) {
			e.Team = v.Seats[i].Team
		}
		if one.Level != "" {
			e.Person, e.Level = rating.Computer, one.Level
			if !rating.Known(rating.Version, t.Title, len(t.Seats), one.Level) {
				unknown = one.Level
			}
		}
	}
	switch err := rating.Settle(t.Title, rating.Version, entrants); {
	case errors.Is(err, rating.ErrTooFew):
		return &Unrated{Why: UnratedFew}
	case errors.Is(err, rating.ErrPartners):
		return &Unrated{Why: UnratedPartners}
	case errors.Is(err, rating.ErrUnknown):
		return &Unrated{Why: UnratedLevel, Level: unknown}
	}
	return nil
}

// SettleRatings settles for whom a running game is rated that was dealt when a seat could still be
// left out of the ratings by not playing its end, and tables of computers of an unknown strength
// were said to be rated.
type SettleRatings struct{}

// Unsettled reports whether SettleRatings has something to settle.
func (g Game) Unsettled() bool { return g.State == Running && len(g.Rated) > 0 && g.RatedBy == 0 }

func (SettleRatings) decide(c *Change) error {
	t := &c.Table
	if !t.Unsettled() {
		return ErrUnchanged
	}
	v := t.View(engine.Public)
	t.rate(&v, t.Rated)
	c.happened(RatingsSettled{})
	return nil
}

// Removal is what those who manage a server have taken out of the ratings.
type Removal struct {
	Seat   engine.Seat `json:"seat,omitempty"` // Public: the whole game
	Reason string      `json:"reason"`         // hostile text
}

// RemovedSeats lists the rated seats that are out of the ratings.
func (g Game) RemovedSeats() (seats []engine.Seat) {
	for _, seat := range g.Rated {
		if slices.ContainsFunc(g.Removed, func(r Removal) bool {
			return r.Seat == seat || r.Seat == engine.Public
		}) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Unrate takes a game, or a seat of it, out of the ratings for those who manage the server; given
// again it takes it back in.
type Unrate struct {
	Player UserID // to whom the seat was dealt; "": the whole game
	Reason string // hostile text
}

func (u Unrate) decide(c *Change) error {
	g, seat := &c.Table.Game, engine.Public
	switch {
	case g.Guild != c.By.Server:
		return Refuse("game-unknown")
	case g.State != Running && g.State != Finished:
		return g.IsRunning()
	case len(g.Rated) == 0:
		return g.refuse("game-unrated")
	}
	if u.Player != "" {
		i := slices.IndexFunc(g.Rated, func(s engine.Seat) bool {
			return dealtTo(c.Table.known.Tenures, s) == u.Player
		})
		if i < 0 {
			return g.refuse("seat-unrated")
		}
		seat = g.Rated[i]
	}
	kept := slices.DeleteFunc(slices.Clone(g.Removed), func(r Removal) bool { return r.Seat == seat })
	back := len(kept) < len(g.Removed)
	switch {
	case !back && u.Reason == "":
		return Refuse("reason-missing")
	case !back:
		kept = append(kept, Removal{seat, u.Reason})
	}
	g.Removed = kept
	c.happened(TakenOut{seat, back})
	return nil
}
