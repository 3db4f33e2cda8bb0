package soak

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// What is shuffled: a pile of so many cards, whose places are counted card by card, and one of so few that whole orders are.
const (
	pileOfPlaces  = 12
	pileOfOrders  = 5
	shufflesADeal = 100 // shuffles of piles for each game that is dealt, of every title
)

// A chi-square test fails outside of these probabilities, in millionths.
const (
	leastLikely = 1000
	mostLikely  = 999_000
)

var shuffleKind = Kind{
	Name: "shuffle", About: "shuffles, each of a seed of its own: every order must be as likely (C16)", Small: 50_000, Full: 1_000_000,
	some:  []string{"shuffles", "deals"},
	shown: []string{"p_places_ppm", "p_orders_ppm", "p_tickets_ppm"}, none: []string{"unlikely"}, run: shuffle,
}

// shuffle counts where cards come to lie, in which orders, and which tickets the first seat of each title is offered, and
// holds the counts against equal chances.
func shuffle(ctx context.Context, t *trial) error {
	shuffled := engine.Shuffle[int]
	if t.fault == faultBiased {
		shuffled = biasedShuffle
	}
	places, orders := make([]int, pileOfPlaces*pileOfPlaces), map[[pileOfOrders]int]int{}
	for range t.Size {
		seed := t.seed()
		stream, pile := engine.NewStream(seed, "cards"), ordered(pileOfPlaces)
		shuffled(&stream, pile)
		for place, card := range pile {
			places[place*pileOfPlaces+card]++
		}
		stream, pile = engine.NewStream(seed, "tickets"), ordered(pileOfOrders)
		shuffled(&stream, pile)
		orders[[pileOfOrders]int(pile)]++
		t.count("shuffles", 2)
	}
	const n = pileOfPlaces // each row and column sums up to the number of shuffles, which takes (n-1)/n off the variance
	t.likely("p_places_ppm", chiSquare(places, t.Size*n)*(n-1)/n, (n-1)*(n-1))
	counts := make([]int, 120) // orders that never occurred count, too
	i := 0
	for _, n := range orders {
		counts[i] = n
		i++
	}
	t.likely("p_orders_ppm", chiSquare(counts, t.Size), len(counts)-1)
	return t.dealTickets(ctx)
}

// seed draws a seed.
func (t *trial) seed() (s engine.Seed) {
	for i := 0; i < len(s); i += 8 {
		binary.LittleEndian.PutUint64(s[i:], t.rng.Uint64())
	}
	return s
}

// ordered is a pile in canonical order.
func ordered(n int) []int {
	pile := make([]int, n)
	for i := range pile {
		pile[i] = i
	}
	return pile
}

// dealTickets counts which tickets the first seat of each title is offered at the start.
func (t *trial) dealTickets(ctx context.Context) error {
	sum, freedom := 0.0, 0
	for _, title := range titles.All() {
		setup := engine.Setup{Names: make([]string, title.SeatCounts()[0])}
		for i := range setup.Names {
			setup.Names[i] = fmt.Sprint("Player ", i+1)
		}
		counts, offered := make([]int, len(titles.MapOf(title).Tickets)), 0
		for range max(t.Size/shufflesADeal, 1) {
			if err := ctx.Err(); err != nil {
				return err
			}
			setup.Seed = t.seed()
			g, err := title.New(setup)
			if err != nil {
				return err
			}
			v := g.Unveiled()
			for _, id := range v.Seats[0].Offer.IDs {
				counts[id]++
			}
			offered += len(v.Seats[0].Offer.IDs)
			t.count("deals", 1)
		}
		// An offer has no ticket twice, which takes some of the variance away.
		n, each := float64(len(counts)), float64(offered)/float64(max(t.Size/shufflesADeal, 1))
		sum += chiSquare(counts, offered) * (n - 1) / (n - each)
		freedom += len(counts) - 1
	}
	t.likely("p_tickets_ppm", sum, freedom)
	return nil
}

// chiSquare is Pearson's statistic of counts that are expected to be equal and sum up to total.
func chiSquare(counts []int, total int) float64 {
	expected, sum := float64(total)/float64(len(counts)), 0.0
	for _, n := range counts {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	return sum
}

// likely sets a figure to how likely a larger value of a chi-square statistic is, in millionths, by the approximation of
// Wilson and Hilferty. Neither large deviations nor next to none may be.
func (t *trial) likely(name string, statistic float64, freedom int) {
	k := float64(freedom)
	z := (math.Cbrt(statistic/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
	p := int(1e6 * math.Erfc(z/math.Sqrt2) / 2)
	t.count(name, p)
	if p < leastLikely || p > mostLikely {
		t.wrong("unlikely", "%s=%d: chi-square %.1f of %d degrees of freedom", name, p, statistic, freedom)
	}
}
