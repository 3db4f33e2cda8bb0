package table

import (
	"konduktor/engine"
)

// news is what the last moves changed at a table, by seat.
type news [engine.MaxSeats]seatNews

// seatNews is what is new of one seat.
type seatNews struct {
	laid  engine.Cards                 // into its railyard
	lost  [engine.MaxCards]int         // cards of rows that were robbed, by colour
	to    [engine.MaxCards]engine.Seat // who robbed them
	moved int                          // cards onto its track
	drawn int                          // cards into its hand
	kept  int                          // tickets
}

// newsOf sorts events by seat. All that it looks at is public. What a pass before the view's one brought is old.
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

// gone reports whether a row of the seat was robbed and has not come back since.
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
