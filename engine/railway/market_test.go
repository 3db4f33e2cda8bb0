package railway

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

const (
	red  = engine.Card(0)
	blue = engine.Card(1)
	wild = engine.Card(2)
	none = engine.NoCard
)

func market(g *Game) []engine.Card { return g.market[:len(g.title.slots)] }

func wantMarket(t *testing.T, g *Game, want ...engine.Card) {
	t.Helper()
	if diff := cmp.Diff(want, market(g)); diff != "" {
		t.Errorf("market (-want +got):\n%s", diff)
	}
}

func TestC6TheSecondCardComesFromTheReshuffledDeck(t *testing.T) {
	r := toyRules()
	r.Decks[0].Cards = engine.Cards{5, 3, 0}
	// seat 1: 2 red; seat 2: red blue; market: blue red blue
	g := stacked(t, r, 2, "red red red blue blue red blue red")
	keepAll(t, g)
	play(t, g, "1 claim a--b red", "2 draw deck")
	// The last card was drawn: the one discard is the new deck, at once.
	if g.decks[0].Size() != 1 || g.decks[0].Discarded() != 0 || g.Owes != engine.OwesSecond {
		t.Fatalf("deck %d, discards %d, owes %q; want 1, 0 and the second card", g.decks[0].Size(),
			g.decks[0].Discarded(), g.Owes)
	}
	play(t, g, "2 draw deck")
	if got := g.seats[1].hand; got != (engine.Cards{3, 1}) {
		t.Errorf("hand of seat 2 is %v, want 3 red and a blue", got[:3])
	}
}

func TestC6TheTurnEndsWithOneCardWhenNothingIsLeftToDraw(t *testing.T) {
	r := toyRules()
	r.Seats = []int{2}
	r.Decks[0].Cards, r.Decks[0].Market = engine.Cards{2, 3, 0}, 0
	g := stacked(t, r, 2, "red red blue blue blue")
	keepAll(t, g)
	play(t, g, "1 draw deck")
	if g.Turn != 2 || g.Owes != engine.OwesTurn {
		t.Errorf("seat %d owes %q, want seat 2 to have its turn", g.Turn, g.Owes)
	}
}

func TestC6FaceUpWildIsNeverASecondCard(t *testing.T) {
	r := toyRules()
	r.Decks[0].Cards = engine.Cards{4, 1, 2}
	g := stacked(t, r, 2, "red red red red wild blue wild")
	keepAll(t, g)
	wantMarket(t, g, wild, blue, wild)
	play(t, g, "1 draw 2")
	if g.Turn != 2 {
		t.Errorf("seat %d to move: no second card may be a face-up wild (C4), so the turn should "+
			"have ended", g.Turn)
	}
	wantMarket(t, g, wild, none, wild)
	// C6: drawing is legal while one card can be taken, be it only a face-up wild.
	play(t, g, "2 draw 3")
	wantMarket(t, g, wild, none, none)
}

func TestC6EmptySlotsKeepTheirNumbersAndAreFilledLeftToRight(t *testing.T) {
	r := toyRules()
	r.Decks[0].Cards = engine.Cards{4, 3, 0}
	g := stacked(t, r, 2, "red red red red blue blue blue")
	keepAll(t, g)
	play(t, g, "1 draw 1", "1 draw 3")
	wantMarket(t, g, none, blue, none)
	if _, err := g.Clone().Apply(2, engine.Move{Verb: engine.Draw, Slot: 1}); err == nil {
		t.Error("a card was drawn from an empty slot")
	}
	play(t, g, "2 claim a--b red") // its card becomes the deck and fills slot 1
	wantMarket(t, g, red, blue, none)
}

func TestC5MarketStaysAfterTenRedealsUntilASlotChanges(t *testing.T) {
	r := toyRules()
	r.Decks[0].Cards = engine.Cards{2, 2, 4} // four in hands; of what is left, four are wild
	g := stacked(t, r, 2, "red red blue blue wild wild wild wild")
	wantMarket(t, g, wild, wild, wild) // dealt, ten times anew, and left
	keepAll(t, g)
	events, err := g.Apply(1, engine.Move{Verb: engine.Draw, Slot: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := count(events, engine.EventFlushed); got != maxFlushes {
		t.Errorf("a changed slot brought %d new markets, want %d", got, maxFlushes)
	}
	events, err = g.Apply(2, engine.Move{Verb: engine.Tickets})
	if err != nil {
		t.Fatal(err)
	}
	if got := count(events, engine.EventFlushed); got != 0 {
		t.Errorf("the market was flushed %d times though no slot had changed", got)
	}
}

func count(events []engine.Event, kind engine.EventKind) int {
	n := 0
	for _, e := range events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}
