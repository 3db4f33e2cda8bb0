package match

import (
	"slices"

	"konduktor/engine"
)

// maxWishes bounds the numbers of wishes, as custom IDs do.
const maxWishes = 9999

// SitWith asks a player of the lobby to be the actor's partner. If they have asked each other, both
// agree.
type SitWith struct{ Partner UserID }

func (s SitWith) decide(c *Change) error {
	g, err := c.lobby()
	if err != nil {
		return err
	}
	size, user := TeamSize(c.Table.title), c.By.User
	asked := Pair{From: s.Partner, With: user}
	switch {
	case size == 1:
		return Refuse("unknown-button")
	case g.SeatOf(user) == engine.Public:
		return Refuse("take-a-seat")
	case s.Partner == user:
		return Refuse("partner-self")
	case g.SeatOf(s.Partner) == engine.Public:
		return Refuse("partner-gone")
	case slices.ContainsFunc(g.Pairing, func(p Pair) bool { return p.sameAs(asked) }):
		g.pair(size, s.Partner, user)
		c.happened(PartnerAnswered{g.SeatOf(s.Partner), user, true})
		return c.lobbyChanged()
	case (int(g.SeatOf(user))-1)/size == (int(g.SeatOf(s.Partner))-1)/size:
		return Refuse("partners-already", "Name", Hostile(g.NameOf(s.Partner)))
	}
	if err := c.contact(ByPartner, s.Partner); err != nil {
		return err
	}
	wish := Pair{From: user, With: s.Partner, N: g.Rev%maxWishes + 1}
	others := dropped(g.Pairing, func(p Pair) bool { return p.From == user })
	g.Pairing = append(others, wish)
	c.happened(PartnerAsked{g.SeatOf(s.Partner), wish.N})
	return c.lobbyChanged()
}

func (p Pair) sameAs(q Pair) bool { return p.From == q.From && p.With == q.With }

// pair seats the asker beside the user, and forgets the wishes that this settles.
func (g *Game) pair(size int, asker, user UserID) {
	g.Seats = Beside(g.Seats, size, asker, user)
	g.Pairing = dropped(g.Pairing, func(p Pair) bool {
		return p.names(user) || p.names(asker)
	})
}

// AnswerPartner answers a wish to be the actor's partner. After a No everybody stays.
type AnswerPartner struct {
	N      int // of the wish: Pair.N
	Agreed bool
}

// Asker returns the user whose wish it is; "" if it is gone.
func (a AnswerPartner) Asker(g Game, user UserID) UserID {
	for _, p := range g.Pairing {
		seated := g.SeatOf(p.With) != engine.Public && g.SeatOf(p.From) != engine.Public
		if p.N == a.N && p.With == user && seated {
			return p.From
		}
	}
	return ""
}

func (a AnswerPartner) decide(c *Change) error {
	g, err := c.lobby()
	if err != nil {
		return err
	}
	asker, user := a.Asker(*g, c.By.User), c.By.User
	if asker == "" {
		return Refuse("wish-gone")
	}
	if a.Agreed {
		g.pair(TeamSize(c.Table.title), asker, user)
	} else {
		g.Pairing = dropped(g.Pairing, func(p Pair) bool {
			return p.sameAs(Pair{From: asker, With: user})
		})
	}
	c.happened(PartnerAnswered{g.SeatOf(asker), user, a.Agreed})
	return c.lobbyChanged()
}

// MixTeams draws the teams of a lobby anew: the host's choice.
type MixTeams struct{ Seed engine.Seed }

func (m MixTeams) decide(c *Change) error {
	g, err := c.lobby()
	switch {
	case err != nil:
		return err
	case TeamSize(c.Table.title) == 1:
		return Refuse("unknown-button")
	case !c.hosts():
		return Refuse("host-only")
	}
	random := engine.NewStream(m.Seed, "teams")
	engine.Shuffle(&random, g.Seats)
	return c.lobbyChanged()
}
