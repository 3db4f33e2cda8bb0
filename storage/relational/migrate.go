package relational

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// ErrUnknownVersion says that tables are not those of this program or of an earlier one.
var ErrUnknownVersion = errors.New("they are of a newer Konduktor, which can read them, or of a " +
	"version before 1.0.0, from which there is no upgrade")

// UnknownVersion is ErrUnknownVersion with the version of the tables and the newest that is known.
func UnknownVersion(has, knows int64) error {
	return fmt.Errorf("its tables have version %d, and this Konduktor knows them up to %d: %w", has,
		knows, ErrUnknownVersion)
}

// Migrations returns what brings tables up to date: the files in the folder migrations.
func Migrations(d goose.Dialect, db *sql.DB, all fs.FS) (*goose.Provider, error) {
	files, err := fs.Sub(all, "migrations")
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	provider, err := goose.NewProvider(d, db, files,
		goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return provider, nil
}
