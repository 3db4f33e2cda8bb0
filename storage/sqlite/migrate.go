package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/pressly/goose/v3"

	"konduktor/storage/relational"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migrations are the files in its folder of that name; tests add one.
var migrations fs.FS = embedded

func migrateUp(ctx context.Context, db *sql.DB, path string) error {
	if err := sign(ctx, db); err != nil {
		return err
	}
	provider, err := newProvider(db)
	if err != nil {
		return err
	}
	// Other processes can start at the same moment. Each migration is a transaction: the second
	// process fails because the first one has made its change, and tries again. So no process fails
	// more often than there are steps: one for each migration, and one for the table of versions.
	steps := len(provider.ListSources()) + 1
	for failed := 0; ; failed++ {
		err = upgrade(ctx, provider, path)
		if err == nil || failed == steps || ctx.Err() != nil {
			return err
		}
	}
}

// sign marks a new file as Konduktor's. That comes before its first table: a file with tables and
// no mark is another program's.
func sign(ctx context.Context, db *sql.DB) error {
	var id int64
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return fmt.Errorf("read whose file it is: %w", err)
	}
	if id == applicationID {
		return nil
	}
	if _, err := db.ExecContext(ctx,
		fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return fmt.Errorf("sign the file: %w", err)
	}
	return nil
}

func newProvider(db *sql.DB) (*goose.Provider, error) {
	return relational.Migrations(goose.DialectSQLite3, db, migrations)
}

// versions returns the version that a file's tables have, and the newest that this program knows.
func versions(ctx context.Context, db *sql.DB) (has, knows int64, err error) {
	provider, err := newProvider(db)
	if err != nil {
		return 0, 0, err
	}
	return versionsOf(ctx, provider)
}

func versionsOf(ctx context.Context, provider *goose.Provider) (has, knows int64, err error) {
	has, knows, err = provider.GetVersions(ctx)
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("read the version of the tables: %w", err)
	case has > knows:
		return 0, 0, relational.UnknownVersion(has, knows)
	}
	return has, knows, nil
}

// upgrade runs the migrations that are missing. A file that has tables already is copied first.
func upgrade(ctx context.Context, provider *goose.Provider, path string) error {
	has, knows, err := versionsOf(ctx, provider)
	if err != nil || has == knows {
		return err
	}
	kept := ""
	if has > 0 {
		if kept, err = keepOld(ctx, path, has); err != nil {
			return fmt.Errorf("back up before tables of version %d become version %d: %w", has, knows, err)
		}
	}
	if _, err := provider.Up(ctx); err != nil {
		if now, _ := provider.GetDBVersion(ctx); now == has && kept != "" {
			// Nothing has changed, and a bot that restarts again and again must not fill the disk.
			_ = os.Remove(kept)
		}
		return fmt.Errorf("bring the tables from version %d to %d: %w", has, knows, err)
	}
	return nil
}

// keepOld copies a file whose tables are about to change to the first free name beside it:
// konduktor.db.v1, .v1-2, ...
func keepOld(ctx context.Context, path string, version int64) (string, error) {
	for n := 1; ; n++ {
		to := fmt.Sprintf("%s.v%d", path, version)
		if n > 1 {
			to = fmt.Sprintf("%s-%d", to, n)
		}
		if err := Copy(ctx, path, to); !errors.Is(err, fs.ErrExist) {
			return to, err
		}
	}
}
