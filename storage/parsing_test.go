package storage_test

import (
	"database/sql"
	"errors"
	"reflect"
	"testing"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// wantParsedOnce checks that each statement was parsed once for its connection. SQLite parses one
// again by itself when its plan may depend on an argument that has changed: a LIMIT that is an
// argument, or a comparison with what an index leaves out. That takes longer than most statements
// take to run.
func wantParsedOnce(t *testing.T, connections []*sql.Conn) {
	t.Helper()
	if len(connections) == 0 {
		t.Error("the store has no connections")
	}
	for _, c := range connections {
		for query, n := range parsedAgain(t, c) {
			t.Errorf("parsed again %d times: %s", n, query)
		}
	}
}

// parsedAgain counts for the statements of a connection how often SQLite has parsed them again. The
// driver does not show its handle.
func parsedAgain(t *testing.T, c *sql.Conn) map[string]int {
	t.Helper()
	found := map[string]int{}
	err := c.Raw(func(driver any) error {
		handle := reflect.ValueOf(driver).Elem()
		db, tls := uintptr(handle.FieldByName("db").Uint()),
			(*libc.TLS)(handle.FieldByName("tls").UnsafePointer())
		seen := 0
		for stmt := sqlite3.Xsqlite3_next_stmt(tls, db,
			0); stmt != 0; stmt = sqlite3.Xsqlite3_next_stmt(tls, db, stmt) {
			seen++
			if sqlite3.Xsqlite3_bind_parameter_count(tls, stmt) == 0 { // BEGIN is, once
				continue
			}
			if n := sqlite3.Xsqlite3_stmt_status(tls, stmt, sqlite3.SQLITE_STMTSTATUS_REPREPARE, 0); n > 0 {
				found[libc.GoString(sqlite3.Xsqlite3_sql(tls, stmt))] += int(n)
			}
		}
		if seen == 0 {
			t.Error("the connection has no statements")
		}
		return nil
	})
	if err != nil && !errors.Is(err, sql.ErrConnDone) { // another connection has taken its place
		t.Error(err)
	}
	return found
}
