package handlers

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/match"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestUnreadableHabitsAreRefused(t *testing.T) {
	for _, c := range []struct {
		read   func(string) (wish, error)
		values []string
	}{
		{readQuiet, []string{
			"22", "22:00", "-", "24:00-7", "22:00-22:00", "a-b", "22:60-7", "-1-7",
			"20:00-9:00", "22:00-7:00-8:00",
		}},
		{readZone, []string{"Warsaw", "UTC+1", "/etc/passwd", "local"}},
		{readVacation, []string{
			"2026-13-01", "next week", "2026-12-01 to",
			"2026-12-01 to 2026-12-02 or so", "1.12.2026",
		}},
	} {
		for _, value := range c.values {
			if _, err := c.read(value); err == nil {
				t.Errorf("%q is read", value)
			}
		}
	}
}

// set makes wishes in turn; the last one may be refused.
func set(t *testing.T, h *match.Habits, at time.Time, read func(string) (wish, error),
	values ...string,
) error {
	t.Helper()
	for _, value := range values {
		change, err := read(value)
		if err != nil {
			t.Fatalf("%q: %v", value, err)
		}
		if err := change(h, at); err != nil {
			return err
		}
	}
	return nil
}

func TestQuietHoursAreReadAsPeopleWriteThem(t *testing.T) {
	for value, want := range map[string][2]int{
		"22:00-7:00": {1320, 420}, "22-7": {1320, 420}, "9:30 – 17:05": {570, 1025},
		"0:00-12:00": {0, 720}, "off": {0, 0},
	} {
		h := match.Habits{Quiet: 1, Until: 2}
		if err := set(t, &h, now, readQuiet, value); err != nil || h.Quiet != want[0] ||
			h.Until != want[1] {
			t.Errorf("%q: got %d to %d, %v, want %v", value, h.Quiet, h.Until, err, want)
		}
	}
}

func TestAVacationIsWholeDaysInTheZoneOfThePerson(t *testing.T) {
	h := match.Habits{Zone: "Asia/Tokyo"}
	if err := set(t, &h, now, readVacation, "2026-12-01 to 2026-12-03"); err != nil {
		t.Fatal(err)
	}
	want := match.Span{
		From:  time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC),
		Until: time.Date(2026, 12, 3, 15, 0, 0, 0, time.UTC),
	}
	if got := h.Vacations[0]; got != want || vacationDays(h, 2026) != 3 {
		t.Errorf("got %v and %d days, want %v and 3", got, vacationDays(h, 2026), want)
	}
	if !match.CalendarOf(h, match.Game{}).Rests(want.From) {
		t.Error("the clock does not rest")
	}
}

func TestAYearHasTwentyOneDaysOfVacation(t *testing.T) {
	for name, c := range map[string]struct {
		days []string
		ok   bool
	}{
		"all at once":  {[]string{"2027-03-01 to 2027-03-21"}, true},
		"one too many": {[]string{"2027-03-01 to 2027-03-22"}, false},
		"in parts": {
			[]string{"2027-03-01 to 2027-03-14", "2027-06-01 to 2027-06-07"},
			true,
		},
		"in parts, one too many": {
			[]string{"2027-03-01 to 2027-03-14", "2027-06-01 to 2027-06-08"},
			false,
		},
		"the same days count once": {[]string{"2027-03-01 to 2027-03-21", "2027-03-05"}, true},
		"over New Year":            {[]string{"2026-12-11 to 2027-01-11"}, true},
		"over New Year, too many":  {[]string{"2026-12-10 to 2027-01-11"}, false},
		"too many after New Year":  {[]string{"2026-12-31 to 2027-01-22"}, false},
		"yesterday":                {[]string{"2026-11-20"}, false},
		"today":                    {[]string{"2026-11-21"}, true},
		"the wrong way round":      {[]string{"2027-03-05 to 2027-03-01"}, false},
		"two years from now":       {[]string{"2028-11-21"}, false},
		"for ever":                 {[]string{"2026-12-01 to 9999-12-31"}, false},
		"cut off, but begun today": {[]string{
			"2026-11-21 to 2026-12-11", "off",
			"2027-01-01 to 2027-01-21",
		}, true},
		"cut off days do not count": {[]string{
			"2026-12-01 to 2026-12-21", "off",
			"2026-11-30 to 2026-12-20",
		}, true},
	} {
		h := match.Habits{}
		if err := set(t, &h, now, readVacation, c.days...); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAdjoiningVacationsAreMerged(t *testing.T) {
	h := match.Habits{}
	for range 50 {
		if err := set(t, &h, now, readVacation, "2027-03-01 to 2027-03-04", "2027-03-03",
			"2027-03-05 to 2027-03-06", "2027-06-01"); err != nil {
			t.Fatal(err)
		}
	}
	want := []match.Span{
		{From: time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC), Until: time.Date(2027, 3, 7, 0, 0, 0, 0,
			time.UTC)},
		{From: time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC), Until: time.Date(2027, 6, 2, 0, 0, 0, 0,
			time.UTC)},
	}
	if diff := cmp.Diff(want, h.Vacations); diff != "" {
		t.Errorf("vacations (-want +got):\n%s", diff)
	}
}

// Somebody who moves the quiet hours, or the zone, whenever the clock runs and that is allowed
// still has a clock that runs for a third of the time: they rest for 24 hours of 36.
func TestMovingQuietHoursCannotStopTheClockForever(t *testing.T) {
	for name, next := range map[string]func(at time.Time) (func(string) (wish, error), string){
		"hours": func(at time.Time) (func(string) (wish, error), string) {
			return readQuiet, fmt.Sprintf("%d:00-%d:00", at.Hour(), (at.Hour()+12)%24)
		},
		"zone": func(at time.Time) (func(string) (wish, error), string) {
			return readZone, map[bool]string{true: "Asia/Tokyo", false: "America/New_York"}[at.Hour()%2 == 0]
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := match.Habits{Zone: "UTC", Quiet: 0, Until: 720}
			const days = 30
			ran := 0
			for hour := range days * 24 {
				at := now.Add(time.Duration(hour) * time.Hour)
				if !match.CalendarOf(h, match.Game{}).Rests(at) {
					before, after := h, h
					read, value := next(at)
					if err := set(t, &after, at, read, value); err != nil {
						t.Fatal(err)
					}
					if err := hush(before, &after, at); err == nil {
						h = after
					}
				}
				if !match.CalendarOf(h, match.Game{}).Rests(at) {
					ran++
				}
			}
			if ran < 8*days {
				t.Errorf("the clock ran for %d hours of %d days, want at least 8 a day", ran, days)
			}
		})
	}
}

func TestQuietHoursCanBeCorrectedAndTakenBack(t *testing.T) {
	h := match.Habits{}
	for _, c := range []struct {
		after time.Duration
		quiet string
		ok    bool
	}{
		{0, "22-7", true},
		{time.Hour - 1, "23-7", true},
		{2 * time.Hour, "22-7", false},
		{3 * time.Hour, "off", true},
		{4 * time.Hour, "23-7", false},
		{24 * time.Hour, "22-7", true},
	} {
		at, next := now.Add(c.after), h
		if err := set(t, &next, at, readQuiet, c.quiet); err != nil {
			t.Fatal(err)
		}
		err := hush(h, &next, at)
		if (err == nil) != c.ok {
			t.Errorf("%q after %v: %v", c.quiet, c.after, err)
		}
		if err == nil {
			h = next
		}
	}
}

// Hours that move to where the old ones end would let a clock stand still for a day.
func TestQuietHoursThatMoveNeverRestMoreThanHalfOfTheTime(t *testing.T) {
	before := match.Habits{}
	after := before
	if err := set(t, &after, now, readQuiet, "0:00-12:00"); err != nil {
		t.Fatal(err)
	}
	if err := hush(before, &after, now); err != nil || !after.QuietFrom.IsZero() {
		t.Fatalf("the first quiet hours count from %v, error %v, want at once", after.QuietFrom, err)
	}
	before = after
	noon := now.AddDate(0, 0, 2) // the old hours end
	rested := 12*time.Hour - match.CalendarOf(before, match.Game{}).Awake(noon.Add(-12*time.Hour),
		noon)
	if err := set(t, &after, noon, readQuiet, "12:00-0:00"); err != nil {
		t.Fatal(err)
	}
	if err := hush(before, &after, noon); err != nil {
		t.Fatal(err)
	}
	rested += 24*time.Hour - match.CalendarOf(after, match.Game{}).Awake(noon, noon.Add(24*time.Hour))
	if rested > 18*time.Hour {
		t.Errorf("the clock rests for %v of 36 hours, want at most half", rested)
	}
}
