package handlers_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestMeShowsSettingsAndIgnoresUnreadableOnes(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	bottest.Contains(t, s.Me("Ola"), "Time zone: UTC (now 12:00)", s.Say("me.no-quiet"), "21 days")
	bottest.Contains(t, s.Me("Ola", "zone=europe/warsaw", "quiet=22:00-7:30", "calls=table",
		"reminder=last", "vacation=2026-12-01 to 2026-12-07"),
		"Europe/Warsaw (now 13:00)", "22:00-7:30", s.Say("me.calls-table"),
		"Reminders: last call (after four fifths of the time)", "14 days")
	before, err := s.Store.Habits(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	bottest.Contains(t, s.Me("Ola", "language=pl", "quiet=soon"), s.Say("problem.no-such-hours"))
	bottest.Contains(t, s.Me("Ola", "language=pl", "vacation=2027-01-01 to 2027-01-30"),
		"9 days too many")
	after, err := s.Store.Habits(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("habits (-before +after):\n%s", diff)
	}
	bottest.Contains(t, s.Me("Ola", "language=pl"), "Strefa czasowa: Europe/Warsaw")
	bottest.Contains(t, s.Me("Ola", "quiet=off"), "Cisza: brak")
	s.NothingBroke()
}

func TestMeSaysFirstWhatItSaved(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	for _, c := range []struct{ option, want string }{
		{"ways=false", s.Say("me.ways-false")},
		{"digest=8", s.Say("me.digest", "Clock", "8:00")},
		{"digest=off", s.Say("me.no-digest")},
		{"reminder=half,last,next", s.Say("me.reminder-next")},
		{"vacation=2026-12-01", "Vacation: from"},
		{"vacation=off", s.Say("me.no-vacation")},
	} {
		first, _, _ := strings.Cut(s.Me("Ola", c.option), "\n\n")
		bottest.Contains(t, first, s.Say("me.saved"), c.want)
		again, _, _ := strings.Cut(s.Me("Ola", c.option), "\n\n")
		if c.option != "vacation=off" && again != s.Say("me.unchanged") {
			t.Errorf("%s, again: got %q", c.option, again)
		}
	}
	if got := s.Me("Ola"); !strings.HasPrefix(got, s.Say("me.heading")) {
		t.Errorf("got %q, want the list alone", got)
	}
}

func TestVacationIsAnnouncedOnceWithItsLatestDates(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	heard := func(text string) (n int) {
		s.Flush()
		for _, m := range s.API.Sent(s.Game(id).Thread) {
			if strings.Contains(m.Content, text) {
				n++
			}
		}
		return n
	}
	for range 2 {
		s.Me("Ola", "vacation=2026-12-01 to 2026-12-07")
	}
	if ahead, now := heard("will be on vacation from"), heard("is on vacation until"); ahead != 1 ||
		now != 0 {
		t.Errorf("a vacation to come was announced %d times, and %d times as begun", ahead, now)
	}
	s.Me("Ola", "vacation="+s.Clock.Format(time.DateOnly))
	if now := heard("is on vacation until"); now != 1 {
		t.Errorf("a vacation that has begun was announced %d times", now)
	}
}

func TestAVacationThatIsSetAgainStopsTheClockAgain(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	vacation := "vacation=" + s.Clock.Format(time.DateOnly) + " to " + s.Clock.AddDate(0, 0,
		5).Format(time.DateOnly)
	before := s.Game(id).Seats[0].Ends
	s.Me("Ola", vacation)
	resting := s.Game(id).Seats[0].Ends
	s.Me("Ola", "vacation=off")
	if got := s.Game(id).Seats[0].Ends; !got.Equal(before) || resting.Equal(before) {
		t.Fatalf("the time ends at %v, %v on vacation and %v without it again", before, resting, got)
	}
	s.Me("Ola", vacation)
	if got := s.Game(id).Seats[0].Ends; !got.Equal(resting) {
		t.Errorf("the time ends at %v, want %v: the vacation is set again", got, resting)
	}
}

// causes notes which interactions change rows.
type causes struct {
	storage.Store
	noted *[]string
}

// Update implements storage.Store.
func (c causes) Update(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	*c.noted = append(*c.noted, why.Interaction)
	return c.Store.Update(ctx, g, why, out)
}

func TestStoredCauseOfAVacationNamesNobody(t *testing.T) {
	t.Parallel()
	s, _ := bottest.Timed(t, "Ola", "Bo")
	var noted []string
	s.Remake(func(o *bot.Options) { o.Store = causes{s.Store, &noted} })
	s.Me("Ola", "vacation=2026-12-01 to 2026-12-07")
	told := 0
	for _, n := range noted {
		if strings.HasPrefix(n, "vacation/") {
			told++
		}
		// between slashes: times have these digits too
		if strings.Contains(n, "/"+string(bottest.Person("Ola").ID)+"/") {
			t.Errorf("%q is kept, also if she is forgotten", n)
		}
	}
	if told != 1 {
		t.Errorf("got %q, want one that is about the vacation", noted)
	}
}

func TestMeStaysReadableWithManyVacations(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	for i := range 21 {
		day := bottest.Start.AddDate(0, 3, 2*i).Format(time.DateOnly)
		_, got, _ := strings.Cut(s.Me("Ola", "vacation="+day), "\n\n")
		if strings.Count(got, "Vacation: from") != min(i+1, 5) {
			t.Fatalf("%d vacations: got %q, want the next 5 at most", i+1, got)
		}
	}
	bottest.Contains(t, s.Me("Ola"), "and 16 later vacations")
}

func TestQuietHoursMoveOnceADay(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Me("Ola", "zone=Europe/Warsaw")
	s.Me("Ola", "quiet=22-7")
	again := fmt.Sprintf("<t:%d:f>", s.Clock.Add(24*time.Hour).Unix())
	s.Clock = s.Clock.Add(2 * time.Hour)
	for _, option := range []string{"quiet=10:00-22:00", "zone=Asia/Tokyo"} {
		bottest.Contains(t, s.Me("Ola", option), s.Say("problem.quiet-too-soon", "When", again))
	}
	bottest.Contains(t, s.Me("Ola"), "Europe/Warsaw", "22:00-7:00")
}

func TestQuietHoursAndVacationStopTheClockFromThenOn(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo") // at noon of a Saturday, with 84 h
	g := s.Game(id)
	name := g.Seats[0].Name
	s.KeepDeadlines(12 * time.Hour)
	s.Me(name, "quiet=22:00-6:00") // it is midnight: what has passed stays as it was
	if got, want := s.Game(id).Seats[0].Ends,
		bottest.Start.Add(12*time.Hour+(72+5*8-2)*time.Hour); !got.Equal(want) {
		t.Errorf("got the end at %v, want %v", got, want)
	}
	if got := s.Game(id).Seats[0].Bank; got != 72*time.Hour {
		t.Errorf("got %v left, want 72 h", got)
	}
	s.Me(name, "quiet=off", "vacation=2026-11-23 to 2026-11-29")
	s.Flush()
	if got, want := s.Game(id).Seats[0].Ends,
		bottest.Start.Add((84+7*24)*time.Hour); !got.Equal(want) {
		t.Errorf("got the end at %v, want %v", got, want)
	}
	table := s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, name, "will be on vacation from")
	other := s.Game(id).Seats[1]
	if !other.Ends.IsZero() {
		t.Errorf("the other seat's time ends at %v", other.Ends)
	}
	told := s.Reminders(name)
	s.KeepDeadlines(5 * 24 * time.Hour)
	if got := s.Reminders(name); got != told {
		t.Errorf("got %d reminders on vacation", got-told)
	}
	s.Me(name, "vacation=off")
	if got := s.Game(id).Seats[0].Ends; got.After(s.Clock.Add(84 * time.Hour)) {
		t.Errorf("got the end at %v, want the clock to run again", got)
	}
	s.NothingBroke()
}

func TestPlayerWhoPrefersTheTableGetsNoDM(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	name := g.Seats[1].Name
	s.Me(name, "calls=table")
	told := len(s.DM(name))
	s.DrawTwo(id)
	s.Flush()
	table := s.API.Sent(g.Thread)
	if diff := cmp.Diff([]match.UserID{g.Seats[1].User}, table[len(table)-1].Mention); diff != "" ||
		len(s.DM(name)) != told {
		t.Errorf("got %d direct messages; mentions (-want +got):\n%s", len(s.DM(name))-told, diff)
	}
}

// unwell is a store that keeps what people have set, but not the next change of a game's row after
// that.
type unwell struct {
	storage.Store
	ill bool
}

func (u *unwell) SaveHabits(ctx context.Context, h match.Habits) error {
	u.ill = true
	return u.Store.SaveHabits(ctx, h)
}

func (u *unwell) Update(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	if u.ill {
		u.ill = false
		return context.DeadlineExceeded
	}
	return u.Store.Update(ctx, g, why, out)
}

func TestVacationCanBeAnnouncedAgainToTablesThatMissedIt(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	games := []match.GameID{id, s.Playing("Ola", "Cy")}
	s.Remake(func(o *bot.Options) { o.Store = &unwell{Store: s.Store} })
	heard := func() (n int) {
		for _, id := range games {
			for _, m := range s.API.Sent(s.Game(id).Thread) {
				if strings.Contains(m.Content, "on vacation from") {
					n++
				}
			}
		}
		return n
	}
	bottest.Contains(t, s.Me("Ola", "vacation=2026-12-01 to 2026-12-07"), "Vacation: from",
		s.Say("me.again"))
	s.Flush()
	if got := heard(); got != 1 {
		t.Errorf("%d of 2 tables have heard of it, want one", got)
	}
	s.Remake(func(o *bot.Options) { o.Store = s.Store })
	if got := s.Me("Ola", "vacation=2026-12-01 to 2026-12-07"); strings.Contains(got,
		s.Say("me.again")) {
		t.Errorf("got %q", got)
	}
	s.Flush()
	if got := heard(); got != 2 {
		t.Errorf("got %d messages at the tables, want one at each", got)
	}
	h, err := s.Store.Habits(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if len(h.Vacations) != 1 {
		t.Errorf("got vacations %v, want one", h.Vacations)
	}
}
