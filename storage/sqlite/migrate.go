package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrateUp brings the tables up to date.
func migrateUp(ctx context.Context, db *sql.DB) error {
	if err := sign(ctx, db); err != nil {
		return err
	}
	provider, err := newProvider(db)
	if err != nil {
		return err
	}
	// A second process can start at the same moment. Each migration is a transaction: whoever comes second fails on a
	// table that is there already, and finds at the next attempt that nothing is left to do.
	for attempt := 1; ; attempt++ {
		err = upgrade(ctx, provider)
		if err == nil || attempt == 3 || ctx.Err() != nil {
			return err
		}
	}
}

// sign marks a new file as ours, before it gets any table by which another process would take it for someone else's.
func sign(ctx context.Context, db *sql.DB) error {
	var id int64
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return fmt.Errorf("read whose file it is: %w", err)
	}
	if id == ours {
		return nil
	}
	if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", ours)); err != nil {
		return fmt.Errorf("sign the file: %w", err)
	}
	return nil
}

func newProvider(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files,
		goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return provider, nil
}

func upgrade(ctx context.Context, provider *goose.Provider) error {
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the version of the tables: %w", err)
	}
	if has > knows {
		return fmt.Errorf("its tables have version %d and this Konduktor knows them up to %d: take a newer Konduktor", has, knows)
	}
	if has == knows {
		return nil
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the tables from version %d to %d: %w", has, knows, err)
	}
	return nil
}
