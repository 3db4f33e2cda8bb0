package timekeeper_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// alone starts a game of Ola's against a computer at the daily pace and returns when it is her
// turn.
func alone(t *testing.T) (*bottest.Stage, match.GameID) {
	t.Helper()
	s := bottest.New(t)
	s.Pace = "daily"
	id := s.Solo("amsterdam", "Ola")
	for s.Table(id).View(engine.Public).Phase == engine.InSetup || !slices.Contains(s.Game(id).ToMove,
		bottest.Person("Ola").ID) {
		if slices.Contains(s.Game(id).ToMove, bottest.Person("Ola").ID) {
			s.MoveAs(id, seatOf(s.Game(id), "Ola"), bottest.FirstLegal)
			s.Flush()
		} else {
			s.Awhile()
		}
	}
	return s, id
}

// seatOf returns the seat of a user by name.
func seatOf(g match.Game, name string) engine.Seat {
	return engine.Seat(slices.IndexFunc(g.Seats, func(s match.Seat) bool {
		return s.User == bottest.Person(name).ID
	}) + 1)
}

// Nobody moves in a game that rests, so nothing else would take the deadline off the panel of the
// one who ran out of time.
func TestThePanelOfAGameThatRestsNamesNoDeadline(t *testing.T) {
	s, id := alone(t)
	g := s.Game(id)
	seat := seatOf(g, "Ola")
	p := s.PanelOf(id, seat)
	ends := g.Seats[seat-1].Ends
	bottest.Contains(t, *s.Now(p).Content, speech.Stamp(ends, "R"))
	s.KeepDeadlines(ends.Sub(s.Clock))
	now := s.Now(p)
	if strings.Contains(*now.Content, speech.Stamp(ends, "f")) || len(bottest.Acting(*now.Rows)) == 0 {
		t.Errorf("while the game rests the panel says %q, with %+v", *now.Content, *now.Rows)
	}
	if got := s.PanelOf(id, seat); got.Message != p.Message {
		t.Errorf("the panel is now %+v, want %+v to go on from", got, p)
	}
}

func TestAGameRestsOnceTheLastPlayerIsOutOfTime(t *testing.T) {
	for _, half := range []bool{false, true} {
		s, id := alone(t)
		if half {
			s.MoveAs(id, seatOf(s.Game(id), "Ola"), bottest.InNotation("draw deck"))
			s.Flush()
		}
		g := s.Game(id)
		seat := seatOf(g, "Ola")
		dms := len(s.DM("Ola"))
		s.KeepDeadlines(g.Seats[seat-1].Ends.Sub(s.Clock))
		s.KeepDeadlines(time.Hour)
		if now := s.Game(id); now.Ply != g.Ply || !now.Deserted() {
			t.Fatalf("half a turn done: %t: got ply %d, want the game to rest at %d", half, now.Ply, g.Ply)
		}
		waits := s.Say("clock.waits-for-you", "Game", string(id), "In", speech.Stamp(s.Game(id).Expiry(),
			"R"))
		told := 0
		for _, m := range s.DM("Ola")[dms:] {
			told += strings.Count(m.Content, waits)
			if strings.Contains(m.Content, "The conductor plays for you until") {
				t.Errorf("she is told that the conductor plays: %q", m.Content)
			}
		}
		if told != 1 {
			t.Errorf("she was told %d times that the game waits, want once", told)
		}
		table := bottest.LastOf(t, s.API.Sent(g.Thread))
		bottest.Contains(t, table.Content, s.Say("clock.rests", "Who", "Ola", "In",
			speech.Stamp(s.Game(id).Expiry(), "R")))
		if len(table.Rows) != 1 || table.Rows[0].Buttons[0].CustomID != customid.Button(customid.Return,
			id) {
			t.Errorf("got rows %+v at the table, want the button to come back", table.Rows)
		}
		bottest.Contains(t, s.Handle(s.Slash("Ola", "games")).Content, "rests", "It ends <t:")
		s.Handle(s.Click("Ola", customid.Button(customid.Return, id)))
		if now := s.Game(id); now.Deserted() || !now.Seats[seat-1].Ends.Equal(s.Clock.Add(12*time.Hour)) {
			t.Errorf("got the end at %v, want 12 h from %v on", now.Seats[seat-1].Ends, s.Clock)
		}
		s.NothingBroke()
	}
}

func TestAGameOfComputersEndsAWeekAfterItsLastPersonHasLeft(t *testing.T) {
	for _, tempo := range []string{"none", "daily"} {
		for _, way := range []string{"leaves", "is away"} {
			s := bottest.New(t)
			s.Pace = tempo
			id := s.Solo("amsterdam", "Ola")
			if way == "leaves" {
				s.Handle(s.Click("Ola", customid.Button(customid.Quit, id)))
			} else {
				s.Handle(s.Slash("Ola", "game stand-in", "conductor=true", "now=true", "game="+string(id)))
			}
			s.Flush()
			for range 6 {
				s.KeepDeadlines(24 * time.Hour)
			}
			if got := s.Game(id); got.State != match.Running || got.Ply > 1 {
				t.Errorf("%s, %s: got %s at ply %d after six days, want it to rest", tempo, way, got.State,
					got.Ply)
			}
			s.KeepDeadlines(24*time.Hour + time.Minute)
			if got := s.Game(id).State; got != match.Cancelled {
				t.Errorf("%s, %s: got %s after a week, want it cancelled", tempo, way, got)
			}
			s.NoDeadline()
			s.NothingBroke()
		}
	}
}
