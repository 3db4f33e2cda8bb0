package assign_test

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/cardgame/assign"
	"konduktor/engine/notation"
)

// wild is the card after the colours.
const wild = engine.Card(assign.Colors)

var tickets = assign.New(cardgame.Title.Map())

// merit is what K8 compares sets of tickets by.
type merit struct {
	points, tickets, namings int
	first                    uint64 // the map file's first ticket in the highest bit
}

func (m merit) plus(o merit) merit {
	return merit{m.points + o.points, m.tickets + o.tickets, m.namings + o.namings, m.first | o.first}
}

func (m merit) compare(o merit) int {
	return cmp.Or(cmp.Compare(m.points, o.points), cmp.Compare(m.tickets, o.tickets),
		cmp.Compare(m.namings, o.namings),
		cmp.Compare(m.first, o.first))
}

// meritOf reads a ticket's merit from the map instead of the machine's tables.
func meritOf(t engine.TicketID) merit {
	ticket := &cardgame.Title.Map().Tickets[t]
	m := merit{points: ticket.Points, tickets: 1, first: 1 << 63 >> t}
	for _, c := range ticket.Cities {
		if cardgame.Title.Map().Cities[c].Bonus > 0 {
			m.namings++
		}
	}
	return m
}

func meritOfAll(set assign.Set) merit {
	var sum merit
	for t := range set.Each {
		sum = sum.plus(meritOf(t))
	}
	return sum
}

// covers reports whether a track pays for a set of tickets; locomotives replace missing cards.
func covers(track *engine.Cards, set assign.Set) bool {
	short := 0
	for c := range assign.Colors {
		need := 0
		for t := range set.Each {
			need += cardgame.Title.Map().Tickets[t].Cards[c]
		}
		short += max(0, need-int(track[c]))
	}
	return short <= int(track[wild])
}

// bySubsets is the dull way: it tries every set.
func bySubsets(track *engine.Cards, open assign.Set) assign.Set {
	best, most := assign.Set(0), merit{}
	for set := open; set != 0; set = (set - 1) & open {
		if m := meritOfAll(set); m.compare(most) > 0 && covers(track, set) {
			best, most = set, m
		}
	}
	return best
}

// byCards is another dull way, for more tickets and fewer cards: of all ways to use up the same
// cards it keeps the best.
func byCards(track *engine.Cards, open assign.Set) merit {
	best := map[engine.Cards]merit{*track: {}}
	for t := range open.Each {
		next := map[engine.Cards]merit{}
		for left, m := range best {
			keepBest(next, left, m)
			if spent, ok := without(left, t); ok {
				keepBest(next, spent, m.plus(meritOf(t)))
			}
		}
		best = next
	}
	var most merit
	for _, m := range best {
		if m.compare(most) > 0 {
			most = m
		}
	}
	return most
}

func keepBest(of map[engine.Cards]merit, left engine.Cards, m merit) {
	if old, known := of[left]; !known || m.compare(old) > 0 {
		of[left] = m
	}
}

// without takes a ticket's cards away, of the colour as long as there are any: a locomotive serves
// better later.
func without(left engine.Cards, t engine.TicketID) (engine.Cards, bool) {
	short := 0
	for c, n := range cardgame.Title.Map().Tickets[t].Cards {
		plain := min(n, int(left[c]))
		left[c] -= uint8(plain)
		short += n - plain
	}
	if short > int(left[wild]) {
		return left, false
	}
	left[wild] -= uint8(short)
	return left, true
}

// greedily takes tickets by their points for a card.
func greedily(track *engine.Cards, open assign.Set) merit {
	var set assign.Set
	for range open.Each {
		best, most := assign.Set(0), 0.0
		for t := range (open &^ set).Each {
			cards := 0
			for _, n := range cardgame.Title.Map().Tickets[t].Cards {
				cards += n
			}
			if worth := float64(meritOf(t).points) / float64(cards); worth > most &&
				covers(track, set.With(t)) {
				best, most = assign.Set(0).With(t), worth
			}
		}
		set |= best
	}
	return meritOfAll(set)
}

// someTrack draws cards as a shuffled deck would give them.
func someTrack(rng *rand.Rand, cards int) engine.Cards {
	all := cardgame.Title.Piles()[0].Cards
	var deck []engine.Card
	for c, n := range all {
		for range n {
			deck = append(deck, engine.Card(c))
		}
	}
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	var track engine.Cards
	for _, c := range deck[:cards] {
		track[c]++
	}
	return track
}

func someTickets(rng *rand.Rand, count int) assign.Set {
	var set assign.Set
	for _, t := range rng.Perm(len(cardgame.Title.Map().Tickets))[:count] {
		set = set.With(engine.TicketID(t))
	}
	return set
}

// draw makes a track and up to n tickets from a seed that rapid draws; rapid itself
// would mostly draw few.
func draw(t *rapid.T, cards, tickets int) (engine.Cards, assign.Set) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 8))
	return someTrack(rng, rng.IntN(cards+1)), someTickets(rng, rng.IntN(tickets+1))
}

func TestK8TheChosenSetIsTheBestOfAllSubsets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 30, 13)
		if got, want := tickets.Choose(&track, open), bySubsets(&track, open); got != want {
			t.Fatalf("track %s, tickets %v: got %v, want %v", cards(&track), ids(open), ids(got), ids(want))
		}
	})
}

func TestK8AllTicketsOnFewCardsAreChosenBest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 13, 46)
		got := tickets.Choose(&track, open)
		if m, want := meritOfAll(got), byCards(&track, open); m != want || !covers(&track, got) {
			t.Fatalf("track %s, tickets %v: got %v (%+v), want %+v",
				cards(&track), ids(open), ids(got), m, want)
		}
	})
}

func TestK8LargeTracksPayForNoLessThanGreedyPlayersFind(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 96, 46)
		got := tickets.Choose(&track, open)
		if m, least := meritOfAll(got), greedily(&track, open); m.compare(least) < 0 ||
			!covers(&track, got) || got&^open != 0 {
			t.Fatalf("track %s, tickets %v: got %v (%+v), greedily %+v",
				cards(&track), ids(open), ids(got), m, least)
		}
	})
}

// A ticket more to choose from, or a card more to pay with, never makes the best set worse; nor
// does leaving out a ticket that is not in it make any difference.
func TestK8MoreTicketsAndCardsAreNeverWorse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 80, 46)
		got := tickets.Choose(&track, open)
		refused := open &^ got
		for id := range refused.Each {
			if fewer := tickets.Choose(&track, open&^(1<<id)); fewer != got {
				t.Fatalf("track %s: without %v of %v got %v, with it %v", cards(&track), id, ids(open),
					ids(fewer), ids(got))
			}
			break
		}
		more := track
		more[rapid.IntRange(0, assign.Colors).Draw(t, "card")]++
		if better := tickets.Choose(&more, open); meritOfAll(better).compare(meritOfAll(got)) < 0 {
			t.Fatalf("track %s pays for %v, %s only for %v",
				cards(&track), ids(got), cards(&more), ids(better))
		}
	})
}

func TestK8EachCompletedTicketIsPaidForWithItsOwnCards(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		track, open := draw(t, 96, 46)
		chosen := tickets.Choose(&track, open)
		var spent engine.Cards
		var paid assign.Set
		for _, r := range tickets.Pay(&track, chosen) {
			spent, paid = spent.Plus(&r.Cards), paid.With(r.Ticket)
			short, need := 0, 0
			for c, n := range cardgame.Title.Map().Tickets[r.Ticket].Cards {
				short += max(0, n-int(r.Cards[c]))
				need += n
			}
			if short != int(r.Cards[wild]) || need != r.Cards.Total() {
				t.Fatalf("ticket %d is paid for with %s", r.Ticket, cards(&r.Cards))
			}
		}
		if paid != chosen || !track.Holds(&spent) {
			t.Fatalf("track %s spends %s on %v, want %v",
				cards(&track), cards(&spent), ids(paid), ids(chosen))
		}
	})
}

func cards(c *engine.Cards) string { return notation.PrintCards(cardgame.Title.Lexicon(), *c) }

func ids(set assign.Set) []string {
	var list []string
	for t := range set.Each {
		list = append(list, cardgame.Title.Lexicon().Tickets[t])
	}
	return list
}

// BenchmarkAssign chooses among all tickets, which is far more than any seat gets to hold, on
// tracks of many sizes.
func BenchmarkAssign(b *testing.B) {
	for _, size := range []struct {
		name           string
		tickets, cards int
	}{
		{"12of30", 12, 30},
		{"20of30", 20, 30},
		{"46of50", 46, 50},
		{"46of70", 46, 70},
		{"46of90", 46, 90},
	} {
		b.Run(size.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(5, 8))
			var tracks [64]engine.Cards
			var open [64]assign.Set
			for i := range tracks {
				tracks[i], open[i] = someTrack(rng, size.cards), someTickets(rng, size.tickets)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				tickets.Choose(&tracks[i%64], open[i%64])
			}
		})
	}
}
