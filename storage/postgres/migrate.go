package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"

	"konduktor/storage/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrationLock is the advisory lock under which one process at a time changes tables: "KNDK".
const migrationLock = 0x4b4e444b

// migrateUp brings the tables up to date. Other processes can start at the same moment, and those
// of the release before may be at work: see docs/storage.md on how tables change under them.
func (s *Store) migrateUp(ctx context.Context) error {
	conn, err := s.pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, statement := range []string{
		`SET lock_timeout = '60s'`,
		fmt.Sprintf(`SELECT pg_advisory_lock(%d)`, migrationLock), `RESET lock_timeout`,
	} {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("wait for other processes to change the tables: %w", err)
		}
	}
	defer func() { // also if ctx has ended
		_, _ = conn.ExecContext(
			context.WithoutCancel(ctx),
			fmt.Sprintf(`SELECT pg_advisory_unlock(%d)`, migrationLock),
		)
	}()
	has, knows, err := s.versions(ctx)
	if err != nil || has >= knows {
		return err
	}
	provider, err := s.provider()
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the tables from version %d to %d: %w", has, knows, err)
	}
	return nil
}

func (s *Store) provider() (*goose.Provider, error) {
	return relational.Migrations(goose.DialectPostgres, s.pool, migrations)
}

// versions returns the version that the tables have, 0 if there are none, and the newest that this
// program knows. It is an error if the tables are another program's, or if this program cannot use
// them.
func (s *Store) versions(ctx context.Context) (has, knows int64, err error) {
	provider, err := s.provider()
	if err != nil {
		return 0, 0, err
	}
	sources := provider.ListSources()
	knows = sources[len(sources)-1].Version
	var tables int
	var versioned, ours bool
	err = s.pool.QueryRowContext(ctx,
		`SELECT count(*), coalesce(bool_or(c.relname = 'goose_db_version'), FALSE),
			coalesce(bool_or(c.relname = 'suits'), FALSE)
		FROM pg_class AS c
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')`,
	).Scan(&tables, &versioned, &ours)
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("look at the tables: %w", err)
	case !ours && (tables > 1 || tables == 1 && !versioned):
		return 0, 0, errNotOurs
	case !ours:
		return 0, knows, nil
	}
	var since sql.NullInt64
	err = s.pool.QueryRowContext(ctx,
		`SELECT (SELECT max(version_id) FROM goose_db_version WHERE is_applied),
			(SELECT since FROM suits)`).Scan(&has, &since)
	if err != nil {
		return 0, 0, fmt.Errorf("read the version of the tables: %w", err)
	}
	if since.Int64 > knows {
		return 0, 0, relational.UnknownVersion(has, knows)
	}
	return has, knows, nil
}

var errNotOurs = errors.New(
	"it holds the tables of another program: give Konduktor a database, or a schema, of its own",
)
