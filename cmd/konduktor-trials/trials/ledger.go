package trials

import (
	"errors"
	"maps"
	"slices"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// ledger is what the bot has acknowledged, in notation: these moves must be there.
type ledger map[match.GameID]map[engine.Ply]string

// note adds an acknowledged move, or returns another that was acknowledged at the same ply.
func (l ledger) note(id match.GameID, ply engine.Ply, text string) (other string, ok bool) {
	if l[id] == nil {
		l[id] = map[engine.Ply]string{}
	}
	if other, ok := l[id][ply]; ok {
		return other, false
	}
	l[id][ply] = text
	return "", true
}

// back takes out what was acknowledged from a ply on: it was taken back.
func (l ledger) back(id match.GameID, to engine.Ply) {
	maps.DeleteFunc(l[id], func(ply engine.Ply, _ string) bool { return ply >= to })
}

func (l ledger) clone() ledger {
	c := ledger{}
	for id, moves := range l {
		c[id] = maps.Clone(moves)
	}
	return c
}

// check counts moves that are missing or others than acknowledged (lost), and games with a broken
// chain (inconsistent). when is for the report.
func (l ledger) check(t *Trial, store storage.Store, when string) {
	for _, id := range slices.Sorted(maps.Keys(l)) {
		row, err := store.Game(t.ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			t.wrong("lost", "game %s with %d acknowledged moves is gone %s", id, len(l[id]), when)
			continue
		}
		if !errors.Is(err, storage.ErrDamaged) {
			t.must(err)
		}
		moves, err := store.Moves(t.ctx, id, -1)
		if err != nil || !chained(row, moves) {
			t.wrong("inconsistent", "game %s %s: %v", id, when, err)
			continue
		}
		for ply, text := range l[id] {
			if int(ply) >= len(moves) || moves[ply].Text != text {
				t.wrong("lost", "game %s, ply %d: %q was acknowledged, and is not there %s", id, ply, text,
					when)
			}
		}
	}
}
