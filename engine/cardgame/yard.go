package cardgame

import "konduktor/engine"

// row is the row of one colour, in whichever railyard it lies (K5). Its locomotives are on top.
type row struct {
	owner engine.Seat // Public: the colour lies nowhere
	cards uint8       // locomotives included; 0: the colour lies nowhere
	wilds uint8
}

func (r *row) contents(color engine.Card) engine.Cards {
	cards := engine.Cards{wild: r.wilds}
	cards[color] = r.cards - r.wilds
	return cards
}

// roll moves one card of each of a seat's rows onto its track, locomotives first (K3, phase 1).
func (g *Game) roll(s engine.Seat) {
	var moved engine.Cards
	for c := range g.rows {
		r := &g.rows[c]
		if r.owner != s {
			continue
		}
		top := engine.Card(c)
		if r.wilds > 0 {
			top = wild
			r.wilds--
		}
		moved[top]++
		if r.cards--; r.cards == 0 {
			*r = row{}
		}
	}
	n := moved.Total()
	if n == 0 {
		return
	}
	seat := g.seat(s)
	seat.track, seat.moved = seat.track.Plus(&moved), seat.moved.Plus(&moved)
	g.Report(engine.Event{
		Kind: engine.EventMoved, Seat: s, Card: engine.NoCard, N: n,
		Payment: engine.Payment{Hand: moved},
	})
}

// leastRow is the fewest cards that a seat can lay as a row of a colour: more than lie in another
// railyard; 0 while the colour lies in its own (K5).
func (g *Game) leastRow(s engine.Seat, color int) int {
	r := &g.rows[color]
	if r.owner == s {
		return 0
	}
	return max(rowLeast, int(r.cards)+1)
}

// mostRow is the longest row of a colour that a seat's hand makes, with locomotives, but not of
// them alone (K5).
func (g *Game) mostRow(s engine.Seat, color int) int {
	hand := &g.seat(s).hand
	if hand[color] == 0 {
		return 0
	}
	return int(hand[color]) + int(hand[wild])
}

// appendLays lists rows by colour, fewest locomotives first, then the sets of single cards.
func (g *Game) appendLays(dst []engine.Move, s engine.Seat) []engine.Move {
	hand := &g.seat(s).hand
	for c := range colors {
		least := g.leastRow(s, c)
		if least == 0 {
			continue
		}
		for w := 0; w <= int(hand[wild]); w++ {
			for n := max(1, least-w); n <= int(hand[c]); n++ {
				m := engine.Move{Verb: engine.Lay}
				m.Payment.Hand[c], m.Payment.Hand[wild] = uint8(n), uint8(w)
				dst = append(dst, m)
			}
		}
	}
	return g.appendSingles(dst, s)
}

// appendSingles lists every three colours of the hand that lie in nobody's railyard.
func (g *Game) appendSingles(dst []engine.Move, s engine.Seat) []engine.Move {
	free, n := g.freeColors(s)
	for i := range n {
		for j := i + 1; j < n; j++ {
			for k := j + 1; k < n; k++ {
				m := engine.Move{Verb: engine.Lay}
				m.Payment.Hand[free[i]], m.Payment.Hand[free[j]], m.Payment.Hand[free[k]] = 1, 1, 1
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// freeColors lists the colours of a seat's hand that it can lay as single cards.
func (g *Game) freeColors(s engine.Seat) (list [colors]int, n int) {
	hand := &g.seat(s).hand
	for c := range colors {
		if hand[c] > 0 && g.rows[c].cards == 0 {
			list[n] = c
			n++
		}
	}
	return list, n
}

func (g *Game) canLay(s engine.Seat) bool {
	for c := range colors {
		if least := g.leastRow(s, c); least > 0 && g.mostRow(s, c) >= least {
			return true
		}
	}
	_, free := g.freeColors(s)
	return free >= singleCards
}

func (g *Game) refuseLay(s engine.Seat, m engine.Move) error {
	p := &m.Payment
	if code := shapeFault(p); code != "" {
		return engine.Refuse(code)
	}
	hand, total := &g.seat(s).hand, p.Hand.Total()
	for c, n := range p.Hand {
		if n > hand[c] {
			return engine.Refuse(engine.RefuseNotHeld, "card", engine.Card(c),
				"need", int(n), "have", int(hand[c]))
		}
	}
	single := !isRow(p)
	for c := range colors {
		r, card := &g.rows[c], engine.Card(c)
		switch {
		case p.Hand[c] == 0 || r.cards == 0:
		case r.owner == s:
			return engine.Refuse(engine.RefuseLayOwn, "card", card)
		case single:
			return engine.Refuse(engine.RefuseLaySingleTaken, "card", card, "seat", r.owner)
		case total <= int(r.cards):
			return engine.Refuse(engine.RefuseLayShort, "card", card, "seat", r.owner,
				"have", int(r.cards), "need", int(r.cards)+1)
		}
	}
	return nil
}

// shapeFault says why cards are neither a row nor three singles (K5).
func shapeFault(p *engine.Payment) engine.Code {
	kinds, most := 0, uint8(0)
	for c, n := range p.Hand {
		if n > 0 && c > int(wild) {
			return engine.RefuseForeign
		}
		if n > 0 && c < int(wild) {
			kinds++
			most = max(most, n)
		}
	}
	switch {
	case p.Rack != (engine.Cards{}):
		return engine.RefuseForeign
	case kinds == 0 && p.Hand[wild] > 0:
		return engine.RefuseLayWilds
	case isRow(p) && p.Hand.Total() >= rowLeast:
		return ""
	case kinds == singleCards && most == 1 && p.Hand[wild] == 0:
		return ""
	}
	return engine.RefuseLayShape
}

func isRow(p *engine.Payment) bool {
	kinds := 0
	for _, n := range p.Hand[:wild] {
		if n > 0 {
			kinds++
		}
	}
	return kinds == 1
}

// lay puts cards into the seat's railyard and robs another one's row of the same colour (K5).
func (g *Game) lay(s engine.Seat, m engine.Move) {
	p := &m.Payment
	seat := g.seat(s)
	seat.hand = seat.hand.Minus(&p.Hand)
	g.Report(engine.Event{
		Kind: engine.EventLaid, Seat: s, Card: engine.NoCard, N: p.Hand.Total(),
		Payment: *p,
	})
	for c := range colors {
		n := p.Hand[c]
		if n == 0 {
			continue
		}
		g.rob(s, engine.Card(c))
		// Three single cards are three rows without locomotives.
		g.rows[c] = row{owner: s, cards: n + p.Hand[wild], wilds: p.Hand[wild]}
	}
	g.endTurn(true)
}

func (g *Game) rob(robber engine.Seat, color engine.Card) {
	r := &g.rows[color]
	if r.cards == 0 {
		return
	}
	loot := r.contents(color)
	g.deck.Discard(&loot)
	g.Report(engine.Event{
		Kind: engine.EventRobbed, Seat: robber, Victim: r.owner, Card: color, N: int(r.cards),
		Payment: engine.Payment{Hand: loot},
	})
	*r = row{}
}
