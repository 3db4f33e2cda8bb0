package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/pace"
	"konduktor/bot/press"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// alone starts a game of Ola's against a computer at the daily pace and returns when it is her turn.
func alone(t *testing.T) (*stage, match.GameID) {
	t.Helper()
	s := newStage(t)
	s.pace = "daily"
	id := s.solo("amsterdam", "Ola")
	for s.table(id).View(engine.Public).Phase == engine.InSetup || !slices.Contains(s.game(id).ToMove, person("Ola").ID) {
		if slices.Contains(s.game(id).ToMove, person("Ola").ID) {
			s.moveAs(id, seatOf(s.game(id), "Ola"), firstLegal)
			s.flush()
		} else {
			s.awhile()
		}
	}
	return s, id
}

// seatOf returns the seat of a user by name.
func seatOf(g match.Game, name string) engine.Seat {
	return engine.Seat(slices.IndexFunc(g.Seats, func(s match.Seat) bool { return s.User == person(name).ID }) + 1)
}

// lastOf returns the last of messages.
func lastOf[T any](t *testing.T, list []T) T {
	t.Helper()
	if len(list) == 0 {
		t.Fatal("there is no message")
	}
	return list[len(list)-1]
}

// Nobody moves in a game that rests, so nothing else would take the deadline off the panel of the one who ran out of time.
func TestThePanelOfAGameThatRestsNamesNoDeadline(t *testing.T) {
	s, id := alone(t)
	g := s.game(id)
	seat := seatOf(g, "Ola")
	p := s.panelOf(id, seat)
	ends := g.Seats[seat-1].Ends
	contains(t, lastOf(t, s.dm("Ola")).Content, speech.Stamp(ends, "f"))
	s.keepDeadlines(ends.Sub(s.clock))
	now := s.now(p)
	if strings.Contains(*now.Content, speech.Stamp(ends, "f")) || len(acting(*now.Rows)) == 0 {
		t.Errorf("while the game rests the panel says %q, with %+v", *now.Content, *now.Rows)
	}
	if got := s.panelOf(id, seat); got.Message != p.Message {
		t.Errorf("the panel is now %+v, want %+v to go on from", got, p)
	}
}

func TestAGameRestsOnceTheLastPlayerIsOutOfTime(t *testing.T) {
	for _, half := range []bool{false, true} {
		s, id := alone(t)
		if half {
			s.moveAs(id, seatOf(s.game(id), "Ola"), inNotation("draw deck"))
			s.flush()
		}
		g := s.game(id)
		seat := seatOf(g, "Ola")
		dms := len(s.dm("Ola"))
		s.keepDeadlines(g.Seats[seat-1].Ends.Sub(s.clock))
		s.keepDeadlines(time.Hour)
		if now := s.game(id); now.Ply != g.Ply || !pace.Deserted(now) {
			t.Fatalf("half a turn done: %t: got ply %d, want the game to rest at %d", half, now.Ply, g.Ply)
		}
		waits := s.say("clock.waits-for-you", "Game", string(id), "In", speech.Stamp(pace.Expiry(s.game(id)), "R"))
		told := 0
		for _, m := range s.dm("Ola")[dms:] {
			told += strings.Count(m.Content, waits)
			if strings.Contains(m.Content, "The conductor plays for you until") {
				t.Errorf("she is told that the conductor plays: %q", m.Content)
			}
		}
		if told != 1 {
			t.Errorf("she was told %d times that the game waits, want once", told)
		}
		table := lastOf(t, s.api.Sent(g.Thread))
		contains(t, table.Content, s.say("clock.rests", "Who", "Ola", "In", speech.Stamp(pace.Expiry(s.game(id)), "R")))
		if len(table.Rows) != 1 || table.Rows[0].Buttons[0].CustomID != press.Button(press.Return, id) {
			t.Errorf("got rows %+v at the table, want the button to come back", table.Rows)
		}
		contains(t, s.handle(s.slash("Ola", "games")).Content, "rests", "It ends <t:")
		s.handle(s.click("Ola", press.Button(press.Return, id)))
		if now := s.game(id); pace.Deserted(now) || !now.Seats[seat-1].Ends.Equal(s.clock.Add(12*time.Hour)) {
			t.Errorf("got the end at %v, want 12 h from %v on", now.Seats[seat-1].Ends, s.clock)
		}
		s.nothingBroke()
	}
}

func TestAGameOfComputersEndsAWeekAfterItsLastPersonHasLeft(t *testing.T) {
	for _, tempo := range []string{"none", "daily"} {
		for _, way := range []string{"leaves", "is away"} {
			s := newStage(t)
			s.pace = tempo
			id := s.solo("amsterdam", "Ola")
			if way == "leaves" {
				s.handle(s.click("Ola", press.Button(press.Quit, id)))
			} else {
				s.handle(s.slash("Ola", "game stand-in", "house=true", "now=true", "game="+string(id)))
			}
			s.flush()
			for range 6 {
				s.keepDeadlines(24 * time.Hour)
			}
			if got := s.game(id); got.State != match.Running || got.Ply > 1 {
				t.Errorf("%s, %s: got %s at ply %d after six days, want it to rest", tempo, way, got.State, got.Ply)
			}
			s.keepDeadlines(24*time.Hour + time.Minute)
			if got := s.game(id).State; got != match.Cancelled {
				t.Errorf("%s, %s: got %s after a week, want it cancelled", tempo, way, got)
			}
			s.noDeadline()
			s.nothingBroke()
		}
	}
}
