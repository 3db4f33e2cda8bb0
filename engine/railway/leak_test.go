package railway

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
)

// TestC15ViewsOfScrambledGamesAreAlike deals all that a viewer may not know anew, between hands, deck, tickets and offers,
// and wants the viewer's view to stay the same, byte for byte.
func TestC15ViewsOfScrambledGamesAreAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 0))
	changed := 0
	for game := range 60 {
		g := toyGame(t, uint64(game), 3)
		for ply := 0; !g.Over() && ply < 80; ply++ {
			playRandomly(t, g, rng)
			for viewer := engine.Seat(0); viewer <= 3; viewer++ {
				other := g.Clone().(*Game)
				scramble(other, viewer, rng)
				if diff := cmp.Diff(shown(t, g, viewer), shown(t, other, viewer)); diff != "" {
					t.Fatalf("game %d, ply %d, viewer %d (-game +scrambled):\n%s", game, ply, viewer, diff)
				}
				if open(t, g) != open(t, other) {
					changed++
				}
			}
		}
	}
	if changed < 1000 {
		t.Fatalf("only %d scrambled games differ from the original: the test proves nothing", changed)
	}
}

// shown is everything that a view lets out: its JSON, its legal moves, its fields.
func shown(t *testing.T, g *Game, viewer engine.Seat) string {
	t.Helper()
	v := g.View(viewer)
	text, err := json.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	fields, err := json.Marshal(struct {
		Seats  []engine.SeatView
		Decks  []engine.PileView
		Closed []engine.RouteID
		Legal  []engine.Move
	}{v.Seats, v.Decks, v.Closed, v.Legal()})
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + string(fields)
}

func open(t *testing.T, g *Game) string {
	t.Helper()
	v := g.Unveiled()
	text, err := json.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// scramble deals what the viewer does not know anew: other hands with the deck, other tickets and offers with the pile.
func scramble(g *Game, viewer engine.Seat, rng *rand.Rand) {
	var cards []*engine.Card
	hands := make([][]engine.Card, g.n)
	for i := range g.n {
		if engine.Seat(i+1) == viewer {
			continue
		}
		for c, n := range g.seats[i].hand {
			for range n {
				hands[i] = append(hands[i], engine.Card(c))
			}
		}
		for k := range hands[i] {
			cards = append(cards, &hands[i][k])
		}
	}
	for i := g.deck.top; i < g.deck.end; i++ {
		cards = append(cards, &g.deck.cards[i])
	}
	rng.Shuffle(len(cards), func(i, j int) { *cards[i], *cards[j] = *cards[j], *cards[i] })
	for i := range g.n {
		if engine.Seat(i+1) == viewer {
			continue
		}
		g.seats[i].hand = engine.Cards{}
		for _, c := range hands[i] {
			g.seats[i].hand[c]++
		}
	}
	scrambleTickets(g, viewer, rng)
}

func scrambleTickets(g *Game, viewer engine.Seat, rng *rand.Rand) {
	for i := range g.n { // a clone shares its lists
		g.seats[i].tickets, g.seats[i].offer = slices.Clone(g.seats[i].tickets), slices.Clone(g.seats[i].offer)
	}
	var tickets []*engine.TicketID
	if !g.Over() { // C10: when it is over, tickets are shown
		for i := range g.n {
			if s := &g.seats[i]; engine.Seat(i+1) != viewer {
				for _, list := range [][]engine.TicketID{s.tickets, s.offer} {
					for k := range list {
						tickets = append(tickets, &list[k])
					}
				}
			}
		}
	}
	for i := range g.tickets.n {
		tickets = append(tickets, &g.tickets.ring[(g.tickets.first+i)%maxTickets])
	}
	rng.Shuffle(len(tickets), func(i, j int) { *tickets[i], *tickets[j] = *tickets[j], *tickets[i] })
}
