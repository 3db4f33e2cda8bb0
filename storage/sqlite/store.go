// Package sqlite keeps everything in one SQLite file: the file, its settings, its versions, its
// connections, its copies. The statements are those of package relational.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// Store is a storage.Store in an SQLite file.
type Store struct {
	*relational.Store
	path    string
	disk    Disk
	write   *writer
	read    *reader                             // cannot write
	observe func(operation string) (end func()) // never nil
}

var _ storage.Store = (*Store)(nil)

// Open opens the file at path, creates it (for its owner only) if there is none, and brings its
// tables up to date. It refuses a file that is not Konduktor's, is damaged, or was written by a
// newer Konduktor, and leaves it unchanged.
func Open(ctx context.Context, path string) (*Store, error) { return OpenOn(ctx, Disk{}, path) }

// OpenOn is Open on a disk of a trial.
func OpenOn(ctx context.Context, disk Disk, path string) (*Store, error) {
	for begun := time.Now(); ; {
		s, err := openOnce(ctx, disk, path)
		if !isBusy(err) || time.Since(begun) > openPatience {
			return s, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(openAgain):
		}
	}
}

// Observe has f called at the begin of each transaction, "read" or "write", and what f returns at
// its end. It is called before the store is used.
func (s *Store) Observe(f func(operation string) (end func())) { s.observe = f }

// openPatience is how long Open retries while another process has the file locked, and openAgain
// the pause between attempts. Processes that create a file at the same time can lock each other out
// of the change to WAL, for which SQLite does not wait.
const (
	openPatience = 6 * time.Second
	openAgain    = 50 * time.Millisecond
)

func unobserved(string) func() { return func() {} }

func newStore(path string, disk Disk) *Store {
	s := &Store{path: path, disk: disk, observe: unobserved}
	s.Store = relational.New(file{s}, dialect)
	return s
}

func openOnce(ctx context.Context, disk Disk, path string) (*Store, error) {
	path, err := prepareFile(ctx, path)
	if err != nil {
		return nil, err
	}
	s := newStore(path, disk)
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", path, explain(err)), s.Close())
	}
	return s, nil
}

// open makes the connections, the writing one first: it creates the tables that the readers need.
func (s *Store) open(ctx context.Context) error {
	writing, reading := writing.on(s.disk), reading.on(s.disk)
	pool, err := connect(ctx, writing.dsn(s.path), 1)
	if err != nil {
		return err
	}
	if s.write, err = s.openWriter(ctx, pool, writing); err != nil {
		return errors.Join(err, pool.Close())
	}
	reads, _ := s.Prepared()
	s.read, err = openReader(ctx, reading, s.path, readers, reads...)
	return err
}

// openReader makes n connections that read a file, and prepares queries on each.
func openReader(
	ctx context.Context, access access, path string, n int, queries ...string,
) (*reader, error) {
	pool, err := connect(ctx, access.dsn(path), n+1)
	if err != nil {
		return nil, err
	}
	return newReader(ctx, pool, access, n, queries...)
}

// openWriter checks the settings of a pool of one connection, brings the tables up to date and
// makes the pool the writer.
func (s *Store) openWriter(ctx context.Context, pool *sql.DB, access access) (*writer, error) {
	if err := access.verify(ctx, pool); err != nil { // before anything is written
		return nil, err
	}
	if err := migrateUp(ctx, pool, s.path); err != nil {
		return nil, err
	}
	_, writes := s.Prepared()
	return newWriter(ctx, pool, access, writes...)
}

// connect opens a pool of up to n connections, which stay open, and tests one.
func connect(ctx context.Context, dsn string, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Close closes the file. The last connection to write folds the log (-wal) into it.
func (s *Store) Close() error {
	var errs []error
	if s.read != nil {
		errs = append(errs, s.read.close())
	}
	if s.write != nil { // last, because a reader cannot do that
		errs = append(errs, s.write.close())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close database: %w", explain(err))
	}
	return nil
}

// Size returns how many bytes the tables and indexes take, those still in the log included, and
// free pages too.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.read.pool.QueryRowContext(ctx,
		`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&bytes)
	if err != nil {
		return 0, fmt.Errorf("read the size of the database: %w", explain(err))
	}
	return bytes, nil
}
