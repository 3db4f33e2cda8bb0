package board

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/asia"
)

// secrets are what tests vary at the start of a game of two teams: seat 1's first card and second
// ticket, the ticket it shares, and the card it draws blind and puts on the rack.
type secrets struct {
	Card           string
	Ticket, Shared engine.TicketID
	Racked         string
}

// teamGame is a game of four with those secrets, seat 1 about to place a second card.
func teamGame(t *testing.T, s secrets) engine.Game {
	t.Helper()
	lex := asia.Title.Lexicon()
	var deck []engine.Card
	add := func(names ...string) {
		for _, n := range names {
			c, ok := lex.Card(n)
			if !ok {
				t.Fatalf("there is no card %s", n)
			}
			deck = append(deck, c)
		}
	}
	add(s.Card, "red", "red", "blue") // seat 1
	add("red", "blue", "green", "black", "black", "white", "white", "blue", "orange", "orange",
		"yellow", "wild")
	add("red", "blue", "green", "black", "orange") // the market
	add(s.Racked, "purple")
	g := begun(t, deck, []engine.TicketID{
		s.Shared, s.Ticket, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22,
		23, 24, 30, 31, 32, 33, 34,
	})
	for _, m := range []engine.Move{{Verb: engine.Draw}, {Verb: engine.Place, Where: engine.ToRack}} {
		if _, err := g.Apply(1, m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// begun is a game of four with these cards and tickets on top. Every seat has kept all its tickets
// and shared the first.
func begun(t *testing.T, deck []engine.Card, tickets []engine.TicketID) engine.Game {
	t.Helper()
	g, err := asia.Title.New(engine.Setup{
		Names:   []string{"Ala", "Bartek", "Celina", "Dorota"},
		Stacked: map[string][]engine.Card{"Deck": deck}, Tickets: tickets,
	})
	if err != nil {
		t.Fatal(err)
	}
	for seat := engine.Seat(1); seat <= 4; seat++ {
		v := g.View(seat)
		kept := v.Own().Offer.IDs
		for _, m := range []engine.Move{
			{Verb: engine.Keep, Tickets: kept},
			{Verb: engine.Share, Tickets: kept[:1]},
		} {
			if _, err := g.Apply(seat, m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return g
}

// drawn is a game in which seat 1 has drawn a card and not yet placed it.
func drawn(t *testing.T, card string) engine.Game {
	t.Helper()
	lex := asia.Title.Lexicon()
	c, _ := lex.Card(card)
	red, _ := lex.Card("red")
	blue, _ := lex.Card("blue")
	var deck []engine.Card
	for range 10 {
		deck = append(deck, red, blue)
	}
	yellow, _ := lex.Card("yellow")
	g := begun(t, append(deck, yellow, c), nil)
	if _, err := g.Apply(1, engine.Move{Verb: engine.Draw}); err != nil {
		t.Fatal(err)
	}
	return g
}
