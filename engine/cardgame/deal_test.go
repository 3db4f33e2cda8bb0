package cardgame

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/cards"
	"konduktor/engine/notation"
)

func findTitle(id string) (engine.Title, bool) { return Title, id == Title.ID() }

// replay replays a record whose moves are given line by line.
func replay(t *testing.T, tags string, moves ...string) *Game {
	t.Helper()
	text := "[Title \"cardgame\"]\n[Seed \"" + strings.Repeat("0", 64) + "\"]\n[Rules \"1\"]\n" +
		tags + "\n\n" + strings.Join(moves, "\n")
	r, err := notation.ParseRecord(text, findTitle)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Replay(-1)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

// inOrder lists cards in canonical order.
func inOrder(cards engine.Cards) []engine.Card {
	var list []engine.Card
	for c, n := range cards {
		list = append(list, slices.Repeat([]engine.Card{engine.Card(c)}, int(n))...)
	}
	return list
}

func TestK0K1DeckLacksOneLocomotivePerSeat(t *testing.T) {
	g := replay(t, `[Seats "Ala" "Bartek" "Celina"]`)
	stream := engine.NewStream(engine.Seed{}, "cards")
	want := inOrder(engine.Cards{10, 10, 10, 10, 10, 10, 10, 10, 13})
	engine.Shuffle(&stream, want)
	var hands []engine.Cards // C17: seat by seat, then the market
	for i := range 3 {
		hand := engine.Cards{wild: 1}
		for _, c := range want[7*i : 7*i+7] {
			hand[c]++
		}
		hands = append(hands, hand)
	}
	if diff := cmp.Diff(hands, []engine.Cards{
		g.seats[0].hand, g.seats[1].hand,
		g.seats[2].hand,
	}); diff != "" {
		t.Errorf("hands (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[21:26], g.market[:]); diff != "" {
		t.Errorf("market (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[26:], g.deck.FaceDown()); diff != "" {
		t.Errorf("deck (-want +got):\n%s", diff)
	}
}

func TestK0TheStartingLocomotivesCannotBeStacked(t *testing.T) {
	stack := func(seats string, wilds int) error {
		text := "[Title \"cardgame\"]\n[Seats " + seats + "]\n[Seed \"" + strings.Repeat("0", 64) +
			"\"]\n[Rules \"1\"]\n[Deck \"" +
			strings.Repeat("wild ", wilds) + "\"]\n"
		_, err := notation.ParseRecord(text, findTitle)
		return err
	}
	for seats, most := range map[string]int{`"A" "B"`: 14, `"A" "B" "C"`: 13, `"A" "B" "C" "D"`: 12} {
		if err := stack(seats, most); err != nil {
			t.Errorf("%d locomotives stacked for %s: %v", most, seats, err)
		}
		var syntax *notation.SyntaxError
		if err := stack(seats, most+1); !errors.As(err, &syntax) || syntax.Line != 5 {
			t.Errorf("%d locomotives stacked for %s: got %v, want line 5 blamed", most+1, seats, err)
		}
	}
}

// K2: the refused tickets and the whole pile are put into the map file's order and shuffled on with
// the stream, stacked or not.
func TestK2TheTicketPileIsMixedWhenAllHaveChosen(t *testing.T) {
	g := replay(t, "[Seats \"Ala\" \"Bartek\"]\n[Tickets \"chicago--dallas new-york--portland\"]")
	stream := engine.NewStream(engine.Seed{}, "tickets")
	pile := []engine.TicketID{2, 44}
	for id := engine.TicketID(0); id < 46; id++ {
		if id != 2 && id != 44 {
			pile = append(pile, id)
		}
	}
	engine.Shuffle(&stream, pile[2:])
	if diff := cmp.Diff([]cards.Offer{pile[:6], pile[6:12]},
		[]cards.Offer{g.seats[0].offer, g.seats[1].offer}); diff != "" {
		t.Fatalf("offers (-want +got):\n%s", diff)
	}
	apply(t, g, 2, engine.Move{Verb: engine.Keep, Tickets: []engine.TicketID{pile[11], pile[6]}})
	before := g.tickets
	if diff := cmp.Diff(cards.Offer(pile[12:]), before.Draw(46)); diff != "" {
		t.Errorf("the pile before all have chosen (-want +got):\n%s", diff)
	}
	apply(t, g, 1, engine.Move{Verb: engine.Keep, Tickets: []engine.TicketID{44}})
	var want []engine.TicketID
	for id := engine.TicketID(0); id < 46; id++ {
		if id != 44 && id != pile[6] && id != pile[11] {
			want = append(want, id)
		}
	}
	engine.Shuffle(&stream, want)
	if diff := cmp.Diff(cards.Offer(want), g.tickets.Draw(46)); diff != "" {
		t.Errorf("the mixed pile (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]engine.TicketID{pile[6], pile[11]}, g.seats[1].kept); diff != "" {
		t.Errorf("kept, in the order of the offer (-want +got):\n%s", diff)
	}
}

// K9: all cards but the hands are shuffled on with the stream of the first deck, and dealt one at a
// time from the seat after the last one.
func TestK9TheSecondDeckIsDealtOneCardAtATime(t *testing.T) {
	g := replay(t, `[Seats "Ala" "Bartek" "Celina" "Dawid"]`)
	for s := engine.Seat(1); s <= 4; s++ {
		apply(t, g, s, engine.Move{Verb: engine.Keep, Tickets: g.seat(s).offer[:1]})
	}
	apply(t, g, 1, engine.Move{Verb: engine.Draw})
	apply(t, g, 1, engine.Move{Verb: engine.Draw})
	for range 3*4 - 1 {
		apply(t, g, g.Turn, engine.Move{Verb: engine.Tickets})
		apply(t, g, g.Turn, engine.Move{Verb: engine.Keep})
	}
	stream := engine.NewStream(engine.Seed{}, "cards")
	engine.Shuffle(&stream, inOrder(engine.Cards{10, 10, 10, 10, 10, 10, 10, 10, 12}))
	var hands []engine.Cards
	rest := engine.Cards{10, 10, 10, 10, 10, 10, 10, 10, 16}
	for i := range g.seats {
		hands = append(hands, g.seats[i].hand)
		rest = rest.Minus(&g.seats[i].hand)
	}
	want := inOrder(rest)
	engine.Shuffle(&stream, want)
	last := g.Turn // the twelfth idle turn: seat 1's, since seat 2 had the first
	apply(t, g, last, engine.Move{Verb: engine.Tickets})
	apply(t, g, last, engine.Move{Verb: engine.Keep})
	if last != 1 || g.pass != 2 || g.Turn != 2 {
		t.Fatalf("seat %d ended the pass; pass %d, seat %d to move, want 1, 2, 2", last, g.pass, g.Turn)
	}
	for i, c := range want[:16] {
		hands[(1+i)%4][c]++
	}
	got := []engine.Cards{g.seats[0].hand, g.seats[1].hand, g.seats[2].hand, g.seats[3].hand}
	if diff := cmp.Diff(hands, got); diff != "" {
		t.Errorf("hands (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[16:21], g.market[:]); diff != "" {
		t.Errorf("market (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[21:], g.deck.FaceDown()); diff != "" {
		t.Errorf("deck (-want +got):\n%s", diff)
	}
}
