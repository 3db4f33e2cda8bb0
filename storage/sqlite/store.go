// Package sqlite keeps everything in one SQLite file. Exported methods are transactions and read as their steps;
// functions in lower case do one statement in the transaction that they are given.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/konduktor-bot/konduktor/storage"
)

// readers is the number of connections for reading. They never wait for the writer (WAL).
const readers = 4

// Store is a storage.Store in an SQLite file.
type Store struct {
	path  string
	write *sql.DB       // one connection: SQLite has one writer anyway, and so nobody meets SQLITE_BUSY within the process
	read  *sql.DB       // cannot write
	known [2]statements // of the writer and of the readers
}

var _ storage.Store = (*Store)(nil)

// Open opens the file at path, creates it (for its owner only) if there is none, and brings its tables up to date. It
// refuses a file that is not Konduktor's, is damaged, or was written by a newer Konduktor, and leaves it as it is.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := prepareFile(ctx, path)
	if err != nil {
		return nil, err
	}
	s := &Store{path: path}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", path, explain(err)), s.Close())
	}
	return s, nil
}

// open makes the connections, the writing one first: it brings about what the readers rely on.
func (s *Store) open(ctx context.Context) error {
	var err error
	if s.write, err = connect(ctx, writing.dsn(s.path), 1); err != nil {
		return err
	}
	if err := writing.verify(ctx, s.write); err != nil {
		return err
	}
	if err := migrateUp(ctx, s.write); err != nil {
		return err
	}
	if s.known[0], err = prepare(ctx, s.write, selectHead, insertInteraction, insertMove, updateProgress, insertMessage, deleteMessage); err != nil {
		return err
	}
	if s.read, err = connect(ctx, reading.dsn(s.path), readers); err != nil {
		return err
	}
	if err := reading.verify(ctx, s.read); err != nil {
		return err
	}
	s.known[1], err = prepare(ctx, s.read, selectGame, selectGameSeats, selectHead, selectMoves)
	return err
}

// connect opens a pool of up to n connections, which stay open, and tries one.
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
	for _, db := range []*sql.DB{s.read, s.write} { // the writer last: a reader cannot fold
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close database: %w", explain(err))
	}
	return nil
}

// Check reads and writes a row that is there for nothing else.
func (s *Store) Check(ctx context.Context) error {
	err := s.change(ctx, func(tx tx) error {
		_, err := tx.exec(ctx, `UPDATE probe SET count = count + 1`)
		return err
	})
	if err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	err = s.look(ctx, func(tx tx) error {
		var count int64
		return tx.row(ctx, `SELECT count FROM probe`).Scan(&count)
	})
	if err != nil {
		return fmt.Errorf("read from the database: %w", err)
	}
	return nil
}

// tx is a transaction. Statements that every move needs have been prepared.
type tx struct {
	*sql.Tx
	known statements
}

func (t tx) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt, ok := t.known[query]; ok {
		return t.StmtContext(ctx, stmt).ExecContext(ctx, args...)
	}
	return t.ExecContext(ctx, query, args...)
}

func (t tx) row(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt, ok := t.known[query]; ok {
		return t.StmtContext(ctx, stmt).QueryRowContext(ctx, args...)
	}
	return t.QueryRowContext(ctx, query, args...)
}

func (t tx) rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt, ok := t.known[query]; ok {
		return t.StmtContext(ctx, stmt).QueryContext(ctx, args...)
	}
	return t.QueryContext(ctx, query, args...)
}

// statements are prepared statements by their text.
type statements map[string]*sql.Stmt

// prepare prepares what every move needs: parsing would take longer than doing it.
func prepare(ctx context.Context, db *sql.DB, queries ...string) (statements, error) {
	known := statements{}
	for _, query := range queries {
		stmt, err := db.PrepareContext(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("prepare a statement: %w", err)
		}
		known[query] = stmt
	}
	return known, nil
}

// change runs do in a transaction that writes: all of it is kept, or, if do or the commit fails, nothing.
func (s *Store) change(ctx context.Context, do func(tx) error) error {
	return transact(ctx, s.write, s.known[0], do)
}

// look runs do in a transaction that sees one state of everything.
func (s *Store) look(ctx context.Context, do func(tx) error) error {
	return transact(ctx, s.read, s.known[1], do)
}

func transact(ctx context.Context, db *sql.DB, known statements, do func(tx) error) (err error) {
	t, err := db.BeginTx(ctx, nil) // BEGIN IMMEDIATE when writing: waits for its turn here, and never in the middle
	if err != nil {
		return explain(fmt.Errorf("begin: %w", err))
	}
	defer func() {
		if err == nil {
			return
		}
		// A transaction that the context has ended, or SQLite itself, is rolled back already.
		_ = t.Rollback()
		err = explain(err)
	}()
	if err := do(tx{t, known}); err != nil {
		return err
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}
