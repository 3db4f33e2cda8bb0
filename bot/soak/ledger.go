package soak

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// ledger is what the bot has acknowledged: whatever happens to it or its file, these moves must be there. Its methods can be
// called from any goroutine.
type ledger struct {
	mu      sync.Mutex
	moves   map[match.GameID]map[engine.Ply]string // in notation
	size    int
	touched map[match.GameID]bool // games in which moves were noted since they were checked
}

func newLedger() *ledger {
	return &ledger{moves: map[match.GameID]map[engine.Ply]string{}, touched: map[match.GameID]bool{}}
}

// note adds a move that was acknowledged. If another was acknowledged at the same ply, it adds nothing and returns that one.
func (l *ledger) note(id match.GameID, ply engine.Ply, text string) (other string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	game := l.moves[id]
	if game == nil {
		game = map[engine.Ply]string{}
		l.moves[id] = game
	}
	if other, ok := game[ply]; ok {
		return other, false
	}
	game[ply] = text
	l.size++
	l.touched[id] = true
	return "", true
}

// back takes out what was acknowledged from a ply on: it was taken back.
func (l *ledger) back(id match.GameID, to engine.Ply) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ply := range l.moves[id] {
		if ply >= to {
			delete(l.moves[id], ply)
			l.size--
		}
	}
}

// clone returns a copy that later notes do not change.
func (l *ledger) clone() *ledger {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := &ledger{moves: map[match.GameID]map[engine.Ply]string{}, size: l.size, touched: maps.Clone(l.touched)}
	for id, game := range l.moves {
		c.moves[id] = maps.Clone(game)
	}
	return c
}

// check counts what a store has lost: moves that are missing or others than were acknowledged (figure lost), and games whose
// chain of moves is broken (figure inconsistent). It looks at games in which moves were noted since the last check, or at
// all. when says in a report when that was.
func (l *ledger) check(ctx context.Context, t *trial, store storage.Store, all bool, when string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ids := slices.Sorted(maps.Keys(l.touched))
	if all {
		ids = slices.Sorted(maps.Keys(l.moves))
	}
	clear(l.touched)
	for _, id := range ids {
		row, err := store.Game(ctx, id)
		switch {
		case errors.Is(err, storage.ErrNotFound):
			t.wrong("lost", "game %s with %d acknowledged moves is gone %s", id, len(l.moves[id]), when)
			continue
		case err != nil && !errors.Is(err, storage.ErrDamaged):
			return err
		}
		moves, err := store.Moves(ctx, id, -1)
		if err != nil || !chained(row, moves) {
			t.wrong("inconsistent", "game %s %s: %v", id, when, err)
			continue
		}
		for ply, text := range l.moves[id] {
			if int(ply) >= len(moves) {
				t.wrong("lost", "game %s, ply %d: %q was acknowledged, %d moves are stored %s", id, ply, text, len(moves), when)
			} else if moves[ply].Text != text {
				t.wrong("lost", "game %s, ply %d: %q was acknowledged, %q is stored %s", id, ply, text, moves[ply].Text, when)
			}
		}
	}
	return nil
}
