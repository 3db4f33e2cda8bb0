package sqlite

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/relational"
)

var update = flag.Bool("update", false, "write the database of the current version anew")

// released is a database that Konduktor 1.0.0 has written, with what fillRelease writes. It is
// never written again: TestADatabaseOf1_0_0GoesOn refuses to once there is a second migration.
const released = "testdata/1.0.0.db.gz"

// fillRelease writes something of every kind into a store.
func fillRelease(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	g := game0
	g.NewTenures = []match.Tenure{{Seat: 1, User: "a", Why: match.Dealt, From: time.Unix(0, 0)}}
	must(s.Create(ctx, g, storage.Origin{}, nil))
	for ply := range 4 {
		must(appendMove(t, s, ply))
	}
	row, err := s.Game(ctx, game0.ID)
	must(err)
	back := match.Rollback{To: 3, From: row.Head, At: time.Unix(9, 0), By: "b"}
	must(s.TakeBack(ctx, row.ID, back, match.RowUpdate{State: match.Running, Rev: row.Rev},
		storage.Origin{}, nil))
	must(s.Create(ctx, lobbyOfRelease, storage.Origin{}, nil))
	must(s.SaveUser(ctx, userOfRelease))
	must(s.SaveHabits(ctx, habitsOfRelease))
	must(s.SwapPost(ctx, nil, &postOfRelease))
	must(s.SwapSetting(ctx, "key", "", "value"))
	_, err = s.SaveMap(ctx, []byte("a map"))
	must(err)
}

var (
	lobbyOfRelease = match.Game{
		ID: "lobby", State: match.Lobby, Title: "nordic", Version: 1, Host: "a", Channel: "hall",
		Seats:   []match.Seat{{User: "a", Name: "Ada"}, {Name: "Quick", Level: "quick"}},
		Terms:   match.Terms{Name: "Friday"},
		Created: time.Unix(1, 0).UTC(), Updated: time.Unix(1, 0).UTC(),
	}
	userOfRelease   = storage.User{ID: "a", Name: "Ada", Locale: "pl", DM: "5", DMs: storage.DMOpen}
	habitsOfRelease = match.Habits{
		User: "a", Language: "pl", Quiet: 60, Until: 120, Drawn: "A.", Pictures: match.Wide,
	}
	postOfRelease = storage.Post{Game: game0.ID, Kind: "board", Ply: 2, Channel: "c", Message: "m"}
)

// release returns the path of a copy of the released database.
func release(t *testing.T) (path string) {
	t.Helper()
	ready()
	packed, err := os.Open(released)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "konduktor.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// writeRelease writes the released database.
func writeRelease(t *testing.T) {
	t.Helper()
	if all, err := fs.Glob(migrations, "migrations/*.sql"); err != nil || len(all) != 1 {
		t.Fatalf("there are %d migrations, error %v: a released database is never written again",
			len(all), err)
	}
	s := openTemp(t)
	fillRelease(t, s)
	copied := filepath.Join(t.TempDir(), "copy.db") // in one file, without a log
	if err := Copy(t.Context(), s.path, copied); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err = w.Write(data)
	if err := errors.Join(err, w.Close(), os.MkdirAll("testdata", 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(released, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// nextRelease adds a migration until the test ends.
func nextRelease(t *testing.T, statements string) {
	t.Helper()
	released, err := fs.Glob(embedded, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	next := fmt.Sprintf("migrations/%04d_next.sql", len(released)+1)
	files := fstest.MapFS{next: {Data: []byte("-- +goose Up\n" + statements + ";\n")}}
	for _, name := range released {
		data, err := fs.ReadFile(embedded, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	migrations = files
	t.Cleanup(func() { migrations = embedded })
}

func TestADatabaseOf1_0_0GoesOn(t *testing.T) {
	if *update {
		writeRelease(t)
	}
	s := openAt(t, release(t))
	wantMoves(t, s, 3)
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil || g.Head != move0(2).Head() || g.Branch != 1 {
		t.Errorf("got branch %d, error %v, and the head of move 2: %t", g.Branch, err,
			g.Head == move0(2).Head())
	}
	tenures, err := s.Tenures(t.Context(), game0.ID)
	if err != nil || len(tenures) != 1 || tenures[0].User != "a" {
		t.Errorf("got tenures %+v, error %v", tenures, err)
	}
	undone, err := s.Undone(t.Context(), game0.ID)
	if err != nil || len(undone) != 1 || undone[0].Text != move0(3).Text || undone[0].By != "b" {
		t.Errorf("got undone %+v, error %v", undone, err)
	}
	due, err := s.Due(t.Context(), time.Unix(99, 0), 9)
	if err != nil || len(due) != 1 || due[0].Nonce != "n0" {
		t.Errorf("got messages %+v, error %v", due, err)
	}
	lobby, errLobby := s.Game(t.Context(), lobbyOfRelease.ID)
	user, errUser := s.User(t.Context(), "a")
	habits, errHabits := s.Habits(t.Context(), "a")
	posts, errPosts := s.Posts(t.Context(), game0.ID)
	value, errSetting := s.Setting(t.Context(), "key")
	if err := errors.Join(errLobby, errUser, errHabits, errPosts, errSetting); err != nil {
		t.Fatal(err)
	}
	wantHabits := habitsOfRelease
	wantHabits.Rev++
	got := []any{lobby, user, habits, posts, value}
	want := []any{lobbyOfRelease, userOfRelease, wantHabits, []storage.Post{postOfRelease}, "value"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	next := move0(2)
	next.After, next.Ply = g.Head, g.Ply
	if err := s.Append(t.Context(), g.ID, next, match.RowUpdate{State: match.Running},
		storage.Origin{}, nil); err != nil {
		t.Errorf("the next move: %v", err)
	}
	wantMoves(t, s, 4)
}

func TestAnUpgradeKeepsTheFileAsItWas(t *testing.T) {
	path := release(t)
	nextRelease(t, `ALTER TABLE game ADD COLUMN novelty TEXT`)
	if err := Copy(t.Context(), path, path+".v1"); err != nil { // of an earlier upgrade
		t.Fatal(err)
	}
	if err := openAndClose(t, path); err != nil {
		t.Fatal(err)
	}
	if got, err := CheckFile(t.Context(), path); err != nil || got != (relational.Report{Games: 2}) {
		t.Errorf("after the upgrade: got %+v, error %v", got, err)
	}
	kept := path + ".v1-2"
	if got, err := CheckFile(t.Context(), kept); err != nil || !got.Older {
		t.Errorf("the copy: got %+v, error %v, want it older", got, err)
	}
	restored := filepath.Join(t.TempDir(), "konduktor.db")
	if err := Copy(t.Context(), kept, restored); err != nil {
		t.Fatal(err)
	}
	wantMoves(t, openAt(t, restored), 3)
}

func TestAnUpgradeThatFailsLeavesTheFileAloneWithoutACopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	if err := openAndClose(t, path); err != nil {
		t.Fatal(err)
	}
	nextRelease(t, `ALTER TABLE nothing ADD COLUMN novelty TEXT`)
	if err := openAndClose(t, path); err == nil {
		t.Fatal("got no error")
	}
	if got, err := CheckFile(t.Context(), path); err != nil || !got.Older {
		t.Errorf("got %+v, error %v, want it as it was", got, err)
	}
	if left, err := filepath.Glob(path + ".v*"); err != nil || len(left) > 0 {
		t.Errorf("copies are left: %v, error %v", left, err)
	}
}

func TestANewFileNeedsNoCopy(t *testing.T) {
	s := openTemp(t)
	if left, err := filepath.Glob(s.path + ".v*"); err != nil || len(left) > 0 {
		t.Errorf("copies are left: %v, error %v", left, err)
	}
}

func TestMoveIsDeletedOnlyOnceKeptAsUndone(t *testing.T) {
	s := openAt(t, release(t))
	for _, statement := range []string{
		`DELETE FROM move`, `UPDATE move SET at = 1`,
		`UPDATE undone SET text = 'draw 9'`,
	} {
		if _, err := s.write.conn.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s: got no error", statement)
		}
	}
	behind(t, s, `DROP TRIGGER undone_stays_as_it_is`, `UPDATE undone SET text = 'draw 9'`)
	if _, err := s.Undone(t.Context(), game0.ID); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("got error %v of a move that was changed, want %v", err, storage.ErrDamaged)
	}
}

func TestUpgradeGivesThePostsOfRelease100TheirKinds(t *testing.T) {
	path := release(t)
	db, err := sql.Open("sqlite", path)
	for i, row := range [][2]string{
		{"board", "undo u1 u2"},
		{"board", "undo  living"},
		{"board", ""},
		{"panel", ""},
		{"panel", "hint"},
		{"live", "back"},
		{"live", "chosen"},
		{"live", "turn"},
		{"live", "away late"},
		{"live", "knock u3"},
		{"live", "pair 12"},
		{"hello", ""},
		{"film", ""},
	} {
		if err == nil {
			_, err = db.ExecContext(t.Context(), `INSERT INTO post (game, kind, seat, ply, head, about,
				channel, message) VALUES ('aaaa', ?, 0, 0, zeroblob(32), ?, 'dm9', ?)`, row[0], row[1],
				fmt.Sprintf("%02d", i))
		}
	}
	if err == nil {
		_, err = db.ExecContext(t.Context(), `INSERT INTO user (id, name, locale, dm, dms, seal)
			VALUES ('u9', 'Ola', 'en', 'dm9', 'open', zeroblob(8))`)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	all, err := openAt(t, path).Posts(t.Context(), "aaaa")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range all {
		got = append(got, fmt.Sprintf("%s|%s|%s|%s", p.Kind, p.Subject, p.Called, p.User))
	}
	want := []string{
		"board||u1 u2|u9", "board|||u9", "board|||u9", "panel|||u9", "hint|||u9", "answer|||u9",
		"answer|||u9", "turn|||u9", "late|||u9", "knock|u3||u9", "pair|12||u9", "hello|||u9", "film|||u9",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("posts (-want +got):\n%s", diff)
	}
}
