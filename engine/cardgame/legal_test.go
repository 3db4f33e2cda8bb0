package cardgame

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
)

// someGame plays a game of rapid's choice up to some ply. Rapid itself would mostly draw early ones.
func someGame(t *rapid.T) (*Game, *rand.Rand) {
	seats := rapid.IntRange(2, 4).Draw(t, "seats")
	setup, rng := ai.Simulated(rapid.Uint64().Draw(t, "series"), 0, seats)
	plies := rng.IntN(60 * seats)
	policy, _ := ai.New("random", rng)
	game, err := Title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for range plies {
		if game.Over() {
			break
		}
		seat := game.ToMove()[0]
		m, _ := policy.Choose(game, seat)
		if _, err := game.Apply(seat, m); err != nil {
			t.Fatal(err)
		}
	}
	return game.(*Game), rng
}

// laysByTheLetter tries every row and every three cards that the hand could give, and asks K5 of each as it stands.
func laysByTheLetter(g *Game, s engine.Seat) []string {
	hand := &g.seat(s).hand
	var list []string
	try := func(cards engine.Cards) {
		if mayLay(g, s, &cards) {
			list = append(list, "lay "+Title.Lexicon().PrintCards(cards))
		}
	}
	for c := range colors {
		for n := 1; n <= int(hand[c]); n++ {
			for w := 0; w <= int(hand[wild]); w++ {
				cards := engine.Cards{wild: uint8(w)}
				cards[c] = uint8(n)
				try(cards)
			}
		}
		for d := range c {
			for e := range d {
				var cards engine.Cards
				cards[c], cards[d], cards[e] = 1, 1, 1
				if hand.Holds(&cards) {
					try(cards)
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
	rapid.Check(t, func(t *rapid.T) {
		g, _ := someGame(t)
		if g.Over() || g.owes != engine.OwesTurn {
			return
		}
		var got []string
		for _, m := range g.AppendLegal(nil, g.turn) {
			if m.Verb == engine.Lay {
				got = append(got, Title.Lexicon().PrintMove(m))
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(laysByTheLetter(g, g.turn), got); diff != "" {
			t.Fatalf("lays of seat %d with %s (-rules +legal):\n%s", g.turn, cards(&g.seat(g.turn).hand), diff)
		}
	})
}

// TestApplyTakesExactlyWhatLegalLists tries arbitrary lays and keeps, most of them illegal: a refused one changes nothing.
func TestApplyTakesExactlyWhatLegalLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, rng := someGame(t)
		before := *g
		for range 60 {
			seat := engine.Seat(rng.IntN(g.n + 2))
			m := anyMove(rng, g)
			listed := slices.ContainsFunc(g.AppendLegal(nil, seat), func(l engine.Move) bool { return l.Equal(&m) })
			clone := g.Clone().(*Game)
			_, err := clone.Apply(seat, m)
			var refusal *engine.Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Fatalf("error %v is no refusal", err)
			}
			if (err == nil) != listed {
				t.Fatalf("seat %d, %+v: Apply says %v, listed as legal: %v", seat, m, err, listed)
			}
			if err != nil && !same(clone, &before) {
				t.Fatalf("seat %d, %+v: refused, but the game changed", seat, m)
			}
			if !same(g, &before) {
				t.Fatalf("seat %d, %+v: a move on a clone changed the game", seat, m)
			}
		}
	})
}

// same compares what a move can change.
func same(a, b *Game) bool {
	for i := range a.seats {
		s, o := &a.seats[i], &b.seats[i]
		alike := s.hand == o.hand && s.track == o.track && s.score == o.score && s.done == o.done && len(s.receipts) == len(o.receipts)
		if !alike || !slices.Equal(s.kept, o.kept) || !slices.Equal(s.offer, o.offer) || !slices.Equal(s.chosen, o.chosen) {
			return false
		}
	}
	return a.rows == b.rows && a.deck == b.deck && a.market == b.market && a.tickets == b.tickets && a.phase == b.phase &&
		a.owes == b.owes && a.turn == b.turn && a.ply == b.ply && a.pass == b.pass && a.lastRound == b.lastRound &&
		a.turnsLeft == b.turnsLeft && a.passed == b.passed && a.idle == b.idle
}

// anyMove returns a move that may or may not be legal.
func anyMove(rng *rand.Rand, g *Game) engine.Move {
	m := engine.Move{Verb: engine.Verb(rng.IntN(int(engine.Pass) + 2))}
	if rng.IntN(2) == 0 {
		m.Verb = engine.Lay
	}
	switch m.Verb {
	case engine.Draw:
		m.Slot, m.Where, m.Pile = uint8(rng.IntN(8)), engine.Where(rng.IntN(6)/4), engine.Pile(rng.IntN(6)/4)
	case engine.Keep:
		offer := g.seats[rng.IntN(g.n)].offer
		for _, t := range offer {
			if rng.IntN(2) == 0 {
				m.Tickets = append(m.Tickets, t)
			}
		}
		if rng.IntN(4) == 0 {
			m.Tickets = append(m.Tickets, engine.TicketID(rng.IntN(len(g.edition.tickets))))
		}
	case engine.Lay:
		hand := g.seats[rng.IntN(g.n)].hand
		for range 1 + rng.IntN(3) {
			c := rng.IntN(colors + 2) // one kind that the title has not
			m.Payment.Hand[c] = uint8(rng.IntN(int(hand[c]) + 2))
		}
		if rng.IntN(2) == 0 {
			m.Payment.Hand[wild] = uint8(rng.IntN(3))
		}
		if rng.IntN(20) == 0 {
			m.Payment.Rack[0] = 1
		}
	}
	return m
}

// TestCardsAndTicketsAreConserved plays whole games: no card and no ticket is lost or doubled, a colour never stands in two
// railyards, the last card of a row is coloured, and the record replays to the same game.
func TestCardsAndTicketsAreConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 4).Draw(t, "seats")
		setup, rng := ai.Simulated(rapid.Uint64().Draw(t, "series"), 0, seats)
		policy, _ := ai.New("random", rng)
		game, _ := Title.New(setup)
		g := game.(*Game)
		record := &engine.Record{Title: Title, Version: version, Setup: setup}
		for !g.Over() {
			seat := g.ToMove()[rng.IntN(len(g.ToMove()))]
			m, _ := policy.Choose(g, seat)
			if _, err := g.Apply(seat, m); err != nil {
				t.Fatalf("%v\n%s", err, record.Print())
			}
			record.Moves = append(record.Moves, engine.RecordedMove{Seat: seat, Move: m})
			if got := everyCard(g); got != allCards() {
				t.Fatalf("cards %s\n%s", cards(&got), record.Print())
			}
			if n := everyTicket(g); n != len(g.edition.tickets) {
				t.Fatalf("%d tickets\n%s", n, record.Print())
			}
		}
		read, err := engine.ParseRecord(record.Print(), func(string) (engine.Title, bool) { return Title, true })
		if err != nil {
			t.Fatal(err)
		}
		again, err := read.Replay(-1)
		if err != nil || !same(again.(*Game), g) || !slices.Equal(again.(*Game).winners, g.winners) {
			t.Fatalf("replayed to another game: %v\n%s", err, record.Print())
		}
	})
}

func everyCard(g *Game) engine.Cards {
	all := g.deck.left()
	all = all.Plus(&g.deck.discards)
	for _, c := range g.market {
		if c != engine.NoCard {
			all[c]++
		}
	}
	for i := range g.n {
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
	for i := range g.tickets.n {
		seen[g.tickets.ring[(g.tickets.first+i)%maxTickets]] = true
	}
	for i := range g.n {
		for _, t := range append(slices.Clone(g.seats[i].kept), g.seats[i].offer...) {
			seen[t] = true
		}
	}
	return len(seen)
}
