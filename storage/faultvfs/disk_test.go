package faultvfs

import (
	"bytes"
	"database/sql"
	"math/rand/v2"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"
	sqlite "modernc.org/sqlite/lib"
)

// inserted returns a new disk, and a function that takes power cuts until one leaves a file as
// wanted.
func inserted(t *testing.T) (*Disk, func(name string, want []byte) bool) {
	t.Helper()
	d, err := Insert(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Eject)
	rng := rand.New(rand.NewPCG(1, 1))
	return d, func(name string, want []byte) bool {
		for range 1000 {
			image, _ := d.PowerCut(rng)
			if got, ok := image[name]; ok == (want != nil) && bytes.Equal(got, want) {
				return true
			}
		}
		return false
	}
}

func TestPowerCutLosesOnlyUnsyncedData(t *testing.T) {
	d, leaves := inserted(t)
	d.opened("db", false)
	d.write("db", 0, []byte("old"))
	for _, want := range [][]byte{nil, {}, []byte("old"), []byte("o")} {
		if !leaves("db", want) {
			t.Errorf("before a sync no power cut leaves %q", want)
		}
	}
	d.sync("db")
	d.write("db", 0, []byte("new"))
	d.write("db", 4, []byte("er"))
	for want, possible := range map[string]bool{
		"old": true, "new": true, "new\x00er": true, "old\x00er": true, "nld": true, "": false,
		"o": false, "xld": false,
	} {
		if got := leaves("db", []byte(want)); got != possible {
			t.Errorf("after a sync a power cut leaves %q: %v, want %v", want, got, possible)
		}
	}
}

func TestARemovalLastsOnceTheFolderIsSynced(t *testing.T) {
	d, leaves := inserted(t)
	d.opened("journal", true)
	d.write("journal", 0, []byte("pages"))
	d.sync("journal")
	d.remove("journal", false)
	if !leaves("journal", []byte("pages")) || !leaves("journal", nil) {
		t.Error("a removal that was not synced is not open")
	}
	d.opened("log", true)
	d.sync("log") // the first sync of a log syncs the folder
	if leaves("journal", []byte("pages")) {
		t.Error("a removal that was synced is undone")
	}
}

func TestAFullDiskCutsWritesOffUntilItIsMended(t *testing.T) {
	d, _ := inserted(t)
	d.FailAfter(1, Full)
	for _, want := range []struct {
		room   int
		status int32
	}{{4, sqlite.SQLITE_OK}, {2, sqlite.SQLITE_FULL}, {2, sqlite.SQLITE_FULL}} {
		if room, status := d.write("db", 0, []byte("data")); room != want.room ||
			status != want.status {
			t.Errorf("got %d bytes and status %d, want %d and %d", room, status, want.room, want.status)
		}
	}
	if status := d.sync("db"); status != sqlite.SQLITE_OK {
		t.Errorf("a full disk does not sync: %d", status)
	}
	d.FailAfter(0, Broken)
	if status := d.sync("db"); status == sqlite.SQLITE_OK || d.Refused() != 1 {
		t.Errorf("a broken disk syncs; %d changes were refused", d.Refused())
	}
	d.Mend()
	if room, status := d.write("db", 0, []byte("data")); room != 4 || status != sqlite.SQLITE_OK {
		t.Errorf("after mending: got %d bytes and status %d", room, status)
	}
}

func TestSQLiteWritesToTheDisk(t *testing.T) {
	d, leaves := inserted(t)
	changes := 0
	d.Before(func(string) { changes++ })
	db, err := sql.Open("sqlite", "file:"+filepath.Join(d.folder, "x.db")+"?vfs="+VFS)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(
		t.Context(),
		`CREATE TABLE t (x); INSERT INTO t VALUES (1)`,
	); err != nil {
		t.Fatal(err)
	}
	if changes == 0 || !leaves("x.db-journal", nil) {
		t.Errorf("SQLite has made %d changes", changes)
	}
	d.FailAfter(0, Full)
	if _, err := db.ExecContext(t.Context(), `INSERT INTO t VALUES (2)`); err == nil {
		t.Error("a row was written to a full disk")
	}
	d.Mend()
	if _, err := db.ExecContext(t.Context(), `INSERT INTO t VALUES (3)`); err != nil {
		t.Errorf("after mending: %v", err)
	}
}
