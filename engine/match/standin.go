package match

import (
	"time"

	"konduktor/engine"
)

const soughtFor = 7 * 24 * time.Hour

func (c *Change) here() error { return c.Table.Here(c.By) }

// Here refuses a game that is not under way; to strangers elsewhere it does not exist.
func (g Game) Here(a Actor) error {
	if !g.Concerns(a.User) && !g.IsAt(a) {
		return Refuse("game-unknown")
	}
	return g.IsRunning()
}

func (c *Change) owner() (engine.Seat, error) {
	if err := c.here(); err != nil {
		return 0, err
	}
	seat := c.Table.SeatHeldBy(c.By.User)
	if seat == engine.Public {
		return 0, c.Table.stranger(c.By)
	}
	return seat, nil
}

// seatNamed refuses a button of a seat that the table does not have, and what here refuses.
func (c *Change) seatNamed(seat engine.Seat) error {
	if err := c.here(); err != nil {
		return err
	}
	if seat == engine.Public || int(seat) > len(c.Table.Seats) {
		return Refuse("unknown-button")
	}
	return nil
}

// eligible refuses a user who cannot play a seat; the user hears it differently from others.
func (c *Change) eligible(user UserID, seat engine.Seat) error {
	you := user == c.By.User
	switch c.Table.MayPlay(c.Table.known.Tenures, user, seat) {
	case HasSeat:
		if you {
			return Refuse("has-seat-you")
		}
		return Refuse("has-seat", "Player", user)
	case KnowsSecret:
		if you {
			return Refuse("knows-secret-you")
		}
		return Refuse("knows-secret", "Player", user)
	}
	return nil
}

// AskStandIn chooses who plays the actor's seat when the actor cannot, or from now on: the house,
// or a friend, who is asked first.
type AskStandIn struct {
	Friend UserID // "": nobody is chosen
	Bot    bool   // the friend is a bot
	House  bool
	AtOnce bool
}

func (a AskStandIn) decide(c *Change) error {
	seat, err := c.owner()
	if err != nil {
		return err
	}
	s := &c.Table.Seats[seat-1]
	switch {
	case a.House && a.AtOnce && s.Automated:
		return c.Table.refuse("is-away")
	case a.House:
		s.StandIn, s.Asked, s.AtOnce = "", "", false
		if a.AtOnce {
			c.leaveToHouse(seat)
		}
		return nil
	case a.Friend == "":
		return nil
	}
	return a.ask(c, seat)
}

func (a AskStandIn) ask(c *Change, seat engine.Seat) error {
	g := &c.Table.Game
	s := &g.Seats[seat-1]
	switch {
	case a.Friend == c.By.User:
		return Refuse("stand-in-self")
	case s.User == a.Friend && s.Owner != "":
		return g.refuse("is-stand-in")
	case g.Thread == "":
		return g.refuse("no-table")
	case a.Bot:
		return Refuse("no-bots")
	}
	if err := c.eligible(a.Friend, seat); err != nil {
		return err
	}
	if s.Asked == a.Friend && s.AtOnce == a.AtOnce {
		return nil // the table has been told
	}
	how := ByStandIn
	if a.AtOnce {
		how = ByStandInNow
	}
	if err := c.contact(how, a.Friend); err != nil {
		return err
	}
	s.Asked, s.AtOnce = a.Friend, a.AtOnce
	c.happened(StandInAsked{seat})
	return nil
}

func (c *Change) leaveToHouse(seat engine.Seat) {
	c.handOver(seat, Away, func(g *Game) { g.LetHousePlay(seat, Away, c.Now) })
}

// AnswerStandIn is a friend's answer to AskStandIn.
type AnswerStandIn struct {
	Seat   engine.Seat
	Agreed bool
}

func (a AnswerStandIn) decide(c *Change) error {
	if err := c.seatNamed(a.Seat); err != nil {
		return err
	}
	s := &c.Table.Seats[a.Seat-1]
	if s.Asked != c.By.User {
		return Refuse("not-asked")
	}
	if !a.Agreed {
		s.Asked, s.AtOnce = "", false
		c.happened(StandInAnswered{Seat: a.Seat})
		return nil
	}
	if err := c.eligible(c.By.User, a.Seat); err != nil {
		return err
	}
	c.stoodIn()
	if s.AtOnce || s.Automated {
		c.handOver(a.Seat, StoodIn, func(g *Game) { g.LetStandIn(a.Seat, c.By.User, c.Now) })
		c.answered()
		return nil
	}
	s.StandIn, s.Asked = c.By.User, ""
	if c.Table.Pace != "" { // the player may be on vacation already
		c.Table.arrange()
	}
	c.happened(StandInAnswered{a.Seat, true})
	return nil
}

// answered notes that the actor is answered about the last event.
func (c *Change) answered() {
	last := &c.Events[len(c.Events)-1]
	changed := last.Event.(SeatChanged)
	changed.Answered = c.By.User
	last.Event = changed
}

// Return gives the actor's seat back, and ends a vote to give it up.
type Return struct{}

func (Return) decide(c *Change) error {
	seat, err := c.owner()
	if err != nil {
		return err
	}
	s := &c.Table.Seats[seat-1]
	switch {
	case s.Player() == c.By.User && len(s.Ousting) > 0: // they are here: the vote is over
		s.Ousting = nil
		c.happened(Here{seat})
		return nil
	case s.Player() == c.By.User:
		return c.Table.refuse("not-away")
	}
	c.handOver(seat, Returned, func(g *Game) { g.GiveBack(seat, c.Now) })
	c.answered()
	return nil
}

// LeaveGame has the actor leave a running game for good. The house plays the seat, which is
// nobody's; a stand-in's waits for its owner.
type LeaveGame struct{}

func (LeaveGame) decide(c *Change) error {
	if err := c.here(); err != nil {
		return err
	}
	if seat := c.Table.SeatHeldBy(c.By.User); seat != engine.Public {
		c.vacate(seat, Quit)
		return nil
	}
	seat := c.Table.SeatOf(c.By.User)
	if seat == engine.Public {
		return c.Table.stranger(c.By)
	}
	c.leaveToHouse(seat)
	return nil
}

// vacate makes a seat nobody's. If all who still play want the game cancelled, it is.
func (c *Change) vacate(seat engine.Seat, why string) {
	c.handOver(seat, why, func(g *Game) { g.Vacate(seat, why, c.Now) })
	if c.Table.Unanimous(c.Table.Leaving) {
		c.cancel(ByAgreement, seat)
	}
}

// GiveUp has a user who will be forgotten give up what they have in an open game: a lobby they host
// is cancelled, their seat renamed.
type GiveUp struct {
	User UserID
	Name string
}

func (u GiveUp) decide(c *Change) error {
	g := &c.Table.Game
	switch {
	case !g.HasSeat(u.User):
		return ErrUnchanged
	case g.State == Lobby:
		u.leaveLobby(c)
		return nil
	case g.State != Running:
		return ErrUnchanged
	}
	for i := range g.Seats {
		seat := engine.Seat(i + 1)
		switch s := &c.Table.Seats[i]; u.User {
		case s.Holder():
			s.Name = u.Name // before anybody is told that they have left
			c.vacate(seat, Quit)
		case s.User:
			c.leaveToHouse(seat)
		}
	}
	return nil
}

func (u GiveUp) leaveLobby(c *Change) {
	g := &c.Table.Game
	if g.Host == u.User {
		if seat := g.SeatOf(u.User); seat != engine.Public {
			g.Seats[seat-1].Name = u.Name
		}
		c.cancel(ByHost, engine.Public)
		return
	}
	c.unseat(u.User)
	g.Updated = c.Now
	c.happened(LobbyChanged{})
}

// Seek calls for people to take the vacant seats, in the game's channel.
type Seek struct{}

func (Seek) decide(c *Change) error {
	if err := c.here(); err != nil {
		return err
	}
	g := &c.Table.Game
	if !g.Concerns(c.By.User) {
		return g.stranger(c.By)
	}
	if g.Channel == "" {
		return g.refuse("nowhere-to-seek")
	}
	free, sought, until := 0, 0, c.Now.Add(soughtFor)
	for i := range g.Seats {
		s := &g.Seats[i]
		if !s.Vacant() {
			continue
		}
		free++
		if s.Called.After(c.Now) {
			sought++
		}
		s.Called = moment(until)
	}
	switch {
	case free == 0:
		return g.refuse("no-free-seat")
	case free == sought:
		return g.refuse("is-sought")
	}
	c.happened(Sought{until})
	return nil
}

// Take gives the actor a vacant seat that somebody is sought for.
type Take struct {
	Seat  engine.Seat
	Games int // open games of the actor
}

func (t Take) decide(c *Change) error {
	if err := c.seatNamed(t.Seat); err != nil {
		return err
	}
	s := c.Table.Seats[t.Seat-1]
	switch {
	case !s.Vacant() || !s.Called.After(c.Now):
		return Refuse("seat-gone")
	case t.Games >= MaxGames:
		return Refuse("too-many-games", "Most", MaxGames)
	case c.Table.wasVotedOut(c.By.User, t.Seat):
		return c.Table.refuse("voted-out")
	}
	if err := c.eligible(c.By.User, t.Seat); err != nil {
		return err
	}
	c.handOver(t.Seat, Taken, func(g *Game) { g.TakeSeat(t.Seat, c.By.User, c.By.Name, c.Now) })
	c.answered()
	c.happened(SoughtNoLonger{})
	return nil
}
