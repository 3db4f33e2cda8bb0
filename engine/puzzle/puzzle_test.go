package puzzle_test

import (
	"flag"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/enginetest"
	"konduktor/engine/puzzle"
	"konduktor/engine/titles"
)

func included(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	all, err := puzzle.Included(titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestPuzzlesHaveOneClearAnswer(t *testing.T) {
	all := included(t)
	if len(all) < 100 {
		t.Errorf("%d puzzles are included", len(all))
	}
	kinds := map[engine.Verb]int{}
	for i := range all {
		p := &all[i]
		g, at, err := p.Position()
		if err != nil {
			t.Fatalf("puzzle %d: %v", i, err)
		}
		if !at.View.Moves(p.Seat) {
			t.Errorf("puzzle %d: seat %d cannot move", i, p.Seat)
		}
		for _, o := range p.Options {
			if _, err := g.Clone().Apply(p.Seat, o.Move); err != nil {
				t.Errorf("puzzle %d: %+v is refused: %v", i, o.Move, err)
			}
		}
		if p.Lead.Is < puzzle.Significance*p.Lead.Doubt || p.Lead.Doubt <= 0 ||
			math.Abs(p.Options[0].Chance.Is-p.Options[1].Chance.Is-p.Lead.Is) > .11 {
			t.Errorf("puzzle %d: chances %v and %v, lead %v", i, p.Options[0].Chance,
				p.Options[1].Chance, p.Lead)
		}
		kinds[p.Options[0].Move.Verb]++
	}
	for _, verb := range []engine.Verb{engine.Keep, engine.Claim, engine.Draw} {
		if kinds[verb] < len(all)/5 {
			t.Errorf("%s is the answer to %d of %d puzzles", verb, kinds[verb], len(all))
		}
	}
	if file, err := os.Stat("puzzles.rec"); err != nil || file.Size() > 300_000 {
		t.Errorf("got %v, %v, want less than 300 kB", file.Size(), err)
	}
}

// Puzzles are judged again in worlds that had no part in choosing or judging them: at full size 24
// of them in as many worlds, and no answer changes.
func TestPuzzleAnswersHoldInOtherWorlds(t *testing.T) {
	const other = 99
	worlds, step := enginetest.Size(200, puzzle.Worlds), enginetest.Size(10, 5) // all three kinds
	all := included(t)
	for i := 0; i < len(all); i += step {
		p := &all[i]
		again, err := p.Judge(worlds, other)
		if err != nil {
			t.Fatalf("puzzle %d: %v", i, err)
		}
		t.Logf("puzzle %d: lead %v, %v in other worlds", i, p.Lead, again.Lead)
		off, doubt := again.Lead.Is-p.Lead.Is, math.Hypot(again.Lead.Doubt, p.Lead.Doubt)
		if math.Abs(off) > 4*doubt ||
			worlds == puzzle.Worlds && again.Lead.Is <= 0 {
			t.Errorf("puzzle %d: lead %v in other worlds, the file says %v", i, again.Lead, p.Lead)
		}
	}
}

var update = flag.Bool("update", false, "make the puzzles of the program anew, in six minutes")

// seriesOfGames is where the puzzles of the program come from.
const seriesOfGames = 23

// tables are the seats of the games of Amsterdam, in turn.
var tables = []int{2, 3, 2, 4}

// manyGames is more than any search for a puzzle needs: each has games of its own, so that a puzzle
// can be made alone.
const manyGames = 1000

func made(t *testing.T, nth int) *puzzle.Puzzle {
	t.Helper()
	m := puzzle.Maker{
		Title: amsterdam.Title, Seats: tables[nth%len(tables)], Series: seriesOfGames,
	}
	for game := nth * manyGames; ; game++ {
		p, err := m.FromGame(t.Context(), game, puzzle.Kind(nth%puzzle.Kinds))
		if err != nil {
			t.Fatalf("puzzle %d: %v", nth, err)
		}
		if p != nil {
			return p
		}
	}
}

// One puzzle in the quick size; all of them take six minutes.
func TestPuzzlesCanBeRegeneratedFromTheirSeed(t *testing.T) {
	all := included(t)
	if *update {
		var file strings.Builder
		for nth := range all {
			file.WriteString(made(t, nth).Print() + "\n")
		}
		if err := os.WriteFile("puzzles.rec", []byte(file.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	first, end := enginetest.Size(6, 0), enginetest.Size(7, len(all))
	for nth := first; nth < end; nth++ {
		if diff := cmp.Diff(all[nth].Print(), made(t, nth).Print()); diff != "" {
			t.Errorf("puzzle %d (-want +got):\n%s", nth, diff)
		}
	}
}

func TestAPuzzleIsReadAsItIsPrinted(t *testing.T) {
	for i, p := range included(t) {
		again, err := puzzle.Parse(p.Print(), titles.Find)
		if err != nil || len(again) != 1 {
			t.Fatalf("puzzle %d: %v", i, err)
		}
		if diff := cmp.Diff(p.Print(), again[0].Print()); diff != "" {
			t.Errorf("puzzle %d (-want +got):\n%s", i, diff)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[Title \"amsterdam\"]\n#option 1 2 3 draw deck\n#lead 1 2")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := puzzle.Parse(text, titles.Find)
		if err != nil {
			return
		}
		for i := range list {
			_ = list[i].Print()
		}
	})
}
