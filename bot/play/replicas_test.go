package play_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/postgres/served"
)

func init() { bottest.Serve(served.New, served.Open) }

// newReplicas returns a stage on a PostgreSQL database, and a second bot on the same database, as
// in another process.
func newReplicas(t *testing.T) (*bottest.Stage, *bot.Bot) {
	t.Helper()
	s := bottest.NewAt(t, bottest.NewDatabase(t))
	store, err := bottest.OpenStore(t.Context(), s.File)
	s.Must(err)
	t.Cleanup(func() { s.Must(store.Close()) })
	return s, s.NewBot(store, s.API)
}

func TestTwoProcessesAlternateAndTellEachEventOnce(t *testing.T) {
	t.Parallel()
	s, other := newReplicas(t)
	id := s.Playing("ada", "ben")
	choose := bottest.AnyLegal(7)
	for moves := 0; s.Game(id).State == match.Running; moves++ {
		s.Bot, other = other, s.Bot
		s.Move(id, choose)
		if moves%5 == 0 {
			s.Flush()
		}
	}
	s.Flush()
	s.Bot = other
	s.Flush()
	if due := s.Due(); len(due) > 0 {
		t.Errorf("%d messages still wait", len(due))
	}
	seen := map[string]bool{}
	for _, c := range s.API.Calls() {
		if nonce := c.Message.Nonce; nonce != "" && seen[nonce] {
			t.Errorf("message %s was sent twice", nonce)
		} else {
			seen[nonce] = true
		}
	}
	if n := s.Faults.Load(); n > 0 {
		t.Errorf("%d interactions ended in an error", n)
	}
	views := []string{}
	for _, b := range []*bot.Bot{s.Bot, other} {
		table, err := b.Games().Table(t.Context(), id)
		s.Must(err)
		v := table.View(engine.Public)
		views = append(views, string(v.Phase)+" "+strings.Join(moveTexts(t, s, id), " "))
	}
	if len(seen) < 20 || views[0] != views[1] {
		t.Errorf("%d messages; the processes see\n%v", len(seen), views)
	}
}

func moveTexts(t *testing.T, s *bottest.Stage, id match.GameID) (list []string) {
	t.Helper()
	moves, err := s.Store.Moves(t.Context(), id, -1)
	s.Must(err)
	for _, m := range moves {
		list = append(list, m.Text)
	}
	return list
}

// Both processes get a click on the same offer at once: one makes the move, and the other says that
// the game has moved on.
func TestLoserOfARaceSaysThatTheGameHasMovedOn(t *testing.T) {
	t.Parallel()
	s, other := newReplicas(t)
	id := s.Playing("ada", "ben")
	for range 6 {
		table := s.Table(id)
		seat := table.View(engine.Public).ToMove[0]
		v := table.View(seat)
		m := bottest.FirstLegal(v)
		ply := table.Ply
		errs := make([]error, 2)
		var both sync.WaitGroup
		theirs, err := other.Games().Table(t.Context(), id)
		s.Must(err)
		for i, b := range []*bot.Bot{s.Bot, other} {
			r := s.Request(s.Slash(table.Seats[seat-1].Name, "draw"))
			call := r.Call(id)
			call.Table = []*play.Table{table, theirs}[i]
			both.Go(func() { _, errs[i] = b.Games().Make(t.Context(), call, seat, m) })
		}
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Fatalf("ply %d: %v and %v, want one move and one that came too late", ply, errs[0], errs[1])
		}
		if late := errors.Join(errs...); !errors.Is(late, storage.ErrStale) {
			t.Errorf("ply %d: the other process says %v, want that the game has moved on", ply, late)
		}
		if got := s.Game(id).Ply; got != ply+1 {
			t.Fatalf("ply %d is followed by %d", ply, got)
		}
	}
}
