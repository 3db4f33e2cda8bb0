package handlers_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// left is what each seat has left now.
func left(s *bottest.Stage, id match.GameID) (list []time.Duration) {
	s.T.Helper()
	g := s.Game(id)
	for _, seat := range g.Seats {
		habits, err := s.Store.Habits(s.T.Context(), seat.User)
		s.Must(err)
		list = append(list, seat.Clock.Left(match.CalendarOf(habits, g), s.Clock))
	}
	return list
}

func TestAnUndoGivesNobodyTime(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	rng := rand.New(rand.NewPCG(11, 4))
	undone := 0
	for range 12 {
		seat := s.ToClaim(id)
		s.Clock = s.Clock.Add(time.Duration(rng.IntN(3600)) * time.Second)
		atTurn := left(s, id)
		s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
		waited := time.Duration(rng.IntN(7200)) * time.Second
		s.Clock = s.Clock.Add(waited)
		before := left(s, id)
		s.Handle(s.Slash(s.NameOf(id, seat), "undo", "game="+string(id)))
		if s.Game(id).State != match.Running || s.Table(id).View(engine.Public).ToMove[0] != seat {
			t.Fatal("the claim was not taken back")
		}
		undone++
		for i, now := range left(s, id) {
			if now > before[i] {
				t.Errorf("undo %d: seat %d had %v and has %v", undone, i+1, before[i], now)
			}
		}
		// As if the claim had not been made: the mover has waited, too.
		if now, most := left(s, id)[seat-1], atTurn[seat-1]-waited; now > most {
			t.Errorf("undo %d: the mover has %v, without the claim it would be %v", undone, now, most)
		}
		s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
		p, _ := match.FindPace(s.Game(id).Pace)
		if now, most := left(s, id)[seat-1], min(atTurn[seat-1]-waited+p.Increment, p.Cap); now > most {
			t.Errorf("redo %d: the mover has %v, want at most %v", undone, now, most)
		}
	}
}

// The bank of a turn that began with little less than the cap gains only the difference; that alone
// goes back.
func TestUndoTakesOnlyTheTimeItsTurnEarned(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	seat := s.ToClaim(id)
	g := s.Game(id)
	p, _ := match.FindPace(g.Pace)
	g.Seats[seat-1].Bank = p.Cap
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	s.Clock = s.Clock.Add(5 * time.Minute)
	for range 2 {
		s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
		if got := left(s, id)[seat-1]; got != p.Cap {
			t.Fatalf("the bank is not full after the turn: %v", got)
		}
		s.Clock = s.Clock.Add(time.Minute)
		want := s.Game(id).Seats[seat-1].Bank - p.Increment + s.Game(id).Seats[seat-1].Cut - time.Minute
		s.Handle(s.Slash(s.NameOf(id, seat), "undo", "game="+string(id)))
		if got := left(s, id)[seat-1]; got != want || got < p.Cap-time.Hour {
			t.Errorf("%v left after the undo, want %v", got, want)
		}
	}
}

func TestUndoIsRefusedIfNoTimeWouldRemain(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	seat := s.ToClaim(id)
	s.Clock = s.Clock.Add(left(s, id)[seat-1] - time.Minute)
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	s.Clock = s.Clock.Add(2 * time.Minute)
	m := s.Handle(s.Slash(s.NameOf(id, seat), "undo", "game="+string(id)))
	bottest.Contains(t, m.Content, s.Say("problem.undo-no-time", "Game", string(id)))
	if g := s.Game(id); g.Branch != 0 {
		t.Errorf("got branch %d, want nothing taken back", g.Branch)
	}
}
