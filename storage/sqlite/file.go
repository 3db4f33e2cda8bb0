package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"konduktor/storage/relational"
)

// applicationID is in the header of every file of Konduktor's: "KNDK".
const applicationID = 0x4b4e444b

// prepareFile creates the file if there is none, refuses one that is not Konduktor's, and returns
// the absolute path.
func prepareFile(ctx context.Context, path string) (string, error) {
	ready()
	if path == "" || path == ":memory:" {
		return "", fmt.Errorf("open database: %q is not a file's path", path)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("open database: %w", err)
	}
	if err := createFile(path); err != nil {
		return "", fmt.Errorf("open database: %w", err)
	}
	empty, err := inspect(ctx, path)
	if err == nil && !empty {
		err = inspectVersion(ctx, path)
	}
	if err != nil {
		return "", fmt.Errorf("open database %s: %w", path, explain(err))
	}
	return path, nil
}

// createFile creates an empty file that only its owner can read, since it will hold the seeds of
// running games. SQLite gives its own files (-wal, -shm) the same mode. An existing file is left
// alone.
func createFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", path)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) { // another process was faster
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// inspect refuses a file that is neither Konduktor's nor empty before anything is written to it,
// even its journal mode. It reads only the first pages, so that a start takes no longer with many
// games: moves are checked whenever they are read, and CheckFile reads everything.
func inspect(ctx context.Context, path string) (empty bool, err error) {
	empty, err = inspectTables(ctx, path)
	if isUnfinished(err) {
		return inspectUnfinished(path)
	}
	return empty, err
}

func inspectTables(ctx context.Context, path string) (empty bool, err error) {
	db, err := connect(ctx, inspecting.dsn(path), 1)
	if err != nil {
		return false, err
	}
	defer db.Close()
	// One transaction for both: another process may be creating the file, and it writes the id before
	// the tables.
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // it has only read
	var id, tables int64
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return false, err
	}
	if err := tx.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return false, err
	}
	if id != applicationID && (id != 0 || tables != 0) {
		return false, errNotOurs
	}
	return tables == 0, nil
}

// inspectVersion refuses a file whose tables this program does not know: a connection that can
// write would fold its log in when it closes.
func inspectVersion(ctx context.Context, path string) error {
	db, err := connect(ctx, inspecting.dsn(path), 1)
	if err != nil {
		return nil // a journal has to be taken back first; opening it tells any other fault
	}
	defer db.Close()
	provider, err := newProvider(db)
	if err != nil {
		return err
	}
	known := provider.ListSources()
	var has int64
	const newest = `SELECT max(version_id) FROM goose_db_version WHERE is_applied`
	// no such table: a new file; any other fault is told later, too
	if db.QueryRowContext(ctx, newest).Scan(&has) != nil {
		return nil
	}
	if knows := known[len(known)-1].Version; has > knows {
		return relational.UnknownVersion(has, knows)
	}
	return nil
}

var errNotOurs = errors.New("this is the database of another program")

// What inspectUnfinished reads of SQLite's files (sqlite.org/fileformat2.html): the application id
// in the first page, and in the header of a rollback journal its mark and the number of pages
// before the transaction.
const (
	idAt         = 68
	journalMark  = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
	journalPages = 16
)

// inspectUnfinished is inspect for a file with a rollback journal, which SQLite takes back only
// where it may write. A file has one while it is made, and while a restored backup is changed to a
// log (WAL): a power cut then leaves it behind.
func inspectUnfinished(path string) (empty bool, err error) {
	var id [4]byte
	if err := readAt(path, idAt, id[:]); err != nil {
		return false, err
	}
	if binary.BigEndian.Uint32(id[:]) == applicationID {
		return false, nil
	}
	var journal [journalPages + 4]byte
	if err := readAt(path+"-journal", 0, journal[:]); err != nil {
		return false, err
	}
	if string(journal[:len(journalMark)]) != journalMark ||
		binary.BigEndian.Uint32(journal[journalPages:]) != 0 {
		return false, errNotOurs
	}
	return true, nil // it was empty before
}

// readAt fills b with what a file holds from an offset on; where it ends sooner, with zeros.
func readAt(path string, offset int64, b []byte) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.ReadAt(b, offset); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
