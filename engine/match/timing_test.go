package match

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// noon is a Saturday in winter.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func calendarIn(zone string, quiet, until int, weekends bool, vacations ...Span) Calendar {
	return CalendarOf(Habits{Zone: zone, Quiet: quiet, Until: until, Vacations: vacations},
		Game{Weekends: weekends})
}

// anyCalendar draws a calendar; its rests can overlap.
func anyCalendar(t *rapid.T) Calendar {
	zones := []string{
		"", "Europe/Warsaw", "America/St_Johns", "Asia/Kathmandu",
		"Australia/Lord_Howe", "Pacific/Apia",
	}
	var vacations []Span
	for range rapid.IntRange(0, 2).Draw(t, "vacations") {
		from := noon.Add(time.Duration(rapid.IntRange(-200, 2000).Draw(t, "from")) * time.Hour)
		vacations = append(vacations,
			Span{From: from, Until: from.Add(time.Duration(rapid.IntRange(1, 500).Draw(t,
				"hours")) * time.Hour)})
	}
	quiet := rapid.IntRange(0, 1439).Draw(t, "quiet")
	return calendarIn(rapid.SampledFrom(zones).Draw(t, "zone"), quiet,
		(quiet+rapid.IntRange(0, 12*60).Draw(t, "length"))%1440,
		rapid.Bool().Draw(t, "weekends"), vacations...)
}

func anyMoment(t *rapid.T, name string) time.Time {
	return noon.Add(time.Duration(rapid.Int64Range(0,
		int64(120*24*time.Hour/time.Microsecond)).Draw(t, name)) * time.Microsecond)
}

// A dull second opinion: the minutes of a stretch one by one.
func TestAwakeCountsMinutesOutsideRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCalendar(t)
		from := anyMoment(t, "from").Truncate(time.Minute)
		minutes := rapid.IntRange(0, 600).Draw(t, "minutes")
		var want time.Duration
		for i := range minutes {
			if at := from.Add(time.Duration(i) * time.Minute); !resting(c, at) {
				want += time.Minute
			}
		}
		if got := c.Awake(from, from.Add(time.Duration(minutes)*time.Minute)); got != want {
			t.Fatalf("%v from %v: got %v of %d minutes, want %v", c, from, got, minutes, want)
		}
	})
}

// resting looks at the wall clock of the player at one moment.
func resting(c Calendar, at time.Time) bool {
	for _, v := range c.vacations {
		if !at.Before(v.From) && at.Before(v.Until) {
			return true
		}
	}
	local := at.In(c.zone)
	if c.weekends && (local.Weekday() == time.Saturday || local.Weekday() == time.Sunday) {
		return true
	}
	minute := local.Hour()*60 + local.Minute()
	if c.quiet <= c.until {
		return minute >= c.quiet && minute < c.until
	}
	return minute >= c.quiet || minute < c.until
}

func TestAfterIsTheInverseOfAwake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, from := anyCalendar(t), anyMoment(t, "from")
		d := time.Duration(rapid.Int64Range(0, int64(240*time.Hour)).Draw(t, "d"))
		end := c.After(from, d)
		if got := c.Awake(from, end); got != d {
			t.Fatalf("%v from %v: the clock runs %v until %v, want %v", c, from, got, end, d)
		}
		if c.Rests(end) || c.Awake(from, end.Add(time.Microsecond)) != d+time.Microsecond {
			t.Fatalf("%v from %v: the clock does not run at %v", c, from, end)
		}
	})
}

// Looking at a clock, however often, shows the same: the time left is a function of the stored
// clock and the moment.
func TestLookingAtAClockChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cal, now := anyCalendar(t), anyMoment(t, "now")
		c := Clock{Bank: time.Duration(rapid.Int64Range(0, int64(72*time.Hour/time.Microsecond)).Draw(t,
			"bank")) * time.Microsecond}
		c.Begin(now)
		looked := c
		for range rapid.IntRange(0, 5).Draw(t, "looks") {
			before := c.Left(cal, now)
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(20*time.Hour/time.Microsecond)).Draw(t,
				"later")) * time.Microsecond)
			looked.Settle(cal, now)
			if got, want := looked.Left(cal, now), c.Left(cal, now); got != want || want > before {
				t.Fatalf("at %v: got %v, want %v, before %v", now, got, want, before)
			}
		}
	})
}

// A turn that was taken back in a pause begins when the pause ends: its reminders are due anew.
func TestPlayerWhoReturnsInAPauseGetsAllReminders(t *testing.T) {
	p, _ := FindPace("daily")
	c := Clock{Bank: time.Hour}
	c.Begin(noon)
	c.Told, c.Automated = LastReminder, true
	c.Pause(Calendar{}, noon.Add(time.Hour))
	c.HandOver(Calendar{}, p, noon.Add(2*time.Hour))
	if c.Runs() {
		t.Fatal("the clock runs in the pause")
	}
	c.Resume(noon.Add(3 * time.Hour))
	if got := c.Reminder(Calendar{}, noon.Add(10*time.Hour)); c.Whole != p.Increment ||
		got != HalfReminder {
		t.Errorf("got a turn of %v and reminder %d, want %v and %d", c.Whole, got, p.Increment,
			HalfReminder)
	}
}

// Time left grows by an increment and a gift only, and only a gift takes it past the cap. That
// holds for every player of a seat: handing it over counts as an increment once a turn.
func TestTimeLeftNeverGrowsByItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(Paces()).Draw(t, "pace")
		cal, now := anyCalendar(t), anyMoment(t, "now")
		c, gifts, handed := Clock{Bank: p.Bank}, time.Duration(0), false
		for range rapid.IntRange(1, 30).Draw(t, "events") {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(30*time.Hour/time.Microsecond)).Draw(t,
				"later")) * time.Microsecond)
			before, most := c.Left(cal, now), time.Duration(0)
			switch rapid.IntRange(0, 5).Draw(t, "event") {
			case 0:
				c.Stop(cal, now)
				c.Begin(now)
				handed = false
			case 1:
				c.Stop(cal, now)
				handed = false
			case 2:
				c.Stop(cal, now)
				handed = false
				c.Earn(p)
				most = p.Increment
			case 3:
				c.Give(cal, now)
				gifts += Gift
				most = Gift
			case 4:
				c.HandOver(cal, p, now)
				if !handed {
					most = p.Increment
				}
				cal, handed = anyCalendar(t), true
			default:
				c.Settle(cal, now)
			}
			if left := c.Left(cal, now); left < 0 || left > before+most || left > p.Cap+gifts {
				t.Fatalf("%s: %v left, before %v, gifts %v", p.ID, left, before, gifts)
			}
		}
	})
}

// A turn that is taken back changes no time, no matter who completed it and how full the bank was.
func TestUndoReturnsTheTimeATurnEarned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(Paces()).Draw(t, "pace")
		before := time.Duration(rapid.Int64Range(int64(time.Hour), int64(p.Cap+MaxGifts*Gift)).Draw(t,
			"bank"))
		c := Clock{
			Bank: before, Automated: rapid.Bool().Draw(t, "house"),
			Cut: time.Duration(rapid.Int64Range(0, int64(p.Increment)).Draw(t, "cut")),
		}
		c.Earn(p)
		if c.Automated && c.Bank != before {
			t.Fatalf("%s: the house has earned %v", p.ID, c.Bank-before)
		}
		c.Unearn(p, 1)
		if c.Bank != before || c.Cut != 0 {
			t.Fatalf("%s: %v before the turn, %v after it was taken back, cut %v", p.ID, before, c.Bank,
				c.Cut)
		}
		if c.Unearn(p, 0); c.Bank != before {
			t.Fatalf("%s: an undo of no turn takes %v", p.ID, before-c.Bank)
		}
		c.Unearn(p, 2) // nothing is known of turns before the last one
		want := before - 2*p.Increment
		if want <= 0 {
			want = min(before, time.Hour)
		}
		if c.Bank != want {
			t.Fatalf("%s: %v left of %v, want %v", p.ID, c.Bank, before, want)
		}
	})
}

// Once the last call came an hour before the end at any pace: after 95 of 96 hours, at night.
func TestTheLastCallFollowsThePace(t *testing.T) {
	night := calendarIn("", 22*60, 7*60, false)
	for _, c := range []struct {
		name        string
		cal         Calendar
		whole, left time.Duration
	}{
		{"four fifths of four days", Calendar{}, 96 * time.Hour, 96 * time.Hour / 5},
		{"three hours at least", Calendar{}, 10 * time.Hour, 3 * time.Hour},
		{"three waking hours", night, 12 * time.Hour, 3 * time.Hour},
		{"never before half of the time", Calendar{}, 4 * time.Hour, 2 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := Game{Seats: []Seat{{Clock: Clock{Bank: c.whole}}, {}}}
			one := &g.Seats[0].Clock
			one.Begin(noon)
			one.Told = HalfReminder
			g.Arrange(func(int) Calendar { return c.cal })
			if got := c.cal.Awake(one.Due, one.Ends); got != c.left {
				t.Errorf("got the last call %v before the end, want %v", got, c.left)
			}
		})
	}
}

func TestEveryReminderIsDueOnceAndInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cal := anyCalendar(t)
		g := Game{Seats: []Seat{{Clock: Clock{
			Bank: time.Duration(rapid.Int64Range(1_000_000, int64(240*time.Hour/time.Microsecond)).Draw(t,
				"bank")) * time.Microsecond,
		}}, {}}}
		c := &g.Seats[0].Clock
		c.Begin(anyMoment(t, "now"))
		for _, want := range Reminders() {
			if want == HalfReminder && c.Whole <= 2*nearEnd {
				continue // the last call comes then
			}
			g.Arrange(func(int) Calendar { return cal })
			if before := c.Due.Add(-time.Microsecond); c.Reminder(cal, before) != 0 && !cal.Rests(before) {
				t.Fatalf("a reminder is due before %v", c.Due)
			}
			if r := c.Reminder(cal, c.Due); r != want || cal.Rests(c.Due) {
				t.Fatalf("got reminder %d at %v, want %d outside of rests", r, c.Due, want)
			}
			c.Told = want
		}
		g.Arrange(func(int) Calendar { return cal })
		if before := c.Ends.Add(-time.Microsecond); !c.Due.Equal(c.Ends) || c.Left(cal, c.Ends) != 0 ||
			c.Left(cal, before) == 0 && !cal.Rests(before) {
			t.Fatalf("the time is up at %v, due at %v", c.Ends, c.Due)
		}
	})
}

func TestClockSkipsRestOverAWeekInWarsaw(t *testing.T) {
	cal := calendarIn("Europe/Warsaw", 22*60, 7*60, true)
	for _, c := range []struct {
		name  string
		hours int
		want  time.Time
	}{
		{"the weekend is free, and Monday begins at seven", 0, time.Date(2026, 11, 23, 6, 0, 0, 0,
			time.UTC)},
		{"a day has fifteen hours", 15, time.Date(2026, 11, 24, 6, 0, 0, 0, time.UTC)},
		{"five days are a week", 5 * 15, time.Date(2026, 11, 30, 6, 0, 0, 0, time.UTC)},
		{"the tenth hour", 10, time.Date(2026, 11, 23, 16, 0, 0, 0, time.UTC)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := cal.After(noon, time.Duration(c.hours)*time.Hour); !got.Equal(c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestVacationStopsTheClock(t *testing.T) {
	away := Span{From: noon.Add(time.Hour), Until: noon.AddDate(0, 0, 14)}
	cal := calendarIn("", 0, 0, false, away)
	if got, want := cal.After(noon, 2*time.Hour), away.Until.Add(time.Hour); !got.Equal(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestHouseSeatIsDueAtOnceUnlessAllHaveLeft(t *testing.T) {
	g := Game{Seats: []Seat{{Clock: Clock{Automated: true, Since: noon}}, {}}}
	g.Arrange(func(int) Calendar { return Calendar{} })
	if got := g.Seats[0].Due; !got.Equal(noon) {
		t.Errorf("got %v, want at once", got)
	}
	g.Seats[1].Automated = true
	g.Arrange(func(int) Calendar { return Calendar{} })
	if got := g.Seats[0]; !got.Ends.Equal(noon.Add(Farewell)) ||
		!got.Due.Equal(got.Ends.Add(-Notice)) || !g.Seats[1].Due.IsZero() {
		t.Errorf("got %+v and %v, want the notice, the farewell and never", got, g.Seats[1].Due)
	}
	g.Warned = noon.Add(Farewell - Notice)
	g.Arrange(func(int) Calendar { return Calendar{} })
	if got := g.Seats[0].Due; !got.Equal(noon.Add(Farewell)) {
		t.Errorf("got %v after the notice, want the farewell", got)
	}
}

func TestEveryZoneIsKnown(t *testing.T) {
	for _, name := range Zones() {
		if got, ok := FindZone(name); !ok || got != name {
			t.Errorf("zone %s: got %q, %t", name, got, ok)
		}
	}
	got := []string{}
	for _, name := range []string{" europe/warsaw ", "Mars/Olympus", "", "../etc/passwd"} {
		zone, _ := FindZone(name)
		got = append(got, zone)
	}
	if diff := cmp.Diff([]string{"Europe/Warsaw", "", "", ""}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheStandInIsDueWhenTheVacationBegins(t *testing.T) {
	away := Span{From: noon.Add(time.Hour), Until: noon.AddDate(0, 0, 14)}
	g := Game{Seats: []Seat{{StandIn: "friend", Clock: Clock{Bank: 72 * time.Hour}}}}
	g.Seats[0].Clock.Begin(noon)
	g.Arrange(func(int) Calendar { return calendarIn("", 0, 0, false, away) })
	if got := g.Seats[0].Due; !got.Equal(away.From) {
		t.Errorf("got %v, want %v", got, away.From)
	}
	g.Seats[0].StandIn = ""
	g.Arrange(func(int) Calendar { return calendarIn("", 0, 0, false, away) })
	if got := g.Seats[0].Due; !got.After(away.Until) {
		t.Errorf("got %v without a stand-in, want a time after %v", got, away.Until)
	}
}

// Whatever rests there are: after an outage a clock runs on as if there had been none, and it has
// neither more nor less.
func TestAClockStandsStillInAnOutage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cal, begun, from := anyCalendar(t), anyMoment(t, "begun"), anyMoment(t, "from")
		until := from.Add(time.Duration(rapid.IntRange(10, 100*60).Draw(t, "minutes")) * time.Minute)
		at := later(until, begun).Add(time.Duration(rapid.IntRange(0, 5000).Draw(t, "later")) *
			time.Minute)
		bank := time.Duration(rapid.IntRange(0, 240*60).Draw(t, "bank")) * time.Minute
		c := Clock{Bank: bank}
		c.Begin(begun)
		without := c.Left(cal, at)
		used := cal.Awake(begun, at)
		if lost := later(begun, from); lost.Before(until) {
			used -= cal.Awake(lost, until)
		}
		c.giveBack(cal, Outage{from, until})
		if got := c.Left(cal, at); got != max(bank-used, 0) || got < without {
			t.Fatalf("%v are left, want %v; without it being given back %v", got, bank-used, without)
		}
		once := c
		if c.giveBack(cal, Outage{from, until}); c != once {
			t.Fatalf("given back twice: %+v, %+v", once, c)
		}
	})
}
