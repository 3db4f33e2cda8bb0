package render

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/asia"
)

// secrets are what a game of two teams begins with as far as a test changes it: seat 1's first card and second ticket,
// the ticket that it shares, and the card that it draws blind and puts on the rack.
type secrets struct {
	card           string
	ticket, shared engine.TicketID
	racked         string
}

// teamGame is a game of four with those secrets and all else the same, seat 1 about to place a second card.
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
	add(s.card, "red", "red", "blue") // seat 1
	add("red", "blue", "green", "black", "black", "white", "white", "blue", "orange", "orange", "yellow", "wild")
	add("red", "blue", "green", "black", "orange") // the market
	add(s.racked, "purple")
	g := begun(t, deck, []engine.TicketID{s.shared, s.ticket, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 30, 31, 32, 33, 34})
	for _, m := range []engine.Move{{Verb: engine.Draw}, {Verb: engine.Place, Where: engine.ToRack}} {
		if _, err := g.Apply(1, m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// begun is a game of four with these cards and tickets on top, in which every seat has kept all its tickets and shared the
// first of them.
func begun(t *testing.T, deck []engine.Card, tickets []engine.TicketID) engine.Game {
	t.Helper()
	g, err := asia.Title.New(engine.Setup{
		Names: []string{"Ala", "Bartek", "Celina", "Dorota"}, Stacked: map[string][]engine.Card{"Deck": deck}, Tickets: tickets,
	})
	if err != nil {
		t.Fatal(err)
	}
	for seat := engine.Seat(1); seat <= 4; seat++ {
		v := g.View(seat)
		kept := v.Own().Offer.IDs
		for _, m := range []engine.Move{{Verb: engine.Keep, Tickets: kept}, {Verb: engine.Share, Tickets: kept[:1]}} {
			if _, err := g.Apply(seat, m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return g
}

// shown is all that a viewer is shown of a game.
func shown(t *testing.T, g engine.Game, viewer engine.Seat) string {
	t.Helper()
	p, o := painterOf(t, asia.Title), Options{Words: texts(t, "en"), Private: true}
	v := g.View(viewer)
	board, err := p.Board(v, o)
	if err != nil {
		t.Fatal(err)
	}
	all := string(board.PNG) + board.Alt + BoardText(v, p.m, o.Words) + HandText(v, p.m, o.Words)
	if viewer == engine.Public {
		return all
	}
	hand, err := p.Hand(v, o)
	if err != nil {
		t.Fatal(err)
	}
	return all + string(hand.PNG) + hand.Alt
}

func TestAPartnerIsShownTheRackButNotTheHandAndOpponentsNeither(t *testing.T) {
	const bystander, own, partner, opponent, other = engine.Public, 1, 2, 3, 4
	viewers := []engine.Seat{bystander, own, partner, opponent, other}
	first := teamGame(t, secrets{card: "red", ticket: 1, shared: 0, racked: "green"})
	seen := map[engine.Seat]string{}
	for _, viewer := range viewers {
		seen[viewer] = shown(t, first, viewer)
	}
	for _, c := range []struct {
		name   string
		second secrets
		see    map[engine.Seat]bool // who is shown another game
	}{
		{"a card of the hand", secrets{card: "white", ticket: 1, shared: 0, racked: "green"}, map[engine.Seat]bool{own: true}},
		{"a ticket of the hand", secrets{card: "red", ticket: 5, shared: 0, racked: "green"}, map[engine.Seat]bool{own: true}},
		{"a ticket on the rack", secrets{card: "red", ticket: 1, shared: 6, racked: "green"}, map[engine.Seat]bool{own: true, partner: true}},
		{"a card on the rack", secrets{card: "red", ticket: 1, shared: 0, racked: "black"}, map[engine.Seat]bool{own: true, partner: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			second := teamGame(t, c.second)
			for _, viewer := range viewers {
				if got := seen[viewer] != shown(t, second, viewer); got != c.see[viewer] {
					t.Errorf("viewer %d: got a difference: %v, want %v", viewer, got, c.see[viewer])
				}
			}
		})
	}
}

func TestACardNotYetPlacedIsShownToItsSeatOnly(t *testing.T) {
	var games [2]engine.Game
	for i, card := range []string{"green", "black"} {
		games[i] = drawn(t, card)
	}
	for viewer, want := range map[engine.Seat]bool{engine.Public: false, 1: true, 2: false, 3: false, 4: false} {
		if got := shown(t, games[0], viewer) != shown(t, games[1], viewer); got != want {
			t.Errorf("viewer %d: got a difference: %v, want %v", viewer, got, want)
		}
	}
}

// drawn is a game in which seat 1 has drawn a card blind and not yet said where it goes.
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
