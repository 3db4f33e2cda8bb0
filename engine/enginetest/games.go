package enginetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
)

// CheckGames lets a title's referee recount finished games: those in testdata/games, and simulated
// ones for each policy and number of seats.
func CheckGames(t *testing.T, title engine.Title, simulated int, appoint Appoint) {
	t.Helper()
	for _, file := range records(t, "testdata/games") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			checkFile(t, file, title, appoint)
		})
	}
	for _, options := range []map[string]string{nil, engine.UsualOptions(title)} {
		for _, policy := range ai.Policies() {
			for _, seats := range title.SeatCounts() {
				t.Run(fmt.Sprintf("%s by %d %v", policy, seats, options), func(t *testing.T) {
					t.Parallel()
					for i := range fifth(simulated) {
						record, g := playWith(t, title, options, 7, i, seats, func(rng *rand.Rand) ai.Policy {
							return policyNamed(t, policy, rng)
						})
						if diff := Judge(record, g, appoint); diff != "" {
							t.Fatalf("%s\n%s", diff, record.Print())
						}
					}
				})
			}
		}
		if engine.UsualOptions(title) == nil {
			break
		}
	}
}

func checkFile(t *testing.T, file string, title engine.Title, appoint Appoint) {
	text, record := ReadRecord(t, file, title)
	g, err := record.Replay(-1)
	if err != nil {
		t.Fatalf("%s:%v", file, err)
	}
	v := g.View(engine.Public)
	if !g.Over() || !strings.HasSuffix(text, "\n"+notation.ResultLines(&v)) {
		t.Errorf("over: %v, the result is now\n%s", g.Over(), notation.ResultLines(&v))
	}
	if diff := Judge(record, g, appoint); diff != "" {
		t.Error(diff)
	}
}

func records(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.rec"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no records in %s (%v)", dir, err)
	}
	return files
}

// ReadRecord reads a file that holds a record of a title, and returns its text too.
func ReadRecord(t *testing.T, file string, title engine.Title) (string, *notation.Record) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	find := func(id string) (engine.Title, bool) { return title, id == title.ID() }
	record, err := notation.ParseRecord(string(text), find)
	if err != nil {
		t.Fatalf("%s:%v", file, err)
	}
	return string(text), record
}

// Play plays game i of a series to its end by the named policy.
func Play(t TB, title engine.Title, policy string, series uint64, i, seats int) (*notation.Record,
	engine.Game,
) {
	t.Helper()
	return PlayBy(t, title, series, i, seats, func(rng *rand.Rand) ai.Policy {
		return policyNamed(t, policy, rng)
	})
}

// PlayBy is Play with a policy that the test makes from the game's generator.
func PlayBy(t TB, title engine.Title, series uint64, i, seats int,
	policy func(*rand.Rand) ai.Policy,
) (*notation.Record, engine.Game) {
	t.Helper()
	return playWith(t, title, nil, series, i, seats, policy)
}

func playWith(t TB, title engine.Title, options map[string]string, series uint64, i, seats int,
	policy func(*rand.Rand) ai.Policy,
) (*notation.Record, engine.Game) {
	t.Helper()
	setup, rng := ai.Simulated(series, i, seats)
	setup.Options = options
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := ai.Play(g, policy(rng), nil)
	record := &notation.Record{Title: title, Version: title.Version(), Setup: setup, Moves: moves}
	if err != nil {
		t.Fatalf("%v\n%s", err, record.Print())
	}
	return record, g
}

func policyNamed(t TB, name string, rng *rand.Rand) ai.Policy {
	t.Helper()
	p, err := ai.New(name, rng)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TB is what a test, a benchmark and rapid's tests have in common.
type TB interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// PlayRandomly makes a random legal move of a seat that can move.
func PlayRandomly(t TB, g engine.Game, rng *rand.Rand) (engine.Seat, engine.Move, []engine.Event) {
	t.Helper()
	seats := g.ToMove()
	seat := seats[rng.IntN(len(seats))]
	m, ok := policyNamed(t, "random", rng).Choose(g, seat)
	if !ok {
		t.Fatalf("ply %d: seat %d has no legal move", g.Ply(), seat)
	}
	events, err := g.Apply(seat, m)
	if err != nil {
		t.Fatalf("ply %d: legal move %+v of seat %d refused: %v", g.Ply(), m, seat, err)
	}
	return seat, m, events
}
