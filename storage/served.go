package storage

import (
	"context"
	"slices"
	"time"

	"konduktor/engine/match"
)

// Served says until when people could be served by any process, and what they have lost. It is a
// setting of the database.
type Served struct {
	At time.Time `json:"at"`
	// Outages are those in which tables lost what they do not all have back yet.
	Outages []match.Outage `json:"outages,omitempty"`
	// Days are those whose deals could not be played for long, the last ones.
	Days []match.Day `json:"days,omitempty"`
}

// ServedKey is the setting that holds Served.
const ServedKey = "served"

const (
	beatsApart = 30 * time.Second // another process' beat counts for this one
	daysKept   = 400
)

// Beat notes that people can be served now. If nobody could be for long before, that was an outage.
func Beat(ctx context.Context, s Settings, now time.Time) (served Served, err error) {
	err = Change(ctx, s, ServedKey, func(kept *Served) error {
		kept.beat(now.UTC())
		served = *kept
		return nil
	})
	return served, err
}

func (s *Served) beat(now time.Time) {
	gap := now.Sub(s.At)
	switch {
	case s.At.IsZero():
	case gap < beatsApart:
		return
	case gap > match.ShortestOutage:
		o := match.Outage{From: s.At, Until: now}
		s.Outages = append(s.Outages, o)
		s.Days = slices.Compact(append(s.Days, o.LostDays()...))
		s.Days = s.Days[max(len(s.Days)-daysKept, 0):]
	}
	s.At = now
}

// Regained notes that all tables have back what they lost in outages until a moment.
func Regained(ctx context.Context, s Settings, until time.Time) error {
	return Change(ctx, s, ServedKey, func(kept *Served) error {
		kept.Outages = slices.DeleteFunc(kept.Outages, func(o match.Outage) bool {
			return !o.Until.After(until)
		})
		return nil
	})
}

// Afresh notes that people can be served now, and that no outage was before: after a restore clocks
// begin anew.
func Afresh(ctx context.Context, s Settings, now time.Time) error {
	return Change(ctx, s, ServedKey, func(kept *Served) error {
		kept.At, kept.Outages = now.UTC(), nil
		return nil
	})
}
