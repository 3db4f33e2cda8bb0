package sqlite

import (
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// fileOfVersion makes a file as the migrations up to a version make it, with rows.
func fileOfVersion(t *testing.T, version int64, rows ...string) (path string) {
	t.Helper()
	ready()
	path = filepath.Join(t.TempDir(), "old.db")
	if err := createFile(path); err != nil {
		t.Fatal(err)
	}
	db, err := connect(t.Context(), writing.dsn(path), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := sign(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	provider, err := newProvider(db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if _, err := db.ExecContext(t.Context(), row); err != nil {
			t.Fatalf("%s: %v", row, err)
		}
	}
	return path
}

// gameOf1 is game0 with two moves, and a lobby, as version 1 kept them.
var gameOf1 = []string{
	`INSERT INTO game VALUES ('game0', 2, 'running', 'amsterdam', 1, '{"goods":"on"}', NULL, x'010203` + zeros(29) + `', 'a', 2,
		'null', 'null', 'en', 'guild', 'channel', 'lobby', 'thread', 2, '["a"]', 0, 1000000, x'` + secondLink + `')`,
	`INSERT INTO game VALUES ('lobby', 1, 'lobby', 'nordic', 1, 'null', NULL, x'` + zeros(32) + `', 'a', 2,
		'null', 'null', 'en', 'guild', 'channel', 'lobby', '', 0, 'null', 0, 0, x'` + firstLink + `')`,
	`INSERT INTO seat VALUES ('game0', 0, 'a', 'Ada', NULL), ('game0', 1, 'b', 'Bob', NULL), ('lobby', 0, 'a', 'Ada', NULL)`,
	`INSERT INTO move VALUES ('game0', 0, 1, 'draw 0', 0, x'` + firstLink + `'), ('game0', 1, 2, 'draw 1', 1000000, x'` + secondLink + `')`,
	`INSERT INTO outbox (lane, kind, game, ply, seat, user, body, nonce, due, attempts) VALUES
		('l0', 'board', 'game0', 0, 0, '', '', 'old0', 0, 0), ('l1', 'board', 'game0', 1, 0, '', '', 'old1', 0, 0),
		('l2', 'board', 'game0', 2, 0, '', '', 'old2', 0, 0), ('l3', 'lobby', 'lobby', 0, 0, '', '', 'old3', 0, 0)`,
	`INSERT INTO post (game, kind, seat, ply, channel, message) VALUES ('game0', 'board', 0, 1, 'c', 'm1'), ('game0', 'board', 0, 2, 'c', 'm2')`,
}

// The links after the first and the second move of game0 up to version 3, computed apart from this program: SHA-256 of the link
// before, the ply, the seat and the text.
const (
	firstLink  = `4ec2b66329e5eea861539ded2a7131eab48bd10a1094bb8867285f2d50ec4f29`
	secondLink = `dd2f9b2a1fcaf0415a85cd13efe2ff7687c89c8883d2c2f42bdb151894c86f00`
)

// newSecondLink is the link after the second move of game0 since version 4, computed apart from this program: SHA-256 of the link
// before, the ply, the seat, the time in microseconds and the text.
const newSecondLink = `8999d678d11aafa2e0eba6ee6ed9b70e602b4d23e686aff54c87e26d953d8bf6`

func zeros(bytes int) string { return fmt.Sprintf("%0*d", 2*bytes, 0) }

func TestAFileOfVersion1GoesOn(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 1, gameOf1...))
	wantMoves(t, s, 2)
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil || g.Head != move0(1).Head() {
		t.Errorf("the game's head is %x, error %v", g.Head[:], err)
	}
	due, err := s.Due(t.Context(), time.Unix(1, 0), 9)
	if err != nil {
		t.Fatal(err)
	}
	heads := map[string]match.Link{}
	for _, m := range due {
		heads[m.Nonce] = m.Head
	}
	want := map[string]match.Link{"old0": {}, "old1": move0(0).Head(), "old2": move0(1).Head(), "old3": {}}
	if diff := cmp.Diff(want, heads); diff != "" {
		t.Errorf("heads of messages (-want +got):\n%s", diff)
	}
	posts, err := s.Posts(t.Context(), game0.ID, "board")
	if err != nil || len(posts) != 2 || posts[0].Head != move0(0).Head() || posts[1].Head != move0(1).Head() {
		t.Errorf("got posts %+v, error %v", posts, err)
	}
	if err := appendMove(t, s, 2); err != nil {
		t.Errorf("the next move: %v", err)
	}
	wantMoves(t, s, 3)
}

func TestALobbyOfVersion1Starts(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 1, gameOf1...))
	g, err := s.Game(t.Context(), "lobby")
	if err != nil || g.Head != (match.Link{}) {
		t.Fatalf("got head %x, error %v, want none", g.Head[:], err)
	}
	g.State, g.Seed = match.Running, engine.Seed{9}
	if err := s.Update(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	m := match.Move{Seat: 1, Text: "draw 1", After: match.FirstLink(g)}
	if err := s.Append(t.Context(), g.ID, m, match.RowUpdate{State: match.Running}, storage.Origin{}, nil); err != nil {
		t.Errorf("its first move: %v", err)
	}
	if _, err := s.verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// gameOf2 is gameOf1 as versions 2 and 3 kept it.
func gameOf2() []string {
	const named = `INSERT INTO game (id, rev, state, title, version, options, map, seed, host, wanted, invited, leaving, locale,
		guild, channel, lobby, thread, ply, to_move, created, updated, link) VALUES`
	var rows []string
	for _, row := range gameOf1 {
		rows = append(rows, strings.Replace(row, `INSERT INTO game VALUES`, named, 1))
	}
	rows[1] = strings.Replace(rows[1], firstLink, zeros(32), 1) // the lobby has no head
	return rows
}

func TestAFileOfVersion2GoesOn(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 2, gameOf2()...))
	wantMoves(t, s, 2)
	games, err := s.OpenGamesOn(t.Context(), "guild")
	if err != nil || len(games) != 2 {
		t.Errorf("got games %v of the server, error %v, want 2", games, err)
	}
}

func TestAFileOfVersion3GoesOnWithTheTimesOfItsMovesInTheChain(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 3, append(gameOf2(),
		`UPDATE outbox SET head = x'`+secondLink+`' WHERE nonce = 'old2'`,
		`UPDATE post SET head = x'`+firstLink+`' WHERE message = 'm1'`,
		`INSERT INTO dropped (message, lane, kind, game, ply, head, seat, user, body, nonce, due, attempts, why)
			VALUES (1, 'l', 'board', 'game0', 1, x'`+firstLink+`', 0, '', '', '', 0, 0, '')`,
		`INSERT INTO interaction VALUES ('i1', 'move game0 1 `+secondLink[:12]+`', 0), ('i2', 'opened a menu', 0)`)...))
	wantMoves(t, s, 2)
	first, second := move0(0).Head(), move0(1).Head()
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil || hex.EncodeToString(g.Head[:]) != newSecondLink {
		t.Errorf("the game's head is %x, error %v, want %s", g.Head[:], err, newSecondLink)
	}
	due, err := s.Due(t.Context(), time.Unix(1, 0), 9)
	if err != nil || len(due) != 4 || due[2].Head != second {
		t.Errorf("got messages %+v, error %v", due, err)
	}
	posts, err := s.Posts(t.Context(), game0.ID, "board")
	if err != nil || len(posts) != 2 || posts[0].Head != first {
		t.Errorf("got posts %+v, error %v", posts, err)
	}
	dropped, err := s.Dropped(t.Context(), 9)
	if err != nil || len(dropped) != 1 || dropped[0].Head != first {
		t.Errorf("got dropped messages %+v, error %v", dropped, err)
	}
	for interaction, want := range map[string]string{"i1": fmt.Sprintf("move game0 1 %x", second[:6]), "i2": "opened a menu"} {
		if answer, err := s.Answer(t.Context(), interaction); err != nil || answer != want {
			t.Errorf("got answer %q, error %v, want %q", answer, err, want)
		}
	}
	if _, err := s.write.conn.ExecContext(t.Context(), `UPDATE move SET at = 1`); err == nil {
		t.Error("moves can be changed after the upgrade")
	}
}

func TestAFileOfVersion4GoesOnWithItsDeadlines(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 4, append(gameOf2(), `UPDATE seat SET due = 7000000 WHERE game = 'game0' AND place = 1`)...))
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := match.Clock{Due: time.Unix(7, 0).UTC(), Ends: time.Unix(7, 0).UTC()}
	if g.Pace != "" || g.Paused || g.Seats[0].Clock != (match.Clock{}) || g.Seats[1].Clock != want {
		t.Errorf("got pace %q, paused %t, clocks %+v, want none but the deadline", g.Pace, g.Paused, g.Seats)
	}
}

func TestAFileOfVersion5GoesOnWithItsHabits(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 5, `INSERT INTO habits VALUES ('a', 3, 'pl', '', 60, 120, 1, 0, 'null')`))
	h, err := s.Habits(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(match.Habits{User: "a", Rev: 3, Language: "pl", Quiet: 60, Until: 120, Thread: true}, h); diff != "" {
		t.Errorf("habits (-want +got):\n%s", diff)
	}
	h.Hushed = time.Unix(7, 0).UTC()
	if err := s.SaveHabits(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Habits(t.Context(), "a"); err != nil || !got.Hushed.Equal(h.Hushed) {
		t.Errorf("got %v, error %v, want %v", got.Hushed, err, h.Hushed)
	}
}

func TestAFileOfVersion6GoesOnWithoutTerms(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 6, gameOf2()[:2]...))
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(match.Terms{}, g.Terms); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
	g.Name, g.Entry = "Friday", match.EntryInvited
	if err := s.Update(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	if after, err := s.Game(t.Context(), game0.ID); err != nil || after.Name != "Friday" || after.Entry != match.EntryInvited {
		t.Errorf("got terms %+v, error %v", after.Terms, err)
	}
}

func TestAFileOfVersion7GoesOnWithThosePlayingWhoSitThere(t *testing.T) {
	rows := gameOf2()
	rows[2] = strings.Replace(rows[2], `seat VALUES`, `seat (game, place, user, name, due) VALUES`, 1)
	s := openAt(t, fileOfVersion(t, 7, append(rows, `UPDATE game SET created = 500000 WHERE id = 'game0'`,
		`UPDATE seat SET house = 1 WHERE game = 'game0' AND place = 1`, `INSERT INTO habits VALUES ('a', 3, '', '', 60, 120, 0, 0, 'null', NULL)`)...))
	got, err := s.Tenures(t.Context(), game0.ID)
	if err != nil {
		t.Fatal(err)
	}
	created, updated := time.UnixMicro(500_000).UTC(), time.Unix(1, 0).UTC()
	want := []match.Tenure{
		{Seat: 1, User: "a", Why: "dealt", From: created},
		{Seat: 2, User: "b", Why: "dealt", From: created, Until: updated},
		{Seat: 2, Why: "time", From: updated},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tenures (-want +got):\n%s", diff)
	}
	if lobby, err := s.Tenures(t.Context(), "lobby"); err != nil || len(lobby) > 0 {
		t.Errorf("got %v of a lobby, error %v, want none", lobby, err)
	}
	h, err := s.Habits(t.Context(), "a")
	if diff := cmp.Diff(match.Habits{User: "a", Rev: 3, Quiet: 60, Until: 120}, h); err != nil || diff != "" {
		t.Errorf("habits, error %v (-want +got):\n%s", err, diff)
	}
}

func TestAFileOfVersion8GoesOnWithoutPlans(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 8, gameOf2()[:2]...))
	if list, err := s.ReadyPlans(t.Context(), 9); err != nil || len(list) > 0 {
		t.Errorf("got plans %v, error %v, want none", list, err)
	}
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SavePlan(t.Context(), match.Plan{Game: g.ID, Seat: 1, User: "a", Steps: []string{"tickets"}}, g.Head, storage.Origin{}); err != nil {
		t.Error(err)
	}
}

func TestAGameThatWasDamagedBeforeItsLinksCoveredTimesStaysDamaged(t *testing.T) {
	for name, harm := range map[string][]string{
		"a move":      {`DROP TRIGGER move_stays_as_it_is`, `UPDATE move SET text = 'draw 9' WHERE ply = 1`, kept},
		"the row":     {`UPDATE game SET link = zeroblob(32)`},
		"the options": {`UPDATE game SET options = '{'`},
	} {
		t.Run(name, func(t *testing.T) {
			s := openAt(t, fileOfVersion(t, 3, append(gameOf2(), harm...)...))
			if moves, err := s.Moves(t.Context(), game0.ID, -1); !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("got %d moves, error %v, want %v", len(moves), err, storage.ErrDamaged)
			}
		})
	}
}

// kept makes the trigger anew that keeps moves as they are.
const kept = `CREATE TRIGGER move_stays_as_it_is BEFORE UPDATE ON move BEGIN SELECT RAISE(ABORT, 'a move is never changed'); END`

func TestAnUpgradeKeepsTheFileAsItWas(t *testing.T) {
	path := fileOfVersion(t, 1, gameOf1...)
	if err := Copy(t.Context(), path, path+".v1"); err != nil { // of an earlier upgrade
		t.Fatal(err)
	}
	if err := openAndClose(t, path); err != nil {
		t.Fatal(err)
	}
	if got, err := CheckFile(t.Context(), path); err != nil || got != (Report{Games: 2}) {
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
	wantMoves(t, openAt(t, restored), 2)
}

func TestAnUpgradeThatFailsLeavesTheFileAloneWithoutACopy(t *testing.T) {
	path := fileOfVersion(t, 1, append(gameOf1, `CREATE TRIGGER fault BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'fault'); END`)...)
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

func TestAFileOfVersion9TakesMovesBack(t *testing.T) {
	rows := gameOf2()
	rows[2] = strings.Replace(rows[2], `seat VALUES`, `seat (game, place, user, name, due) VALUES`, 1)
	first, second := move0(0).Head(), move0(1).Head()
	rows[0] = strings.Replace(rows[0], secondLink, hex.EncodeToString(second[:]), 1)
	rows[3] = strings.NewReplacer(firstLink, hex.EncodeToString(first[:]), secondLink, hex.EncodeToString(second[:])).Replace(rows[3])
	s := openAt(t, fileOfVersion(t, 9, rows[:4]...))
	if _, err := s.write.conn.ExecContext(t.Context(), `DELETE FROM move`); err == nil {
		t.Error("moves can be deleted that were not kept")
	}
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil || g.Undoing.User != "" {
		t.Fatalf("got wish %+v, error %v, want none", g.Undoing, err)
	}
	back := match.Rollback{To: 1, From: g.Head, At: time.Unix(9, 0), By: "b"}
	if err := s.TakeBack(t.Context(), g.ID, back, match.RowUpdate{State: match.Running, Rev: g.Rev}, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	wantMoves(t, s, 1)
	if _, err := s.write.conn.ExecContext(t.Context(), `UPDATE undone SET text = 'draw 9'`); err == nil {
		t.Error("moves that were taken back can be changed")
	}
	if _, err := s.verify(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := s.write.conn.ExecContext(t.Context(), `DROP TRIGGER undone_stays_as_it_is; UPDATE undone SET text = 'draw 9'`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Undone(t.Context(), g.ID); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("got error %v of a move that was changed, want %v", err, storage.ErrDamaged)
	}
}

func TestAFileOfVersion10GoesOnWithHintsAndNamesAsOnDiscord(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 10, `INSERT INTO habits (user, rev, language, zone, quiet, until, thread, muted, vacations)
		VALUES ('a', 3, 'pl', '', 60, 120, 0, 0, 'null')`))
	h, err := s.Habits(t.Context(), "a")
	if diff := cmp.Diff(match.Habits{User: "a", Rev: 3, Language: "pl", Quiet: 60, Until: 120}, h); err != nil || diff != "" {
		t.Errorf("habits, error %v (-want +got):\n%s", err, diff)
	}
	h.Unaided, h.Drawn = true, "Ada"
	if err := s.SaveHabits(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Habits(t.Context(), "a"); err != nil || !got.Unaided || got.Drawn != "Ada" {
		t.Errorf("got %+v, error %v", got, err)
	}
}

func TestAFileOfVersion11IsSealed(t *testing.T) {
	rows := gameOf2()
	rows[2] = strings.Replace(rows[2], `seat VALUES`, `seat (game, place, user, name, due) VALUES`, 1)
	rows[1] = strings.Replace(rows[1], `'null', 'null', 'en'`, `'null', 'no list', 'en'`, 1) // damaged already
	user := `INSERT INTO user VALUES ('a', 'Ada', 'en', '5', 'open')`
	s := openAt(t, fileOfVersion(t, 11, rows[0], rows[1], rows[2], user))
	if g, err := s.Game(t.Context(), game0.ID); err != nil || g.Seats[0].Name != "Ada" {
		t.Errorf("got %+v and error %v, want Ada's game", g.Seats, err)
	}
	if u, err := s.User(t.Context(), "a"); err != nil || u.Name != "Ada" {
		t.Errorf("got %+v and error %v, want Ada", u, err)
	}
	behind(t, s, `UPDATE seat SET name = 'Eve' WHERE game = 'game0'`, `UPDATE user SET name = 'Eve'`)
	if _, err := s.Game(t.Context(), game0.ID); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("got error %v of a game with another name, want %v", err, storage.ErrDamaged)
	}
	if _, err := s.User(t.Context(), "a"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("got error %v of a user with another name, want %v", err, storage.ErrNotFound)
	}
}

func TestAFileOfVersion12HasNoComputers(t *testing.T) {
	rows := gameOf2()
	rows[2] = strings.Replace(rows[2], `seat VALUES`, `seat (game, place, user, name, due) VALUES`, 1)
	s := openAt(t, fileOfVersion(t, 12, rows[0], rows[1], rows[2]))
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil || g.Seats[0].Name != "Ada" || g.Seats[0].Level != "" {
		t.Errorf("got %+v and error %v, want Ada's game", g.Seats, err)
	}
}

func TestAFileOfVersion14CountsNothingAsCut(t *testing.T) {
	rows := gameOf2()
	rows[2] = strings.Replace(rows[2], `seat VALUES`, `seat (game, place, user, name, due) VALUES`, 1)
	s := openAt(t, fileOfVersion(t, 14, rows[0], rows[1], rows[2], `UPDATE seat SET bank = 60000000`))
	g, err := s.Game(t.Context(), game0.ID)
	if err != nil || g.Seats[0].Bank != time.Minute || g.Seats[0].Cut != 0 {
		t.Fatalf("got %+v and error %v, want a minute, and nothing cut", g.Seats, err)
	}
	g.Seats[0].Cut = time.Hour
	if err := s.Update(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	if g, err := s.Game(t.Context(), game0.ID); err != nil || g.Seats[0].Cut != time.Hour {
		t.Errorf("got %v and error %v, want an hour", g.Seats[0].Cut, err)
	}
}

func TestAFileOfVersion15HasExplainedNothing(t *testing.T) {
	s := openAt(t, fileOfVersion(t, 15, `INSERT INTO habits (user, rev, language, zone, quiet, until, thread, muted, vacations, drawn)
		VALUES ('a', 3, 'pl', '', 60, 120, 0, 0, 'null', 'Ada')`))
	h, err := s.Habits(t.Context(), "a")
	if diff := cmp.Diff(match.Habits{User: "a", Rev: 3, Language: "pl", Quiet: 60, Until: 120, Drawn: "Ada"}, h); err != nil || diff != "" {
		t.Errorf("habits, error %v (-want +got):\n%s", err, diff)
	}
	h.Lessons.Told = []match.Lesson{{ID: "turn", Game: "game0", Ply: 3}}
	if err := s.SaveHabits(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Habits(t.Context(), "a"); err != nil || !cmp.Equal(got.Lessons, h.Lessons) {
		t.Errorf("got %+v and error %v, want %+v", got.Lessons, err, h.Lessons)
	}
}

func TestAPauseInAFileOfVersion16EndsAfter30Days(t *testing.T) {
	rows := gameOf2()
	rows[2] = strings.Replace(rows[2], `seat VALUES`, `seat (game, place, user, name, due) VALUES`, 1)
	s := openAt(t, fileOfVersion(t, 16, rows[0], rows[1], rows[2], `UPDATE game SET paused = 1`))
	g, err := s.Game(t.Context(), game0.ID)
	want := g.Updated.AddDate(0, 0, 30)
	if err != nil || !g.Paused || !g.PauseEnds.Equal(want) || !g.Seats[0].Due.Equal(want) || !g.Seats[1].Due.Equal(want) {
		t.Fatalf("got %+v and error %v, want the pause to end at %v", g, err, want)
	}
	g.Paused, g.PauseEnds = false, time.Time{}
	if err := s.Update(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	if g, err := s.Game(t.Context(), game0.ID); err != nil || !g.PauseEnds.IsZero() {
		t.Errorf("got the end of a pause at %v and error %v, want none", g.PauseEnds, err)
	}
}

func TestAFileOfVersion13KeepsItsPosts(t *testing.T) {
	rows := gameOf2()
	rows[2] = strings.Replace(rows[2], `seat VALUES`, `seat (game, place, user, name, due) VALUES`, 1)
	s := openAt(t, fileOfVersion(t, 13, rows[0], rows[1], rows[2],
		`INSERT INTO post (game, kind, seat, ply, channel, message) VALUES ('game0', 'board', 0, 1, 'c', 'm')`))
	got, err := s.Posts(t.Context(), game0.ID, "board")
	want := []storage.Post{{Game: game0.ID, Kind: "board", Ply: 1, Channel: "c", Message: "m"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, posts (-want +got):\n%s", err, diff)
	}
}
