package soak

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"konduktor/bot/discord"
)

// movesALife is how many moves are acknowledged at most before a child is killed; in a short trial fewer.
const movesALife = 300

// inspectAll is how many kills pass between two looks at all games: the others look at those in which the last child moved.
const inspectAll = 100

// killer kills processes that play, and looks at what they leave behind. Of the moves that were under way at a kill and were
// sent again it counts how many had been committed, and how many were answered otherwise than the move.
type killer struct {
	*trial
	file         string
	moves        int // that a child makes at most
	acknowledged *ledger
	reopened     []time.Duration
}

var killKind = Kind{
	Name: "kill", About: "kills of a process that plays, and moves, up to 300 each", Small: 4, Full: 2000,
	some: []string{"kills", "acknowledged"}, shown: []string{"under_way", "committed", "reopen_p50_ms", "reopen_p99_ms"},
	none: []string{"lost", "inconsistent", "misanswered"}, run: kill,
}

// kill kills a process that plays, over and over: what it has acknowledged must be there, the hash chains must be whole, and
// an interaction that was under way must be answered, when it is delivered again, as if nothing had happened.
func kill(ctx context.Context, t *trial) error {
	if len(t.Child) == 0 {
		return errors.New("no command line for children")
	}
	k := &killer{trial: t, file: filepath.Join(t.folder, "soak.db"), acknowledged: newLedger(), moves: min(movesALife, 10*t.Size)}
	for life := range t.Size {
		last, err := k.live(ctx, t.Child, order{File: k.file, Life: uint64(life), Lies: t.fault == faultLies})
		if err != nil {
			return err
		}
		if err := k.inspect(ctx, last, life%inspectAll == inspectAll-1 || life == t.Size-1); err != nil {
			return err
		}
	}
	k.count("acknowledged", k.acknowledged.size)
	slices.Sort(k.reopened)
	k.count("reopen_p50_ms", int(k.reopened[len(k.reopened)/2].Milliseconds()))
	k.count("reopen_p99_ms", int(k.reopened[len(k.reopened)*99/100].Milliseconds()))
	return nil
}

// live starts a child, kills it after some moves, and returns the last move that it began, and whether it was acknowledged.
func (k *killer) live(ctx context.Context, command []string, o order) (last attempt, err error) {
	c, err := startChild(ctx, command, o)
	if err != nil {
		return last, err
	}
	moves, killed := 1+k.rng.IntN(k.moves), false
	for {
		a, ok := c.next()
		if !ok {
			break
		}
		last = a
		if a.Done {
			if other, ok := k.acknowledged.note(a.Game, a.Ply, a.Move); !ok {
				k.wrong("lost", "game %s, ply %d: %q was acknowledged, and %q", a.Game, a.Ply, other, a.Move)
			}
			moves--
		}
		if moves <= 0 && !killed && (a.Done || k.rng.IntN(2) == 0) {
			killed = true
			if err := c.cmd.Process.Kill(); err != nil {
				return last, err
			}
		}
	}
	err = c.cmd.Wait()
	if !killed {
		return last, fmt.Errorf("child %d ended by itself: %w", o.Life, err)
	}
	k.count("kills", 1)
	return last, nil
}

// inspect opens the file that a killed process has left, delivers the interaction that was under way again, and checks the
// games in which the process moved, or all.
func (k *killer) inspect(ctx context.Context, last attempt, all bool) error {
	if _, err := loadCatalog(); err != nil { // is not part of opening the file
		return err
	}
	began := time.Now()
	m, err := k.machine(ctx, parts{file: k.file})
	if err != nil {
		return err
	}
	defer k.leave(m)
	if _, err := m.store.Moves(ctx, last.Game, -1); err != nil {
		return err
	}
	k.reopened = append(k.reopened, time.Since(began))
	if !last.Done {
		if err := k.again(ctx, m, last); err != nil {
			return err
		}
	}
	return k.acknowledged.check(ctx, k.trial, m.store, all, fmt.Sprintf("after kill %d", k.counted("kills")))
}

// again delivers an interaction again that was under way at the kill: whether or not its move was committed, it is answered
// as the move's, and the move is there once.
func (k *killer) again(ctx context.Context, m *machine, a attempt) error {
	before, err := m.store.Game(ctx, a.Game)
	if err != nil {
		return err
	}
	ix := m.interaction(a.User, discord.Click)
	ix.ID, ix.CustomID, ix.Message = a.Interaction, a.Custom, "77"
	got := m.handle(ctx, ix)
	moves, err := m.store.Moves(ctx, a.Game, -1)
	if err != nil {
		return err
	}
	k.count("under_way", 1)
	if before.Ply > a.Ply {
		k.count("committed", 1)
	}
	if got.done && wasMade(moves, a.Ply) {
		k.acknowledged.note(a.Game, a.Ply, a.Move)
		return nil
	}
	k.wrong("misanswered", "game %s, ply %d: the interaction under way is answered %.80q", a.Game, a.Ply, got.message.Content)
	return nil
}
