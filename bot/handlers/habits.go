package handlers

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

// off is what a person writes to switch something off.
const off = "off"

func readZone(value string) (wish, error) {
	zone, ok := match.FindZone(value)
	if !ok {
		return nil, route.Fail("no-such-zone")
	}
	return func(h *match.Habits, _ time.Time) error { h.Zone = zone; return nil }, nil
}

// mostQuiet bounds the quiet hours: half a day.
const mostQuiet = 12 * 60

// readQuiet reads "22:00-7:30".
func readQuiet(value string) (wish, error) {
	from, until := 0, 0
	if value != off {
		a, b, both := strings.Cut(strings.ReplaceAll(value, "–", "-"), "-")
		var first, second bool
		from, first = readMinute(a)
		until, second = readMinute(b)
		if !both || !first || !second || from == until {
			return nil, route.Fail("no-such-hours")
		}
		if (until-from+24*60)%(24*60) > mostQuiet {
			return nil, route.Fail("too-quiet", "Most", mostQuiet/60)
		}
	}
	return func(h *match.Habits, _ time.Time) error {
		h.Quiet, h.Until = from, until
		return nil
	}, nil
}

const (
	// hushEvery is how often quiet hours can be set, or moved to another zone. Hours that move on
	// whenever they end would keep a clock from ever running.
	hushEvery = 24 * time.Hour
	// correctable is for how long after that they can be corrected.
	correctable = time.Hour
	// hushAfter is when hours that were moved begin to count: otherwise the rest of the old ones
	// and of the new ones could follow each other, and a clock would stand still for a whole day.
	hushAfter = 12 * time.Hour
)

// hush notes when quiet hours are set or moved, and from when on they count: a person's first ones
// at once, others later. *route.Problem if they were moved too short a time ago. To have none is
// always possible.
func hush(before match.Habits, after *match.Habits, now time.Time) error {
	same := after.Quiet == before.Quiet && after.Until == before.Until && after.Zone == before.Zone
	since := now.Sub(before.Hushed)
	switch {
	case same || after.Quiet == after.Until || since < correctable:
		return nil
	case since < hushEvery:
		return route.Fail("quiet-too-soon", "When", speech.Stamp(before.Hushed.Add(hushEvery), "f"))
	}
	after.Hushed = now.UTC().Truncate(time.Microsecond)
	if !before.Hushed.IsZero() || before.Quiet != before.Until {
		after.QuietFrom = after.Hushed.Add(hushAfter)
	}
	return nil
}

// readMinute reads a time of the day, "7", "7:30" or "07:30", as minutes after midnight.
func readMinute(text string) (int, bool) {
	hour, minute, both := strings.Cut(strings.TrimSpace(text), ":")
	h, err := strconv.Atoi(hour)
	m := 0
	if both && err == nil {
		m, err = strconv.Atoi(minute)
	}
	return h*60 + m, err == nil && h >= 0 && h < 24 && m >= 0 && m < 60
}

// readDigest reads the time of the day for the one message about all games, "8:00"; off for none.
func readDigest(value string) (wish, error) {
	if value == off {
		return func(h *match.Habits, _ time.Time) error {
			h.Digest, h.DigestAt = false, 0
			return nil
		}, nil
	}
	minute, ok := readMinute(value)
	if !ok {
		return nil, route.Fail("no-such-digest")
	}
	return func(h *match.Habits, _ time.Time) error {
		h.Digest, h.DigestAt = true, minute
		return nil
	}, nil
}

const (
	// mostVacation is the number of days of vacation in a calendar year.
	mostVacation = 21
	// farthest is how many days ahead a vacation can begin.
	farthest = 366
)

// readVacation reads whole days, "2026-12-20 to 2027-01-02" or a single one; off ends what has
// begun or is still to come.
func readVacation(value string) (wish, error) {
	if value == off {
		return func(h *match.Habits, now time.Time) error {
			h.Vacations = endedBy(h.Vacations, now)
			return nil
		}, nil
	}
	words := strings.Fields(value)
	first, last := words[0], words[len(words)-1]
	for _, day := range []string{first, last} {
		if _, err := time.Parse(time.DateOnly, day); err != nil || len(words) > 3 {
			return nil, route.Fail("no-such-days")
		}
	}
	return func(h *match.Habits, now time.Time) error {
		return announceVacation(h, now, first, last)
	}, nil
}

// announceVacation adds a vacation from one day to another, both included, in the zone of the
// person.
func announceVacation(h *match.Habits, now time.Time, first, last string) error {
	zone := h.Location()
	from, errFrom := time.ParseInLocation(time.DateOnly, first, zone)
	to, errTo := time.ParseInLocation(time.DateOnly, last, zone)
	year, month, day := now.In(zone).Date()
	today := time.Date(year, month, day, 0, 0, 0, 0, zone)
	until := to.AddDate(0, 0, 1)
	if errFrom != nil || errTo != nil || to.Before(from) || from.Before(today) ||
		from.After(today.AddDate(0, 0, farthest)) ||
		to.After(from.AddDate(0, 0, 2*mostVacation)) {
		return route.Fail("no-such-days")
	}
	h.Vacations = joined(recent(h.Vacations, now), match.Span{From: from.UTC(), Until: until.UTC()})
	for _, year := range []int{from.Year(), to.Year()} {
		if days := vacationDays(*h, year); days > mostVacation {
			return route.Fail("too-much-vacation", "Most", mostVacation, "Count", days-mostVacation)
		}
	}
	return nil
}

// joined adds a vacation at the end of a list. Those that it touches become one with it, so that
// the days of a year bound how many there are.
func joined(list []match.Span, s match.Span) []match.Span {
	var kept []match.Span
	for _, old := range list {
		if old.Until.Before(s.From) || s.Until.Before(old.From) {
			kept = append(kept, old)
			continue
		}
		if old.From.Before(s.From) {
			s.From = old.From
		}
		if old.Until.After(s.Until) {
			s.Until = old.Until
		}
	}
	return append(kept, s)
}

func recent(list []match.Span, now time.Time) []match.Span {
	return slices.DeleteFunc(slices.Clone(list), func(s match.Span) bool {
		return s.Until.Before(now.AddDate(-2, 0, 0))
	})
}

func endedBy(list []match.Span, now time.Time) []match.Span {
	var kept []match.Span
	for _, s := range list {
		if !s.From.Before(now) {
			continue
		}
		if s.Until.After(now) {
			s.Until = now.UTC().Truncate(time.Microsecond)
		}
		kept = append(kept, s)
	}
	return kept
}

// vacationDays counts the days of a year that a person has or had off; a day that has begun
// counts.
func vacationDays(h match.Habits, year int) int {
	zone := h.Location()
	days := map[string]bool{}
	for _, s := range h.Vacations {
		for day := s.From.In(zone); day.Before(s.Until); day = day.AddDate(0, 0, 1) {
			if day.Year() == year {
				days[day.Format(time.DateOnly)] = true
			}
		}
	}
	return len(days)
}
