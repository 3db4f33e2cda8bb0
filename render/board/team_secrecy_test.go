package board

import (
	"fmt"
	"testing"

	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// shown is all that a viewer is shown of a game.
func shown(t *testing.T, g engine.Game, viewer engine.Seat) string {
	t.Helper()
	p, o := painterOf(t, asia.Title), caption.Options{Words: rendertest.Words(t, "en"), Private: true}
	v := g.View(viewer)
	board, err := p.Board(v, o)
	if err != nil {
		t.Fatal(err)
	}
	all := string(board.PNG) + board.Alt + caption.New(p.m, o.Words).Of(&v).BoardText() +
		caption.New(p.m, o.Words).Of(&v).TicketsText()
	if own := v.Own(); own != nil { // what a message about it says
		all += fmt.Sprint(own.Hand, own.Rack, own.Drawn)
	}
	if viewer == engine.Public {
		return all
	}
	hand, err := p.Hand(v, o)
	if err != nil {
		t.Fatal(err)
	}
	return all + string(hand.PNG) + hand.Alt
}

func TestPartnerSeesRackNotHandAndOpponentsSeeNeither(t *testing.T) {
	const bystander, own, partner, opponent, other = engine.Public, 1, 2, 3, 4
	viewers := []engine.Seat{bystander, own, partner, opponent, other}
	first := teamGame(t, secrets{Card: "red", Ticket: 1, Shared: 0, Racked: "green"})
	seen := map[engine.Seat]string{}
	for _, viewer := range viewers {
		seen[viewer] = shown(t, first, viewer)
	}
	for _, c := range []struct {
		name   string
		second secrets
		see    map[engine.Seat]bool // who is shown another game
	}{
		{
			"a card of the hand",
			secrets{Card: "white", Ticket: 1, Shared: 0, Racked: "green"},
			map[engine.Seat]bool{own: true},
		},
		{
			"a ticket of the hand",
			secrets{Card: "red", Ticket: 5, Shared: 0, Racked: "green"},
			map[engine.Seat]bool{own: true},
		},
		{
			"a ticket on the rack",
			secrets{Card: "red", Ticket: 1, Shared: 6, Racked: "green"},
			map[engine.Seat]bool{own: true, partner: true},
		},
		{
			"a card on the rack",
			secrets{Card: "red", Ticket: 1, Shared: 0, Racked: "black"},
			map[engine.Seat]bool{own: true, partner: true},
		},
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
	for viewer, want := range map[engine.Seat]bool{
		engine.Public: false, 1: true, 2: false, 3: false,
		4: false,
	} {
		if got := shown(t, games[0], viewer) != shown(t, games[1], viewer); got != want {
			t.Errorf("viewer %d: got a difference: %v, want %v", viewer, got, want)
		}
	}
}
