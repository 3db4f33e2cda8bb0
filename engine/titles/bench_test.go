//go:build unix

package titles_test

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
	"github.com/konduktor-bot/konduktor/engine/asia"
	"github.com/konduktor-bot/konduktor/engine/nordic"
	"github.com/konduktor-bot/konduktor/engine/railway"
	"github.com/konduktor-bot/konduktor/engine/world"
)

// boards are the board titles with their rules, which the limit needs as values.
var boards = []struct {
	title *railway.Title
	rules *railway.Rules
}{
	{amsterdam.Title, &amsterdam.Rules},
	{nordic.Title, &nordic.Rules},
	{asia.Title, &asia.Rules},
	{world.Title, &world.Rules},
}

// player returns what plays one random game of a title after another and says of each how many moves it had.
func player(b *testing.B, title engine.Title, seats int) func() int {
	b.Helper()
	var buffer []engine.RecordedMove
	game := 0
	return func() int {
		setup, rng := ai.Simulated(1, game, seats)
		game++
		policy, err := ai.New("random", rng)
		if err != nil {
			b.Fatal(err)
		}
		g, err := title.New(setup)
		if err != nil {
			b.Fatal(err)
		}
		if buffer, err = ai.Play(g, policy, buffer[:0]); err != nil {
			b.Fatal(err)
		}
		return len(buffer)
	}
}

// atEachTable runs a benchmark for each title and number of seats.
func atEachTable(b *testing.B, run func(b *testing.B, ours, limit func() int)) {
	for _, board := range boards {
		for _, seats := range board.title.SeatCounts() {
			b.Run(fmt.Sprintf("%s/%d", board.title.ID(), seats), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				run(b, player(b, board.title, seats), newLimit(board.rules, board.title.Map(), seats, rng).play)
			})
		}
	}
}

// BenchmarkRandomGame plays whole random games.
func BenchmarkRandomGame(b *testing.B) {
	atEachTable(b, func(b *testing.B, ours, _ func() int) { measure(b, ours) })
}

// BenchmarkLimit plays whole random games by the limit of the same table.
func BenchmarkLimit(b *testing.B) {
	atEachTable(b, func(b *testing.B, _, limit func() int) { measure(b, limit) })
}

func measure(b *testing.B, play func() int) {
	b.ReportAllocs()
	moves := 0
	for b.Loop() {
		moves += play()
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkAgainstLimit lets both take turns, 20 games each, so that whatever else the machine does hits both alike, and
// reports the moves a second of processor time in per cent of the limit's. Collecting garbage counts.
func BenchmarkAgainstLimit(b *testing.B) {
	atEachTable(b, func(b *testing.B, ours, limit func() int) {
		var mine, theirs stint
		for b.Loop() {
			mine.play(ours)
			theirs.play(limit)
		}
		b.ReportMetric(mine.rate(), "moves/s")
		b.ReportMetric(theirs.rate(), "limit-moves/s")
		b.ReportMetric(100*mine.rate()/theirs.rate(), "%oflimit")
	})
}

// stint is how much was played in which time.
type stint struct {
	moves int
	time  time.Duration
}

func (s *stint) play(game func() int) {
	start := processorTime()
	for range 20 {
		s.moves += game()
	}
	s.time += processorTime() - start
}

// processorTime is what this process has used so far, on all cores.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func (s *stint) rate() float64 { return float64(s.moves) / s.time.Seconds() }
