package soak

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"konduktor/engine/match"
)

// person is somebody who plays by post, by the fixed model of the kind post. The shares below are those of a hundred people.
type person struct {
	nth     int
	id      match.UserID // of the user
	rng     *rand.Rand
	typical time.Duration  // the median of the time to answer, asleep or away left out
	asleep  match.Calendar // the nights in the person's zone, and the vacation
	habits  []string       // options of /me
	gone    time.Time      // vanishes for good; zero: never
	deaf    bool           // takes no direct messages
	answers time.Time      // when the person does next what is waited for; zero: nothing is
	planner bool           // looks at the game while others play, and plans turns
	looks   time.Time      // when a planner next looks at the game while others play; zero: not
	looked  bool           // has done so since the last own turn
	leaves  time.Time      // when a vacation begins that the person has announced; zero: none
	returns bool           // will take the seat back that a friend plays
	voted   bool           // wants the clocks stopped, and does not play while they are
}

const (
	vanish    = 10 // vanish for good, some time in the first 30 days
	onHoliday = 10 // go on vacation in the first 30 days, half of them without a word
	deaf      = 15
	sayQuiet  = 50 // tell the bot their quiet hours
	spread    = 1.1
)

// postZones are where the people live.
var postZones = []string{"Europe/Warsaw", "Europe/Stockholm", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "UTC"}

// newPerson draws a person; now is when the game begins.
func newPerson(nth int, rng *rand.Rand, now time.Time) *person {
	one := func(percent int) bool { return rng.IntN(100) < percent }
	p := &person{nth: nth, id: player(nth).ID, rng: rng, typical: time.Duration(20+rng.IntN(460)) * time.Minute}
	h := match.Habits{Zone: postZones[rng.IntN(len(postZones))], Quiet: 23 * 60, Until: 7 * 60}
	if one(sayQuiet) {
		p.habits = append(p.habits, "zone="+h.Zone, "quiet=23:00-7:00")
	}
	if one(vanish) {
		p.gone = now.Add(time.Duration(rng.Int64N(int64(30 * 24 * time.Hour))))
	}
	if one(onHoliday) {
		first := now.In(h.Location()).AddDate(0, 0, 1+rng.IntN(29))
		year, month, day := first.Date()
		from := time.Date(year, month, day, 0, 0, 0, 0, h.Location())
		last := from.AddDate(0, 0, 2+rng.IntN(12))
		h.Vacations = []match.Span{{From: from, Until: last.AddDate(0, 0, 1)}}
		if one(50) {
			days := fmt.Sprintf("vacation=%s to %s", from.Format(time.DateOnly), last.Format(time.DateOnly))
			p.habits = append([]string{"zone=" + h.Zone, days}, p.habits...)
			p.leaves = from
		}
	}
	p.deaf, p.asleep = one(deaf), match.CalendarOf(h, match.Game{})
	p.planner = one(planners)
	return p
}

// plan draws when the person does what is waited for since a moment; never if they have vanished by then.
func (p *person) plan(since time.Time) { p.answers = p.next(since) }

// willLook draws when a planner looks at the game while others play: once between two turns, as soon as they would answer.
func (p *person) willLook(now time.Time) {
	if p.planner && !p.looked && p.looks.IsZero() {
		p.looks = p.next(now)
		p.looked = p.looks.IsZero()
	}
}

// next draws when the person has time again after a moment; zero if they have vanished by then.
func (p *person) next(since time.Time) time.Time {
	delay := time.Duration(float64(p.typical) * math.Exp(spread*p.rng.NormFloat64()))
	at := p.asleep.After(since, min(delay, 60*24*time.Hour))
	if !p.gone.IsZero() && at.After(p.gone) {
		return time.Time{}
	}
	return at
}
