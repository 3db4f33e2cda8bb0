package asia_test

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/asia"
)

// networks are those of all teams at the end of so many random games by six.
func networks(b *testing.B, games int) [][]engine.RouteID {
	b.Helper()
	var list [][]engine.RouteID
	for i := range games {
		setup, rng := ai.Simulated(2, i, 6)
		policy, _ := ai.New("random", rng)
		g, err := asia.Title.New(setup)
		if err != nil {
			b.Fatal(err)
		}
		if _, err = ai.Play(g, policy, nil); err != nil {
			b.Fatal(err)
		}
		v := g.View(engine.Public)
		for s := 0; s < len(v.Seats); s += 2 {
			list = append(list, append(v.Seats[s].Routes, v.Seats[s+1].Routes...))
		}
	}
	return list
}

// BenchmarkLongestPathOfAGame searches the path of one team's network at the end of a game.
func BenchmarkLongestPathOfAGame(b *testing.B) {
	list := networks(b, 50)
	m := asia.Title.Map()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		_ = m.Longest(list[i%len(list)])
	}
}

// BenchmarkLongestPathOfAFullNetwork searches that of a team's 54 trains in one piece, grown over one-space routes first:
// the more routes, the harder.
func BenchmarkLongestPathOfAFullNetwork(b *testing.B) {
	m := asia.Title.Map()
	routes := full(54)
	b.ReportAllocs()
	for b.Loop() {
		_ = m.Longest(routes)
	}
	b.ReportMetric(float64(len(routes)), "routes")
}

// full grows a network of at most so many trains from the first route, always by the shortest route that touches it;
// each of the partners takes one lane of a connection.
func full(trains int) []engine.RouteID {
	m := asia.Title.Map()
	cities, lanes, has := map[engine.CityID]bool{}, map[int]int{}, map[int]bool{}
	var list []engine.RouteID
	for {
		best := -1
		for i := range m.Routes {
			r := &m.Routes[i]
			touches := len(list) == 0 || cities[r.A] || cities[r.B]
			if has[i] || lanes[r.Group] == 2 || !touches || r.Length > trains || best >= 0 && m.Routes[best].Length <= r.Length {
				continue
			}
			best = i
		}
		if best < 0 {
			return list
		}
		r := &m.Routes[best]
		list, trains = append(list, engine.RouteID(best)), trains-r.Length
		cities[r.A], cities[r.B], has[best] = true, true, true
		lanes[r.Group]++
	}
}

// BenchmarkView shows a game in its middle to a seat.
func BenchmarkView(b *testing.B) {
	setup, rng := ai.Simulated(1, 0, 6)
	policy, _ := ai.New("random", rng)
	g, err := asia.Title.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	for range 150 {
		seat := g.ToMove()[0]
		m, _ := policy.Choose(g, seat)
		if _, err := g.Apply(seat, m); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = g.View(1)
	}
}
