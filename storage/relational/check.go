package relational

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// probe is what the last Check has found.
type probe struct {
	now   func() time.Time
	mu    sync.Mutex
	tried time.Time // zero: never
	found error
}

// ProbeEvery is how long a finding of Check stands: anybody can ask for /readyz, as often as they
// like, and the answer must cost no move its turn to write.
const ProbeEvery = 5 * time.Second

// TellTime has Check tell the time by a clock of the caller's. It is called before the store is
// used.
func (s *Store) TellTime(now func() time.Time) { s.probe.now = now }

// Check reads and writes a row that is there for nothing else, unless that was done a moment ago;
// see storage.Store.
func (s *Store) Check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	p := &s.probe
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tried.IsZero() || p.now().Sub(p.tried) >= ProbeEvery {
		// Others get this answer too, though this caller may go.
		p.found = s.tryOut(context.WithoutCancel(ctx))
		p.tried = p.now()
	}
	return p.found
}

func (s *Store) tryOut(ctx context.Context) error {
	err := s.change(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `UPDATE probe SET count = count + 1`)
		return err
	})
	if err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	if err := s.TryRead(ctx); err != nil {
		return fmt.Errorf("read from the database: %w", err)
	}
	return nil
}

// TryRead says whether the tables can be read.
func (s *Store) TryRead(ctx context.Context) error {
	_, err := one[int64](ctx, s, `SELECT count FROM probe`)
	return err
}

// damage is what was told of games that lists leave out.
type damage struct {
	mu   sync.Mutex
	tell func(error)
	told map[string]bool
}

// TellDamage has tell called with the error of each game that lists leave out because its row is
// damaged, once for each: a list is read for every command. Call it before the store is used.
func (s *Store) TellDamage(tell func(error)) { s.damage.tell = tell }

// leaveOut leaves a damaged game out of a list, so that people can still find their others.
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

// Verify reads the chain of every game's moves, those that were taken back, and the maps. It
// returns how many games there are, and ErrDamaged with all that it found. It takes about a
// millisecond a game of 300 moves.
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
		if err != nil && !errors.Is(err, storage.ErrDamaged) {
			return 0, err
		}
		errs = append(errs, err)
		if g.Branch == 0 {
			continue
		}
		_, err = s.Undone(ctx, g.ID)
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
	countGames    = `SELECT title, state, count(*) FROM game GROUP BY title, state ORDER BY title, state`
	countMessages = `SELECT count(*) FROM outbox WHERE due < ?`
)

// Census counts the games and the messages that wait; see storage.Store.
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
