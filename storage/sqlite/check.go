package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"konduktor/storage"
)

// probe is what the last Check has found.
type probe struct {
	now   func() time.Time
	mu    sync.Mutex
	tried time.Time // zero: never
	found error
}

// probeEvery is how long a finding of Check stands: anybody can ask for /readyz, as often as they like, and the answer
// must cost no move its turn to write.
const probeEvery = 5 * time.Second

// Check reads and writes a row that is there for nothing else, unless that was done a moment ago; see storage.Store.
func (s *Store) Check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	p := &s.probe
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tried.IsZero() || p.now().Sub(p.tried) >= probeEvery {
		p.found = s.tryOut(context.WithoutCancel(ctx)) // others get this answer too, though this caller may go
		p.tried = p.now()
	}
	return p.found
}

func (s *Store) tryOut(ctx context.Context) error {
	err := s.change(ctx, func(tx tx) error {
		_, err := tx.exec(ctx, `UPDATE probe SET count = count + 1`)
		return err
	})
	if err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	if _, err := one[int64](ctx, s, `SELECT count FROM probe`); err != nil {
		return fmt.Errorf("read from the database: %w", err)
	}
	return nil
}

// damage is what was told of games that lists leave out.
type damage struct {
	mu   sync.Mutex
	tell func(error)
	told map[string]bool
}

// TellDamage has tell called with the error of each game that lists leave out because its row is damaged, once for each: a
// list is read for every command. Call it before the store is used.
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

// Report is what CheckFile has found in a file without a fault.
type Report struct {
	Games int
	// Older says that an older Konduktor made the tables: the games have not been read, only the file's structure.
	Older bool
}

// CheckFile reads all of a database file, which stays as it is, also while a bot uses it. It returns ErrDamaged with all
// that it found.
func CheckFile(ctx context.Context, path string) (Report, error) {
	return look(ctx, path, func(s *Store, older bool) (Report, error) {
		if older {
			return Report{Older: true}, s.verifyFile(ctx)
		}
		games, err := s.verify(ctx)
		return Report{Games: games}, err
	})
}

// LookAt says whether a bot could use a database file, as it is or after an upgrade, without reading all of it. It changes
// nothing, and can be called while a bot uses the file. Of the Report it fills Older only.
func LookAt(ctx context.Context, path string) (Report, error) {
	report, err := look(ctx, path, func(s *Store, older bool) (Report, error) {
		if older { // its tables are read after the upgrade
			return Report{Older: true}, nil
		}
		_, err := one[int64](ctx, s, `SELECT count FROM probe`)
		return Report{}, err
	})
	if err != nil {
		return Report{}, err
	}
	// Not while SQLite has the file open: where locks belong to the process, closing a descriptor gives them up.
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return Report{}, fmt.Errorf("look whether the database can be written: %w", err)
	}
	return report, file.Close()
}

// look opens a file for reading only and calls see with it, and whether an older Konduktor made its tables.
func look(ctx context.Context, path string, see func(s *Store, older bool) (Report, error)) (Report, error) {
	absolute, err := existing(ctx, path)
	if err != nil {
		return Report{}, fmt.Errorf("check %s: %w", path, explain(err))
	}
	s := &Store{path: absolute, observe: unobserved}
	if s.read, err = openReader(ctx, reading, absolute, 1); err != nil {
		return Report{}, fmt.Errorf("check %s: %w", path, explain(err))
	}
	defer func() { _ = s.read.close() }() // it has only read
	has, knows, err := versions(ctx, s.read.pool)
	if err != nil {
		return Report{}, fmt.Errorf("check %s: %w", path, explain(err))
	}
	return see(s, has < knows)
}

// verify reads everything: the file's own structure, the chain of every game's moves, those that were taken back, and the maps. It returns how many
// games there are, and ErrDamaged with all that it found. It takes about a millisecond a game of 300 moves.
func (s *Store) verify(ctx context.Context) (int, error) {
	if err := s.verifyFile(ctx); err != nil {
		return 0, err
	}
	var errs []error
	all, marks := statesOrAll(nil)
	games, err := read(ctx, s, func(tx tx) ([]storage.Game, error) {
		return someGames(ctx, tx, `g.state IN (`+marks+`)`, oldestFirst, all, func(err error) error {
			errs = append(errs, err)
			return nil
		})
	})
	if err != nil {
		return 0, err
	}
	for _, g := range games {
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
	return len(games), errors.Join(append(errs, s.verifyMaps(ctx, games))...)
}

// verifyMaps reads the maps that games are played on.
func (s *Store) verifyMaps(ctx context.Context, games []storage.Game) error {
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

func (s *Store) verifyFile(ctx context.Context) error {
	_, err := read(ctx, s, func(tx tx) (loose int, err error) {
		if err := checkPages(ctx, tx); err != nil {
			return 0, err
		}
		if err := tx.row(ctx, `SELECT count(*) FROM pragma_foreign_key_check`).Scan(&loose); err != nil {
			return 0, fmt.Errorf("check the file's references: %w", err)
		}
		if loose > 0 {
			return 0, fmt.Errorf("%w: %d rows belong to games that are not there", storage.ErrDamaged, loose)
		}
		return 0, nil
	})
	return err
}

// checkPages has SQLite go over the structure of a file.
func checkPages(ctx context.Context, db session) error {
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return fmt.Errorf("check the file: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", storage.ErrDamaged, verdict)
	}
	return nil
}
