package cardgame

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
)

// someGame plays a game of rapid's choice up to some ply. Rapid itself would mostly draw early
// ones.
func someGame(t *rapid.T) *Game {
	seats := rapid.IntRange(2, 4).Draw(t, "seats")
	setup, rng := ai.Simulated(rapid.Uint64().Draw(t, "series"), 0, seats)
	plies := rng.IntN(60 * seats)
	game, err := Title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for range plies {
		if !game.Over() {
			enginetest.PlayRandomly(t, game, rng)
		}
	}
	return game.(*Game)
}

// laysByTheLetter tries every row and every three cards that the hand could give, and asks K5 of
// each as it stands.
func laysByTheLetter(g *Game, s engine.Seat) []string {
	hand := &g.seat(s).hand
	var list []string
	tryLay := func(cards engine.Cards) {
		if mayLay(g, s, &cards) {
			list = append(list, "lay "+notation.PrintCards(Title.Lexicon(), cards))
		}
	}
	for c := range colors {
		for n := 1; n <= int(hand[c]); n++ {
			for w := 0; w <= int(hand[wild]); w++ {
				cards := engine.Cards{wild: uint8(w)}
				cards[c] = uint8(n)
				tryLay(cards)
			}
		}
		for d := range c {
			for e := range d {
				var cards engine.Cards
				cards[c], cards[d], cards[e] = 1, 1, 1
				if hand.Holds(&cards) {
					tryLay(cards)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// mayLay reads all railyards from the public view.
func mayLay(g *Game, s engine.Seat, laid *engine.Cards) bool {
	total := laid.Total()
	if total < 2 {
		return false
	}
	v := g.View(engine.Public)
	for i := range v.Seats {
		for _, r := range v.Seats[i].Yard {
			mine := laid[r.Card]
			switch {
			case mine == 0:
			case v.Seats[i].Seat == s, int(mine)+int(laid[wild]) <= r.N:
				return false
			}
		}
	}
	return true
}

func TestK5LegalListsEveryLayThatTheRulesAllow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := someGame(t)
		if g.Over() || g.Owes != engine.OwesTurn {
			return
		}
		var got []string
		for _, m := range g.AppendLegal(nil, g.Turn) {
			if m.Verb == engine.Lay {
				got = append(got, notation.PrintMove(Title.Lexicon(), m))
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(laysByTheLetter(g, g.Turn), got); diff != "" {
			t.Fatalf("lays of seat %d with %s (-rules +legal):\n%s", g.Turn,
				notation.PrintCards(Title.Lexicon(), g.seat(g.Turn).hand), diff)
		}
	})
}

// TestK0EveryCardAndTicketIsInExactlyOnePlace counts all kinds of cards, and names all tickets, in
// whole games: in the piles and on the tracks too, which no view shows.
func TestK0EveryCardAndTicketIsInExactlyOnePlace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 4).Draw(t, "seats")
		setup, rng := ai.Simulated(rapid.Uint64().Draw(t, "series"), 0, seats)
		game, _ := Title.New(setup)
		for g := game.(*Game); !g.Over(); {
			enginetest.PlayRandomly(t, g, rng)
			if got := everyCard(g); got != allCards() {
				t.Fatalf("ply %d: cards %s", g.Made, notation.PrintCards(Title.Lexicon(), got))
			}
			if n := everyTicket(g); n != len(g.edition.tickets) {
				t.Fatalf("ply %d: %d tickets", g.Made, n)
			}
		}
	})
}

func everyCard(g *Game) engine.Cards {
	all := g.deck.Discards()
	for _, c := range g.deck.FaceDown() {
		all[c]++
	}
	for _, c := range g.market {
		if c != engine.NoCard {
			all[c]++
		}
	}
	for i := range g.N {
		all = all.Plus(&g.seats[i].hand)
		all = all.Plus(&g.seats[i].track)
	}
	for c := range g.rows {
		row := g.rows[c].contents(engine.Card(c))
		all = all.Plus(&row)
	}
	return all
}

func everyTicket(g *Game) int {
	seen := map[engine.TicketID]bool{}
	pile := g.tickets
	for _, t := range pile.Draw(pile.Size()) {
		seen[t] = true
	}
	for i := range g.N {
		for _, t := range append(slices.Clone(g.seats[i].kept), g.seats[i].offer...) {
			seen[t] = true
		}
	}
	return len(seen)
}
