package match

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Calendar says when a player's clock rests: in quiet hours, on free weekends, on vacation.
type Calendar struct {
	zone         *time.Location // nil: UTC
	quiet, until int            // minutes after midnight; equal: no quiet hours
	weekends     bool
	vacations    []Span
	quietFrom    time.Time // when the quiet hours start to count; zero: always
}

// CalendarOf returns a player's calendar in a game; an unknown zone counts as UTC.
func CalendarOf(h Habits, g Game) Calendar {
	return Calendar{h.Location(), h.Quiet, h.Until, g.Weekends, h.Vacations, h.QuietFrom}
}

// locations are zones by name: loading one reads a file, and each decision asks for several.
var locations sync.Map

// Location returns the user's zone, UTC if it is unknown.
func (h Habits) Location() *time.Location {
	if zone, ok := locations.Load(h.Zone); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(h.Zone) // "" is UTC
	if err != nil {
		return time.UTC
	}
	locations.Store(h.Zone, zone)
	return zone
}

// horizon bounds how far a calendar is followed. No bank lasts longer.
const horizon = 400 * 24 * time.Hour

func (c Calendar) Rests(at time.Time) bool {
	resting, _ := c.state(at)
	return resting
}

func (c Calendar) OnVacation(at time.Time) bool {
	begins, ok := c.vacation(at)
	return ok && !begins.After(at)
}

func (c Calendar) vacation(from time.Time) (first time.Time, ok bool) {
	for _, v := range c.vacations {
		if begins := later(v.From, from); begins.Before(v.Until) && (!ok || begins.Before(first)) {
			first, ok = begins, true
		}
	}
	return first, ok
}

// Wakes returns when the clock next runs, which may be at once.
func (c Calendar) Wakes(at time.Time) time.Time { return c.After(at, 0) }

// Awake returns how long the clock runs between two moments.
func (c Calendar) Awake(from, to time.Time) time.Duration {
	to = earlier(to, from.Add(horizon))
	var sum time.Duration
	for from.Before(to) {
		resting, until := c.state(from)
		until = earlier(until, to)
		if !resting {
			sum += until.Sub(from)
		}
		from = until
	}
	return sum
}

// After returns the first moment at which the clock runs and has run for d since from:
// Awake(from, After(from, d)) is d. Time that is up when a rest begins is up when the rest ends.
func (c Calendar) After(from time.Time, d time.Duration) time.Time {
	end := from.Add(horizon)
	for at := from; at.Before(end); {
		resting, until := c.state(at)
		if !resting {
			if until.Sub(at) > d {
				return at.Add(d)
			}
			d -= until.Sub(at)
		}
		at = until
	}
	return end
}

// state reports whether the clock rests at a moment, and until when that lasts at least.
func (c Calendar) state(at time.Time) (resting bool, until time.Time) {
	zone := cmp.Or(c.zone, time.UTC)
	year, month, day := at.In(zone).Date()
	until = time.Date(year, month, day+2, 0, 0, 0, 0, zone)
	for _, rest := range c.around(year, month, day, zone) {
		switch {
		case !rest.Until.After(at): // past
		case rest.From.After(at): // the first that is still to come, if none is under way
			if !resting {
				return false, earlier(until, rest.From)
			}
			if rest.From.After(until) {
				return true, until
			}
			until = later(until, rest.Until)
		case resting:
			until = later(until, rest.Until)
		default:
			resting, until = true, rest.Until
		}
	}
	return resting, until
}

// around lists the rests that begin yesterday, today or tomorrow, by their beginning; they can
// overlap.
func (c Calendar) around(year int, month time.Month, day int, zone *time.Location) []Span {
	first := time.Date(year, month, day-1, 0, 0, 0, 0, zone)
	end := time.Date(year, month, day+2, 0, 0, 0, 0, zone)
	var list []Span
	for _, v := range c.vacations {
		if v.Until.After(first) && v.From.Before(end) {
			list = append(list, v)
		}
	}
	for d := day - 1; d <= day+1; d++ {
		midnight := time.Date(year, month, d, 0, 0, 0, 0, zone)
		weekend := midnight.Weekday() == time.Saturday || midnight.Weekday() == time.Sunday
		if c.weekends && weekend {
			list = append(list, Span{midnight, time.Date(year, month, d+1, 0, 0, 0, 0, zone)})
		}
		if c.quiet == c.until {
			continue
		}
		last := d
		if c.until < c.quiet {
			last++
		}
		quiet := Span{
			From:  later(time.Date(year, month, d, 0, c.quiet, 0, 0, zone), c.quietFrom),
			Until: time.Date(year, month, last, 0, c.until, 0, 0, zone),
		}
		if quiet.From.Before(quiet.Until) {
			list = append(list, quiet)
		}
	}
	slices.SortFunc(list, func(a, b Span) int {
		return cmp.Or(a.From.Compare(b.From), a.Until.Compare(b.Until))
	})
	return list
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
