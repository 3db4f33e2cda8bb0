package railway

import (
	"slices"

	"konduktor/engine"
)

// team is what partners share (S2, S4); empty without teams.
type team struct {
	rack    engine.Cards
	tickets []engine.TicketID // in the order shared
}

// TeamSize is the number of seats in a team, 1 without teams.
func (t *Title) TeamSize() int { return max(t.rules.TeamSize, 1) }

func (g *Game) teamed() bool { return g.title.rules.TeamSize > 0 }

// teamSize is the number of seats that score together; 1 without teams.
func (g *Game) teamSize() int { return g.title.TeamSize() }

// teamOf numbers a seat's team from 0; partners sit next to each other (C1).
func (g *Game) teamOf(s engine.Seat) int { return int(s-1) / g.teamSize() }

func (g *Game) team(s engine.Seat) *team { return &g.teams[g.teamOf(s)] }

// mate returns the seat's partner, Public if it has none.
func (g *Game) mate(s engine.Seat) engine.Seat {
	for _, m := range g.members(s) {
		if m != s {
			return m
		}
	}
	return engine.Public
}

func (g *Game) members(s engine.Seat) []engine.Seat {
	first := g.teamOf(s) * g.teamSize()
	return g.Seats()[first : first+g.teamSize()]
}

// put adds a drawn card to hand or rack; always to the hand without racks.
func (g *Game) put(s engine.Seat, card engine.Card, where engine.Where) {
	if where == engine.ToRack {
		g.team(s).rack[card]++
		return
	}
	g.seat(s).hand[card]++
}

func (g *Game) refusePlace(_ engine.Seat, m engine.Move) error {
	if g.Owes != engine.OwesPlace {
		return engine.Refuse(engine.RefuseNothingDrawn)
	}
	if m.Where == engine.Nowhere {
		return engine.Refuse(engine.RefuseOwesPlace)
	}
	return nil
}

// place puts the first card, drawn blind; the second will go to the other place (S3).
func (g *Game) place(s engine.Seat, m engine.Move) {
	where := m.Where
	card := g.drawn
	g.drawn = engine.NoCard
	g.put(s, card, where)
	g.Report(engine.Event{
		Kind: engine.EventPlaced, Seat: s, Card: card, Where: where,
		Mate: g.alsoSeenBy(s, where),
	})
	g.went = where
	g.secondOrEnd(false)
}

// alsoSeenBy is the partner, who may know a card that went to the rack (S4).
func (g *Game) alsoSeenBy(s engine.Seat, where engine.Where) engine.Seat {
	if where == engine.ToRack {
		return g.mate(s)
	}
	return engine.Public
}

// shareable lists the tickets that a seat can share: those just kept or, as a turn, any in its
// hand.
func (g *Game) shareable(s engine.Seat) []engine.TicketID {
	seat := g.seat(s)
	switch {
	case !g.teamed():
		return nil
	case g.Phase == engine.InSetup:
		return seat.chosen
	case g.Owes == engine.OwesShare:
		return seat.fresh
	}
	return seat.tickets
}

// mostShared is how many tickets can be shared: one of those just kept (S2, S5), two as a turn
// (S6).
func (g *Game) mostShared(s engine.Seat) int {
	if g.owedBy(s) == engine.OwesShare {
		return 1
	}
	return 2
}

func (g *Game) refuseShare(s engine.Seat, m engine.Move) error {
	shared := m.Tickets
	if !g.teamed() {
		return engine.Refuse(engine.RefuseForeign)
	}
	if most := g.mostShared(s); len(shared) < 1 || len(shared) > most {
		return engine.Refuse(engine.RefuseShareCount, "max", most)
	}
	for i, t := range shared {
		if !slices.Contains(g.shareable(s), t) {
			return engine.Refuse(engine.RefuseNotYours, "ticket", t)
		}
		if slices.Contains(shared[:i], t) {
			return engine.Refuse(engine.RefuseNamedTwice, "ticket", t)
		}
	}
	return nil
}

// appendShares lists single tickets, then pairs in both orders: they lie on the rack as named.
func (g *Game) appendShares(dst []engine.Move, s engine.Seat) []engine.Move {
	list := g.shareable(s)
	for i := range list {
		dst = append(dst, engine.Move{Verb: engine.Share, Tickets: list[i : i+1 : i+1]})
	}
	if len(list) < 2 || g.mostShared(s) < 2 {
		return dst
	}
	for _, a := range list {
		for _, b := range list {
			if a != b {
				dst = append(dst, engine.Move{Verb: engine.Share, Tickets: []engine.TicketID{a, b}})
			}
		}
	}
	return dst
}

// share puts tickets on the team's rack. At setup the choice waits for everybody's (C2).
func (g *Game) share(s engine.Seat, m engine.Move) {
	seat, shared := g.seat(s), m.Tickets
	if g.Phase == engine.InSetup {
		seat.pledged = slices.Clone(shared)
		g.Report(engine.Event{
			Kind: engine.EventChose, Seat: s, Card: engine.NoCard,
			Tickets: seat.pledged,
		})
		g.beginIfChosen()
		return
	}
	g.putOnRack(s, shared)
	seat.fresh = nil
	g.endTurn(true)
}

func (g *Game) putOnRack(s engine.Seat, shared []engine.TicketID) {
	seat, t := g.seat(s), g.team(s)
	seat.tickets = minus(seat.tickets, shared)
	before := len(t.tickets)
	t.tickets = append(t.tickets, shared...)
	g.Report(engine.Event{
		Kind: engine.EventShared, Seat: s, Card: engine.NoCard, N: len(shared), Mate: g.mate(s),
		Tickets: slices.Clip(t.tickets[before:]),
	})
}

// minus returns a new list without the tickets in gone: clones share lists.
func minus(list, gone []engine.TicketID) []engine.TicketID {
	return slices.DeleteFunc(slices.Clone(list), func(t engine.TicketID) bool {
		return slices.Contains(gone, t)
	})
}
