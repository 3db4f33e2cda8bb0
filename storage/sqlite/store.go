// Package sqlite keeps everything in one SQLite file. Exported methods are transactions and read as their steps;
// functions in lower case do one statement in the transaction that they are given.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/konduktor-bot/konduktor/storage"
)

// readers is the number of connections for reading. They never wait for the writer (WAL).
const readers = 4

// Store is a storage.Store in an SQLite file.
type Store struct {
	path  string
	write *writer
	read  *sql.DB    // cannot write
	known statements // of the readers
}

var _ storage.Store = (*Store)(nil)

// Open opens the file at path, creates it (for its owner only) if there is none, and brings its tables up to date. It
// refuses a file that is not Konduktor's, is damaged, or was written by a newer Konduktor, and leaves it as it is.
func Open(ctx context.Context, path string) (*Store, error) {
	for begun := time.Now(); ; {
		s, err := openOnce(ctx, path)
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

// openPatience is how long opening is tried again while another process has the file locked, and openAgain how soon.
// Processes that make a new file at once can lock each other out of the change to WAL, for which SQLite does not wait.
const (
	openPatience = 6 * time.Second
	openAgain    = 50 * time.Millisecond
)

func openOnce(ctx context.Context, path string) (*Store, error) {
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
	pool, err := connect(ctx, writing.dsn(s.path), 1)
	if err != nil {
		return err
	}
	if s.write, err = openWriter(ctx, pool); err != nil {
		return errors.Join(err, pool.Close())
	}
	if s.read, err = connect(ctx, reading.dsn(s.path), readers); err != nil {
		return err
	}
	if err := reading.verify(ctx, s.read); err != nil {
		return err
	}
	s.known, err = prepare(ctx, s.read, selectGame, selectGameSeats, selectHead, selectMoves,
		selectAnswer, selectUser, selectDueMessages, selectNextDue, selectNextDeadline, selectKindOfPosts)
	return err
}

// openWriter makes a pool of one connection the writer, once its settings have been read back and the tables brought up to
// date.
func openWriter(ctx context.Context, pool *sql.DB) (*writer, error) {
	if err := writing.verify(ctx, pool); err != nil {
		return nil, err
	}
	if err := migrateUp(ctx, pool); err != nil {
		return nil, err
	}
	return newWriter(ctx, pool)
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
	if s.read != nil {
		errs = append(errs, s.read.Close())
	}
	if s.write != nil { // last: a reader cannot fold
		errs = append(errs, s.write.close())
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

// session is what statements run in: a transaction of a reader's, or the writer's connection.
type session interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// tx is a transaction. Statements that every move needs have been prepared.
type tx struct {
	session
	known  statements
	steady bool // the context does not interrupt statements
}

// of returns the prepared form of a statement, if there is one, and the context to run it in.
func (t tx) of(ctx context.Context, query string) (context.Context, *sql.Stmt) {
	if t.steady {
		ctx = context.WithoutCancel(ctx)
	}
	stmt := t.known[query]
	if reader, ok := t.session.(*sql.Tx); ok && stmt != nil {
		stmt = reader.StmtContext(ctx, stmt)
	}
	return ctx, stmt
}

func (t tx) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return t.ExecContext(ctx, query, args...)
}

func (t tx) row(ctx context.Context, query string, args ...any) *sql.Row {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return t.QueryRowContext(ctx, query, args...)
}

func (t tx) rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx, stmt := t.of(ctx, query)
	if stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return t.QueryContext(ctx, query, args...)
}

// statements are prepared statements by their text.
type statements map[string]*sql.Stmt

// preparer is a pool or a connection.
type preparer interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// prepare prepares what every move needs: parsing would take longer than doing it.
func prepare(ctx context.Context, db preparer, queries ...string) (statements, error) {
	known := statements{}
	for _, query := range queries {
		stmt, err := db.PrepareContext(ctx, query)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("prepare a statement: %w", err), known.close())
		}
		known[query] = stmt
	}
	return known, nil
}

func (s statements) close() error {
	var errs []error
	for _, stmt := range s {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}

// change runs do in a transaction that writes: all of it is kept, or, if do or the commit fails, nothing.
func (s *Store) change(ctx context.Context, do func(tx) error) error {
	return s.write.transact(ctx, do)
}

// look runs do in a transaction that sees one state of everything.
func (s *Store) look(ctx context.Context, do func(tx) error) error {
	t, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return explain(fmt.Errorf("begin: %w", err))
	}
	defer func() { _ = t.Rollback() }() // there is nothing to keep, and the context may have ended it
	return explain(do(tx{session: t, known: s.known}))
}
