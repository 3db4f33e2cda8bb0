package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"sync"

	"modernc.org/sqlite"
)

// ready sets up the driver, once for the process, before it opens a file.
var ready = sync.OnceFunc(func() {
	// The path comes from the configuration: it must not smuggle in a statement.
	sqlite.StrictPragmas(true)
	// POSIX drops all locks on a file when the process closes any descriptor of it; these locks belong
	// to a descriptor. Only Linux has them. Elsewhere the error is ignored: this package never opens a
	// database file by other means.
	_, _ = sqlite.OFDLocking(true)
})

// access is a way of opening the file.
type access struct {
	mode, lock string
	pragmas    []pragma
	disk       Disk
}

// pragma is a setting of a connection. In the DSN it reaches every connection of a pool; Exec would
// set it on one.
type pragma struct {
	name, value string
	read        string // what SQLite answers once it is set
}

// common is what every connection is set to.
var common = []pragma{
	{"busy_timeout", "5000", "5000"}, // ms; for other processes
	{"foreign_keys", "1", "1"},
	{"trusted_schema", "0", "0"},  // a file's schema runs no functions with side effects
	{"cell_size_check", "1", "1"}, // finds a damaged page before its content is used
}

var (
	// writing: FULL, since a move that was acknowledged must survive a power cut.
	writing = access{
		mode: "rw",
		lock: "immediate",
		pragmas: append(
			[]pragma{{"journal_mode", "WAL", "wal"}, {"synchronous", "FULL", "2"}},
			common...),
	}
	reading = access{
		mode: "ro", lock: "deferred",
		pragmas: append([]pragma{{"query_only", "1", "1"}}, common...),
	}
	// inspecting changes nothing: it is for a file that may be another program's.
	inspecting = access{mode: "ro", lock: "deferred", pragmas: common}
)

// Disk is where a store's file lies: in the system's files, unless a trial tests what a store
// makes of another disk.
type Disk struct {
	VFS      string // a file layer registered with SQLite; "": the system's files
	Unsynced bool   // nothing waits for the disk (synchronous=OFF)

	Connected func(*sql.Conn) // if not nil, a test sees each connection
	Fault     func() error    // if not nil, a transaction fails with its error before it begins
}

func (d Disk) fault() error {
	if d.Fault == nil {
		return nil
	}
	return d.Fault()
}

// on returns the access to a file on a disk.
func (a access) on(d Disk) access {
	a.disk = d
	if d.Unsynced {
		a.pragmas = slices.Clone(a.pragmas)
		for i, p := range a.pragmas {
			if p.name == "synchronous" {
				a.pragmas[i] = pragma{"synchronous", "OFF", "0"}
			}
		}
	}
	return a
}

// dsn returns the data source name of the file for the driver. path must be absolute.
func (a access) dsn(path string) string {
	query := url.Values{
		"mode":         {a.mode},
		"_txlock":      {a.lock},
		"_time_format": {"sqlite"},
		"_dqs":         {"0"},
		"_defensive":   {"1"},
		"_error_rc":    {"1"},
	}
	if a.disk.VFS != "" {
		query.Set("vfs", a.disk.VFS)
	}
	for _, p := range a.pragmas {
		query.Add("_pragma", p.name+"("+p.value+")")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode()
}

// verify reads every pragma back: SQLite silently ignores one that it does not know or cannot set.
func (a access) verify(ctx context.Context, db session) error {
	for _, p := range a.pragmas {
		var got string
		if err := db.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(&got); err != nil {
			return fmt.Errorf("read setting %s back: %w", p.name, err)
		}
		if got != p.read {
			return fmt.Errorf(
				"the database does not take the setting %s: it is %q, not %q "+
					"(is the file on a network drive?)",
				p.name, got, p.read,
			)
		}
	}
	return nil
}
