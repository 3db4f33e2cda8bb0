package play

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/storage"
	"konduktor/storage/sqlite"
	"konduktor/storage/sqlite/sqlitetest"
)

// oneEdition finds the same title for every game.
type oneEdition struct{ engine.Title }

func (e oneEdition) Edition(context.Context, match.Game) (engine.Title, error) {
	return e.Title, nil
}

func (e oneEdition) Text(context.Context, match.Game) ([]byte, error) { return nil, nil }

// started returns a running game of two in a store of its own, after some moves that a seed
// decides.
func started(t *testing.T, moves int, seed uint64) (*sqlite.Store, match.Game) {
	t.Helper()
	title := amsterdam.Title
	row := match.Game{
		ID: "aaaa", State: match.Running, Title: title.ID(), Version: title.Version(),
		Seed:    engine.Seed{1},
		Seats:   []match.Seat{{User: "1", Name: "Ola"}, {User: "2", Name: "Jan"}},
		Created: time.Unix(1, 0), Updated: time.Unix(1, 0),
	}
	store := sqlitetest.New(t)
	if err := store.Create(t.Context(), row, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	game, err := match.Deal(title, row)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ai.New("random", rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		t.Fatal(err)
	}
	head := match.FirstLink(row)
	for ply := range moves {
		seat := game.ToMove()[0]
		move, _ := policy.Choose(game, seat)
		if _, err := game.Apply(seat, move); err != nil {
			t.Fatal(err)
		}
		made := match.Move{
			Ply: engine.Ply(ply), Seat: seat, Text: notation.PrintMove(title.Lexicon(), move),
			At: time.Unix(2, 0), After: head,
		}
		after := match.RowUpdate{State: match.Running}
		err := store.Append(t.Context(), row.ID, made, after, storage.Origin{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		head = made.Head()
	}
	row, err = store.Game(t.Context(), row.ID)
	if err != nil {
		t.Fatal(err)
	}
	return store, row
}

// service returns the service of a store.
func service(store Store) *Service {
	editions := oneEdition{amsterdam.Title}
	return New(Options{
		Store: store, Editions: editions, Wake: func() {}, Cached: 2,
		Log: slog.New(slog.DiscardHandler),
	})
}

// told is a chronicle as its viewer can tell it from another.
func told(t *testing.T, g *Service, row match.Game, upTo engine.Ply, viewer engine.Seat,
) (lines []any) {
	t.Helper()
	c, err := g.Chronicle(t.Context(), row, upTo, viewer)
	if err != nil {
		t.Fatal(err)
	}
	v := c.Table.View(viewer)
	text, err := notation.MarshalView(&v)
	if err != nil {
		t.Fatal(err)
	}
	return []any{c.Table.Ply, c.Table.Head, string(text), c.Chronicle}
}

// compared are options to compare chronicles by all that they tell of moves.
var compared = cmp.Options{
	cmp.Exporter(func(t reflect.Type) bool {
		return t.PkgPath() == reflect.TypeFor[match.Chronicle]().PkgPath()
	}),
	cmpopts.IgnoreFields(match.Chronicle{}, "Table"),
}

func TestCachedHistoryEqualsAReplay(t *testing.T) {
	store, row := started(t, 40, 1)
	otherStore, other := started(t, 35, 2) // the same game, taken back and played on otherwise
	renamed := row
	renamed.Seats = []match.Seat{{User: "1", Name: "Ola"}, {User: "3", Name: "Ewa"}}
	kept := service(store)
	for _, tc := range []struct {
		name   string
		store  Store
		row    match.Game
		upTo   engine.Ply
		viewer engine.Seat
	}{
		{"a game that nobody has told of", store, row, 20, 1},
		{"the moves after it", store, row, 40, 2},
		{"the same again for everybody", store, row, 40, engine.Public},
		{"an earlier position", store, row, 12, 1},
		{"no move at all", store, row, 0, 1},
		{"a seat that another person has taken", store, renamed, 40, 1},
		{"other moves", otherStore, other, 35, 2},
		{"fewer of the other moves", otherStore, other, 30, 2},
		{"the first moves again", store, row, 40, 2},
	} {
		kept.Store = tc.store
		fresh := service(tc.store)
		want := told(t, fresh, tc.row, tc.upTo, tc.viewer)
		got := told(t, kept, tc.row, tc.upTo, tc.viewer)
		if diff := cmp.Diff(want, got, compared); diff != "" {
			t.Errorf("%s: %s", tc.name, diff)
		}
	}
}

func TestChronicleOfAnEarlierRowEndsWithTheRow(t *testing.T) {
	store, row := started(t, 40, 1)
	moves, err := store.Moves(t.Context(), row.ID, 30)
	if err != nil {
		t.Fatal(err)
	}
	earlier := row // as it was read before somebody moved
	earlier.Ply, earlier.Head = 30, match.HeadAfter(row, moves)
	g := service(store)
	for _, first := range []string{"nothing is kept", "its moves are kept"} {
		c, err := g.Chronicle(t.Context(), earlier, AnyPly, 1)
		if err != nil {
			t.Fatal(err)
		}
		if c.Table.Ply != 30 || c.Table.Head != earlier.Head {
			t.Errorf("%s: the chronicle of ply 30 ends at ply %d", first, c.Table.Ply)
		}
		told(t, g, row, AnyPly, 1)
	}
}

func TestHistoryCacheIsBounded(t *testing.T) {
	var s histories
	for n := range 3 * historiesKept {
		s.put(match.GameID(rune('a'+n)), &match.History{})
	}
	if len(s.kept) != historiesKept {
		t.Errorf("%d histories are kept, want %d", len(s.kept), historiesKept)
	}
}

func TestCachedHistoryLeaksNoSecrets(t *testing.T) {
	store, row := started(t, 40, 1)
	g := service(store)
	secrets := 0
	for _, viewer := range []engine.Seat{1, 2, engine.Public} {
		c, err := g.Chronicle(t.Context(), row, row.Ply, viewer)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range c.Events() {
			if diff := cmp.Diff(e.For(viewer), e); diff != "" {
				t.Errorf("seat %d is told what only another knows (-want +got):\n%s", viewer, diff)
			}
			if e.Seat == viewer && len(e.Tickets) > 0 {
				secrets++
			}
		}
	}
	if secrets == 0 {
		t.Error("no event holds a secret of its seat: nothing was tried")
	}
}
