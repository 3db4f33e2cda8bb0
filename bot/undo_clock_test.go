package bot_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// left is what each seat has left now.
func (s *stage) left(id match.GameID) (list []time.Duration) {
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
	s, id := timed(t, "Ola", "Bo")
	rng := rand.New(rand.NewPCG(11, 4))
	undone := 0
	for range 12 {
		seat := s.toClaim(id)
		s.Clock = s.Clock.Add(time.Duration(rng.IntN(3600)) * time.Second)
		atTurn := s.left(id)
		s.MoveAs(id, seat, firstOf(engine.Claim))
		waited := time.Duration(rng.IntN(7200)) * time.Second
		s.Clock = s.Clock.Add(waited)
		before := s.left(id)
		s.Handle(s.Slash(s.nameOf(id, seat), "undo", "game="+string(id)))
		if s.Game(id).State != match.Running || s.Table(id).View(engine.Public).ToMove[0] != seat {
			t.Fatal("the claim was not taken back")
		}
		undone++
		for i, now := range s.left(id) {
			if now > before[i] {
				t.Errorf("undo %d: seat %d had %v and has %v", undone, i+1, before[i], now)
			}
		}
		// As if the claim had not been made: the mover has waited, too.
		if now, most := s.left(id)[seat-1], atTurn[seat-1]-waited; now > most {
			t.Errorf("undo %d: the mover has %v, without the claim it would be %v", undone, now, most)
		}
		s.MoveAs(id, seat, firstOf(engine.Claim))
		p, _ := match.FindPace(s.Game(id).Pace)
		if now, most := s.left(id)[seat-1], min(atTurn[seat-1]-waited+p.Increment, p.Cap); now > most {
			t.Errorf("redo %d: the mover has %v, want at most %v", undone, now, most)
		}
	}
}

// The bank of a turn that began with little less than the cap gains only the difference; that alone goes back.
func TestAnUndoTakesNoMoreTimeThanTheTurnHasEarned(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	seat := s.toClaim(id)
	g := s.Game(id)
	p, _ := match.FindPace(g.Pace)
	g.Seats[seat-1].Bank = p.Cap
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	s.Clock = s.Clock.Add(5 * time.Minute)
	for range 2 {
		s.MoveAs(id, seat, firstOf(engine.Claim))
		if got := s.left(id)[seat-1]; got != p.Cap {
			t.Fatalf("the bank is not full after the turn: %v", got)
		}
		s.Clock = s.Clock.Add(time.Minute)
		want := s.Game(id).Seats[seat-1].Bank - p.Increment + s.Game(id).Seats[seat-1].Cut - time.Minute
		s.Handle(s.Slash(s.nameOf(id, seat), "undo", "game="+string(id)))
		if got := s.left(id)[seat-1]; got != want || got < p.Cap-time.Hour {
			t.Errorf("%v left after the undo, want %v", got, want)
		}
	}
}

func TestWhoWouldHaveNoTimeLeftCannotTakeAMoveBack(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	seat := s.toClaim(id)
	s.Clock = s.Clock.Add(s.left(id)[seat-1] - time.Minute)
	s.MoveAs(id, seat, firstOf(engine.Claim))
	s.Clock = s.Clock.Add(2 * time.Minute)
	m := s.Handle(s.Slash(s.nameOf(id, seat), "undo", "game="+string(id)))
	bottest.Contains(t, m.Content, s.Say("problem.undo-no-time", "Game", string(id)))
	if g := s.Game(id); g.Branch != 0 {
		t.Errorf("got branch %d, want nothing taken back", g.Branch)
	}
}

func TestWhoAsksInAPauseIsToldThatTheAnswerHasTime(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	for _, name := range []string{"Ola", "Bo"} {
		s.Handle(s.Slash(name, "game pause", "game="+string(id)))
	}
	seat := s.toClaim(id)
	s.MoveAs(id, seat, firstOf(engine.Claim))
	if other := s.Table(id).View(engine.Public).ToMove[0]; !s.canClaim(id, other) {
		t.Fatal("the other seat cannot claim a route: choose another game")
	}
	s.Move(id, firstOf(engine.Claim))
	answer := s.Handle(s.Slash(s.nameOf(id, seat), "undo", "game="+string(id)))
	bottest.Contains(t, answer.Content, s.Say("undo.asked-paused", "Names", discord.Plain(s.nameOf(id, 3-seat))))
}

// canClaim reports whether a seat can claim a route now.
func (s *stage) canClaim(id match.GameID, seat engine.Seat) bool {
	v := s.Table(id).View(seat)
	return slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim })
}

func TestTheTimeToAnswerAnUndoRestsWithTheClocks(t *testing.T) {
	s, id, _, others := asked(t, "daily", "Ola", "Bo")
	s.Clock = s.Clock.Add(5 * time.Hour)
	for _, name := range []string{"Ola", "Bo"} {
		s.Handle(s.Slash(name, "game pause", "game="+string(id)))
	}
	if !s.Game(id).Paused {
		t.Fatal("the clocks run")
	}
	s.Clock = s.Clock.Add(48 * time.Hour)
	s.Flush()
	s.Handle(s.Slash("Ola", "game resume", "game="+string(id)))
	s.Clock = s.Clock.Add(7*time.Hour - time.Second)
	s.Flush()
	if g := s.Game(id); !g.Undoing.Holds(g) {
		t.Error("the pause counts")
	}
	s.Clock = s.Clock.Add(time.Second)
	s.Flush()
	if g := s.Game(id); g.Undoing.Holds(g) {
		t.Error("the time to answer does not end after a pause")
	}
	yes := customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))
	bottest.Contains(t, s.Handle(s.Click(others[0], yes)).Content, s.Say("problem.undo-late", "Game", string(id)))
}
