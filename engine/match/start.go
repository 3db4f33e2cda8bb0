package match

import (
	"cmp"
	"slices"

	"konduktor/engine"
)

// Start deals the cards: the host's decision.
type Start struct {
	Seed engine.Seed // of all shuffles (C16)
	Sign string      // tells the game from its people's others
	// Missing names the permissions that the bot lacks where the actor is.
	Missing string
	Rated   bool // the server has ratings
	// Solo first fills a lonely host's lobby with computer players of this level; "": no.
	Solo string
	// Direct is the channel of the host's direct messages, in which a game of one person is played
	// unless it is Public; "": the host takes none.
	Direct ChannelID
	// From is the position from which the game goes on; nil: the cards are dealt
	From *GoingOn
	Deal Day // the day whose deal Seed is; "": an ordinary game
}

func (s Start) decide(c *Change) error {
	switch g := &c.Table.Game; {
	case !g.IsAt(c.By) && g.Host != c.By.User:
		return Refuse("game-unknown")
	case s.Direct != "" && g.Alone() && !g.Public:
		g.goPrivate(s.Direct)
	}
	if s.Solo != "" {
		if err := c.fill(s.Solo); err != nil {
			return err
		}
	}
	if err := s.mayStart(c); err != nil {
		return err
	}
	return s.deal(c)
}

// goPrivate has the only person of a lobby play as the deal of a day is played: in their direct
// messages, without a table, a clock, or waiting for computers.
func (g *Game) goPrivate(direct ChannelID) {
	if g.Channel != direct {
		g.Guild, g.Channel, g.Lobby, g.Thread, g.AtTable = "", direct, "", "", false
	}
	g.Pace, g.Weekends, g.Delay = "", false, cmp.Or(g.Delay, AtOnce)
}

func (c *Change) fill(level string) error {
	g := &c.Table.Game
	switch {
	case g.State != Lobby:
		return g.IsLobby()
	case !c.hosts():
		return Refuse("host-only")
	case !g.Alone():
		return Refuse("not-alone")
	}
	seats := g.Wanted
	for _, n := range c.Table.title.SeatCounts() {
		if seats == 0 && n >= len(g.Seats) {
			seats = n // the fewest that there can be
		}
	}
	for len(g.Seats) < seats {
		if err := c.seatComputer(level); err != nil {
			return err
		}
	}
	g.Delay = cmp.Or(g.Delay, Quickly) // nobody else has to follow
	return nil
}

func (s Start) mayStart(c *Change) error {
	g, title := &c.Table.Game, c.Table.title
	switch {
	case g.State != Lobby:
		return g.IsLobby()
	case !c.hosts():
		return Refuse("host-only")
	case g.Wanted > 0 && len(g.Seats) != g.Wanted:
		return Refuse("seats-missing", "Count", g.Wanted-len(g.Seats))
	case !slices.Contains(title.SeatCounts(), len(g.Seats)):
		return tooFew(*g, title)
	case s.Missing != "" && g.Outside() == c.By.Channel && !g.Solitary(): // a thread will stand there
		return Refuse("permissions", "Missing", s.Missing)
	}
	return nil
}

// deal makes the lobby a running game: seats in the order that the seed draws (C1), pinned rules.
func (s Start) deal(c *Change) error {
	t := &c.Table
	size := TeamSize(t.title)
	switch { // C1
	case s.From != nil:
		t.Seats = s.From.sit(t.Seats)
	case t.InOrder:
	case t.Series != nil && t.Series.fits(t.Seats, size):
		t.Seats = t.Series.order(t.Seats, size)
	default:
		t.Seats, t.Series = SeatOrder(t.Seats, size, s.Seed), nil
	}
	t.Seed, t.Version, t.State, t.Updated = s.Seed, t.title.Version(), Running, c.Now
	t.Invited, t.Asking, t.Pairing = nil, nil, nil // now it is too late
	t.Sign = s.Sign
	var err error
	if t.play, err = Deal(t.title, t.Game); err != nil {
		return err
	}
	t.follow(FirstLink(t.Game))
	if s.From != nil {
		if err := c.resume(s.From); err != nil {
			return err
		}
	}
	v := t.View(engine.Public)
	t.Rated, t.RatedBy, t.Unrated, t.Removed = nil, 0, nil, nil
	if s.Rated && t.Guild != "" {
		t.rate(&v, t.takingPart())
	}
	c.startClocks(&v)
	c.happened(Started{slices.Clone(v.ToMove)})
	return nil
}

// SeatCountRefusal says how many people a title takes.
func SeatCountRefusal(title engine.Title) *Refusal {
	counts := title.SeatCounts()
	if some, last, gaps := Gaps(counts); gaps {
		return Refuse("seats-either", "Some", some, "Last", last)
	}
	return Refuse("seats", "Least", slices.Min(counts), "Most", slices.Max(counts))
}

// tooFew says why a game cannot start with its present seats.
func tooFew(g Game, title engine.Title) *Refusal {
	lone := len(g.Seats) % TeamSize(title)
	if lone == 0 {
		return SeatCountRefusal(title)
	}
	some, last, _ := Gaps(title.SeatCounts())
	names := make([]Hostile, lone)
	for i, s := range g.Shown()[len(g.Seats)-lone:] {
		names[i] = Hostile(s.Name)
	}
	return Refuse("partner-missing", "Names", names, "Some", some, "Last", last)
}
