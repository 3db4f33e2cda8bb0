package prospect

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Pay is what a ticket needs of one colour on a map of cards, and where the seat has such cards
// (K5, K8). Wilds are not counted, except in a row.
type Pay struct {
	Card  engine.Card
	Needs int
	Track int // on the track, as far as the viewer was told (K3)
	Yard  int // in the railyard's row
	Hand  int // in the hand; 0 if the viewer may not know it
}

// Missing counts the cards that are neither on a known track nor in the railyard.
func (p *Pay) Missing() int { return max(0, p.Needs-p.Track-p.Yard) }

// Lacks counts a ticket's cards that are neither on a known track nor in the railyard.
func (t *Ticket) Lacks() int { return unlaid(t.Cards, t.Wilds) }

// Wanted sums up by colour what the open tickets among some take together, and where the viewer has
// such cards (K8).
func Wanted(v *engine.View, m *railmap.Map, tickets []engine.TicketID) []Pay {
	var list []Pay
	for _, t := range Of(v, m, v.Viewer, tickets) {
		if t.Standing != Open {
			continue
		}
		for _, p := range t.Cards {
			i := slices.IndexFunc(list, func(q Pay) bool { return q.Card == p.Card })
			if i < 0 {
				list = append(list, p)
			} else {
				list[i].Needs += p.Needs
			}
		}
	}
	return list
}

// Unlaid counts the cards that the open tickets among some take together and that are neither on a
// known track nor in the railyard.
func Unlaid(v *engine.View, m *railmap.Map, tickets []engine.TicketID) int {
	return unlaid(Wanted(v, m, tickets), wildsOnTrack(v.Own(), v.Lexicon().Wild()))
}

// unlaid counts the cards wanted and not laid. wilds lie on the track, each for any one card (K8).
func unlaid(wanted []Pay, wilds int) int {
	sum := -wilds
	for i := range wanted {
		sum += wanted[i].Missing()
	}
	return max(0, sum)
}

func wildsOnTrack(own *engine.SeatView, wild engine.Card) int {
	if wild == engine.NoCard {
		return 0
	}
	track, _ := own.OnTrack()
	return int(track[wild])
}

// OfLay is Unlaid for tickets after cards are laid into the viewer's railyard (K5). A row counts
// for its colour, locomotives included; single cards each for their own.
func OfLay(v *engine.View, m *railmap.Map, laid *engine.Cards, tickets []engine.TicketID) int {
	wild, colors := v.Lexicon().Wild(), 0
	for c, n := range laid {
		if n > 0 && engine.Card(c) != wild {
			colors++
		}
	}
	wanted := Wanted(v, m, tickets)
	for i := range wanted {
		p := &wanted[i]
		if n := int(laid[p.Card]); n > 0 {
			if p.Yard += n; colors == 1 && wild != engine.NoCard {
				p.Yard += int(laid[wild])
			}
		}
	}
	return unlaid(wanted, wildsOnTrack(v.Own(), wild))
}

// ofYard returns the prospects of tickets that are paid for with cards (K8).
func ofYard(v *engine.View, m *railmap.Map, seat engine.Seat, tickets []engine.TicketID) []Ticket {
	own := v.Seat(seat)
	final := v.Phase == engine.IsOver
	declares := v.Phase == engine.InDeclare // the tracks get no more cards (K8)
	settled := v.Pass == v.Passes && (declares || v.LastRound && rolls(v, seat) == 0)
	var list []Ticket
	for _, id := range tickets {
		ticket := &m.Tickets[id]
		p := Ticket{
			ID: id, Worth: -ticket.Penalty, Cards: pays(v, m, own, ticket),
			Wilds: wildsOnTrack(own, v.Lexicon().Wild()),
		}
		switch {
		case slices.Contains(own.Completed, id), final && own.Final != nil &&
			slices.Contains(own.Final.Completed, id):
			p.Standing, p.Worth = Done, ticket.Points
		case final, settled && !trackCanPay(own, p.Cards, v.Lexicon().Wild()):
			p.Standing = Lost
		}
		list = append(list, p)
	}
	return list
}

func pays(v *engine.View, m *railmap.Map, own *engine.SeatView, ticket *railmap.Ticket) []Pay {
	var list []Pay
	track, _ := own.OnTrack()
	for i, n := range ticket.Cards {
		card, ok := v.Lexicon().Card(m.Colors[i])
		if n == 0 || !ok {
			continue
		}
		p := Pay{Card: card, Needs: n, Track: int(track[card]), Hand: int(own.Hand.Cards[card])}
		for _, row := range own.Yard {
			if row.Card == card && v.Phase != engine.InDeclare { // then it is too late (K8)
				p.Yard += row.N
			}
		}
		list = append(list, p)
	}
	return list
}

// rolls counts how often cards still move from a seat's railyard to its track in this pass: at the
// start of each turn left (K3, K7).
func rolls(v *engine.View, seat engine.Seat) int {
	if len(v.ToMove) == 0 {
		return 0
	}
	n, away := len(v.Seats), int(seat)-int(v.ToMove[0])
	if away < 0 {
		away += n
	}
	turns := (v.TurnsLeft - away + n - 1) / n
	if away == 0 {
		turns-- // those of the present turn have moved
	}
	return max(turns, 0)
}

// trackCanPay reports whether a track that gets no more cards may pay for a ticket, as far as is
// known.
func trackCanPay(own *engine.SeatView, cards []Pay, wild engine.Card) bool {
	needs, short := 0, 0
	for i := range cards {
		needs += cards[i].Needs
		short += max(0, cards[i].Needs-cards[i].Track)
	}
	if _, known := own.OnTrack(); !known {
		return needs <= own.Track.N
	}
	return short <= wildsOnTrack(own, wild)
}
