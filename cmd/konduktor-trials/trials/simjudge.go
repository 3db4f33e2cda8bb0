package trials

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/match"
)

func (w *world) judge() {
	rows := map[match.GameID]match.Game{}
	for _, g := range w.games {
		if err := g.catchUp(w.ctx); err != nil || !chained(g.row, g.moves) {
			w.wrong("inconsistent", "seed %d, game %s: %v", w.seed, g.row.ID, err)
		}
		rows[g.row.ID] = g.row
		w.count("moves", len(g.moves))
		w.judgeTable(g)
		w.judgeMoves(g)
		w.seeUndone(g.row.ID)
	}
	w.acknowledged.check(w.Trial, w.base, fmt.Sprintf("after seed %d", w.seed))
	for id, n := range w.made {
		if n > 1 {
			w.wrong("doubled", "seed %d: interaction %s made %d moves", w.seed, id, n)
		}
	}
	for _, what := range w.screen.stale(rows) {
		if w.two() {
			w.count("stale_of_two", 1)
		} else {
			w.wrong("stale", "seed %d: %s", w.seed, what)
		}
	}
	w.API.Fail, w.API.Lose = nil, nil
	for _, s := range w.script {
		w.judgeAnswer(s)
	}
	dropped, err := w.base.Dropped(w.ctx, 500)
	w.must(err)
	w.count("given_up", len(dropped))
	w.judgeLog()
}

// judgeAnswer wants what was carried out to be answered so, unless it was taken back.
func (w *world) judgeAnswer(s *deed) {
	text, err := w.base.Answer(w.ctx, s.ix.ID)
	if err != nil {
		return
	}
	if ply, err := plyIn(text); err != nil || w.goneBackTo(s.game, ply) {
		return
	}
	ix := s.ix
	if got := w.do(&ix); !got.done {
		w.wrong("misanswered", "seed %d, ply %d: answered %.80q", w.seed, s.ply, got.message.Content)
	}
}

// judgeTable wants each turn of a game to be told once at its table, in order.
func (w *world) judgeTable(g *game) {
	// nonces: a move that is taken back and made again at once has the same head
	last := map[engine.Ply]string{}
	for nonce, turn := range w.promised {
		stands := turn.ply > 0 && int(turn.ply) <= len(g.moves) &&
			g.moves[turn.ply-1].Head() == turn.head
		if !strings.HasPrefix(nonce, "tu"+string(g.row.ID)+".") || !stands {
			continue // it does not matter who is told of a turn that was taken back
		}
		if other, ok := last[turn.ply]; !ok || w.promised[other].nth < turn.nth {
			last[turn.ply] = nonce
		}
	}
	var want []engine.Ply
	promised := map[string]engine.Ply{}
	for ply, nonce := range last {
		promised[nonce] = ply
		want = append(want, ply)
	}
	slices.Sort(want)
	got := w.screen.turnsAt(g.row.Thread, promised)
	if !slices.IsSorted(got) {
		w.wrong("disordered", "seed %d, game %s: turns were told in the order %v", w.seed, g.row.ID, got)
	}
	slices.Sort(got)
	if once := slices.Compact(slices.Clone(got)); len(once) != len(got) {
		w.wrong("told_twice", "seed %d, game %s: told %v", w.seed, g.row.ID, got)
	} else if !slices.Equal(got, want) {
		w.wrong("untold", "seed %d, game %s: told %v, want %v", w.seed, g.row.ID, got, want)
	}
}

// judgeMoves wants each move to be made by an interaction of its own, but for those that left no
// choice (N6).
func (w *world) judgeMoves(g *game) {
	clicks := map[string]bool{}
	for _, s := range w.script {
		if s.game == g.row.ID {
			clicks[s.ix.ID] = true
		}
	}
	if len(g.moves) <= len(clicks) {
		return
	}
	forced, err := g.forced()
	if err != nil {
		w.wrong("inconsistent", "seed %d, game %s: %v", w.seed, g.row.ID, err)
	} else if len(g.moves)-forced > len(clicks)+w.madeAlone {
		w.wrong("doubled", "seed %d, game %s: %d moves, %d of them forced, by %d interactions",
			w.seed, g.row.ID, len(g.moves), forced, len(clicks))
	}
}

func (w *world) judgeLog() {
	log := w.log.Bytes()
	w.count("log_lines", bytes.Count(log, []byte("\n")))
	if i := bytes.Index(log, []byte("panic:")); i >= 0 {
		w.Errorf("seed %d: %.400q", w.seed, log[i:])
	}
	secrets := []string{"s3cret", "aW50ZXJhY3Rpb24"}
	for _, g := range w.games {
		secrets = append(secrets, g.row.Seed.Reveal())
	}
	for _, s := range secrets {
		if i := bytes.Index(log, []byte(s)); i >= 0 {
			w.wrong("tokens", "seed %d: the log says %.200q", w.seed, log[max(0, i-100):])
		}
	}
}
