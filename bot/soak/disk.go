package soak

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"konduktor/bot/discord/discordtest"
	"konduktor/bot/locale"
	"konduktor/storage/mishap"
	"konduktor/storage/sqlite"
)

const (
	changesToFault = 500 // the last write at which a fault begins
	movesInFault   = 3   // that are tried while the disk does not write
	checkEvery     = 100 // faults between two looks at everything
)

var diskKind = Kind{
	Name: "disk", About: "writes, spread over 1 to 500, from which on the disk is full, and as many from which on it is broken", Small: 12, Full: 500,
	some:  []string{"faults", "told", "acknowledged"},
	shown: []string{"unnoticed"},
	none:  []string{"lost", "inconsistent", "untold", "half_made", "stuck", "doubled", "damaged"}, run: disk,
}

// disk has the disk of a whole bot fail from its k-th write on, for each k. Whoever moves then must be told that the move was
// not made, and it must not be; nothing that was acknowledged may be lost, nothing be sent twice. Once the disk is well, the
// same move is made, and messages go out, without a restart.
func disk(ctx context.Context, t *trial) error {
	for life, fault := range []mishap.Fault{mishap.Full, mishap.Broken} {
		if err := (&badDisk{trial: t, fault: fault, ledger: newLedger(), sent: map[string]bool{}}).try(ctx, uint64(life)); err != nil {
			return err
		}
	}
	return nil
}

// badDisk is a bot on a disk that has a fault again and again.
type badDisk struct {
	*trial
	fault  mishap.Fault
	m      *machine
	disk   *mishap.Disk
	turns  *turns
	ledger *ledger
	sent   map[string]bool // nonces
}

func (b *badDisk) try(ctx context.Context, life uint64) error {
	var err error
	if b.disk, err = mishap.Insert(b.folder); err != nil {
		return err
	}
	defer b.disk.Eject()
	file := filepath.Join(b.folder, fmt.Sprintf("soak%d.db", life))
	store, err := sqlite.OpenOn(ctx, sqlite.Disk{VFS: mishap.VFS}, file)
	if err != nil {
		return err
	}
	p := parts{store: store, seed: b.Seed}
	if b.trial.fault == faultBoasts {
		p.store = boastful{store}
	}
	if b.m, err = b.machine(ctx, p); err != nil {
		return err
	}
	defer b.leave(b.m)
	if b.turns, err = newTurns(ctx, b.m, life); err != nil {
		return err
	}
	for i := range b.Size {
		if err := b.strike(ctx, i*changesToFault/b.Size%changesToFault); err != nil {
			return err
		}
		if i%checkEvery == checkEvery-1 || i == b.Size-1 {
			if err := b.ledger.check(ctx, b.trial, store, true, fmt.Sprintf("after fault %d", i)); err != nil {
				return err
			}
			if _, err := sqlite.CheckFile(ctx, file); err != nil {
				b.wrong("damaged", "after fault %d: %v", i, err)
			}
		}
	}
	return nil
}

// strike plays while some writes go well, then while the disk does not write, and then on.
func (b *badDisk) strike(ctx context.Context, good int) error {
	errorsBefore := b.m.broken.Load()
	b.disk.FailAfter(good, b.fault)
	var left []proposal // moves that were not made
	told := 0
	for n, more := 0, movesInFault; more > 0; n++ {
		next, err := b.turns.next(ctx)
		if err == nil {
			var failed bool
			if failed, err = b.attempt(ctx, next); failed {
				left = append(left, next)
				told++
			}
		}
		if err != nil && b.disk.Refused() == 0 { // a game that could not be dealt, on the other hand, is the disk's fault
			return err
		}
		if n%4 == 3 {
			err := b.m.bot.Flush(ctx)
			b.note()
			if err != nil && b.disk.Refused() == 0 {
				return err
			}
		}
		if b.disk.Refused() > 0 {
			more--
		}
	}
	b.disk.Mend()
	b.m.broken.Store(errorsBefore) // those in between were the disk's
	b.count("faults", 1)
	if told == 0 {
		b.count("unnoticed", 1) // a checkpoint, which comes later then, or a message
	}
	return b.recover(ctx, left)
}

// attempt makes a move and wants the player to be told if it cannot be made.
func (b *badDisk) attempt(ctx context.Context, p proposal) (failed bool, err error) {
	got := b.m.handle(ctx, p.ix)
	if got.done {
		b.acknowledge(p)
		return false, nil
	}
	row, err := b.m.store.Game(ctx, p.game.row.ID)
	if err != nil {
		return true, err
	}
	if row.Ply != p.ply {
		b.wrong("half_made", "game %s, ply %d: the player is told %.80q, and the game is at ply %d", row.ID, p.ply, got.message.Content, row.Ply)
	}
	if b.apologises(got.message.Content) {
		b.count("told", 1)
	} else {
		b.wrong("untold", "game %s, ply %d: the disk has failed, and the player is told %.80q", row.ID, p.ply, got.message.Content)
	}
	return true, nil
}

func (b *badDisk) acknowledge(p proposal) {
	if other, ok := b.ledger.note(p.game.row.ID, p.ply, p.text); !ok {
		b.wrong("lost", "game %s, ply %d: %q was acknowledged, and %q", p.game.row.ID, p.ply, other, p.text)
	}
	b.count("acknowledged", 1)
}

// apologises reports whether a player is told that nothing was changed, and by a full disk that there is no room.
func (b *badDisk) apologises(text string) bool {
	catalog, err := loadCatalog()
	if err != nil {
		return false
	}
	ids := []string{"problem.full"}
	if b.fault == mishap.Broken {
		ids = append(ids, "problem.internal")
	}
	for _, id := range ids {
		sentence, _, _ := strings.Cut(catalog.Texts(locale.Fallback).Say(id, "ID", "|"), "|")
		if strings.HasPrefix(text, sentence) {
			return true
		}
	}
	return false
}

// recover makes the last of the moves that could not be made, and sends what waits.
func (b *badDisk) recover(ctx context.Context, left []proposal) error {
	if err := b.m.bot.Flush(ctx); err != nil {
		b.wrong("stuck", "the disk is well again, and messages are not sent: %v", err)
	}
	b.note()
	for _, p := range left {
		if err := p.game.follow(ctx, b.m); err != nil {
			return err
		}
		if p.game.row.Ply != p.ply { // another try at the same game was made meanwhile
			continue
		}
		ix := b.m.click(p.ix.User, p.ix.CustomID)
		if got := b.m.handle(ctx, ix); !got.done {
			b.wrong("stuck", "game %s, ply %d: the disk is well again, and the player is told %.80q", p.game.row.ID, p.ply, got.message.Content)
			continue
		}
		b.acknowledge(p)
	}
	return nil
}

// note counts messages that were sent more than once.
func (b *badDisk) note() {
	for _, c := range b.m.taken() {
		if c.Method != discordtest.Send || c.Err != nil || c.Message.Nonce == "" {
			continue
		}
		key := string(c.Channel) + " " + c.Message.Nonce
		if b.sent[key] {
			b.wrong("doubled", "the message with nonce %s was sent twice", c.Message.Nonce)
		}
		b.sent[key] = true
	}
}
