package match

import (
	"slices"
	"time"

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
	Vote int // the one that it counts for (Terms.StopVotes); 0: the open one, or a new one
}

// isPast reports whether the vote of a button is over: the open one is the last. 0 is no vote.
func isPast(vote, last int, open []UserID) bool {
	return vote != 0 && (vote != last || len(open) == 0)
}

func (w Cancel) decide(c *Change) error {
	g := &c.Table.Game
	seat, err := g.Voter(c.By)
	switch {
	case err != nil: // the button is there for everybody at the table
		return err
	case g.State == Lobby && c.hosts():
		c.cancel(ByHost, engine.Public)
		return nil
	case g.State == Lobby:
		return g.refuse("not-started")
	case g.State != Running:
		return g.IsRunning()
	case isPast(w.Vote, g.StopVotes, g.Leaving):
		return g.refuse("stop-vote-over")
	case slices.Contains(g.Leaving, c.By.User):
		return nil // the table has been told
	}
	if len(g.Leaving) == 0 {
		if err := c.contact(ByCancel, ""); err != nil {
			return err
		}
		g.StopVotes++
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
func (g Game) MayAskToCancel(a Actor, now time.Time) error {
	seated := g.Concerns(a.User)
	switch {
	case g.State == Running && seated:
		_, err := g.Voter(a)
		return err
	case !g.IsAt(a) && !seated:
		return Refuse("game-unknown")
	case g.State != Lobby:
		return g.IsLobby()
	case !g.mayHost(a.User, now):
		return Refuse("host-only")
	}
	return nil
}

// PlayOn ends a vote to cancel.
type PlayOn struct {
	Vote int // as in Cancel
}

func (p PlayOn) decide(c *Change) error {
	g := &c.Table.Game
	seat, err := g.Voter(c.By)
	switch {
	case err != nil:
		return err
	case g.State != Running:
		return g.IsRunning()
	case isPast(p.Vote, g.StopVotes, g.Leaving):
		return g.refuse("stop-vote-over")
	case len(g.Leaving) == 0:
		return nil
	}
	g.Leaving = nil
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
