package ai_test

import (
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/choice"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

var (
	making = flag.Bool("make", false, "make the positions of testdata/positions that are missing")
	update = flag.Bool("update", false, "write what the choices of this version cost")
)

const (
	gamesFile  = "testdata/positions/games.rec.gz"
	lossesFile = "testdata/positions/losses.csv"
	playerSeed = 3011
	// in which a choice that is no candidate is judged too
	worldsOfRound = 100
	// what rounding may make of a mean
	rounded = 1e-4
)

func chancesFile(title engine.Title) string {
	return "testdata/positions/" + title.ID() + ".txt"
}

// TestNoPlayerLosesMoreThanWritten is the first test of a new version: it must not lose more chance
// to win at the recorded positions than losses.csv says of the version before. A quick run asks
// steady at each seventh. A full one asks all levels at all, and -v shows by title and kind of move
// how each compares with what is written, or with the level that KONDUKTOR_AGAINST names. A new
// version is better if its loss is less with p < 0.01. Then -update writes its losses.
//
// The best of several uncertain chances looks better than it is, so all losses are too large. That
// is the same for all players: differences between them do not have it.
func TestNoPlayerLosesMoreThanWritten(t *testing.T) {
	set := readSet(t)
	written := readLosses(t, len(set))
	every := enginetest.Size(7, 1) // a choice that is no candidate is dear to judge
	set = eachOf(set, every)
	for level := range written {
		written[level] = eachOf(written[level], every)
	}
	for _, level := range ai.Levels() {
		if level != "steady" && every > 1 {
			continue
		}
		now, before := losses(t, set, level), written[level]
		if mean, _ := difference(now, nil); !*update {
			if most, _ := difference(before, nil); mean > most+rounded {
				t.Errorf("%s loses %.4f a choice, %.4f is written", level, mean, most)
			}
		}
		rival := "written"
		if name := os.Getenv("KONDUKTOR_AGAINST"); name != "" {
			rival, before = name, losses(t, set, name)
		}
		if before != nil {
			t.Log(level + " against " + rival + table(set, now, before))
		}
		written[level] = now
	}
	switch {
	case *update && every > 1:
		t.Error("-update writes the losses of a full run: KONDUKTOR_FULL=1")
	case *update:
		writeLosses(t, set, written)
	}
}

// eachOf returns the first of each n of a list.
func eachOf[T any](list []T, n int) (some []T) {
	for i := 0; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// TestRecordedPositionsAreLegal makes the positions that are missing first, with -make.
func TestRecordedPositionsAreLegal(t *testing.T) {
	if *making {
		t.Run("make", makePositions)
	}
	for i, record := range readGames(t) {
		if g, err := record.Replay(-1); err != nil || !g.Over() {
			t.Errorf("game %d: %v; it must be legal to its end", i, err)
		}
	}
	for _, p := range readSet(t) {
		g, v, _ := p.replay(t)
		for _, c := range p.moves {
			if _, err := g.Clone().Apply(v.Viewer, c.move); err != nil {
				t.Errorf("game %d, ply %d: %+v: %v", p.game, p.ply, c.move, err)
			}
		}
	}
}

// losses are what a player's choices cost, by position.
func losses(t *testing.T, set []position, level string) []float64 {
	t.Helper()
	all := make([]float64, len(set))
	for i := range set {
		player, err := ai.NewPlayer(level, set[i].record.Title, playerSeed)
		if err != nil {
			t.Fatal(err)
		}
		_, v, told := set[i].replay(t)
		m, err := player.Choose(t.Context(), &v, told)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = set[i].loss(t, &v, told, m)
	}
	return all
}

// table compares losses, in percent: of all positions, by title, and by the kind of the best move.
func table(set []position, now, before []float64) string {
	groups := map[string][]int{}
	for i := range set {
		p := &set[i]
		for _, name := range []string{
			" all", "title " + p.record.Title.ID(), "best is " + kindOf(&p.moves[0].move),
		} {
			groups[name] = append(groups[name], i)
		}
	}
	text := fmt.Sprintf("\n%-20s %4s  %-12s  %-12s  %-13s  p", "", "n", "loss", "before",
		"difference")
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		var a, b []float64
		for _, i := range groups[name] {
			a, b = append(a, now[i]), append(b, before[i])
		}
		loss, wrong := difference(a, nil)
		was, doubt := difference(b, nil)
		by, of := difference(a, b)
		p := 1.
		if of > rounded {
			p = math.Erfc(math.Abs(by/of) / math.Sqrt2)
		}
		text += fmt.Sprintf("\n%-20s %4d  %5.2f (%.2f)  %5.2f (%.2f)  %+6.2f (%.2f)  %.3g", name, len(a),
			100*loss, 100*wrong, 100*was, 100*doubt, 100*by, 100*of, p)
	}
	return text
}

// position is a choice in a recorded game, with the chances to win by some moves, best first.
type position struct {
	game, ply int
	record    *notation.Record
	moves     []candidate
}

// candidate is a move with its chance to win and the number of worlds played out. The error of the
// best is its own, that of another is of its distance to the best, in the same worlds.
type candidate struct {
	move          engine.Move
	chance, wrong float64
	worlds        int
}

// seed is that of the worlds of a round.
func (p *position) seed(round int) uint64 { return uint64(p.game<<8 | round) }

// replay returns the game at a position, and what its mover sees and was told.
func (p *position) replay(t *testing.T) (engine.Game, engine.View, []engine.Event) {
	t.Helper()
	mover := p.record.Moves[p.ply].Seat
	var told []engine.Event
	g, err := p.record.Follow(p.ply, func(events []engine.Event) {
		for _, e := range events {
			e.Shown, e.Tickets = slices.Clone(e.Shown), slices.Clone(e.Tickets)
			told = append(told, e.For(mover))
		}
	})
	if err != nil {
		t.Fatalf("game %d: %v", p.game, err)
	}
	return g, g.View(mover), told
}

// readGames returns the recorded games; their numbers are their places.
func readGames(t *testing.T) []*notation.Record {
	t.Helper()
	f, err := os.Open(gamesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	var games []*notation.Record
	for _, game := range strings.Split(string(text), "[Title ")[1:] {
		record, err := notation.ParseRecord("[Title "+game, titles.Find)
		if err != nil {
			t.Fatalf("game %d: %v", len(games), err)
		}
		games = append(games, record)
	}
	return games
}

func readSet(t *testing.T) []position {
	t.Helper()
	games := readGames(t)
	var set []position
	for _, title := range titles.All() {
		set = append(set, readPositions(t, title, games)...)
	}
	return set
}

// readPositions reads the positions of a title, none if there is no file.
func readPositions(t *testing.T, title engine.Title, games []*notation.Record) []position {
	t.Helper()
	text, err := os.ReadFile(chancesFile(title))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var all []position
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), " | ")
		var p position
		if _, err := fmt.Sscan(fields[0], &p.game, &p.ply); err != nil {
			t.Fatalf("%s: %q: %v", title.ID(), line, err)
		}
		p.record = games[p.game]
		for _, field := range fields[1:] {
			var c candidate
			words := strings.SplitN(field, " ", 4)
			_, err := fmt.Sscan(strings.Join(words[:3], " "), &c.chance, &c.wrong, &c.worlds)
			if err != nil {
				t.Fatalf("%s: %q: %v", title.ID(), field, err)
			}
			if c.move, err = notation.ParseMove(title.Lexicon(), words[3]); err != nil {
				t.Fatalf("%s: %q: %v", title.ID(), field, err)
			}
			p.moves = append(p.moves, c)
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b position) int {
		return cmp.Or(cmp.Compare(a.game, b.game), cmp.Compare(a.ply, b.ply))
	})
	return all
}

// kindOf is the kind of a move, for tables.
func kindOf(m *engine.Move) string {
	if m.Verb == engine.Draw && m.Slot == 0 {
		return "draw deck"
	}
	return m.Verb.String()
}

// difference is the mean of values minus others, as far as both go, and its standard error. Without
// others it is of the values themselves.
func difference(values, others []float64) (mean, wrong float64) {
	if others == nil {
		others = make([]float64, len(values))
	}
	n := min(len(values), len(others))
	for i := range n {
		mean += (values[i] - others[i]) / float64(n)
	}
	for i := range n {
		d := values[i] - others[i] - mean
		wrong += d * d
	}
	return mean, math.Sqrt(wrong / float64(max(n-1, 1)) / float64(max(n, 1)))
}

// loss is how much chance to win a move gives away, beside the best candidate. A move that is no
// candidate is judged beside that one in the worlds of the first round: the same for all versions.
func (p *position) loss(t *testing.T, v *engine.View, told []engine.Event, m engine.Move) float64 {
	t.Helper()
	for _, c := range p.moves {
		if choice.Alike(v, &c.move, &m) {
			return p.moves[0].chance - c.chance
		}
	}
	judge, err := ai.NewJudge(p.record.Title)
	if err != nil {
		t.Fatal(err)
	}
	both := []engine.Move{p.moves[0].move, m}
	values, err := judge.Chances(v, told, both, worldsOfRound, p.seed(0))
	if err != nil {
		t.Fatal(err)
	}
	loss, _ := difference(values[0], values[1])
	return loss
}

// readLosses returns the losses that are written, by level and position.
func readLosses(t *testing.T, n int) map[string][]float64 {
	t.Helper()
	written := map[string][]float64{}
	f, err := os.Open(lossesFile)
	if err != nil {
		if *update {
			return written
		}
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != n+1 {
		t.Fatalf("%s has %d lines for %d positions: %v", lossesFile, len(rows), n, err)
	}
	for k, level := range rows[0] {
		for _, row := range rows[1:] {
			x, err := strconv.ParseFloat(row[k], 64)
			if err != nil {
				t.Fatal(err)
			}
			written[level] = append(written[level], x)
		}
	}
	return written
}

func writeLosses(t *testing.T, set []position, of map[string][]float64) {
	t.Helper()
	text := "game,ply," + strings.Join(ai.Levels(), ",") + "\n"
	for i := range set {
		text += fmt.Sprintf("%d,%d", set[i].game, set[i].ply)
		for _, level := range ai.Levels() {
			text += fmt.Sprintf(",%.4f", of[level][i])
		}
		text += "\n"
	}
	if err := os.WriteFile(lossesFile, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
