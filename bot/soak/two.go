package soak

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// two has two processes move in the same games of one file: no move may be lost, none made twice, and neither process may
// be told that the file is locked.
func two(ctx context.Context, o Options, r *Report) error {
	if len(o.Child) == 0 {
		return errors.New("no command line for children")
	}
	return withFolder(func(folder string) error {
		t := &twins{r: r, file: filepath.Join(folder, "soak.db"), acknowledged: map[place]string{}}
		if err := t.prepare(ctx, o.Seed); err != nil {
			return err
		}
		var both sync.WaitGroup
		for i := range 2 {
			both.Go(func() {
				t.run(ctx, o.Child, order{File: t.file, Life: uint64(i + 1), Moves: o.Size, Lies: o.fault == faultLies})
			})
		}
		both.Wait()
		if err := t.inspect(ctx); err != nil {
			return err
		}
		r.some("acknowledged", len(t.acknowledged))
		r.add("moves", t.stored)
		r.some("shared", t.shared)
		r.add("overtaken", t.begun-len(t.acknowledged)-t.doubled)
		r.none("lost", t.lost)
		r.none("doubled", t.doubled)
		r.none("inconsistent", t.inconsistent)
		r.none("failed", t.failed)
		return nil
	})
}

// twins are two processes at one file.
type twins struct {
	r    *Report
	file string

	mu           sync.Mutex
	acknowledged map[place]string
	by           [3]map[storage.GameID]bool // the games in which each has moved

	begun, stored, shared, lost, doubled, inconsistent, failed int
}

// prepare starts games and makes their setup choices: then each position is one in which only one move can be made.
func (t *twins) prepare(ctx context.Context, seed uint64) error {
	m, err := newMachine(ctx, parts{file: t.file, seed: seed})
	if err != nil {
		return err
	}
	defer m.close()
	for i := range running {
		title := titles.All()[i]
		g, err := m.start(ctx, title, title.SeatCounts()[0], 10*i, seed+uint64(i))
		if err != nil {
			return err
		}
		for g.copy.View(engine.Public).Phase == engine.InSetup {
			seat, move, err := g.choose()
			if err != nil {
				return err
			}
			m.handle(ctx, m.click(g.user(seat), g.do(g.copy.Ply(), move)))
			if err := g.follow(ctx, m); err != nil {
				return err
			}
		}
	}
	_, err = m.flush(ctx)
	return err
}

// run runs a child to its end and notes what it acknowledges.
func (t *twins) run(ctx context.Context, command []string, o order) {
	c, err := startChild(ctx, command, o)
	if err == nil {
		for a, ok := c.next(); ok; a, ok = c.next() {
			t.note(a, int(o.Life))
		}
		err = c.cmd.Wait()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.failed++
		t.r.fail("process %d: %v", o.Life, err)
	}
}

func (t *twins) note(a attempt, by int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !a.Done {
		t.begun++
		return
	}
	at := place{a.Game, a.Ply}
	if other, ok := t.acknowledged[at]; ok {
		t.doubled++
		t.r.fail("game %s, ply %d: %q was acknowledged, and %q", a.Game, a.Ply, other, a.Move)
	}
	t.acknowledged[at] = a.Move
	if t.by[by] == nil {
		t.by[by] = map[storage.GameID]bool{}
	}
	t.by[by][a.Game] = true
}

// inspect wants everything that was acknowledged to be there, and the hash chains to be whole.
func (t *twins) inspect(ctx context.Context) error {
	m, err := newMachine(ctx, parts{file: t.file})
	if err != nil {
		return err
	}
	defer m.close()
	if _, err := m.flush(ctx); err != nil {
		return err
	}
	rows, err := m.store.GamesIn(ctx, storage.Running, storage.Finished)
	if err != nil {
		return err
	}
	stored := map[place]string{}
	for _, row := range rows {
		moves, err := m.store.Moves(ctx, row.ID, -1)
		if err != nil || !chained(row, moves) {
			t.inconsistent++
			t.r.fail("game %s: %v", row.ID, err)
		}
		for _, made := range moves {
			stored[place{row.ID, made.Ply}] = made.Text
		}
		if t.by[1][row.ID] && t.by[2][row.ID] {
			t.shared++
		}
	}
	t.stored = len(stored)
	for at, text := range t.acknowledged {
		if stored[at] != text {
			t.lost++
			t.r.fail("game %s, ply %d: %q was acknowledged, %q is stored", at.game, at.ply, text, stored[at])
		}
	}
	return nil
}
