// Package guess makes up a game's secrets as they could be: hands, decks and tickets that agree
// with a seat's view and the events it was told.
package guess

import "konduktor/engine"

// memory is what a seat can remember of cards that it no longer sees.
type memory struct {
	hands [engine.MaxSeats]engine.Cards // cards that a seat is known to hold
	// by seat: cards it is known to have put on its team's rack
	racks  [engine.MaxSeats]engine.Cards
	tracks [engine.MaxSeats]engine.Cards // cards on a seat's track (K3)
	dug    engine.RouteID                // the tunnel that is undecided
	digs   bool
	went   engine.Where // where the last card went (S3)
}

// recall goes through all events that a seat was told. apart are each seat's first cards (K2).
func recall(told []engine.Event, apart *engine.Cards) *memory {
	m := &memory{}
	for s := range m.hands {
		m.hands[s] = *apart
	}
	for i := range told {
		m.add(&told[i])
	}
	return m
}

func (m *memory) add(e *engine.Event) {
	if e.Kind == engine.EventDealtAnew {
		m.tracks = [engine.MaxSeats]engine.Cards{}
	}
	if e.Seat == engine.Public || int(e.Seat) > engine.MaxSeats {
		return
	}
	s := e.Seat - 1
	switch e.Kind {
	case engine.EventDrewMarket, engine.EventDrewBlind, engine.EventPlaced:
		if e.Where != engine.Nowhere {
			m.went = e.Where
		}
		if e.Card == engine.NoCard || e.Kind == engine.EventDrewBlind && e.Where == engine.Nowhere {
			return
		}
		if e.Where == engine.ToRack {
			m.racks[s][e.Card]++
		} else {
			m.hands[s][e.Card]++
		}
	case engine.EventDug:
		m.take(s, &e.Payment)
		m.dug, m.digs = e.Route, true
	case engine.EventClaimed:
		if m.digs && m.dug == e.Route {
			m.digs = false
			return // laid down when the tunnel was dug
		}
		m.take(s, &e.Payment)
	case engine.EventWithdrew:
		m.digs = false
		m.hands[s] = m.hands[s].Plus(&e.Payment.Hand)
		m.racks[s] = m.racks[s].Plus(&e.Payment.Rack)
	case engine.EventTolled, engine.EventBuilt, engine.EventLaid:
		m.take(s, &e.Payment)
	case engine.EventMoved:
		m.tracks[s] = m.tracks[s].Plus(&e.Payment.Hand)
	}
}

// take removes a payment from the cards that a seat is known to hold.
func (m *memory) take(s engine.Seat, p *engine.Payment) {
	for c := range p.Hand {
		m.hands[s][c] -= min(p.Hand[c], m.hands[s][c])
		left := p.Rack[c]
		for k := range m.racks { // the partner may have put it there
			n := min(left, m.racks[k][c])
			if k/2 == int(s)/2 {
				m.racks[k][c] -= n
				left -= n
			}
		}
	}
}
