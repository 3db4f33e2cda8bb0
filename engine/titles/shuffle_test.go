package titles_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
)

// Two piles are shuffled: the places of one are counted card by card, and whole orders of the
// other, smaller one.
const (
	pileOfPlaces = 12
	pileOfOrders = 5
)

// unlikely reports whether a chi-square statistic is outside of 0.001 to 0.999, by the
// approximation of Wilson and Hilferty. Neither large deviations nor next to none may be.
func unlikely(statistic float64, freedom int) bool {
	k := float64(freedom)
	z := (math.Cbrt(statistic/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
	p := math.Erfc(z/math.Sqrt2) / 2
	return p < 0.001 || p > 0.999
}

// chiSquare is Pearson's statistic of counts that are expected to be equal and sum up to total.
func chiSquare(counts []int, total int) float64 {
	expected, sum := float64(total)/float64(len(counts)), 0.0
	for _, n := range counts {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	return sum
}

func newSeed(rng *rand.Rand) (s engine.Seed) {
	for i := 0; i < len(s); i += 8 {
		binary.LittleEndian.PutUint64(s[i:], rng.Uint64())
	}
	return s
}

func ordered(n int) []int {
	pile := make([]int, n)
	for i := range pile {
		pile[i] = i
	}
	return pile
}

// favours lists the ways in which some results of a shuffle are likelier than others: where cards
// come to lie, and in which orders.
func favours(shuffle func(*engine.Stream, []int), size int) (list []string) {
	rng := rand.New(rand.NewPCG(1, 1))
	places, orders := make([]int, pileOfPlaces*pileOfPlaces), map[[pileOfOrders]int]int{}
	for range size {
		seed := newSeed(rng)
		stream, pile := engine.NewStream(seed, "cards"), ordered(pileOfPlaces)
		shuffle(&stream, pile)
		for place, card := range pile {
			places[place*pileOfPlaces+card]++
		}
		stream, pile = engine.NewStream(seed, "tickets"), ordered(pileOfOrders)
		shuffle(&stream, pile)
		orders[[pileOfOrders]int(pile)]++
	}
	// each row and column sums up to the number of shuffles, which takes (n-1)/n off the variance
	const n = pileOfPlaces
	if unlikely(chiSquare(places, size*n)*(n-1)/n, (n-1)*(n-1)) {
		list = append(list, "places")
	}
	counts := make([]int, 0, 120)
	for _, n := range orders {
		counts = append(counts, n)
	}
	counts = append(
		counts,
		make([]int, 120-len(counts))...) // orders that never occurred count, too
	if unlikely(chiSquare(counts, size), len(counts)-1) {
		list = append(list, "orders")
	}
	return list
}

func TestC16EveryOrderOfAShuffleIsEquallyLikely(t *testing.T) {
	t.Parallel()
	if list := favours(engine.Shuffle[int], enginetest.Size(50_000, 1_000_000)); len(list) > 0 {
		t.Errorf("some %v are likelier than others", list)
	}
}

func TestC16AShuffleThatFavoursSomeOrdersIsNoticed(t *testing.T) {
	t.Parallel()
	biased := func(s *engine.Stream, pile []int) { // swaps each card with any other
		for i := range pile {
			j := s.Below(len(pile))
			pile[i], pile[j] = pile[j], pile[i]
		}
	}
	if list := favours(biased, 5000); len(list) == 0 {
		t.Error("a biased shuffle is not noticed")
	}
}

func TestC16EveryTicketIsEquallyLikelyAtTheStart(t *testing.T) {
	t.Parallel()
	rng, sum, freedom := rand.New(rand.NewPCG(2, 1)), 0.0, 0
	deals := enginetest.Size(500, 10_000)
	for _, title := range titles.All() {
		setup := engine.Setup{Names: make([]string, title.SeatCounts()[0])}
		for i := range setup.Names {
			setup.Names[i] = fmt.Sprint("Player ", i+1)
		}
		counts, offered := make([]int, len(titles.MapOf(title).Tickets)), 0
		for range deals {
			setup.Seed = newSeed(rng)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			v := g.Unveiled()
			for _, id := range v.Seats[0].Offer.IDs {
				counts[id]++
			}
			offered += len(v.Seats[0].Offer.IDs)
		}
		// An offer has no ticket twice, which takes some of the variance away.
		n, each := float64(len(counts)), float64(offered)/float64(deals)
		sum += chiSquare(counts, offered) * (n - 1) / (n - each)
		freedom += len(counts) - 1
	}
	if unlikely(sum, freedom) {
		t.Errorf("chi-square %.1f of %d degrees of freedom", sum, freedom)
	}
}

func TestC18AStackedPileHasOneOrder(t *testing.T) {
	for _, title := range titles.All() {
		setup, _ := ai.Simulated(1, 0, title.SeatCounts()[0])
		setup.Stacked = map[string][]engine.Card{title.Piles()[0].Tag: {0}}
		if _, err := title.New(setup); err != nil {
			t.Errorf("%s: %v", title.ID(), err)
		}
		setup.Options = map[string]string{engine.Shuffling().Key: "apart"}
		if _, err := title.New(setup); err == nil {
			t.Errorf("%s: dealt with a stacked pile and an order for each taker", title.ID())
		}
	}
}
