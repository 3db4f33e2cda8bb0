package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"konduktor/storage"
	"konduktor/storage/postgres"
	"konduktor/storage/relational"
	"konduktor/storage/sqlite"
)

// database is a store that a process looks after: a file, or a PostgreSQL database.
type database interface {
	storage.Store
	Observe(f func(operation string) (end func()))
	TellDamage(tell func(error))
}

func openDatabase(ctx context.Context, name string) (database, error) {
	if postgres.IsAddress(name) {
		return opened(postgres.Open(ctx, name))
	}
	return opened(sqlite.Open(ctx, name))
}

// opened returns no interface that holds a nil pointer.
func opened[S database](s S, err error) (database, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// nameOf names a database for people and logs: an address may hold a password.
func nameOf(database string) string {
	if postgres.IsAddress(database) {
		return postgres.Name(database)
	}
	return database
}

// checkDatabase reads a whole database and every game in it.
func checkDatabase(ctx context.Context, name string) (relational.Report, error) {
	if postgres.IsAddress(name) {
		return postgres.Check(ctx, name)
	}
	return sqlite.CheckFile(ctx, name)
}

// lookAt reports whether a bot could use a database.
func lookAt(ctx context.Context, name string) (relational.Report, error) {
	if postgres.IsAddress(name) {
		return postgres.LookAt(ctx, name)
	}
	return sqlite.LookAt(ctx, name)
}

// copyDatabase copies everything from one database to an empty or missing one, and returns what.
func copyDatabase(ctx context.Context, from, to string) ([]relational.Copied, error) {
	if !postgres.IsAddress(from) {
		if _, err := os.Stat(from); err != nil {
			return nil, fmt.Errorf("copy %s: there is no such file", from)
		}
	}
	if !postgres.IsAddress(to) {
		if _, err := os.Lstat(to); err == nil {
			return nil, fmt.Errorf("copy %s: %s is in the way: %w", nameOf(from), to, fs.ErrExist)
		}
	}
	source, err := openTables(ctx, from)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	target, err := openTables(ctx, to)
	if err != nil {
		return nil, err
	}
	copied, err := relational.Copy(ctx, source.tables, target.tables)
	if err = errors.Join(err, target.Close()); err == nil {
		return copied, nil
	}
	if !postgres.IsAddress(to) {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(to + suffix) // this process made it
		}
	}
	return nil, fmt.Errorf("copy %s to %s: %w", nameOf(from), nameOf(to), err)
}

// tables is a store of either kind, and its tables.
type tables struct {
	database
	tables *relational.Store
}

func openTables(ctx context.Context, name string) (tables, error) {
	if postgres.IsAddress(name) {
		s, err := postgres.OpenPatiently(ctx, name)
		if err != nil {
			return tables{}, err
		}
		return tables{s, s.Store}, nil
	}
	s, err := sqlite.Open(ctx, name)
	if err != nil {
		return tables{}, err
	}
	return tables{s, s.Store}, nil
}
