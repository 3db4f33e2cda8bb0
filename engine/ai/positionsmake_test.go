package ai_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/choice"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// How the set of positions is made.
const (
	series     = 3011 // of the deals, and of what is chosen by lot
	ofGame     = 14   // positions
	ofItsEnd   = 5    // of these, turns in the last third of the game
	mostMoves  = 8    // candidates of a position
	mostRounds = 20   // of a position
	// moves played for a position, and at least one round: thirty times it would be 2,000 worlds
	makingEffort = 25_000
	exact        = .005 // standard error of a loss that is small enough
)

const head = `# made by: go test ./engine/ai -run RecordedPositions -make -timeout 3h
# GAME PLY | CHANCE ERROR WORLDS MOVE | ... best first; see positions_test.go
`

// makePositions makes the positions that are missing: for all, about an hour of a core. It goes on
// where it was interrupted; delete testdata/positions to begin anew.
func makePositions(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(gamesFile); err != nil {
		makeGames(t)
	}
	games := readGames(t)
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			done := map[[2]int]bool{}
			for _, p := range readPositions(t, title, games) {
				done[[2]int{p.game, p.ply}] = true
			}
			f, err := os.OpenFile(chancesFile(title), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if at, err := f.Seek(0, io.SeekEnd); err != nil || at == 0 {
				fmt.Fprint(f, head)
			}
			chosen := map[int][]int{}
			for i, record := range games {
				if record.Title.ID() == title.ID() {
					chosen[i] = choose(t, record, i)
				}
			}
			for n := range ofGame { // a set that is not finished has as many of each game
				for _, i := range slices.Sorted(maps.Keys(chosen)) {
					if n >= len(chosen[i]) || done[[2]int{i, chosen[i][n]}] {
						continue
					}
					p := position{game: i, ply: chosen[i][n], record: games[i]}
					p.judge(t)
					if len(p.moves) < 2 {
						continue
					}
					if _, err := f.WriteString(p.line()); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// makeGames plays three games at the two smallest tables of each title and two at the others, with
// all levels in turn.
func makeGames(t *testing.T) {
	t.Helper()
	levels := ai.Levels()
	var text bytes.Buffer
	game := 0
	for _, title := range titles.All() {
		for n, seats := range title.SeatCounts() {
			for deal := range 3 - min(n/2, 1) {
				setup, _ := ai.Simulated(series, game, seats)
				players := make([]ai.Player, seats)
				for s := range players {
					setup.Names[s] = levels[(s+deal)%len(levels)]
					p, err := ai.NewPlayerWithEffort(setup.Names[s], title, uint64(s), .25)
					if err != nil {
						t.Fatal(err)
					}
					players[s] = p
				}
				record := notation.Record{Title: title, Version: title.Version(), Setup: setup}
				_, err := ai.PlayOut(t.Context(), title, setup, players, func(step *ai.Step) {
					record.Moves = append(record.Moves,
						notation.RecordedMove{Seat: step.Seat, Move: step.Move})
				})
				if err != nil {
					t.Fatal(err)
				}
				text.WriteString(record.Print())
				game++
			}
		}
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(gamesFile, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// choose draws the positions of a game by lot, in any order: one of the first tickets, one of
// tickets drawn later, one of a tunnel's toll, and turns.
func choose(t *testing.T, record *notation.Record, game int) []int {
	t.Helper()
	rng := rand.New(rand.NewPCG(series, uint64(game)))
	g, err := record.Title.New(record.Setup)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string][]int{}
	for ply, made := range record.Moves {
		v := g.View(made.Seat)
		kind := ""
		switch {
		case len(v.Legal()) < 2:
		case made.Move.Verb == engine.Keep && v.Phase == engine.InSetup:
			kind = "first"
		case made.Move.Verb == engine.Keep:
			kind = "keep"
		case v.Owes == engine.OwesPay:
			kind = "toll"
		case v.Owes == engine.OwesTurn && 3*ply >= 2*len(record.Moves):
			kind = "end"
		case v.Owes == engine.OwesTurn:
			kind = "turn"
		}
		kinds[kind] = append(kinds[kind], ply)
		if _, err := g.Apply(made.Seat, made.Move); err != nil {
			t.Fatal(err)
		}
	}
	var plies []int
	take := func(kind string, n int) {
		all := kinds[kind]
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		plies = append(plies, all[:min(n, len(all))]...)
	}
	take("first", 1)
	take("keep", 1)
	take("toll", 1)
	take("end", ofItsEnd)
	take("turn", ofGame-len(plies))
	rng.Shuffle(len(plies), func(i, j int) { plies[i], plies[j] = plies[j], plies[i] })
	return plies
}

// candidates are what steady and strong choose, steady's next three, and its best of each kind; of
// sets of tickets steady's first ones.
func (p *position) candidates(t *testing.T, v *engine.View, told []engine.Event) []engine.Move {
	t.Helper()
	var moves []engine.Move
	add := func(m engine.Move) {
		if len(moves) < mostMoves && !slices.ContainsFunc(moves, func(o engine.Move) bool {
			return choice.Alike(v, &o, &m)
		}) {
			moves = append(moves, m)
		}
	}
	ranked, err := ai.Ranked(p.record.Title, v, told)
	if err != nil {
		t.Fatal(err)
	}
	add(ranked[0])
	for _, effort := range []float64{1, 0} {
		strong, err := ai.NewPlayerWithEffort("strong", p.record.Title, playerSeed, effort)
		if err != nil {
			t.Fatal(err)
		}
		m, err := strong.Choose(t.Context(), v, told)
		if err != nil {
			t.Fatal(err)
		}
		add(m)
	}
	few := 4
	if v.Owes == engine.OwesKeep { // all are of one kind
		few = mostMoves
	}
	for _, m := range ranked[:min(len(ranked), few)] {
		add(m)
	}
	kinds := map[string]bool{}
	for _, m := range ranked {
		if kind := kindOf(&m); !kinds[kind] {
			kinds[kind] = true
			add(m)
		}
	}
	return moves
}

// judge plays the candidates out, round by round. One drops out when it is more than two standard
// errors behind the best, or when its distance to the best is known well enough.
func (p *position) judge(t *testing.T) {
	t.Helper()
	_, v, told := p.replay(t)
	left := p.candidates(t, &v, told)
	judge, err := ai.NewJudge(p.record.Title)
	if err != nil {
		t.Fatal(err)
	}
	values := make([][]float64, len(left))
	at := make([]int, len(left)) // of left: its place in all and values
	for i := range at {
		at[i] = i
	}
	all, best := slices.Clone(left), 0
	for round := 0; len(left) > 1 && round < mostRounds && judge.Played() < makingEffort; round++ {
		by, err := judge.Chances(&v, told, left, worldsOfRound, p.seed(round))
		if err != nil {
			t.Fatalf("game %d, ply %d: %v", p.game, p.ply, err)
		}
		for k, i := range at {
			values[i] = append(values[i], by[k]...)
		}
		best = slices.MaxFunc(at, func(i, j int) int {
			a, _ := difference(values[i], nil)
			b, _ := difference(values[j], nil)
			return cmp.Compare(a, b)
		})
		at = slices.DeleteFunc(at, func(i int) bool {
			loss, wrong := difference(values[i], values[best])
			return i != best && (loss < -2*wrong || wrong < exact)
		})
		left = left[:0:0]
		for _, i := range at {
			left = append(left, all[i])
		}
	}
	most, wrong := difference(values[best], nil)
	for i, m := range all {
		c := candidate{move: m, chance: most, wrong: wrong, worlds: len(values[i])}
		if i != best {
			by, of := difference(values[i], values[best])
			c.chance, c.wrong = most+by, of
		}
		p.moves = append(p.moves, c)
	}
	slices.SortStableFunc(p.moves, func(a, b candidate) int { return cmp.Compare(b.chance, a.chance) })
}

// line is how a position stands in its file.
func (p *position) line() string {
	line := fmt.Sprintf("%d %d", p.game, p.ply)
	for _, m := range p.moves {
		line += fmt.Sprintf(" | %.4f %.4f %d %s", m.chance, m.wrong, m.worlds,
			notation.PrintMove(p.record.Title.Lexicon(), m.move))
	}
	return line + "\n"
}
