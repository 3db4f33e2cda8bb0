package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/match"
	"konduktor/storage"
)

// me sends /me.
func (s *stage) me(name string, options ...string) string {
	s.t.Helper()
	return s.handle(s.slash(name, "me", options...)).Content
}

func TestMeShowsWhatIsSetAndChangesNothingThatCannotBeRead(t *testing.T) {
	s := newStage(t)
	contains(t, s.me("Ola"), "Time zone: UTC (now 12:00)", s.say("me.no-quiet"), "21 days")
	contains(t, s.me("Ola", "zone=europe/warsaw", "quiet=22:00-7:30", "calls=table", "half=false", "vacation=2026-12-01 to 2026-12-07"),
		"Europe/Warsaw (now 13:00)", "22:00-7:30", s.say("me.calls-table"), "Reminders: shortly before the end", "14 days")
	before, err := s.store.Habits(t.Context(), person("Ola").ID)
	s.must(err)
	contains(t, s.me("Ola", "language=pl", "quiet=soon"), s.say("problem.no-such-hours"))
	contains(t, s.me("Ola", "language=pl", "vacation=2027-01-01 to 2027-01-30"), "9 days too many")
	after, err := s.store.Habits(t.Context(), person("Ola").ID)
	s.must(err)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("habits (-before +after):\n%s", diff)
	}
	contains(t, s.me("Ola", "language=pl"), "Strefa czasowa: Europe/Warsaw")
	contains(t, s.me("Ola", "quiet=off"), "Cisza: brak")
	s.nothingBroke()
}

func TestMeSaysFirstWhatIsSaved(t *testing.T) {
	s := newStage(t)
	for _, c := range []struct{ option, want string }{
		{"hints=false", s.say("me.hints-off")},
		{"digest=8", s.say("me.digest", "Clock", "8:00")},
		{"digest=off", s.say("me.no-digest")},
		{"next=true", s.say("me.next")},
		{"vacation=2026-12-01", "Vacation: from"},
		{"vacation=off", s.say("me.no-vacation")},
	} {
		first, _, _ := strings.Cut(s.me("Ola", c.option), "\n\n")
		contains(t, first, s.say("me.saved"), c.want)
		again, _, _ := strings.Cut(s.me("Ola", c.option), "\n\n")
		if c.option != "vacation=off" && again != s.say("me.unchanged") {
			t.Errorf("%s, again: got %q", c.option, again)
		}
	}
	if got := s.me("Ola"); !strings.HasPrefix(got, s.say("me.heading")) {
		t.Errorf("got %q, want the list alone", got)
	}
}

func TestAVacationIsAnnouncedOnceAsWhatItIsThen(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	heard := func(text string) (n int) {
		s.flush()
		for _, m := range s.api.Sent(s.game(id).Thread) {
			if strings.Contains(m.Content, text) {
				n++
			}
		}
		return n
	}
	for range 2 {
		s.me("Ola", "vacation=2026-12-01 to 2026-12-07")
	}
	if ahead, now := heard("will be on vacation from"), heard("is on vacation until"); ahead != 1 || now != 0 {
		t.Errorf("a vacation to come was announced %d times, and %d times as begun", ahead, now)
	}
	s.me("Ola", "vacation="+s.clock.Format(time.DateOnly))
	if now := heard("is on vacation until"); now != 1 {
		t.Errorf("a vacation that has begun was announced %d times", now)
	}
}

func TestAVacationThatIsSetAgainStopsTheClockAgain(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	vacation := "vacation=" + s.clock.Format(time.DateOnly) + " to " + s.clock.AddDate(0, 0, 5).Format(time.DateOnly)
	before := s.game(id).Seats[0].Ends
	s.me("Ola", vacation)
	resting := s.game(id).Seats[0].Ends
	s.me("Ola", "vacation=off")
	if got := s.game(id).Seats[0].Ends; !got.Equal(before) || resting.Equal(before) {
		t.Fatalf("the time ends at %v, %v on vacation and %v without it again", before, resting, got)
	}
	s.me("Ola", vacation)
	if got := s.game(id).Seats[0].Ends; !got.Equal(resting) {
		t.Errorf("the time ends at %v, want %v: the vacation is set again", got, resting)
	}
}

// causes notes by which interactions rows are changed.
type causes struct {
	storage.Store
	noted *[]string
}

// Update implements storage.Store.
func (c causes) Update(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error {
	*c.noted = append(*c.noted, why.Interaction)
	return c.Store.Update(ctx, g, why, out)
}

func TestWhatIsNotedOfAVacationNamesNobody(t *testing.T) {
	s, _ := timed(t, "Ola", "Bo")
	var noted []string
	s.remake(func(o *Options) { o.Store = causes{s.store, &noted} })
	s.me("Ola", "vacation=2026-12-01 to 2026-12-07")
	told := 0
	for _, n := range noted {
		if strings.HasPrefix(n, "vacation/") {
			told++
		}
		if strings.Contains(n, "/"+person("Ola").ID+"/") { // between slashes: times have these digits too
			t.Errorf("%q is kept, also if she is forgotten", n)
		}
	}
	if told != 1 {
		t.Errorf("got %q, want one that is about the vacation", noted)
	}
}

func TestMeStaysReadableHoweverManyVacationsThereAre(t *testing.T) {
	s := newStage(t)
	for i := range 21 {
		day := start.AddDate(0, 3, 2*i).Format(time.DateOnly)
		_, got, _ := strings.Cut(s.me("Ola", "vacation="+day), "\n\n")
		if strings.Count(got, "Vacation: from") != min(i+1, 5) {
			t.Fatalf("%d vacations: got %q, want the next 5 at most", i+1, got)
		}
	}
	contains(t, s.me("Ola"), "and 16 later vacations")
}

func TestQuietHoursMoveOnceADay(t *testing.T) {
	s := newStage(t)
	s.me("Ola", "zone=Europe/Warsaw")
	s.me("Ola", "quiet=22-7")
	again := fmt.Sprintf("<t:%d:f>", s.clock.Add(24*time.Hour).Unix())
	s.clock = s.clock.Add(2 * time.Hour)
	for _, option := range []string{"quiet=10:00-22:00", "zone=Asia/Tokyo"} {
		contains(t, s.me("Ola", option), s.say("problem.quiet-too-soon", "When", again))
	}
	contains(t, s.me("Ola"), "Europe/Warsaw", "22:00-7:00")
}

func TestQuietHoursAndVacationStopTheClockFromThenOn(t *testing.T) {
	s, id := timed(t, "Ola", "Bo") // at noon of a Saturday, with 84 h
	g := s.game(id)
	name := g.Seats[0].Name
	s.keepDeadlines(12 * time.Hour)
	s.me(name, "quiet=22:00-6:00") // it is midnight: what has passed stays as it was
	if got, want := s.game(id).Seats[0].Ends, start.Add(12*time.Hour+(72+5*8-2)*time.Hour); !got.Equal(want) {
		t.Errorf("got the end at %v, want %v", got, want)
	}
	if got := s.game(id).Seats[0].Bank; got != 72*time.Hour {
		t.Errorf("got %v left, want 72 h", got)
	}
	s.me(name, "quiet=off", "vacation=2026-11-23 to 2026-11-29")
	s.flush()
	if got, want := s.game(id).Seats[0].Ends, start.Add((84+7*24)*time.Hour); !got.Equal(want) {
		t.Errorf("got the end at %v, want %v", got, want)
	}
	table := s.api.Sent(g.Thread)
	contains(t, table[len(table)-1].Content, name, "will be on vacation from")
	other := s.game(id).Seats[1]
	if !other.Ends.IsZero() {
		t.Errorf("the other seat's time ends at %v", other.Ends)
	}
	told := s.reminders(name)
	s.keepDeadlines(5 * 24 * time.Hour)
	if got := s.reminders(name); got != told {
		t.Errorf("got %d reminders on vacation", got-told)
	}
	s.me(name, "vacation=off")
	if got := s.game(id).Seats[0].Ends; got.After(s.clock.Add(84 * time.Hour)) {
		t.Errorf("got the end at %v, want the clock to run again", got)
	}
	s.nothingBroke()
}

func TestWhoWantsToBeCalledAtTheTableGetsNoDirectMessage(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	g := s.game(id)
	name := g.Seats[1].Name
	s.me(name, "calls=table")
	told := len(s.dm(name))
	s.drawTwo(id)
	s.flush()
	table := s.api.Sent(g.Thread)
	if diff := cmp.Diff([]string{g.Seats[1].User}, table[len(table)-1].Mention); diff != "" || len(s.dm(name)) != told {
		t.Errorf("got %d direct messages; mentions (-want +got):\n%s", len(s.dm(name))-told, diff)
	}
}

// unwell is a store that keeps what people have set, but not the next change of a game's row after that.
type unwell struct {
	storage.Store
	ill bool
}

func (u *unwell) SaveHabits(ctx context.Context, h match.Habits) error {
	u.ill = true
	return u.Store.SaveHabits(ctx, h)
}

func (u *unwell) Update(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error {
	if u.ill {
		u.ill = false
		return context.DeadlineExceeded
	}
	return u.Store.Update(ctx, g, why, out)
}

func TestAVacationThatNotAllTablesHeardOfCanBeSaidAgain(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	games := []match.GameID{id, s.playing("Ola", "Cy")}
	s.remake(func(o *Options) { o.Store = &unwell{Store: s.store} })
	heard := func() (n int) {
		for _, id := range games {
			for _, m := range s.api.Sent(s.game(id).Thread) {
				if strings.Contains(m.Content, "on vacation from") {
					n++
				}
			}
		}
		return n
	}
	contains(t, s.me("Ola", "vacation=2026-12-01 to 2026-12-07"), "Vacation: from", s.say("me.again"))
	s.flush()
	if got := heard(); got != 1 {
		t.Errorf("%d of 2 tables have heard of it, want one", got)
	}
	s.remake(func(o *Options) { o.Store = s.store })
	if got := s.me("Ola", "vacation=2026-12-01 to 2026-12-07"); strings.Contains(got, s.say("me.again")) {
		t.Errorf("got %q", got)
	}
	s.flush()
	if got := heard(); got != 2 {
		t.Errorf("got %d messages at the tables, want one at each", got)
	}
	h, err := s.store.Habits(t.Context(), person("Ola").ID)
	s.must(err)
	if len(h.Vacations) != 1 {
		t.Errorf("got vacations %v, want one", h.Vacations)
	}
}
