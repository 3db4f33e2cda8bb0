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

var twoKind = Kind{
	Name: "two", About: "moves of each of two processes in the same games", Small: 20, Full: 10_000,
	some: []string{"acknowledged", "shared"}, shown: []string{"moves", "overtaken"},
	none: []string{"lost", "doubled", "inconsistent", "failed"}, run: two,
}

// two has two processes move in the same games of one file: no move may be lost, none made twice, and neither process may
// be told that the file is locked.
func two(ctx context.Context, t *trial) error {
	if len(t.Child) == 0 {
		return errors.New("no command line for children")
	}
	w := &twins{trial: t, file: filepath.Join(t.folder, "soak.db"), acknowledged: map[place]string{}}
	if err := w.prepare(ctx); err != nil {
		return err
	}
	var both sync.WaitGroup
	for i := range 2 {
		both.Go(func() {
			w.play(ctx, order{File: w.file, Life: uint64(i + 1), Moves: t.Size, Lies: t.fault == faultLies})
		})
	}
	both.Wait()
	return w.inspect(ctx)
}

// twins are two processes at one file.
type twins struct {
	*trial
	file string

	noting       sync.Mutex
	acknowledged map[place]string
	by           [3]map[storage.GameID]bool // the games in which each has moved
	begun        int
}

// prepare starts games and makes their setup choices: then each position is one in which only one move can be made.
func (w *twins) prepare(ctx context.Context) error {
	m, err := w.machine(ctx, parts{file: w.file, seed: w.Seed})
	if err != nil {
		return err
	}
	defer w.leave(m)
	for i := range running {
		title := titles.All()[i]
		g, err := m.start(ctx, title, title.SeatCounts()[0], 10*i, w.Seed+uint64(i))
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

// play runs a child to its end and notes what it acknowledges.
func (w *twins) play(ctx context.Context, o order) {
	c, err := startChild(ctx, w.Child, o)
	if err == nil {
		for a, ok := c.next(); ok; a, ok = c.next() {
			w.note(a, int(o.Life))
		}
		err = c.cmd.Wait()
	}
	if err != nil {
		w.wrong("failed", "process %d: %v", o.Life, err)
	}
}

func (w *twins) note(a attempt, by int) {
	w.noting.Lock()
	defer w.noting.Unlock()
	if !a.Done {
		w.begun++
		return
	}
	at := place{a.Game, a.Ply}
	if other, ok := w.acknowledged[at]; ok {
		w.wrong("doubled", "game %s, ply %d: %q was acknowledged, and %q", a.Game, a.Ply, other, a.Move)
	}
	w.acknowledged[at] = a.Move
	if w.by[by] == nil {
		w.by[by] = map[storage.GameID]bool{}
	}
	w.by[by][a.Game] = true
}

// inspect wants everything that was acknowledged to be there, and the hash chains to be whole.
func (w *twins) inspect(ctx context.Context) error {
	m, err := w.machine(ctx, parts{file: w.file})
	if err != nil {
		return err
	}
	defer w.leave(m)
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
			w.wrong("inconsistent", "game %s: %v", row.ID, err)
		}
		for _, made := range moves {
			stored[place{row.ID, made.Ply}] = made.Text
		}
		if w.by[1][row.ID] && w.by[2][row.ID] {
			w.count("shared", 1)
		}
	}
	w.count("moves", len(stored))
	w.count("acknowledged", len(w.acknowledged))
	w.count("overtaken", w.begun-len(w.acknowledged)-w.counted("doubled"))
	for at, text := range w.acknowledged {
		if stored[at] != text {
			w.wrong("lost", "game %s, ply %d: %q was acknowledged, %q is stored", at.game, at.ply, text, stored[at])
		}
	}
	return nil
}
