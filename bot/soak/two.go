package soak

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

var twoKind = Kind{
	Name: "two", About: "moves of each of two processes in the same games", Small: 20, Full: 10_000,
	some: []string{"acknowledged", "shared"}, shown: []string{"moves", "overtaken", "again"},
	none: []string{"lost", "doubled", "inconsistent", "failed"}, run: two,
}

// two has two processes move in the same games of one file: no move may be lost, none made twice, and neither process may
// be told that the file is locked.
func two(ctx context.Context, t *trial) error {
	if len(t.Child) == 0 {
		return errors.New("no command line for children")
	}
	w := &twins{trial: t, file: filepath.Join(t.folder, "soak.db"), setup: map[match.GameID]int{}, acknowledged: newLedger()}
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
	file  string
	setup map[match.GameID]int // moves made before the processes began

	acknowledged *ledger

	noting sync.Mutex
	by     [3]map[match.GameID]bool // the games in which each has moved
	begun  int
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
		w.setup[g.row.ID] = len(g.moves)
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
	switch other, ok := w.acknowledged.note(a.Game, a.Ply, a.Move); {
	case ok:
	case other == a.Move: // a click on what another click has done is answered like that one; judge counts what it has done
		w.count("again", 1)
	default:
		w.wrong("doubled", "game %s, ply %d: %q was acknowledged, and %q", a.Game, a.Ply, other, a.Move)
	}
	if w.by[by] == nil {
		w.by[by] = map[match.GameID]bool{}
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
	rows, err := m.store.GamesIn(ctx, match.Running, match.Finished)
	if err != nil {
		return err
	}
	for _, row := range rows {
		w.count("moves", int(row.Ply))
		if w.by[1][row.ID] && w.by[2][row.ID] {
			w.count("shared", 1)
		}
		if err := w.judge(ctx, m, row); err != nil {
			return err
		}
	}
	w.count("acknowledged", w.acknowledged.size)
	w.count("overtaken", w.begun-w.acknowledged.size-w.counted("doubled")-w.counted("again"))
	return w.acknowledged.check(ctx, w.trial, m.store, true, "in the end")
}

// judge wants no more moves in a game than were acknowledged, but for those that nobody was asked for.
func (w *twins) judge(ctx context.Context, m *machine, row match.Game) error {
	title, ok := titles.Find(row.Title)
	if !ok {
		return fmt.Errorf("game %s is of title %q", row.ID, row.Title)
	}
	g, err := m.load(ctx, title, row.ID, w.Seed)
	if err != nil {
		return err
	}
	forced, err := g.forced()
	if err != nil {
		return err
	}
	if by, known := len(g.moves)-forced-w.setup[row.ID], len(w.acknowledged.moves[row.ID]); by > known {
		w.wrong("doubled", "game %s: clicks made %d moves, of which %d were acknowledged", row.ID, by, known)
	}
	return nil
}
