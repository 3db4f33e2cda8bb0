package titles_test

import (
	"slices"

	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// conserved checks that no card, ticket or piece is lost or doubled.
func conserved(t *rapid.T, p *played) {
	v := p.Unveiled()
	cardsConserved(t, p, &v)
	ticketsConserved(t, p, &v)
	piecesConserved(t, p, &v)
}

// cardsConserved counts the cards everywhere: piles, market, hands, racks, railyards, tracks, a
// card not yet placed, an undecided tunnel. Of each kind no more may be in sight than the title
// has.
func cardsConserved(t *rapid.T, p *played, v *engine.View) {
	var all, seen engine.Cards
	for _, pile := range p.title.Piles() {
		all = all.Plus(&pile.Cards)
	}
	hidden := 0
	count := func(h engine.CardsView) {
		seen = seen.Plus(&h.Cards)
		if !h.Known {
			hidden += h.N
		}
	}
	one := func(c engine.Card) {
		if c != engine.NoCard {
			seen[c]++
		}
	}
	for _, d := range v.Decks {
		hidden += d.Cards
		seen = seen.Plus(&d.Discarded)
		if d.Discarded.Total() != d.Discards {
			t.Fatalf("%d discards, of which %d are named\n%s", d.Discards, d.Discarded.Total(),
				p.record().Print())
		}
	}
	for _, c := range v.Market {
		one(c)
	}
	for i := range v.Seats {
		s := &v.Seats[i]
		count(s.Hand)
		count(s.Track)
		one(s.Drawn)
		if firstOfTeam(v, i) {
			count(s.Rack)
		}
		for _, row := range s.Yard {
			seen[row.Card] += uint8(row.N - row.Wilds)
			seen[v.Lexicon().Wild()] += uint8(row.Wilds)
		}
	}
	if v.Tunnel != nil {
		paid := v.Tunnel.Paid.Cards()
		seen = seen.Plus(&paid)
		for _, c := range v.Tunnel.Revealed {
			one(c)
		}
	}
	if got := seen.Total() + hidden; got != all.Total() || !all.Holds(&seen) {
		t.Fatalf("%d cards, in sight %v, want %d: %v\n%s", got, seen, all.Total(), all,
			p.record().Print())
	}
}

// ticketsConserved counts the tickets; none may be in two places. Refused ones go under the pile,
// or out of the game (N2).
func ticketsConserved(t *rapid.T, p *played, v *engine.View) {
	var seen []engine.TicketID
	for i := range v.Seats {
		s := &v.Seats[i]
		seen = append(append(seen, s.Tickets.IDs...), s.Completed...)
		if firstOfTeam(v, i) {
			seen = append(seen, s.RackTickets.IDs...)
		}
		// an offer from which one ticket must be shared is already in the hand
		if v.Owes == engine.OwesKeep {
			seen = append(seen, s.Offer.IDs...)
		}
	}
	got, all := len(seen)+v.TicketsLeft, len(p.title.Lexicon().Tickets)
	slices.Sort(seen)
	if doubled := len(slices.Compact(slices.Clone(seen))) < len(seen); doubled &&
		v.Phase != engine.InSetup {
		t.Fatalf("a ticket is in two places: %v\n%s", seen, p.record().Print())
	}
	if v.Phase != engine.InSetup && got != all && got+p.refused != all {
		t.Fatalf("%d tickets, %d refused, want %d\n%s", got, p.refused, all, p.record().Print())
	}
}

// firstOfTeam says whether a seat is the first of its team, so that what the team has is counted
// once.
func firstOfTeam(v *engine.View, i int) bool {
	return !v.Uses(engine.UsesTeams) || i == 0 || v.Seats[i-1].Team != v.Seats[i].Team
}

// piecesConserved checks that each seat has as many pieces in supply, in its box and on the board
// as at first.
func piecesConserved(t *rapid.T, p *played, v *engine.View) {
	board := titles.MapOf(p.title)
	for i := range v.Seats {
		s := &v.Seats[i]
		if s.Pieces == nil { // not yet chosen (W2), or the title has none
			continue
		}
		all := 0
		for _, n := range append(slices.Clone(s.Pieces), s.Box...) {
			all += n
		}
		for _, r := range s.Routes {
			all += board.Routes[r].Length
		}
		if p.pieces == 0 {
			p.pieces = all
		}
		if all != p.pieces {
			t.Fatalf("seat %d has %d pieces, want %d\n%s", i+1, all, p.pieces, p.record().Print())
		}
	}
}
