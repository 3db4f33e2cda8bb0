package match_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// outage lets nobody play for a while, and then the bot starts and gives the table its time back.
func (w *week) outage(lasts time.Duration) (unchanged bool) {
	w.Helper()
	o := match.Outage{From: w.now, Until: w.now.Add(lasts)}
	w.now = o.Until
	w.rules.Heard = w.now
	err := w.do("", o)
	if err != nil && !errors.Is(err, match.ErrUnchanged) {
		w.Fatal(err)
	}
	if again := w.do("", o); !errors.Is(again, match.ErrUnchanged) {
		w.Errorf("the same outage once more: got %v, want that it changes nothing", again)
	}
	return err != nil
}

var outages = []time.Duration{11 * time.Minute, 2 * time.Hour, 96 * time.Hour}

func TestAnOutageCostsNobodyTimeAndGivesNone(t *testing.T) {
	for _, lasts := range outages {
		w := newTable(t, match.DefaultPace)
		w.wait(20 * time.Hour)
		before, other := w.table.Seats[0].Left(match.Calendar{}, w.now), w.table.Seats[1].Clock
		if w.outage(lasts); w.counts["Interrupted"] != 1 {
			t.Errorf("%v: the table was told %d times", lasts, w.counts["Interrupted"])
		}
		if left := w.table.Seats[0].Left(match.Calendar{}, w.now); left != before {
			t.Errorf("%v: %v are left, want %v as before it", lasts, left, before)
		}
		if w.table.Seats[1].Clock != other {
			t.Errorf("%v: the clock of a seat that is not waited for has changed", lasts)
		}
		if ends := w.now.Add(before); !w.table.Seats[0].Ends.Equal(ends) {
			t.Errorf("%v: it ends at %v, want %v", lasts, w.table.Seats[0].Ends, ends)
		}
	}
}

// Before, ola's time was up at the start: the conductor played the seat.
func TestATurnIsNotLostToAnOutageOverItsEnd(t *testing.T) {
	for _, lasts := range outages {
		w := newTable(t, match.DefaultPace)
		w.wait(w.table.Seats[0].Left(match.Calendar{}, w.now) - 5*time.Minute)
		w.outage(lasts)
		due, _ := w.nextDue()
		w.now = later(w.now, due.Due)
		for w.table.Seats[0].Left(match.Calendar{}, w.now) > 0 { // reminders
			w.pass(due)
			due, _ = w.nextDue()
			w.now = later(w.now, due.Due)
		}
		if heard := w.now.Sub(w.rules.Heard); heard < 5*time.Minute {
			t.Errorf("%v: the time is up %v after the start, want the 5 minutes that were left", lasts,
				heard)
		}
		w.pass(due)
		if w.table.Seats[0].Automated {
			t.Errorf("%v: the time was up %v after the start", lasts, w.now.Sub(w.rules.Heard))
		}
		due, _ = w.nextDue()
		if !due.Due.Equal(w.rules.Heard.Add(match.Grace)) {
			t.Errorf("%v: the seat is looked at again at %v", lasts, due.Due)
		}
		w.now = due.Due
		if w.pass(due); !w.table.Seats[0].Automated {
			t.Errorf("%v: ten minutes after the start the seat still waits", lasts)
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func TestAnOutageInRestsGivesNothing(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	w.habits["ola"] = match.Habits{User: "ola", Quiet: 13 * 60, Until: 20 * 60}
	w.must("adopt", "ola", match.AdoptCalendar{User: "ola"})
	w.wait(2 * time.Hour) // 14:00
	before := w.table.Seats[0].Clock
	if !w.outage(4 * time.Hour) {
		t.Error("an outage in quiet hours has changed the table")
	}
	if w.table.Seats[0].Clock != before {
		t.Error("an outage in quiet hours has changed a clock")
	}
	cal := match.CalendarOf(w.habits["ola"], w.table.Game)
	w.outage(4 * time.Hour) // until 22:00, of which two hours are quiet
	if left, want := w.table.Seats[0].Left(cal, w.now), before.Bank-time.Hour; left != want {
		t.Errorf("%v are left, want %v: one hour was used before the outage", left, want)
	}
}

func TestAnOutageInAPauseGivesNothing(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	w.must("pause", "ola", match.Pause{})
	w.must("pause", "bo", match.Pause{})
	before := w.table.Seats[0].Clock
	w.outage(96 * time.Hour)
	if w.table.Seats[0].Clock != before || !w.table.Paused || w.counts["Interrupted"] > 0 {
		t.Errorf("the clock is %+v, was %+v", w.table.Seats[0].Clock, before)
	}
}

func TestATurnThatBeganInAnOutageLosesTheRestOfItOnly(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	from := w.now
	w.wait(time.Hour) // a command still arrived over HTTP
	w.turn()
	bank := w.table.Seats[1].Bank
	w.wait(5 * time.Hour)
	w.must("give back", "", match.Outage{From: from, Until: w.now})
	if left := w.table.Seats[1].Left(match.Calendar{}, w.now); left != bank {
		t.Errorf("bo has %v, want %v", left, bank)
	}
}

func TestAVoteAboutASeatLastsAsMuchLongerAsAnOutage(t *testing.T) {
	for _, lasts := range outages {
		w := newTable(t, "relaxed")
		w.wait(80 * time.Hour)
		for _, by := range []match.UserID{"bo", "cy"} {
			w.must("a vote", by, match.Oust{Seat: 1})
		}
		ends := w.table.OustEnds(1)
		w.wait(ends.Sub(w.now) - time.Hour)
		w.outage(lasts)
		if got := w.table.OustEnds(1); !got.Equal(ends.Add(lasts)) {
			t.Errorf("%v: the vote ends at %v, want %v", lasts, got, ends.Add(lasts))
		}
		if err := w.do("", match.CountOust{Seat: 1}); !errors.Is(err, match.ErrUnchanged) {
			t.Errorf("%v: the votes are counted at the start: %v", lasts, err)
		}
		w.wait(time.Hour)
		if w.must("the end", "", match.CountOust{Seat: 1}); w.table.Seats[0].User != "" {
			t.Errorf("%v: the seat is %q's", lasts, w.table.Seats[0].User)
		}
	}
}

// Each vote ends an hour after the start at which it would have been over.
func TestNoVoteEndsWithinTenMinutesOfAStart(t *testing.T) {
	for name, c := range map[string]struct {
		vote func(w *week)
		end  match.Command
		ends func(g match.Game) time.Time
	}{
		"to pause": {
			func(w *week) { w.must("a vote", "ola", match.Pause{}) },
			match.LapsePause{},
			func(g match.Game) time.Time { return g.PauseVoteEnds() },
		},
		"about a seat": {
			func(w *week) {
				w.wait(80 * time.Hour)
				w.must("a vote", "bo", match.Oust{Seat: 1})
				w.must("a vote", "cy", match.Oust{Seat: 1})
			},
			match.CountOust{Seat: 1},
			func(g match.Game) time.Time { return g.OustEnds(1) },
		},
		"to undo": {
			func(w *week) {
				w.twoClaims()
				w.must("a wish", "ola", match.AskUndo{})
			},
			match.LapseUndo{},
			func(g match.Game) time.Time { return g.Undoing.Ends },
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTable(t, "relaxed")
			c.vote(w)
			ends := c.ends(w.table.Game)
			w.wait(ends.Sub(w.now) + time.Minute)
			w.rules.Heard = w.now // after a start that took a moment
			w.must("the end", "", c.end)
			if got, want := c.ends(w.table.Game), w.now.Add(match.Grace); !got.Equal(want) {
				t.Fatalf("it ends at %v, want %v", got, want)
			}
			if w.counts["Interrupted"] != 1 {
				t.Error("nobody is told that it ends later")
			}
			w.wait(match.Grace)
			w.must("the end", "", c.end)
			if w.counts["Interrupted"] != 1 {
				t.Error("it never ends")
			}
		})
	}
}

func TestAnUntimedTableGetsItsDeadlinesBack(t *testing.T) {
	for _, lasts := range outages {
		w := newTable(t, "")
		w.wait(2 * 24 * time.Hour)
		w.outage(lasts)
		w.refused("bo", match.Oust{Seat: 1}, "vote-early")
		w.wait(24 * time.Hour)
		w.must("a vote after three days", "bo", match.Oust{Seat: 1})
	}
}

func TestADesertedGameLastsAsMuchLongerAsAnOutage(t *testing.T) {
	for _, pace := range []string{"", match.DefaultPace} {
		w := newTable(t, pace)
		for _, user := range []match.UserID{"ola", "bo", "cy"} {
			w.must("leave it to the house", user, match.AskStandIn{House: true, AtOnce: true})
		}
		due, _ := w.nextDue()
		w.now = due.Due
		w.pass(due) // its people are told
		ends := w.table.Expiry()
		w.wait(time.Hour)
		w.outage(96 * time.Hour)
		if got := w.table.Expiry(); !got.Equal(ends.Add(96 * time.Hour)) {
			t.Errorf("pace %q: it ends at %v, want %v", pace, got, ends.Add(96*time.Hour))
		}
		due, _ = w.nextDue()
		w.now = due.Due
		if w.pass(due); w.table.State != match.Cancelled || w.now.Before(ends.Add(96*time.Hour)) {
			t.Errorf("pace %q: at %v the game is %s", pace, w.now, w.table.State)
		}
	}
}

func TestALobbyLastsAsMuchLongerAsAnOutage(t *testing.T) {
	for _, lasts := range outages {
		w := newWeek(t, 1)
		change := match.Open(match.Game{ID: "bbbbb", Title: "amsterdam", Wanted: 3}, w.actor("ola"),
			w.now)
		var err error
		if w.table, err = match.Load(change.Table.Game, w.table.Edition(), nil, nil); err != nil {
			t.Fatal(err)
		}
		w.wait(match.Farewell - match.Notice)
		w.must("a warning", "", match.ExpireLobby{})
		w.wait(match.Notice - time.Minute)
		w.outage(lasts)
		w.wait(30 * time.Second)
		if err := w.do("", match.ExpireLobby{}); !errors.Is(err, match.ErrUnchanged) {
			t.Errorf("%v: before its end: %v", lasts, err)
		}
		w.wait(match.Grace)
		w.must("its end", "", match.ExpireLobby{})
		if w.table.State != match.Cancelled || w.counts["Interrupted"] > 0 {
			t.Errorf("%v: the lobby is %s", lasts, w.table.State)
		}
	}
}

func TestAfterARestoreAnOutageGivesNothingMore(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	from := w.now
	w.now = w.now.Add(96 * time.Hour)
	w.must("a restore", "", match.Restore{ID: 500_000, Copy: w.table.Updated})
	before := w.table.Seats[0].Clock
	err := w.do("", match.Outage{From: from, Until: w.now})
	if !errors.Is(err, match.ErrUnchanged) || w.table.Seats[0].Clock != before {
		t.Errorf("got %v, clock %+v, was %+v", err, w.table.Seats[0].Clock, before)
	}
}

func TestADailyClosesAsAnnouncedAlsoAfterAnOutage(t *testing.T) {
	for _, lasts := range outages {
		day := match.Day("2026-11-23")
		at := day.Closes().Add(-time.Minute)
		w := newTable(t, "")
		w.table.Daily, w.now = day, at
		if w.outage(lasts); !w.table.Late(w.now) {
			t.Errorf("%v: the deal is still open", lasts)
		}
		lost := match.Outage{From: at, Until: at.Add(lasts)}.LostDays()
		want := map[time.Duration][]match.Day{
			96 * time.Hour: {"2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"},
		}[lasts]
		if !slices.Equal(lost, want) {
			t.Errorf("%v: lost days are %v, want %v", lasts, lost, want)
		}
	}
}

func TestALostDayBreaksNoStreak(t *testing.T) {
	lost := []match.Day{"2026-11-21", "2026-11-22", "2026-11-25"}
	for _, c := range []struct {
		days  []match.Day
		today match.Day
		want  int
	}{
		{[]match.Day{"2026-11-24", "2026-11-23", "2026-11-20", "2026-11-19"}, "2026-11-24", 4},
		{[]match.Day{"2026-11-24", "2026-11-23", "2026-11-20"}, "2026-11-26", 3},
		{[]match.Day{"2026-11-24", "2026-11-23", "2026-11-22"}, "2026-11-24", 3}, // played all the same
		{[]match.Day{"2026-11-24", "2026-11-23", "2026-11-19"}, "2026-11-24", 2},
		{[]match.Day{"2026-11-24"}, "2026-11-27", 0},
	} {
		if got := match.Streak(c.days, lost, c.today); got != c.want {
			t.Errorf("%v on %s: got %d, want %d", c.days, c.today, got, c.want)
		}
	}
}

// A vote-out needs days of silence; those in which nobody could speak do not count.
func TestASeatLeftToTheHouseIsNotSilentInAnOutage(t *testing.T) {
	w := newTable(t, match.DefaultPace)
	w.must("leave it to the house", "ola", match.AskStandIn{House: true, AtOnce: true})
	w.outage(96 * time.Hour)
	w.refused("bo", match.Oust{Seat: engine.Seat(1)}, "vote-early")
}
