package relational

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// Report is what was found in a database without a fault.
type Report struct {
	Games int
	// Older says that an older Konduktor made the tables, or that there are none yet: the games have
	// not been read.
	Older bool
	// Unsafe says that the server does not wait for the disk (fsync is off): a power cut can cost
	// everything.
	Unsafe bool
	// Emoji is the setting of that name, "" if nothing was noted yet; Decided are those of servers,
	// one a line.
	Emoji, Decided string
	// Refusing is how many servers have chosen a channel for results that refuses them.
	Refusing int
}

// probe is the result of the last Check.
type probe struct {
	now   func() time.Time
	mu    sync.Mutex
	ends  chan struct{} // closed at the end of the last attempt; nil: there was none
	tried time.Time     // when that was; zero: it goes on
	found error
}

// ProbeEvery is how long a result of Check stands: anybody can ask for /readyz, and no move may
// wait for the answer.
const ProbeEvery = 5 * time.Second

// TellTime gives Check a clock. Call it before the store is used.
func (s *Store) TellTime(now func() time.Time) { s.probe.now = now }

// Check implements storage.Store: it reads and writes a row that is there for nothing else. A
// database that hangs is tried once, and nobody waits for it longer than their context.
func (s *Store) Check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	p := &s.probe
	p.mu.Lock()
	if p.ends == nil || !p.tried.IsZero() && p.now().Sub(p.tried) >= ProbeEvery {
		p.ends, p.tried = make(chan struct{}), time.Time{}
		go s.probeOnce(context.WithoutCancel(ctx), p.ends) // other callers get this result too
	}
	ends := p.ends
	p.mu.Unlock()
	select {
	case <-ends:
	case <-ctx.Done():
		return fmt.Errorf("check the database: %w", ctx.Err())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.found
}

func (s *Store) probeOnce(ctx context.Context, ends chan struct{}) {
	found := s.tryOut(ctx)
	p := &s.probe
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found, p.tried = found, p.now()
	close(ends)
}

func (s *Store) tryOut(ctx context.Context) error {
	const count = `UPDATE probe SET count = count + 1`
	if err := s.run(ctx, "write to the database", count); err != nil {
		return err
	}
	return s.TryRead(ctx)
}

// TryRead reports whether the tables can be read.
func (s *Store) TryRead(ctx context.Context) error {
	_, err := one[int64](ctx, s, "from the database", `SELECT count FROM probe`)
	return err
}

// Report is TryRead that fills in what settings say.
func (s *Store) Report(ctx context.Context) (r Report, err error) {
	r.Refusing, err = one[int](ctx, s, "from the database", `SELECT count(*) FROM setting
		WHERE key LIKE 'results/%' AND value LIKE '%"refused":true%'`)
	if err == nil {
		r.Emoji, err = s.Setting(ctx, storage.EmojiKey)
	}
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return r, err
	}
	decided, err := look(ctx, s, func(tx Tx) ([]string, error) {
		return All(ctx, tx, "settings", column[string],
			`SELECT value FROM setting WHERE key LIKE 'guild/%'`)
	})
	r.Decided = strings.Join(decided, "\n")
	return r, err
}

// damage notes which damaged games have been reported.
type damage struct {
	mu   sync.Mutex
	tell func(error)
	told map[string]bool
}

// TellDamage has tell called once with the error of each game that lists leave out because its row
// is damaged. Call it before the store is used.
func (s *Store) TellDamage(tell func(error)) { s.damage.tell = tell }

// leaveOut reports a damaged game, which is left out of a list.
func (s *Store) leaveOut(err error) error {
	d := &s.damage
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tell == nil || d.told[err.Error()] {
		return nil
	}
	if d.told == nil {
		d.told = map[string]bool{}
	}
	d.told[err.Error()] = true
	d.tell(err)
	return nil
}

// Verify checks the chain of every game's moves, those that were taken back, and the maps. It
// returns the number of games, and ErrDamaged with all that it found. A game of 300 moves takes
// about 1 ms.
func (s *Store) Verify(ctx context.Context) (games int, err error) {
	var errs []error
	all, marks := statesOrAll(nil)
	list, err := read(ctx, s, func(tx Tx) ([]match.Game, error) {
		return someGames(ctx, tx, `g.state IN (`+marks+`)`, oldestFirst, all, func(err error) error {
			errs = append(errs, err)
			return nil
		})
	})
	if err != nil {
		return 0, err
	}
	for _, g := range list {
		_, err := s.Moves(ctx, g.ID, -1)
		if g.Branch > 0 && (err == nil || errors.Is(err, storage.ErrDamaged)) {
			errs = append(errs, err)
			_, err = s.Undone(ctx, g.ID)
		}
		if err != nil && !errors.Is(err, storage.ErrDamaged) {
			return 0, err
		}
		errs = append(errs, err)
	}
	return len(list), errors.Join(append(errs, s.verifyMaps(ctx, list))...)
}

// verifyMaps reads the maps that games are played on.
func (s *Store) verifyMaps(ctx context.Context, games []match.Game) error {
	seen := map[string]bool{"": true}
	var errs []error
	for _, g := range games {
		if seen[g.Map] {
			continue
		}
		seen[g.Map] = true
		_, err := s.Map(ctx, g.Map)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

const (
	countGames = `SELECT title, state, count(*) FROM game
		GROUP BY title, state ORDER BY title, state`
	countMessages = `SELECT count(*) FROM outbox WHERE due < ?`
)

// Census implements storage.Store.
func (s *Store) Census(ctx context.Context) (storage.Census, error) {
	return read(ctx, s, func(tx Tx) (c storage.Census, err error) {
		c.Games, err = All(ctx, tx, "numbers of games", func(rows Rows) (k storage.Kept, err error) {
			err = rows.Scan(&k.Title, &k.State, &k.N)
			return k, err
		}, countGames)
		if err != nil {
			return c, err
		}
		if err := tx.QueryRow(ctx, countMessages, storage.Held.UnixMicro()).Scan(&c.Waiting); err != nil {
			return c, fmt.Errorf("count messages: %w", err)
		}
		return c, nil
	})
}
