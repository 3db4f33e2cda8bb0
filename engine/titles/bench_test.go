package titles_test

import (
	"fmt"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/asia"
	"konduktor/engine/enginetest"
	"konduktor/engine/nordic"
	"konduktor/engine/notation"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// BenchmarkRandomGame plays whole random games of each title and number of seats.
func BenchmarkRandomGame(b *testing.B) {
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			b.Run(fmt.Sprintf("%s/%d", title.ID(), seats), func(b *testing.B) { playGames(b, title, seats) })
		}
	}
}

func playGames(b *testing.B, title engine.Title, seats int) {
	b.ReportAllocs()
	var moves []notation.RecordedMove
	game, played := 0, 0
	for b.Loop() {
		setup, rng := ai.Simulated(1, game, seats)
		policy, err := ai.New("random", rng)
		if err != nil {
			b.Fatal(err)
		}
		g, err := title.New(setup)
		if err != nil {
			b.Fatal(err)
		}
		if moves, err = ai.Play(g, policy, moves[:0]); err != nil {
			b.Fatal(err)
		}
		game++
		played += len(moves)
	}
	b.ReportMetric(float64(played)/b.Elapsed().Seconds(), "moves/s")
}

// benchmarkPosition gives each title's random game at the largest table, and the position in its
// middle.
func benchmarkPosition(b *testing.B,
	run func(b *testing.B, record *notation.Record, middle engine.Game),
) {
	for _, title := range titles.All() {
		b.Run(title.ID(), func(b *testing.B) {
			record, _ := enginetest.Play(b, title, "random", 1, 0, slices.Max(title.SeatCounts()))
			middle, err := record.Replay(len(record.Moves) / 2)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			run(b, record, middle)
		})
	}
}

func BenchmarkReplay(b *testing.B) {
	benchmarkPosition(b, func(b *testing.B, record *notation.Record, _ engine.Game) {
		for b.Loop() {
			if _, err := record.Replay(-1); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(record.Moves)), "moves/op")
	})
}

func BenchmarkParseRecord(b *testing.B) {
	benchmarkPosition(b, func(b *testing.B, record *notation.Record, _ engine.Game) {
		text := record.Print()
		for b.Loop() {
			if _, err := notation.ParseRecord(text, titles.Find); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkLegal(b *testing.B) {
	benchmarkPosition(b, func(b *testing.B, _ *notation.Record, middle engine.Game) {
		seat := middle.ToMove()[0]
		var moves []engine.Move
		for b.Loop() {
			moves = middle.AppendLegal(moves[:0], seat)
		}
	})
}

func BenchmarkView(b *testing.B) {
	benchmarkPosition(b, func(b *testing.B, _ *notation.Record, middle engine.Game) {
		for b.Loop() {
			_ = middle.View(1)
		}
	})
}

func BenchmarkClone(b *testing.B) {
	benchmarkPosition(b, func(b *testing.B, _ *notation.Record, middle engine.Game) {
		for b.Loop() {
			_ = middle.Clone()
		}
	})
}

// longestPathTitles are the titles that count the longest path, with the pieces of a seat or team
// and how many lanes of a connection it may have.
var longestPathTitles = []struct {
	title         engine.Title
	pieces, lanes int
}{{nordic.Title, 40, 1}, {asia.Title, 54, 2}}

// BenchmarkLongestPathOfAGame searches the path of one seat's or team's network at the end of a
// random game.
func BenchmarkLongestPathOfAGame(b *testing.B) {
	for _, c := range longestPathTitles {
		b.Run(c.title.ID(), func(b *testing.B) {
			var networks [][]engine.RouteID
			for i := range 50 {
				_, g := enginetest.Play(b, c.title, "random", 2, i, slices.Max(c.title.SeatCounts()))
				v := g.View(engine.Public)
				for s := 0; s < len(v.Seats); s += c.lanes { // as many lanes as partners
					var routes []engine.RouteID
					for _, partner := range v.Seats[s : s+c.lanes] {
						routes = append(routes, partner.Routes...)
					}
					networks = append(networks, routes)
				}
			}
			m := titles.MapOf(c.title)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				_ = m.Longest(networks[i%len(networks)])
			}
		})
	}
}

// BenchmarkLongestPathOfAFullNetwork searches that of all pieces in one network, grown over the
// shortest routes first: the more routes, the harder.
func BenchmarkLongestPathOfAFullNetwork(b *testing.B) {
	for _, c := range longestPathTitles {
		b.Run(c.title.ID(), func(b *testing.B) {
			m := titles.MapOf(c.title)
			routes := grow(m, c.pieces, c.lanes, func(open []engine.RouteID) engine.RouteID {
				return shortest(m, open)
			})
			b.ReportAllocs()
			for b.Loop() {
				_ = m.Longest(routes)
			}
			b.ReportMetric(float64(len(routes)), "routes")
		})
	}
}

func shortest(m *railmap.Map, open []engine.RouteID) engine.RouteID {
	return slices.MinFunc(open, func(x, y engine.RouteID) int {
		return m.Routes[x].Length - m.Routes[y].Length
	})
}
