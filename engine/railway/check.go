package railway

import (
	"fmt"
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/cards"
	"konduktor/engine/railmap"
	"konduktor/engine/railway/tariff"
)

// check says what in the rules, or on the map, exceeds the machine's limits. Rules that pass can be
// played.
func check(r *Rules, m *railmap.Map) error {
	if err := m.Check(); err != nil {
		return err
	}
	for _, part := range []func(*Rules) error{
		checkSeats, checkFaces, checkSuits, checkDecks,
		checkFleet, checkTickets, checkScoring,
	} {
		if err := part(r); err != nil {
			return fmt.Errorf("%s: %w", r.ID, err)
		}
	}
	if most := slices.Max(r.Seats); len(m.Tickets) < most*r.Offer.First {
		return fmt.Errorf("map %s: %d tickets are too few for %d seats", m.Name, len(m.Tickets), most)
	}
	return nil
}

func checkSeats(r *Rules) error {
	if len(r.Seats) == 0 {
		return fmt.Errorf("no number of seats")
	}
	for _, n := range r.Seats {
		switch {
		case n < 1 || n > engine.MaxSeats:
			return fmt.Errorf("%d seats, want 1 to %d", n, engine.MaxSeats)
		case r.TeamSize < 0 || r.TeamSize > 0 && n%r.TeamSize != 0:
			return fmt.Errorf("%d seats do not make teams of %d", n, r.TeamSize)
		}
	}
	return nil
}

// checkFaces checks that there is one wild, after all colours, as tariffs have it.
func checkFaces(r *Rules) error {
	if len(r.Faces) < 2 || len(r.Faces) > engine.MaxCards {
		return fmt.Errorf("%d kinds of cards, want 2 to %d", len(r.Faces), engine.MaxCards)
	}
	for i, f := range r.Faces {
		last := i == len(r.Faces)-1
		switch {
		case f.Wild != last:
			return fmt.Errorf("card %s: the last card is the wild, and no other", f.Name)
		case !f.Wild && f.Color == "":
			return fmt.Errorf("card %s has no colour", f.Name)
		case slices.ContainsFunc(r.Faces[:i], func(o engine.Face) bool { return o.Name == f.Name }):
			return fmt.Errorf("two cards are called %s", f.Name)
		}
	}
	return nil
}

// checkSuits checks that every colour has the same kinds of cards: tariffs count them all.
func checkSuits(r *Rules) error {
	suits := tariff.Suits(r.Faces)
	marks, sails := suits[0].Marked != engine.NoCard, suits[0].Ship != engine.NoCard
	for i := range suits {
		s := &suits[i]
		marked, ship, twin := s.Marked != engine.NoCard, s.Ship != engine.NoCard, s.Twin != engine.NoCard
		switch {
		case s.Train == engine.NoCard:
			return fmt.Errorf("colour %s has no plain train card", s.Color)
		case ship != twin || ship && !marked:
			return fmt.Errorf("colour %s: ships come with double ships and port marks", s.Color)
		case marked != marks || ship != sails:
			return fmt.Errorf("colour %s has other kinds of cards than %s", s.Color, suits[0].Color)
		}
	}
	kinds := 1
	switch {
	case sails:
		kinds = 4
	case marks:
		kinds = 2
	}
	switch {
	case kinds*len(suits) != len(r.Faces)-1:
		return fmt.Errorf("two cards of a colour are of the same kind")
	case r.Ports.Each > 0 && !sails:
		return fmt.Errorf("ports are paid for with ships, which no colour has")
	}
	return nil
}

func checkDecks(r *Rules) error {
	if len(r.Decks) < 1 || len(r.Decks) > maxDecks {
		return fmt.Errorf("%d decks, want 1 to %d", len(r.Decks), maxDecks)
	}
	slots := 0
	var owned engine.Cards // by card: how many decks have it
	for i := range r.Decks {
		d := &r.Decks[i]
		slots += d.Market
		size, dealt := d.Cards.Total(), d.Hand*slices.Max(r.Seats)
		for c, n := range d.Cards {
			if n > 0 {
				owned[c]++
			}
			if n > 0 && c >= len(r.Faces) || owned[c] > 1 {
				return fmt.Errorf("deck %s: card %d is of no kind, or in two decks", d.Tag, c)
			}
		}
		switch {
		case size > cards.MaxDeck:
			return fmt.Errorf("deck %s: %d cards, at most %d fit", d.Tag, size, cards.MaxDeck)
		case d.Hand < 0 || d.Market < 0 || dealt > size:
			return fmt.Errorf("deck %s: %d cards are too few to deal", d.Tag, size)
		case (d.Pile == engine.NoPile) != (len(r.Decks) == 1) || i > 0 && d.Pile == r.Decks[0].Pile:
			return fmt.Errorf("deck %s: several decks, and only they, have names of their own in moves",
				d.Tag)
		}
	}
	switch {
	case slots > maxMarket:
		return fmt.Errorf("a market of %d slots, at most %d fit", slots, maxMarket)
	case r.Flush < 0:
		return fmt.Errorf("a flush at %d wilds", r.Flush)
	case r.TeamSize > 0 && len(r.Decks) > 1:
		return fmt.Errorf("teams draw to hand or rack, for which two decks leave no word")
	}
	return nil
}

func checkFleet(r *Rules) error {
	f := &r.Fleet
	if len(f.Kinds) < 1 || len(f.Kinds) > maxKinds {
		return fmt.Errorf("%d kinds of pieces, want 1 to %d", len(f.Kinds), maxKinds)
	}
	for i := range f.Kinds {
		k := &f.Kinds[i]
		switch {
		case k.Number < 0 || k.Number > math.MaxUint8:
			return fmt.Errorf("%d %s, want 0 to %d", k.Number, k.Name, math.MaxUint8)
		case (k.Pile == engine.NoPile) != (len(f.Kinds) == 1) || i > 0 && k.Pile == f.Kinds[0].Pile:
			return fmt.Errorf("%s: several kinds of pieces, and only they, have names of their own in moves",
				k.Name)
		}
	}
	if f.Choose == 0 {
		return nil
	}
	if len(f.Kinds) != 2 || f.Choose < 0 || f.Choose > math.MaxUint8 || len(f.Advised) != 2 {
		return fmt.Errorf("a choice of %d pieces, want 1 to %d of two kinds, with an advice for each",
			f.Choose, math.MaxUint8)
	}
	for i, n := range f.Advised {
		if n < 0 || n > f.Kinds[i].Number || f.Advised[0]+f.Advised[1] != f.Choose {
			return fmt.Errorf("the advised pieces %v cannot be chosen", f.Advised)
		}
	}
	return nil
}

// checkTickets wants at least one ticket of every offer to be kept: drawing tickets is progress
// (C12).
func checkTickets(r *Rules) error {
	o := &r.Offer
	switch {
	case o.First < 1 || o.First > cards.MaxOffer || o.Later < 1 || o.Later > cards.MaxOffer:
		return fmt.Errorf("offers of %d and %d tickets, want 1 to %d", o.First, o.Later, cards.MaxOffer)
	case o.KeepFirst < 1 || o.Keep < 1:
		return fmt.Errorf("of an offer at least one ticket is kept, not %d and %d", o.KeepFirst, o.Keep)
	}
	return nil
}

func checkScoring(r *Rules) error {
	p := &r.Ports
	switch {
	case p.Each < 0:
		return fmt.Errorf("%d ports", p.Each)
	case p.Each > 0 && (p.Cards < 1 || 2*p.Cards > cards.MaxDeck):
		return fmt.Errorf("a port of %d cards of each deck, want 1 to %d", p.Cards, cards.MaxDeck/2)
	case p.Each > 0 && len(p.Worth) == 0:
		return fmt.Errorf("it is not said what a port is worth")
	case r.LastRound.Turns < 0:
		return fmt.Errorf("a last round of %d turns", r.LastRound.Turns)
	case slices.ContainsFunc(r.Awards, func(a Award) bool { return a.Most == nil }):
		return fmt.Errorf("an award for most of nothing")
	case slices.ContainsFunc(r.TieBreaks, func(m Measure) bool { return m == nil }):
		return fmt.Errorf("a tie-break by nothing")
	}
	return nil
}
