package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"sync"

	"modernc.org/sqlite"
)

// ready sets up the driver, once for the process, before it opens a file.
var ready = sync.OnceFunc(func() {
	// The path comes from the configuration: it must not smuggle in a statement.
	sqlite.StrictPragmas(true)
	// Without this, anybody's opening and closing of the file in this process would drop our locks. Only Linux knows it,
	// and there is nothing to be done where it is refused: this package itself never opens a database file on the side.
	_, _ = sqlite.OFDLocking(true)
	sqlite.MustRegisterDeterministicScalarFunction(nextLink, 4, linkInSQL)
})

// access is a way of opening the file.
type access struct {
	mode, lock string
	pragmas    []pragma
}

// pragma is a setting of a connection. Given in the DSN it reaches every connection of a pool; by Exec it would reach one.
type pragma struct {
	name, value string
	read        string // what SQLite answers when it took
}

// common is what every connection is set to.
var common = []pragma{
	{"busy_timeout", "5000", "5000"}, // ms; for other processes
	{"foreign_keys", "1", "1"},
	{"trusted_schema", "0", "0"},  // a file's schema runs no functions with side effects
	{"cell_size_check", "1", "1"}, // finds a damaged page before it misleads
}

var (
	// writing: FULL, since a move that was acknowledged must survive a power cut.
	writing = access{"rw", "immediate", append([]pragma{{"journal_mode", "WAL", "wal"}, {"synchronous", "FULL", "2"}}, common...)}
	reading = access{"ro", "deferred", append([]pragma{{"query_only", "1", "1"}}, common...)}
	// looking touches nothing: for a file of which it is not known whose it is.
	looking = access{"ro", "deferred", common}
)

// dsn returns the name under which the driver opens the file; path must be absolute.
func (a access) dsn(path string) string {
	query := url.Values{
		"mode":         {a.mode},
		"_txlock":      {a.lock},
		"_time_format": {"sqlite"},
		"_dqs":         {"0"},
		"_defensive":   {"1"},
		"_error_rc":    {"1"},
	}
	for _, p := range a.pragmas {
		query.Add("_pragma", p.name+"("+p.value+")")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode()
}

// verify reads every pragma back: SQLite ignores without a word what it does not know or cannot do.
func (a access) verify(ctx context.Context, db *sql.DB) error {
	for _, p := range a.pragmas {
		var got string
		if err := db.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(&got); err != nil {
			return fmt.Errorf("read setting %s back: %w", p.name, err)
		}
		if got != p.read {
			return fmt.Errorf("the database does not take the setting %s: it is %q, not %q (is the file on a network drive?)", p.name, got, p.read)
		}
	}
	return nil
}
