package clock

import (
	"testing"
	"time"

	"konduktor/bot/pace"
	"konduktor/storage"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestWhatCannotBeReadIsRefused(t *testing.T) {
	for _, c := range []struct {
		read   func(string) (wish, error)
		values []string
	}{
		{readQuiet, []string{"22", "22:00", "-", "24:00-7", "22:00-22:00", "a-b", "22:60-7", "-1-7", "20:00-9:00", "22:00-7:00-8:00"}},
		{readZone, []string{"Warsaw", "UTC+1", "/etc/passwd", "local"}},
		{readLanguage, []string{"de", "English", "EN"}},
		{readCalls, []string{"phone", "Message"}},
		{readVacation, []string{"2026-13-01", "next week", "2026-12-01 to", "2026-12-01 to 2026-12-02 or so", "1.12.2026"}},
	} {
		for _, value := range c.values {
			if _, err := c.read(value); err == nil {
				t.Errorf("%q is read", value)
			}
		}
	}
}

// set makes wishes in turn; the last one may be refused.
func set(t *testing.T, h *storage.Habits, at time.Time, read func(string) (wish, error), values ...string) error {
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
		"22:00-7:00": {1320, 420}, "22-7": {1320, 420}, "9:30 – 17:05": {570, 1025}, "0:00-12:00": {0, 720}, "off": {0, 0},
	} {
		h := storage.Habits{Quiet: 1, Until: 2}
		if err := set(t, &h, now, readQuiet, value); err != nil || h.Quiet != want[0] || h.Until != want[1] {
			t.Errorf("%q: got %d to %d, %v, want %v", value, h.Quiet, h.Until, err, want)
		}
	}
}

func TestAVacationIsWholeDaysInTheZoneOfThePerson(t *testing.T) {
	h := storage.Habits{Zone: "Asia/Tokyo"}
	if err := set(t, &h, now, readVacation, "2026-12-01 to 2026-12-03"); err != nil {
		t.Fatal(err)
	}
	want := storage.Span{From: time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC), Until: time.Date(2026, 12, 3, 15, 0, 0, 0, time.UTC)}
	if got := h.Vacations[0]; got != want || vacationDays(h, 2026) != 3 {
		t.Errorf("got %v and %d days, want %v and 3", got, vacationDays(h, 2026), want)
	}
	if !pace.Of(h, storage.Game{}).Rests(want.From) {
		t.Error("the clock does not rest")
	}
}

func TestAYearHasTwentyOneDaysOfVacation(t *testing.T) {
	for name, c := range map[string]struct {
		days []string
		ok   bool
	}{
		"all at once":               {[]string{"2027-03-01 to 2027-03-21"}, true},
		"one too many":              {[]string{"2027-03-01 to 2027-03-22"}, false},
		"in parts":                  {[]string{"2027-03-01 to 2027-03-14", "2027-06-01 to 2027-06-07"}, true},
		"in parts, one too many":    {[]string{"2027-03-01 to 2027-03-14", "2027-06-01 to 2027-06-08"}, false},
		"the same days count once":  {[]string{"2027-03-01 to 2027-03-21", "2027-03-05"}, true},
		"over New Year":             {[]string{"2026-12-11 to 2027-01-11"}, true},
		"over New Year, too many":   {[]string{"2026-12-10 to 2027-01-11"}, false},
		"yesterday":                 {[]string{"2026-11-20"}, false},
		"today":                     {[]string{"2026-11-21"}, true},
		"the wrong way round":       {[]string{"2027-03-05 to 2027-03-01"}, false},
		"two years from now":        {[]string{"2028-11-21"}, false},
		"for ever":                  {[]string{"2026-12-01 to 9999-12-31"}, false},
		"cut off, but begun today":  {[]string{"2026-11-21 to 2026-12-11", "off", "2027-01-01 to 2027-01-21"}, true},
		"cut off days do not count": {[]string{"2026-12-01 to 2026-12-21", "off", "2026-11-30 to 2026-12-20"}, true},
	} {
		h := storage.Habits{}
		if err := set(t, &h, now, readVacation, c.days...); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
