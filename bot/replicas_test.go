package bot

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// newReplicas returns a stage on a PostgreSQL database, and a second bot on the same database, as in another process.
func newReplicas(t *testing.T) (*stage, *Bot) {
	t.Helper()
	s := newStageAt(t, newDatabase(t))
	store, err := openStore(t.Context(), s.file)
	s.must(err)
	t.Cleanup(func() { s.must(store.Close()) })
	return s, s.newBot(store, s.api)
}

func TestTwoProcessesPlayAGameTurnAboutAndTellEachThingOnce(t *testing.T) {
	t.Parallel()
	s, other := newReplicas(t)
	id := s.playing("ada", "ben")
	choose := anyLegal(7)
	for moves := 0; s.game(id).State == match.Running; moves++ {
		s.bot, other = other, s.bot
		s.move(id, choose)
		if moves%5 == 0 {
			s.flush()
		}
	}
	s.flush()
	s.bot = other
	s.flush()
	if due := s.due(); len(due) > 0 {
		t.Errorf("%d messages still wait", len(due))
	}
	seen := map[string]bool{}
	for _, c := range s.api.Calls() {
		if nonce := c.Message.Nonce; nonce != "" && seen[nonce] {
			t.Errorf("message %s was sent twice", nonce)
		} else {
			seen[nonce] = true
		}
	}
	if n := s.faults.Load(); n > 0 {
		t.Errorf("%d interactions ended in an error", n)
	}
	views := []string{}
	for _, b := range []*Bot{s.bot, other} {
		table, err := b.games.Table(t.Context(), id)
		s.must(err)
		v := table.View(engine.Public)
		views = append(views, string(v.Phase)+" "+strings.Join(moveTexts(t, s, id), " "))
	}
	if len(seen) < 20 || views[0] != views[1] {
		t.Errorf("%d messages; the processes see\n%v", len(seen), views)
	}
}

func moveTexts(t *testing.T, s *stage, id match.GameID) (list []string) {
	t.Helper()
	moves, err := s.store.Moves(t.Context(), id, -1)
	s.must(err)
	for _, m := range moves {
		list = append(list, m.Text)
	}
	return list
}

// Both processes get a click on the same offer at once: one makes the move, and the other says that the game has moved on.
func TestOfTwoProcessesThatMoveAtOnceOneSaysThatTheGameHasMovedOn(t *testing.T) {
	t.Parallel()
	s, other := newReplicas(t)
	id := s.playing("ada", "ben")
	for range 6 {
		table := s.table(id)
		seat := table.View(engine.Public).ToMove[0]
		v := table.View(seat)
		m := firstLegal(v)
		ply := table.Ply
		errs := make([]error, 2)
		var both sync.WaitGroup
		theirs, err := other.games.Table(t.Context(), id)
		s.must(err)
		for i, b := range []*Bot{s.bot, other} {
			r := s.request(s.slash(table.Seats[seat-1].Name, "draw"))
			both.Go(func() { _, errs[i] = b.games.Make(t.Context(), play.On(r), []*play.Table{table, theirs}[i], seat, m) })
		}
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Fatalf("ply %d: %v and %v, want one move and one that came too late", ply, errs[0], errs[1])
		}
		if late := errors.Join(errs...); !errors.Is(late, storage.ErrStale) {
			t.Errorf("ply %d: the other process says %v, want that the game has moved on", ply, late)
		}
		if got := s.game(id).Ply; got != ply+1 {
			t.Fatalf("ply %d is followed by %d", ply, got)
		}
	}
}
