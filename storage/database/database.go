// Package database opens the databases that games can be in, by what a setting says: the path of an
// SQLite file, or the address of a PostgreSQL database. Another kind is another row of kinds.
package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"konduktor/storage"
	"konduktor/storage/postgres"
	"konduktor/storage/relational"
	"konduktor/storage/sqlite"
)

// Database is a store that a process looks after.
type Database interface {
	storage.Store
	Observe(f func(operation string) (end func()))
	TellDamage(tell func(error))
}

// Kind is a kind of database. Its functions take what a setting says.
type Kind struct {
	Title  string // for people
	Served bool   // a server keeps it, and its owner backs it up; otherwise it is a file of ours
	Dump   string // the program that backs up what is served

	is         func(setting string) bool
	name       func(setting string) string
	open, long func(ctx context.Context, setting string) (opened, error)

	// Check reads the whole database and every game in it.
	Check func(ctx context.Context, setting string) (relational.Report, error)
	// LookAt reports whether a bot could use it.
	LookAt func(ctx context.Context, setting string) (relational.Report, error)
	// MarkRestored marks the database as restored from a copy: the tables are told at the next start.
	// It reports false for one that holds no game.
	MarkRestored func(ctx context.Context, setting string, now time.Time,
	) (storage.Restored, bool, error)
	// Unverified reports whether nothing says that the server is the one it claims to be.
	Unverified func(setting string) bool
}

// opened is a store of any kind, and its tables.
type opened struct {
	Database
	tables *relational.Store
}

// kinds lists the kinds; the first that a setting is of has it.
var kinds = []Kind{
	{
		Title: "PostgreSQL", Served: true, Dump: "pg_dump",
		is: postgres.IsAddress, name: postgres.Name, Unverified: postgres.Unverified,
		open: openServed(postgres.Open), long: openServed(postgres.OpenPatiently),
		Check: postgres.Check, LookAt: postgres.LookAt, MarkRestored: postgres.MarkRestored,
	},
	{
		Title: "SQLite",
		is:    func(string) bool { return true },
		name:  func(path string) string { return path },
		open:  openFile, long: openFile,
		Check: sqlite.CheckFile, LookAt: sqlite.LookAt, MarkRestored: sqlite.MarkRestored,
		Unverified: func(string) bool { return false },
	},
}

func openServed(open func(context.Context, string) (*postgres.Store, error),
) func(context.Context, string) (opened, error) {
	return func(ctx context.Context, address string) (opened, error) {
		s, err := open(ctx, address)
		if err != nil {
			return opened{}, err
		}
		return opened{s, s.Store}, nil
	}
}

func openFile(ctx context.Context, path string) (opened, error) {
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return opened{}, err
	}
	return opened{s, s.Store}, nil
}

// Of returns the kind of database that a setting names.
func Of(setting string) *Kind {
	for i := range kinds {
		if kinds[i].is(setting) {
			return &kinds[i]
		}
	}
	panic("a setting of no kind") // the last kind has all that are left
}

// Name names a database for people and logs: an address may hold a password.
func Name(setting string) string { return Of(setting).name(setting) }

// Open opens a database and makes it, or brings it up to date, if need be.
func Open(ctx context.Context, setting string) (Database, error) {
	s, err := Of(setting).open(ctx, setting)
	if err != nil {
		return nil, err
	}
	return s.Database, nil
}

// Backup copies a database. From file to file, it copies the file.
func Backup(ctx context.Context, from, to string) error {
	if Of(from).Served || Of(to).Served {
		_, err := Copy(ctx, from, to)
		return err
	}
	return sqlite.Copy(ctx, from, to)
}

// Copy copies everything from one database to an empty or missing one, in one transaction, and
// returns what. The error wraps fs.ErrExist or relational.ErrNotEmpty if something is in the way.
func Copy(ctx context.Context, from, to string) ([]relational.Copied, error) {
	if !Of(from).Served {
		if _, err := os.Stat(from); err != nil {
			return nil, fmt.Errorf("copy %s: there is no such file", from)
		}
	}
	if !Of(to).Served {
		if _, err := os.Lstat(to); err == nil {
			return nil, fmt.Errorf("copy %s: %s is in the way: %w", Name(from), to, fs.ErrExist)
		}
	}
	source, err := Of(from).long(ctx, from)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	target, err := Of(to).long(ctx, to)
	if err != nil {
		return nil, err
	}
	copied, err := relational.Copy(ctx, source.tables, target.tables)
	if err = errors.Join(err, target.Close()); err == nil {
		return copied, nil
	}
	if !Of(to).Served {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(to + suffix) // this process made it
		}
	}
	return nil, fmt.Errorf("copy %s to %s: %w", Name(from), Name(to), err)
}
