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
	"konduktor/storage"
)

// alone starts a game of Ola's against a computer at the daily pace and returns when it is her turn.
func alone(t *testing.T) (*stage, storage.GameID) {
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
func seatOf(g storage.Game, name string) engine.Seat {
	return engine.Seat(slices.IndexFunc(g.Seats, func(s storage.Seat) bool { return s.User == person(name).ID }) + 1)
}

// lastOf returns the last of messages.
func lastOf[T any](t *testing.T, list []T) T {
	t.Helper()
	if len(list) == 0 {
		t.Fatal("there is no message")
	}
	return list[len(list)-1]
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
		waits := s.say("clock.waits-for-you", "Game", string(id), "Count", 7)
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
		contains(t, table.Content, s.say("clock.rests", "Who", "Ola", "Count", 7))
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
			if got := s.game(id); got.State != storage.Running || got.Ply > 1 {
				t.Errorf("%s, %s: got %s at ply %d after six days, want it to rest", tempo, way, got.State, got.Ply)
			}
			s.keepDeadlines(24*time.Hour + time.Minute)
			if got := s.game(id).State; got != storage.Cancelled {
				t.Errorf("%s, %s: got %s after a week, want it cancelled", tempo, way, got)
			}
			s.noDeadline()
			s.nothingBroke()
		}
	}
}

func TestAPauseThatNobodyEndsIsOverAfter30Days(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	g := s.game(id)
	left := g.Seats[0].Ends.Sub(s.clock)
	for _, name := range []string{"Ola", "Bo"} {
		s.handle(s.click(name, press.Button(press.Pause, id)))
	}
	s.flush()
	ends := s.clock.Add(pace.LongestPause)
	contains(t, lastOf(t, s.api.Sent(g.Thread)).Content, s.say("clock.paused", "Game", string(id), "Until", speech.Stamp(ends, "f")))
	s.drawTwo(id) // who plays on in the pause does not prolong it
	s.keepDeadlines(pace.LongestPause - time.Second)
	if now := s.game(id); !now.Paused {
		t.Fatal("the pause is over too soon")
	}
	s.keepDeadlines(time.Second)
	now := s.game(id)
	if now.Paused || !now.PauseEnds.IsZero() || !now.Seats[1].Ends.Equal(s.clock.Add(left)) || !now.Seats[0].Ends.IsZero() {
		t.Fatalf("got %+v, want the clock of the second seat alone to run for %v", now, left)
	}
	over := lastOf(t, s.api.Sent(g.Thread))
	contains(t, over.Content, s.say("clock.pause-over", "Count", 30))
	if !slices.Equal(over.Mention, []string{g.Seats[1].User}) {
		t.Errorf("called are %v, want whom the game waits for", over.Mention)
	}
	for days := 0; s.game(id).State == storage.Running; days++ {
		if days > 40 {
			t.Fatal("the game does not end")
		}
		s.keepDeadlines(24 * time.Hour)
	}
	s.noDeadline()
	s.nothingBroke()
}

func TestAPauseThatIsEndedAndBegunAgainHasAllItsTime(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	for range 2 {
		for _, name := range []string{"Ola", "Bo"} {
			s.handle(s.click(name, press.Button(press.Pause, id)))
		}
		s.keepDeadlines(20 * 24 * time.Hour)
		if !s.game(id).Paused {
			t.Fatal("the clocks run in the pause")
		}
		s.handle(s.click("Bo", press.Button(press.Resume, id)))
		if now := s.game(id); now.Paused || !now.PauseEnds.IsZero() {
			t.Fatalf("got %+v, want no pause", now)
		}
	}
	s.nothingBroke()
}
