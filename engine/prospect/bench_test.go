package prospect

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/titles"
)

// positions returns a game's views of seat 1 in play, at an even distance.
func positions(b *testing.B, title engine.Title, seats int) []engine.View {
	setup, rng := ai.Simulated(5, 0, seats)
	g, err := title.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	player, err := ai.New("greedy", rng)
	if err != nil {
		b.Fatal(err)
	}
	var list []engine.View
	for ply := 0; !g.Over(); ply++ {
		seat := g.ToMove()[0]
		m, _ := player.Choose(g, seat)
		if _, err := g.Apply(seat, m); err != nil {
			b.Fatal(err)
		}
		if v := g.View(1); ply%20 == 0 && v.Phase == engine.InPlay {
			list = append(list, v)
		}
	}
	return list
}

// BenchmarkHand looks at all tickets of a hand, in the positions of a whole game, one a round.
func BenchmarkHand(b *testing.B) {
	for _, title := range titles.All() {
		b.Run(title.ID(), func(b *testing.B) {
			views, m := positions(b, title, slices.Max(title.SeatCounts())), titles.MapOf(title)
			n := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				v := &views[i%len(views)]
				n += len(Of(v, m, 1, Own(v)))
			}
			b.ReportMetric(float64(n)/float64(b.N), "tickets")
		})
	}
}

// BenchmarkLongestTours looks at all tours of a map at the start, which are the most to search.
func BenchmarkTours(b *testing.B) {
	title, _ := titles.Find("world")
	views, m := positions(b, title, 5), titles.MapOf(title)
	var tours []engine.TicketID
	for i := range m.Tickets {
		if len(m.Tickets[i].Cities) > 2 {
			tours = append(tours, engine.TicketID(i))
		}
	}
	b.ReportMetric(float64(len(tours)), "tours")
	for i := 0; b.Loop(); i++ {
		Of(&views[i%len(views)], m, 1, tours)
	}
}
