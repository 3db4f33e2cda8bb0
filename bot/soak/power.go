package soak

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"konduktor/storage/mishap"
	"konduktor/storage/sqlite"
)

// How power cuts are spread: one at about every so many changes of the log, more often in a checkpoint, which writes to the
// database itself; so many while one file is open, the last of them while it is closed; and a new database after so many files.
const (
	changesACut  = 60
	pagesACut    = 6
	cutsASession = 25
	sessionsAGo  = 8

	databaseFile = "soak.db"
)

var powerKind = Kind{
	Name: "power", About: "power cuts: what was not synced is lost or torn", Small: 80, Full: 10_000,
	some: []string{"cuts", "unsynced", "acknowledged"}, shown: []string{"in_checkpoints"},
	none: []string{"lost", "inconsistent", "unreadable"}, run: power,
}

// power plays through the whole bot on a disk that notes what is synced. At points of every kind, also in the middle of a
// transaction and while the file is made, it takes what the disk would hold if the power failed there. From each of these
// the store must open, be whole, and hold all that was acknowledged by then; from some the bot goes on.
func power(ctx context.Context, t *trial) error {
	p := &powerCuts{trial: t}
	var from cut
	for session := 0; t.counted("cuts") < t.Size; session++ {
		if session%sessionsAGo == 0 || len(t.short) > 0 {
			from = cut{ledger: newLedger()}
		}
		cuts, err := p.session(ctx, session, from)
		if err != nil {
			return err
		}
		for _, c := range cuts {
			if err := p.look(ctx, c); err != nil {
				return err
			}
		}
		from = cuts[len(cuts)-1]
	}
	return nil
}

// powerCuts is a trial of power cuts.
type powerCuts struct {
	*trial
	mu sync.Mutex // of the randomness
}

// cut is what a power cut has left.
type cut struct {
	image  mishap.Image
	ledger *ledger // what was acknowledged before it
}

// session plays from what a power cut has left, and takes what others would leave.
func (p *powerCuts) session(ctx context.Context, session int, from cut) (cuts []cut, err error) {
	disk, file, remove, err := p.disk("session", from.image)
	if err != nil {
		return nil, err
	}
	defer remove()
	wanted := min(cutsASession, p.Size-p.counted("cuts"))
	acknowledged := from.ledger.clone()
	disk.Before(func(name string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		every := changesACut
		if name == databaseFile {
			every = pagesACut
		}
		if len(cuts) == wanted || p.rng.IntN(every) > 0 {
			return
		}
		image, loose := disk.PowerCut(p.rng)
		cuts = append(cuts, cut{image, acknowledged.clone()})
		p.count("cuts", 1)
		p.count("unsynced", min(len(loose), 1))
		p.count("in_checkpoints", min(loose[databaseFile], 1))
	})
	store, err := sqlite.OpenOn(ctx, sqlite.Disk{VFS: mishap.VFS, Normal: p.fault == faultUnsynced}, file)
	if err != nil {
		return nil, fmt.Errorf("open what a power cut has left: %w", err)
	}
	m, err := p.machine(ctx, parts{store: store, seed: p.Seed + uint64(session)})
	if err != nil {
		return nil, err
	}
	err = p.play(ctx, m, uint64(session), acknowledged, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(cuts) < wanted-wanted/5
	})
	p.leave(m)
	return cuts, err
}

// play makes moves, sends messages, and notes what is acknowledged.
func (p *powerCuts) play(ctx context.Context, m *machine, life uint64, acknowledged *ledger, more func() bool) error {
	turns, err := newTurns(ctx, m, life)
	if err != nil {
		return err
	}
	for n := 0; more(); n++ {
		next, err := turns.next(ctx)
		if err != nil {
			return err
		}
		if m.handle(ctx, next.ix).done {
			acknowledged.note(next.game.row.ID, next.ply, next.text)
			p.count("acknowledged", 1)
		}
		if n%4 == 3 {
			if _, err := m.flush(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// look opens what a power cut has left and checks it.
func (p *powerCuts) look(ctx context.Context, c cut) error {
	_, file, remove, err := p.disk("cut", c.image)
	if err != nil {
		return err
	}
	defer remove()
	store, err := sqlite.OpenOn(ctx, sqlite.Disk{VFS: mishap.VFS}, file)
	if err != nil {
		p.wrong("unreadable", "after a power cut with %d moves acknowledged: %v", c.ledger.size, err)
		return nil
	}
	if err := c.ledger.check(ctx, p.trial, store, true, "after a power cut"); err != nil {
		return err
	}
	if err := store.Close(); err != nil {
		return err
	}
	if _, err := sqlite.CheckFile(ctx, file); err != nil {
		p.wrong("unreadable", "after a power cut: %v", err)
	}
	return nil
}

// disk makes a disk that holds an image, and names the database file on it. remove must be called in the end.
func (p *powerCuts) disk(name string, image mishap.Image) (disk *mishap.Disk, file string, remove func(), err error) {
	folder := filepath.Join(p.folder, name+strconv.Itoa(p.counted("cuts")))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, "", nil, err
	}
	if err := image.Write(folder); err != nil {
		return nil, "", nil, err
	}
	if disk, err = mishap.Insert(folder); err != nil {
		return nil, "", nil, err
	}
	return disk, filepath.Join(folder, databaseFile), func() {
		disk.Eject()
		_ = os.RemoveAll(folder)
	}, nil
}
