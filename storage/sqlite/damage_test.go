package sqlite

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/faultvfs"
)

// unguarded takes the guards against changing moves away.
var unguarded = []string{`DROP TRIGGER move_stays_as_it_is`, `DROP TRIGGER move_stays`}

func TestAnAlteredGameIsFoundAndNamed(t *testing.T) {
	for name, c := range map[string]struct{ alter, want string }{
		"text of a move": {
			`UPDATE move SET text = 'draw 9' WHERE ply = 4`,
			"game game0, ply 4",
		},
		"seat of a move": {`UPDATE move SET seat = 2 WHERE ply = 4`, "game game0, ply 4"},
		"time of a move": {`UPDATE move SET at = at + 1 WHERE ply = 4`, "game game0, ply 4"},
		"link of a move": {
			`UPDATE move SET link = zeroblob(32) WHERE ply = 4`,
			"game game0, ply 4",
		},
		"a move taken out":        {`DELETE FROM move WHERE ply = 4`, "game game0, ply 4"},
		"the last move taken out": {`DELETE FROM move WHERE ply = 9`, "game game0, ply 9"},
		"row taken back":          {`UPDATE game SET ply = 9`, "game game0, ply 10"},
		"a move too many": {
			`INSERT INTO move SELECT game, 10, seat, text, at, link FROM move WHERE ply = 9`,
			"game game0, ply 10",
		},
		"seed":  {`UPDATE game SET seed = zeroblob(32)`, "game game0, ply 0"},
		"title": {`UPDATE game SET title = 'nordic'`, "game game0, ply 0"},
		"rules": {`UPDATE game SET version = 2`, "game game0, ply 0"},
		"options": {
			`UPDATE game SET options = '{"goods":"off"}'`,
			"game game0, ply 0",
		},
		"number of seats":     {`DELETE FROM seat WHERE place = 1`, "game game0: its row"},
		"a list that is none": {`UPDATE game SET to_move = 'a'`, "game game0: a value"},
		"a move that is out of order": {
			`UPDATE move SET ply = CASE ply WHEN 2 THEN 100 ELSE ply END`,
			"game game0, ply 2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := withMoves(t, 10)
			behind(t, s, append(unguarded, c.alter)...)
			moves, err := s.Moves(t.Context(), game0.ID, -1)
			if !errors.Is(err, storage.ErrDamaged) || moves != nil {
				t.Fatalf("got %d moves and error %v, want %v", len(moves), err, storage.ErrDamaged)
			}
			if got := err.Error(); !strings.Contains(got, c.want) {
				t.Errorf("the error is %q and does not say %q", got, c.want)
			}
			if _, err := s.verify(t.Context()); !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("Verify: got %v, want %v", err, storage.ErrDamaged)
			}
		})
	}
}

func TestDamagedMapIsNeverReturned(t *testing.T) {
	s := withMoves(t, 1)
	sum, err := s.SaveMap(t.Context(), []byte("a map"))
	if err != nil {
		t.Fatal(err)
	}
	g := game0
	g.ID, g.Map = "onmap", sum
	if err := s.Create(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.verify(t.Context()); err != nil {
		t.Fatalf("Verify: %v", err)
	}
	for _, statement := range []string{`UPDATE map SET text = x'00'`, `DELETE FROM map`} {
		if _, err := s.write.conn.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s: got no error", statement)
		}
	}
	behind(t, s, `DROP TRIGGER map_stays_as_it_is`, `UPDATE map SET text = x'00'`)
	if text, err := s.Map(t.Context(), sum); !errors.Is(err, storage.ErrDamaged) || text != nil {
		t.Errorf("got %q and error %v, want %v", text, err, storage.ErrDamaged)
	}
	if _, err := s.verify(t.Context()); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("Verify: got %v, want %v", err, storage.ErrDamaged)
	}
}

func TestMovesStayAndGoWithTheirGame(t *testing.T) {
	s := withMoves(t, 3)
	for _, statement := range []string{
		`UPDATE move SET text = 'x'`, `DELETE FROM move`,
		`DELETE FROM move WHERE ply = 2`,
	} {
		if _, err := s.write.conn.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s: got no error", statement)
		}
	}
	wantMoves(t, s, 3)
	behind(t, s, `DELETE FROM game`)
	var left int
	if err := s.write.conn.QueryRowContext(t.Context(),
		`SELECT (SELECT count(*) FROM move) + (SELECT count(*) FROM seat)`).Scan(&left); err != nil ||
		left != 0 {
		t.Errorf("%d rows are left behind, error %v", left, err)
	}
}

func TestDamagedFilesAreRefusedOrReadRight(t *testing.T) {
	s := withMoves(t, 60)
	want, err := s.Moves(t.Context(), game0.ID, -1)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := Copy(t.Context(), s.path, copied); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	refused, right := 0, 0
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 80 {
		damage := faultvfs.Damages()[i%len(faultvfs.Damages())]
		path := filepath.Join(t.TempDir(), "harmed.db")
		if err := os.WriteFile(path, damage.Do(rng, slices.Clone(whole)), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readMoves(t, path)
		if err == nil && cmp.Diff(want, got) != "" {
			t.Errorf("file %d, with %s, is read as other moves without an error:\n%s", i, damage.Name,
				cmp.Diff(want, got))
		}
		if err != nil {
			refused++
		} else {
			right++
		}
	}
	t.Logf("%d harmed files: %d refused, %d read right", refused+right, refused, right)
	if refused == 0 || right == 0 {
		t.Error("the harms are all of one kind")
	}
}

func readMoves(t *testing.T, path string) (moves []match.Move, err error) {
	s, err := Open(t.Context(), path)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Moves(t.Context(), game0.ID, -1)
}

// What the chain of moves does not cover.
func TestAGameWithAnotherNameUserOrPlaceIsFoundAndLeftOutOfLists(t *testing.T) {
	for name, alter := range map[string]string{
		"name":                `UPDATE seat SET name = 'Eve' WHERE game = 'game0' AND place = 1`,
		"user":                `UPDATE seat SET user = 'c' WHERE game = 'game0' AND place = 1`,
		"owner":               `UPDATE seat SET owner = 'c' WHERE game = 'game0'`,
		"host":                `UPDATE game SET host = 'b' WHERE id = 'game0'`,
		"server":              `UPDATE game SET guild = '9' WHERE id = 'game0'`,
		"channel":             `UPDATE game SET channel = '9' WHERE id = 'game0'`,
		"thread":              `UPDATE game SET thread = '9' WHERE id = 'game0'`,
		"terms":               `UPDATE game SET terms = '{"Name":"other"}' WHERE id = 'game0'`,
		"a list that is none": `UPDATE game SET to_move = 'a' WHERE id = 'game0'`,
		"a list of a seat":    `UPDATE seat SET ousting = 'a' WHERE game = 'game0'`,
	} {
		t.Run(name, func(t *testing.T) {
			s := withMoves(t, 3)
			whole := game0
			whole.ID = "whole"
			if err := s.Create(t.Context(), whole, storage.Origin{}, nil); err != nil {
				t.Fatal(err)
			}
			var told []string
			s.TellDamage(func(err error) { told = append(told, err.Error()) })
			behind(t, s, alter)
			if _, err := s.Game(t.Context(), game0.ID); !errors.Is(err, storage.ErrDamaged) ||
				!strings.Contains(err.Error(), "game game0") {
				t.Errorf("got error %v, want %v of game game0", err, storage.ErrDamaged)
			}
			for range 2 {
				games, err := s.GamesIn(t.Context())
				if err != nil || len(games) != 1 || games[0].ID != "whole" {
					t.Errorf("got %d games and error %v, want the other game", len(games), err)
				}
			}
			if len(told) != 1 || !strings.Contains(told[0], "game game0") {
				t.Errorf("told %q, want one line about game game0", told)
			}
			if _, err := s.verify(t.Context()); !errors.Is(err, storage.ErrDamaged) ||
				!strings.Contains(err.Error(), "game game0") {
				t.Errorf("verify: got error %v, want %v of game game0", err, storage.ErrDamaged)
			}
		})
	}
}

func TestDamagedPlanBlocksNoOther(t *testing.T) {
	s := withMoves(t, 3)
	insert := `INSERT INTO plan (game, seat, user, rev, ply, branch, made, steps, stops, begun)
		VALUES ('game0', %d, 'x', 1, 0, 0, 0, '%s', 'null', 0)`
	behind(t, s, fmt.Sprintf(insert, 1, `["draw`))
	behind(t, s, fmt.Sprintf(insert, 2, `["draw deck"]`))
	got, err := s.ReadyPlans(t.Context(), 9)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || len(got[0].Steps) != 0 || len(got[1].Steps) != 1 {
		t.Errorf("got %d plans, want one without steps, to be ended, and one as it is", len(got))
	}
}

func TestDamagedUserIsTreatedAsUnknown(t *testing.T) {
	s := withMoves(t, 0)
	u := storage.User{ID: "a", Name: "Ann", Locale: "en", DM: "5", DMs: storage.DMOpen}
	if err := s.SaveUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	behind(t, s, `UPDATE user SET dm = '6'`)
	if got, err := s.User(t.Context(), "a"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("got %+v and error %v, want %v", got, err, storage.ErrNotFound)
	}
	if err := s.SaveUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if got, err := s.User(t.Context(), "a"); err != nil || got != u {
		t.Errorf("got %+v and error %v, want %+v", got, err, u)
	}
}

// A damaged row that names a user is shown to nobody. It must not keep the user in all the others.
func TestADamagedGameDoesNotKeepAUserFromBeingForgotten(t *testing.T) {
	s := withMoves(t, 1)
	other := game0
	other.ID, other.State = "other", match.Cancelled
	if err := s.Create(t.Context(), other, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	user := game0.Seats[0].User
	if err := s.SaveUser(t.Context(), storage.User{ID: user, Name: "Ada"}); err != nil {
		t.Fatal(err)
	}
	var told []error
	s.TellDamage(func(err error) { told = append(told, err) })
	behind(t, s, `UPDATE seat SET name = 'Eve' WHERE game = 'game0'`)
	if err := s.Erase(t.Context(), user, "former player"); err != nil {
		t.Fatal(err)
	}
	if g, err := s.Game(t.Context(), "other"); err != nil || g.Names(user) {
		t.Errorf("got %+v and error %v, want a game without the user", g, err)
	}
	if _, err := s.User(t.Context(), user); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("got error %v of the user, want %v", err, storage.ErrNotFound)
	}
	if len(told) != 1 || !errors.Is(told[0], storage.ErrDamaged) {
		t.Errorf("got %v, want the damaged game told", told)
	}
}
