package timekeeper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/sqlite"
	"konduktor/storage/sqlite/sqlitetest"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// station is a timekeeper with a store of its own. Its time passes only while the house thinks.
type station struct {
	*testing.T
	*sqlite.Store
	Timekeeper
	now     time.Time
	log     bytes.Buffer
	changed map[match.GameID]time.Time // when each game was first changed
	broken  match.GameID               // its title cannot be found
}

func newStation(t *testing.T) *station {
	s := &station{T: t, Store: sqlitetest.New(t), now: noon, changed: map[match.GameID]time.Time{}}
	s.Timekeeper = Timekeeper{
		Store: s.Store, Now: func() time.Time { return s.now }, Wake: func() {}, House: s,
		Log: slog.New(slog.NewTextHandler(&s.log, nil)),
		Games: play.New(play.Options{
			Store: s, Editions: s, Wake: func() {}, Cached: 1, Rules: match.Rules{Patience: time.Hour},
			Log: slog.New(slog.DiscardHandler),
		}),
	}
	return s
}

// Edition is that of every game; a broken one has none.
func (s *station) Edition(_ context.Context, g match.Game) (engine.Title, error) {
	if g.ID == s.broken {
		panic("the title is broken")
	}
	return amsterdam.Title, nil
}

func (s *station) Text(context.Context, match.Game) ([]byte, error) { return nil, nil }

// Choose thinks as long as a strong computer may, and leaves the move to the default.
func (s *station) Choose(context.Context, play.BenchSeat) (engine.Move, bool) {
	s.now = s.now.Add(500 * time.Millisecond)
	return engine.Move{}, false
}

func (s *station) Append(ctx context.Context, id match.GameID, m match.Move, u match.RowUpdate,
	why storage.Origin, out []storage.Message,
) error {
	s.note(id)
	return s.Store.Append(ctx, id, m, u, why, out)
}

func (s *station) Update(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	s.note(g.ID)
	return s.Store.Update(ctx, g, why, out)
}

func (s *station) note(id match.GameID) {
	if _, known := s.changed[id]; !known {
		s.changed[id] = s.now
	}
}

// open begins a game of a person against a computer, whose move is due at a moment.
func (s *station) open(id match.GameID, host match.UserID, due time.Time) match.Game {
	s.Helper()
	g := match.Game{
		ID: id, State: match.Running, Title: "amsterdam", Version: amsterdam.Title.Version(),
		Seed: engine.Seed{1}, Host: host, Created: noon, Updated: noon,
		Seats: []match.Seat{
			{User: host, Name: string(host)},
			{Name: "Bot 1", Level: "strong", Clock: match.Clock{Due: due, Automated: true}},
		},
	}
	return s.keep(g)
}

func (s *station) keep(g match.Game) match.Game {
	s.Helper()
	if err := s.Create(s.Context(), g, storage.Origin{}, nil); err != nil {
		s.Fatal(err)
	}
	return g
}

func TestAHundredGamesOfOnePersonDelayNobodyElse(t *testing.T) {
	s := newStation(t)
	for i := range 100 {
		s.open(match.GameID(fmt.Sprintf("ol%02d", i)), "ola", noon)
	}
	due := noon.Add(200 * time.Millisecond) // while the house thinks of the first move
	s.open("jan1", "jan", due)
	paused := match.Game{
		ID: "jan2", State: match.Running, Title: "amsterdam", Version: amsterdam.Title.Version(),
		Seed: engine.Seed{1}, Host: "jan", Created: noon, Updated: noon,
		Paused: true, PauseEnds: due, Pace: "daily",
		Seats: []match.Seat{
			{User: "jan", Name: "Jan", Clock: match.Clock{Due: due, Bank: time.Hour, Whole: time.Hour}},
			{User: "ewa", Name: "Ewa"},
		},
	}
	s.keep(paused)
	if err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, what := range map[match.GameID]string{
		"jan1": "a computer's move", "jan2": "the end of a pause",
	} {
		if late := s.changed[id].Sub(due); late > time.Second {
			t.Errorf("%s in another person's game came %s late", what, late)
		}
	}
	if len(s.changed) != 102 {
		t.Errorf("%d games have gone on, want 102", len(s.changed))
	}
}

func TestPanickingGameIsPostponedAndBlocksNoOther(t *testing.T) {
	s := newStation(t)
	s.open("aaaa", "ola", noon)
	s.open("bbbb", "jan", noon)
	s.broken = "aaaa"
	if err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	next, err := s.NextDeadline(t.Context())
	if _, moved := s.changed["bbbb"]; err != nil || !moved || !next.After(noon) {
		t.Errorf("the other game moved: %t; the next deadline is %s, %v", moved, next, err)
	}
	if !strings.Contains(s.log.String(), "the title is broken") {
		t.Errorf("the log does not say why: %s", s.log.String())
	}
}

func TestADigestDoesNotWaitUntilTheHouseHasNothingToDo(t *testing.T) {
	s := newStation(t)
	for i := range 4 {
		s.open(match.GameID(fmt.Sprintf("ol%02d", i)), "ola", noon)
	}
	due := noon.Add(200 * time.Millisecond) // while the house thinks of the first move
	habits := match.Habits{User: "reader", Digest: true, DigestDue: due}
	if err := s.SaveHabits(t.Context(), habits); err != nil {
		t.Fatal(err)
	}
	moves := 0
	s.House = chooser(func() {
		s.now = s.now.Add(500 * time.Millisecond)
		moves++
		due, err := s.Digests(t.Context(), s.now, 1)
		if err != nil || moves > 1 && len(due) > 0 {
			t.Errorf("at the %d. move of the house a digest is due: %v, error %v", moves, due, err)
		}
	})
	if err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if moves < 2 {
		t.Errorf("the house has made %d moves: the test proves nothing", moves)
	}
}

// chooser is a house that does something before each move, and leaves the move to the default.
type chooser func()

func (c chooser) Choose(context.Context, play.BenchSeat) (engine.Move, bool) {
	c()
	return engine.Move{}, false
}

// illOfDigests is a store that cannot say which digests are due.
type illOfDigests struct{ Store }

func (illOfDigests) Digests(context.Context, time.Time, int) ([]match.UserID, error) {
	return nil, errors.New("the disk is ill")
}

func TestClocksAreKeptWhenDigestsFail(t *testing.T) {
	s := newStation(t)
	s.open("ola00", "ola", noon)
	s.Timekeeper.Store = illOfDigests{s.Timekeeper.Store}
	if err := s.CatchUp(t.Context()); err == nil {
		t.Error("want the error of the digests")
	}
	if s.changed["ola00"].IsZero() {
		t.Error("the house has not moved")
	}
}

func TestPanickingLobbyOrDigestBlocksNoOther(t *testing.T) {
	s := newStation(t)
	old := noon.Add(-match.Farewell)
	for _, id := range []match.GameID{"aaaa", "bbbb"} {
		s.keep(match.Game{
			ID: id, State: match.Lobby, Title: "amsterdam", Host: "ola", Created: old, Updated: old,
			Seats: []match.Seat{{User: "ola", Name: "Ola"}},
		})
	}
	for _, user := range []match.UserID{"ewa", "jan"} {
		due := match.Habits{User: user, Digest: true, DigestDue: noon}
		if err := s.SaveHabits(t.Context(), due); err != nil {
			t.Fatal(err)
		}
	}
	s.broken = "aaaa"
	s.Timekeeper.Store = illOf{s.Timekeeper.Store, "ewa"}
	if err := s.CatchUp(t.Context()); err == nil {
		t.Error("want the errors of the lobby and the digest")
	}
	if s.changed["bbbb"].IsZero() {
		t.Error("the other lobby was not looked at")
	}
	if due, err := s.Digests(t.Context(), noon, 9); err != nil || len(due) != 1 || due[0] != "ewa" {
		t.Errorf("digests of %v are due, error %v; want that of ewa alone", due, err)
	}
}

// illOf is a store that cannot read the habits of a user.
type illOf struct {
	Store
	user match.UserID
}

func (i illOf) Habits(ctx context.Context, user match.UserID) (match.Habits, error) {
	if user == i.user {
		return match.Habits{}, errors.New("the disk is ill")
	}
	return i.Store.Habits(ctx, user)
}
