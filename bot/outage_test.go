package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// outagesTried are short, usual and long.
var outagesTried = []time.Duration{11 * time.Minute, 2 * time.Hour, 96 * time.Hour}

// watching has a stage's bot watch whether people can be served, which they can while discord is
// true.
func watching(s *bottest.Stage) (discord *bool) {
	s.T.Helper()
	discord = new(bool)
	*discord = true
	s.Remake(func(o *bot.Options) { o.Able = func(context.Context) bool { return *discord } })
	return discord
}

// serving lets time pass in which people can be served.
func serving(s *bottest.Stage, d time.Duration) {
	s.T.Helper()
	for end := s.Clock.Add(d); s.Clock.Before(end); {
		s.Clock = s.Clock.Add(min(end.Sub(s.Clock), 5*time.Minute))
		s.Must(s.Bot.KeepVigil(s.T.Context()))
	}
}

// away lets time pass without a process, and starts one.
func away(s *bottest.Stage, d time.Duration) {
	s.T.Helper()
	s.Clock = s.Clock.Add(d)
	s.Restart()
	s.Must(s.Bot.KeepClocks(s.T.Context()))
	s.Flush()
}

// tellingOfOutage counts messages that tell of an outage.
func tellingOfOutage(s *bottest.Stage, channel match.ChannelID) (n int) {
	s.T.Helper()
	for _, m := range s.API.Sent(channel) {
		if strings.Contains(m.Content, "No clock ran meanwhile") {
			n++
			if !m.Silent {
				s.T.Errorf("%q is not quiet", m.Content)
			}
		}
	}
	return n
}

// mover returns the seat that a game waits for, by seat from 0.
func mover(s *bottest.Stage, id match.GameID) match.Seat {
	s.T.Helper()
	return s.Game(id).Seats[s.Table(id).View(engine.Public).ToMove[0]-1]
}

// Before, the conductor played for who could not have moved.
func TestAnOutageOfTheHostCostsNobodyTheirTurn(t *testing.T) {
	for _, lasts := range outagesTried {
		t.Run(lasts.String(), func(t *testing.T) {
			s, id := bottest.Timed(t, "Ola", "Bo")
			watching(s)
			who := mover(s, id).User
			serving(s, mover(s, id).Ends.Sub(s.Clock)-5*time.Minute)
			away(s, lasts)
			seat := mover(s, id)
			if seat.User != who || seat.Automated {
				t.Fatalf("the conductor plays for %s", who)
			}
			if want := s.Clock.Add(5 * time.Minute); !seat.Ends.Equal(want) {
				t.Errorf("the time is up at %v, want %v", seat.Ends, want)
			}
			if n := tellingOfOutage(s, s.Game(id).Thread); n != 1 {
				t.Errorf("%d messages at the table tell of it, want 1", n)
			}
			for range 4 {
				serving(s, 2*time.Minute)
				s.KeepDeadlines(0)
			}
			if mover(s, id).Automated {
				t.Error("the time is up within ten minutes of the start")
			}
			serving(s, 2*time.Minute)
			s.KeepDeadlines(0)
			if g := s.Game(id); !g.Seats[g.SeatOf(who)-1].Automated {
				t.Error("the time is never up")
			}
			s.NothingBroke()
		})
	}
}

func TestOneProcessThatLivesIsEnough(t *testing.T) {
	for _, lasts := range outagesTried {
		s, id := bottest.Timed(t, "Ola", "Bo")
		watching(s)
		before := s.Game(id)
		other := s.NewBot(s.Store, s.API)
		s.Must(other.TakeUp(t.Context()))
		for end := s.Clock.Add(lasts); s.Clock.Before(end); {
			s.Clock = s.Clock.Add(min(end.Sub(s.Clock), 5*time.Minute))
			s.Must(other.KeepVigil(t.Context()))
		}
		s.Restart()
		s.Flush()
		after := s.Game(id)
		if after.Rev != before.Rev || tellingOfOutage(s, after.Thread) > 0 {
			t.Errorf("%v: the table has changed, although people were served", lasts)
		}
	}
}

// The process lives, its clocks go on, and nobody can be heard.
func TestAnOutageOfDiscordCostsNobodyTheirTurn(t *testing.T) {
	for _, lasts := range outagesTried {
		s, id := bottest.Timed(t, "Ola", "Bo")
		discord := watching(s)
		who := mover(s, id)
		serving(s, who.Ends.Sub(s.Clock)-5*time.Minute)
		*discord = false
		for end := s.Clock.Add(lasts); s.Clock.Before(end); {
			serving(s, min(end.Sub(s.Clock), 4*time.Minute))
			s.Must(s.Bot.KeepClocks(t.Context()))
		}
		if mover(s, id).Automated {
			t.Fatalf("%v: the conductor plays for %s", lasts, who.User)
		}
		*discord = true
		s.Clock = s.Clock.Add(time.Second)
		s.Handle(s.Slash(who.Name, "hand", "game="+string(id)))
		s.DrawTwo(id) // before each table was looked at
		g := s.Game(id)
		if has := g.Seats[g.SeatOf(who.User)-1].Bank; has != 12*time.Hour+5*time.Minute {
			t.Errorf("%v: %v are left, want 5 minutes and the 12 hours of a turn", lasts, has)
		}
		s.Must(s.Bot.KeepVigil(t.Context()))
		s.Must(s.Bot.KeepVigil(t.Context()))
		s.Flush()
		if n := tellingOfOutage(s, s.Game(id).Thread); n != 1 {
			t.Errorf("%v: %d messages at the table tell of it, want 1", lasts, n)
		}
		s.NothingBroke()
	}
}

func TestAVoteEndsAsMuchLaterAsAnOutageWasLong(t *testing.T) {
	for _, lasts := range outagesTried {
		s := bottest.New(t)
		s.Pace = "relaxed"
		id := s.Playing("Ola", "Bo", "Cy")
		watching(s)
		serving(s, 80*time.Hour)
		who := mover(s, id)
		for _, other := range s.Game(id).Seats {
			if other.User != who.User {
				s.Handle(s.Slash(other.Name, "game vote-out", "game="+string(id),
					"player="+string(who.User)))
			}
		}
		seat := s.Game(id).SeatOf(who.User)
		if len(s.Game(id).Seats[seat-1].Ousting) != 2 {
			t.Fatalf("there is no vote: %+v", s.Game(id).Seats[seat-1])
		}
		s.Flush()
		serving(s, 24*time.Hour-5*time.Minute)
		away(s, lasts)
		if s.Game(id).Seats[seat-1].User == "" {
			t.Fatalf("%v: the seat is given up, and nobody could answer", lasts)
		}
		serving(s, 11*time.Minute)
		s.Flush()
		if s.Game(id).Seats[seat-1].User != "" {
			t.Errorf("%v: the vote never ends", lasts)
		}
		s.NothingBroke()
	}
}

func TestALobbyClosesAsMuchLaterAsAnOutageWasLong(t *testing.T) {
	for _, lasts := range outagesTried {
		s := bottest.New(t)
		id := s.Lobby("Ola", "Bo")
		watching(s)
		for range 7*24 - 1 {
			serving(s, time.Hour)
			s.Must(s.Bot.KeepClocks(t.Context()))
			if s.Game(id).State != match.Lobby {
				t.Fatal("the lobby closed too soon: the test proves nothing")
			}
		}
		away(s, lasts)
		if s.Game(id).State != match.Lobby {
			t.Errorf("%v: the lobby closed in the outage", lasts)
		}
		serving(s, 2*time.Hour)
		s.KeepDeadlines(0)
		if s.Game(id).State != match.Cancelled {
			t.Errorf("%v: the lobby never closes", lasts)
		}
	}
}

func TestTheDaysOfALongOutageBreakNoStreak(t *testing.T) {
	for lasts, want := range map[time.Duration]int{
		11 * time.Minute: 0, 2 * time.Hour: 0, 96 * time.Hour: 5,
	} {
		s := bottest.New(t)
		watching(s)
		away(s, lasts)
		got, err := storage.SettingOf[storage.Served](t.Context(), s.Store, storage.ServedKey)
		if err != nil || len(got.Days) != want {
			t.Errorf("%v: lost days are %v, %v; want %d", lasts, got.Days, err, want)
		}
	}
}

func TestAnOutageIsToldOnceHoweverOftenTheStartIsCutShort(t *testing.T) {
	s := bottest.New(t)
	s.Pace = "daily"
	ids := tables(s, 4)
	watching(s)
	s.Clock = s.Clock.Add(2 * time.Hour)
	for _, after := range []int{0, 2} {
		killed := s.NewBot(breaking{s.Store, &after}, s.API)
		if err := killed.TakeUp(t.Context()); !errors.Is(err, storage.ErrAway) {
			t.Fatalf("got %v, want that the start ends", err)
		}
	}
	s.Clock = s.Clock.Add(time.Hour)
	away(s, 0)
	away(s, 0)
	for _, id := range ids {
		if left := mover(s, id).Left(match.Calendar{}, s.Clock); left != 84*time.Hour {
			t.Errorf("game %s: %v are left, want 84 hours", id, left)
		}
	}
	s.NothingBroke()
}

func TestAfterAMarkedRestoreNoOutageIsCounted(t *testing.T) {
	s := bottest.New(t)
	s.Pace = "daily"
	id := s.Playing("Ola", "Bo")
	lobby := s.Lobby("Cy", "Di")
	watching(s)
	before := s.Game(lobby).Rev
	markRestored(s)
	away(s, 96*time.Hour)
	away(s, time.Minute)
	table := s.Game(id).Thread
	if n, of := tellingOfOutage(s, table), tellingOfRestore(s, table); n != 0 || of != 1 {
		t.Errorf("%d messages tell of an outage and %d of the restore, want 0 and 1", n, of)
	}
	if s.Game(lobby).Rev != before {
		t.Error("the lobby has changed")
	}
}

func TestACommandAfterAnOutageFindsItsTableAsItWas(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	discord := watching(s)
	*discord = false
	s.Clock = s.Clock.Add(96 * time.Hour)
	*discord = true
	who := mover(s, id)
	s.Handle(s.Click(who.Name, customid.Button(customid.Hand, id)))
	s.DrawTwo(id)
	for _, seat := range s.Game(id).Seats {
		if seat.User == who.User && seat.Bank != 96*time.Hour {
			t.Errorf("%s has %v after the turn, want 84 hours and the 12 of a turn", who.User, seat.Bank)
		}
	}
	s.NothingBroke()
}
