package bot

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/pace"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// left is what each seat has left now.
func (s *stage) left(id match.GameID) (list []time.Duration) {
	s.t.Helper()
	g := s.game(id)
	calendars, err := s.bot.games.Calendars(s.t.Context(), g)
	s.must(err)
	for i, seat := range g.Seats {
		list = append(list, pace.Left(seat.Clock, calendars[i], s.clock))
	}
	return list
}

func TestAnUndoGivesNobodyTime(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	rng := rand.New(rand.NewPCG(11, 4))
	undone := 0
	for range 12 {
		seat := s.toClaim(id)
		s.clock = s.clock.Add(time.Duration(rng.IntN(3600)) * time.Second)
		atTurn := s.left(id)
		s.moveAs(id, seat, firstOf(engine.Claim))
		waited := time.Duration(rng.IntN(7200)) * time.Second
		s.clock = s.clock.Add(waited)
		before := s.left(id)
		s.handle(s.slash(s.nameOf(id, seat), "undo", "game="+string(id)))
		if s.game(id).State != match.Running || s.table(id).View(engine.Public).ToMove[0] != seat {
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
		s.moveAs(id, seat, firstOf(engine.Claim))
		p, _ := pace.Find(s.game(id).Pace)
		if now, most := s.left(id)[seat-1], min(atTurn[seat-1]-waited+p.Increment, p.Cap); now > most {
			t.Errorf("redo %d: the mover has %v, want at most %v", undone, now, most)
		}
	}
}

// The bank of a turn that began with little less than the cap gains only the difference; that alone goes back.
func TestAnUndoTakesNoMoreTimeThanTheTurnHasEarned(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	seat := s.toClaim(id)
	g := s.game(id)
	p, _ := pace.Find(g.Pace)
	g.Seats[seat-1].Bank = p.Cap
	s.must(s.store.Update(t.Context(), g, storage.Origin{}, nil))
	s.clock = s.clock.Add(5 * time.Minute)
	for range 2 {
		s.moveAs(id, seat, firstOf(engine.Claim))
		if got := s.left(id)[seat-1]; got != p.Cap {
			t.Fatalf("the bank is not full after the turn: %v", got)
		}
		s.clock = s.clock.Add(time.Minute)
		want := s.game(id).Seats[seat-1].Bank - p.Increment + s.game(id).Seats[seat-1].Cut - time.Minute
		s.handle(s.slash(s.nameOf(id, seat), "undo", "game="+string(id)))
		if got := s.left(id)[seat-1]; got != want || got < p.Cap-time.Hour {
			t.Errorf("%v left after the undo, want %v", got, want)
		}
	}
}

func TestWhoWouldHaveNoTimeLeftCannotTakeAMoveBack(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	seat := s.toClaim(id)
	s.clock = s.clock.Add(s.left(id)[seat-1] - time.Minute)
	s.moveAs(id, seat, firstOf(engine.Claim))
	s.clock = s.clock.Add(2 * time.Minute)
	m := s.handle(s.slash(s.nameOf(id, seat), "undo", "game="+string(id)))
	contains(t, m.Content, s.say("problem.undo-no-time", "Game", string(id)))
	if g := s.game(id); g.Branch != 0 {
		t.Errorf("got branch %d, want nothing taken back", g.Branch)
	}
}

func TestWhoAsksInAPauseIsToldThatTheAnswerHasTime(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	for _, name := range []string{"Ola", "Bo"} {
		s.handle(s.slash(name, "game pause", "game="+string(id)))
	}
	seat := s.toClaim(id)
	s.moveAs(id, seat, firstOf(engine.Claim))
	if other := s.table(id).View(engine.Public).ToMove[0]; !s.canClaim(id, other) {
		t.Fatal("the other seat cannot claim a route: choose another game")
	}
	s.move(id, firstOf(engine.Claim))
	answer := s.handle(s.slash(s.nameOf(id, seat), "undo", "game="+string(id)))
	contains(t, answer.Content, s.say("undo.asked-paused", "Names", discord.Plain(s.nameOf(id, 3-seat))))
}

// canClaim reports whether a seat can claim a route now.
func (s *stage) canClaim(id match.GameID, seat engine.Seat) bool {
	v := s.table(id).View(seat)
	return slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim })
}

func TestTheTimeToAnswerAnUndoRestsWithTheClocks(t *testing.T) {
	s, id, _, others := asked(t, "daily", "Ola", "Bo")
	s.clock = s.clock.Add(5 * time.Hour)
	for _, name := range []string{"Ola", "Bo"} {
		s.handle(s.slash(name, "game pause", "game="+string(id)))
	}
	if !s.game(id).Paused {
		t.Fatal("the clocks run")
	}
	s.clock = s.clock.Add(48 * time.Hour)
	s.flush()
	s.handle(s.slash("Ola", "game resume", "game="+string(id)))
	s.clock = s.clock.Add(7*time.Hour - time.Second)
	s.flush()
	if g := s.game(id); !g.Undoing.Holds(g) {
		t.Error("the pause counts")
	}
	s.clock = s.clock.Add(time.Second)
	s.flush()
	if g := s.game(id); g.Undoing.Holds(g) {
		t.Error("the time to answer does not end after a pause")
	}
	yes := press.At(press.Allow, id, s.table(id).At())
	contains(t, s.handle(s.click(others[0], yes)).Content, s.say("problem.undo-late", "Game", string(id)))
}
