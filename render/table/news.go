package table

import (
	"konduktor/engine"
)

// news is what the last moves changed, by seat.
type news [engine.MaxSeats]seatNews

type seatNews struct {
	laid  engine.Cards                 // into its railyard
	lost  [engine.MaxCards]int         // robbed rows, by colour
	to    [engine.MaxCards]engine.Seat // the robbers
	moved int                          // cards onto its track
	drawn int                          // cards into its hand
	kept  int                          // tickets
}

// newsOf sorts events, of which it reads only public facts, by seat. Events before the current pass
// are dropped.
func newsOf(v *engine.View, events []engine.Event) news {
	var n news
	for i := range events {
		e := &events[i]
		if e.Kind == engine.EventDealtAnew {
			n = news{}
		}
		if e.Seat == engine.Public || int(e.Seat) > len(v.Seats) || int(e.Seat) > len(n) {
			continue
		}
		who := &n[e.Seat-1]
		switch e.Kind {
		case engine.EventLaid:
			laid := e.Payment.Cards()
			who.laid = who.laid.Plus(&laid)
		case engine.EventRobbed:
			if e.Victim != engine.Public && int(e.Victim) <= len(n) && int(e.Card) < engine.MaxCards {
				victim := &n[e.Victim-1]
				victim.lost[e.Card], victim.to[e.Card] = e.N, e.Seat
			}
		case engine.EventMoved:
			moved := e.Payment.Cards()
			who.moved += moved.Total()
		case engine.EventDrewBlind, engine.EventDrewMarket:
			who.drawn++
		case engine.EventKept:
			who.kept += e.N
		}
	}
	return n
}

// gone reports whether a row was robbed and is still missing.
func (n *seatNews) gone(s *engine.SeatView, card engine.Card) bool {
	if n.lost[card] == 0 {
		return false
	}
	for _, r := range s.Yard {
		if r.Card == card {
			return false
		}
	}
	return true
}
