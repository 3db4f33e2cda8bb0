package match

import (
	"slices"

	"konduktor/engine"
)

func (c *Change) cancel(why CloseReason, by engine.Seat) {
	g := &c.Table.Game
	ran := g.State == Running
	g.State, g.ToMove, g.Updated, g.Asking = Cancelled, nil, c.Now, nil
	c.happened(Closed{why, by, ran})
}

// Cancel ends a lobby for its host, or votes to cancel the running game.
type Cancel struct {
	// Asked is the question that it answers (StopAsked); 0: the open one, or a new one.
	Asked int
}

// StopAsked numbers the question whether to cancel: votes on an earlier one do not count.
func (g Game) StopAsked() int { return g.Refused + 1 }

func (w Cancel) decide(c *Change) error {
	g := &c.Table.Game
	seat, err := g.Voter(c.By)
	switch {
	case err != nil: // the button is there for everybody at the table
		return err
	case g.State == Lobby && g.Host == c.By.User:
		c.cancel(ByHost, engine.Public)
		return nil
	case g.State == Lobby:
		return Refuse("not-started", "Game", g.ID)
	case g.State != Running:
		return g.IsRunning()
	case w.Asked != 0 && w.Asked != g.StopAsked():
		return Refuse("stop-vote-over", "Game", g.ID)
	case slices.Contains(g.Leaving, c.By.User):
		return nil // the table has been told
	}
	if len(g.Leaving) == 0 {
		if err := c.contact(ByCancel, ""); err != nil {
			return err
		}
	}
	g.Leaving = append(slices.Clone(g.Leaving), c.By.User)
	if g.Unanimous(g.Leaving) {
		c.cancel(ByAgreement, seat)
		return nil
	}
	c.happened(CancelAsked{seat})
	return nil
}

// MayAskToCancel returns why somebody cannot cancel a game: nil or a *Refusal.
func (g Game) MayAskToCancel(a Actor) error {
	seated := g.Concerns(a.User)
	switch {
	case g.State == Running && seated:
		_, err := g.Voter(a)
		return err
	case !g.IsAt(a) && !seated:
		return Refuse("game-unknown")
	case g.State != Lobby:
		return g.IsLobby()
	case g.Host != a.User:
		return Refuse("host-only")
	}
	return nil
}

// PlayOn ends a vote to cancel: one player wants to play on.
type PlayOn struct{}

func (PlayOn) decide(c *Change) error {
	g := &c.Table.Game
	seat, err := g.Voter(c.By)
	switch {
	case err != nil:
		return err
	case g.State != Running:
		return g.IsRunning()
	case len(g.Leaving) == 0:
		return nil
	}
	g.Leaving = nil
	g.Refused++
	c.happened(CancelRefused{seat})
	return nil
}

// EndGame cancels a lobby or a running game for those who manage the server.
type EndGame struct{}

func (EndGame) decide(c *Change) error {
	if err := c.managed(); err != nil {
		return err
	}
	c.cancel(ByManagers, engine.Public)
	return nil
}
