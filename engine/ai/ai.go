// Package ai holds computer players. They see what a seat may see.
package ai

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"konduktor/engine"
)

// Choices is what a player may see of a game. An engine.Game is Choices for each of its seats.
type Choices interface {
	// AppendLegal appends the seat's legal moves; one that is paid for appears once, without
	// payment.
	AppendLegal(dst []engine.Move, seat engine.Seat) []engine.Move
	// Payments yields the ways to pay for a legal move, best proposal first.
	Payments(engine.Seat, engine.Move) iter.Seq[engine.Payment]
	View(engine.Seat) engine.View
}

// Policy is a way to choose a move. It is not safe for concurrent use.
type Policy interface {
	// Choose returns a legal move of a seat that can move; false if the seat has none.
	Choose(c Choices, seat engine.Seat) (engine.Move, bool)
}

// Policies lists the names that New knows.
func Policies() []string { return slices.Sorted(slices.Values([]string{"random", "greedy"})) }

// New returns the policy of that name, with its chances drawn from rng.
func New(name string, rng *rand.Rand) (Policy, error) {
	switch name {
	case "random":
		return &random{rng: rng}, nil
	case "greedy":
		return &greedy{random{rng: rng}}, nil
	}
	return nil, fmt.Errorf("there is no policy %q, only %s", name, strings.Join(Policies(), " and "))
}

// random picks uniformly among the legal actions, counting a route once, then one of its payments;
// of exchanges a kind, then the number (docs/notation.md).
type random struct {
	rng    *rand.Rand
	legal  []engine.Move
	chosen engine.Payment // the result of pay, kept here to save an allocation
	seen   int            // payments that pay has examined
}

// Choose picks an action at random and one of its payments.
func (p *random) Choose(c Choices, seat engine.Seat) (engine.Move, bool) {
	p.legal = c.AppendLegal(p.legal[:0], seat)
	if len(p.legal) == 0 {
		return engine.Move{}, false
	}
	m := p.action()
	switch {
	case m.Verb.Paid():
		p.pay(c.Payments(seat, m))
		m.Payment = p.chosen
	case m.Verb == engine.Declare:
		v := c.View(seat)
		m.Tickets = p.anySet(v.Declarations())
	}
	return m, true
}

// anySet chooses among the first maxPayments sets of tickets, each equally likely.
func (p *random) anySet(sets iter.Seq[[]engine.TicketID]) (chosen []engine.TicketID) {
	seen := 0
	for set := range sets {
		if seen++; p.rng.IntN(seen) == 0 {
			chosen = set
		}
		if seen == maxPayments {
			break
		}
	}
	return chosen
}

// action picks an action. Exchanges are the last legal moves, those of a kind together.
func (p *random) action() engine.Move {
	others, kinds := len(p.legal), 0
	for ; others > 0 && p.legal[others-1].Verb == engine.Exchange; others-- {
		if others == len(p.legal) || p.legal[others].Pile != p.legal[others-1].Pile {
			kinds++
		}
	}
	i := p.rng.IntN(others + kinds)
	if i < others {
		return p.legal[i]
	}
	exchanges := p.legal[others:]
	for ; ; i-- {
		n := 1
		for n < len(exchanges) && exchanges[n].Pile == exchanges[0].Pile {
			n++
		}
		if i == others {
			return exchanges[p.rng.IntN(n)]
		}
		exchanges = exchanges[n:]
	}
}

// maxPayments bounds the payments examined: ferries and substitutions have thousands (N5, N7).
const maxPayments = 200

// pay chooses evenly among the first maxPayments payments of a move, without listing them.
func (p *random) pay(payments iter.Seq[engine.Payment]) {
	p.seen, p.chosen = 0, engine.Payment{}
	for payment := range payments {
		p.seen++
		if p.seen == 1 || p.rng.IntN(p.seen) == 0 {
			p.chosen = payment
		}
		if p.seen == maxPayments {
			return
		}
	}
}

// greedy keeps all tickets, claims the longest route it can, lays as many cards as it can, and
// otherwise draws.
type greedy struct{ random }

// Choose picks the most valuable move with its best payment.
func (p *greedy) Choose(c Choices, seat engine.Seat) (engine.Move, bool) {
	p.legal = c.AppendLegal(p.legal[:0], seat)
	best, most := -1, 0
	for i := range p.legal {
		worth := p.worth(c, seat, &p.legal[i])
		if best < 0 || worth > most {
			best, most = i, worth
		}
	}
	if best < 0 {
		return engine.Move{}, false
	}
	m := p.legal[best]
	if m.Verb == engine.Declare {
		v := c.View(seat)
		return m, v.Propose(&m)
	}
	if m.Verb.Paid() {
		for payment := range c.Payments(seat, m) {
			m.Payment = payment
			break
		}
	}
	return m, true
}

// worth ranks claims by the number of cards of their best payment, above any draw.
func (p *greedy) worth(c Choices, seat engine.Seat, m *engine.Move) int {
	switch m.Verb {
	case engine.Keep:
		return 100 * len(m.Tickets)
	case engine.Claim:
		for payment := range c.Payments(seat, *m) {
			cards := payment.Cards()
			return 100 * cards.Total()
		}
	case engine.Port:
		return 400 * leadingTo(c, seat, m.City)
	case engine.Pay:
		return 1000
	case engine.Lay:
		return 100 * m.Payment.Hand.Total()
	case engine.Draw, engine.Place, engine.Share:
		return 10 + p.rng.IntN(10)
	}
	return 0
}

// leadingTo counts the seat's tickets that name a city, as ticket ids do (docs/notation.md).
func leadingTo(c Choices, seat engine.Seat, city engine.CityID) int {
	v := c.View(seat)
	n := 0
	for _, t := range v.Own().Tickets.IDs {
		stops, _, _ := strings.Cut(v.Lexicon().Tickets[t], ".")
		if slices.Contains(strings.Split(stops, "--"), v.Lexicon().Cities[city]) {
			n++
		}
	}
	return n
}
