package trials

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
)

// The fixed model of people who play by post; shares of a hundred people unless another unit is
// given.
const (
	vanish    = 10 // vanish for good, some time in the first 30 days
	onHoliday = 10 // go on vacation in the first 30 days, half of them without a word
	deaf      = 15 // take no direct messages
	sayQuiet  = 50 // tell the bot their quiet hours
	planners  = 50 // plan their next turn when they look at a game while others play
	spread    = 1.1

	// ask a friend to stand in at the beginning; of those who announce a vacation, half do
	nameFriend     = 8
	nameHouse      = 50 // of the others who announce one, leave the seat to the house when it begins
	friendAgrees   = 80 // of friends who are asked
	wantPause      = 12 // games in which somebody wants a pause, in the first 20 days
	pauseAgrees    = 80 // of those who hear of it
	othersResume   = 50 // end a pause in which nobody does for ten days
	regretsInTwo00 = 7  // turns of two hundred that somebody would like to take back soon
	undoAllowed    = 65 // of those who are asked
	undoDenied     = 20 // likewise; the others do not answer
)

// postZones are where the people live.
var postZones = []string{
	"Europe/Warsaw",
	"Europe/Stockholm",
	"America/New_York",
	"America/Los_Angeles",
	"Asia/Tokyo",
	"UTC",
}

// person is somebody who plays by post.
type person struct {
	discord.User
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

// newPerson draws a person; now is when the game begins.
func newPerson(nth int, rng *rand.Rand, now time.Time) *person {
	p := &person{
		User:    player(nth),
		rng:     rng,
		typical: time.Duration(20+rng.IntN(460)) * time.Minute,
	}
	h := match.Habits{Zone: postZones[rng.IntN(len(postZones))], Quiet: 23 * 60, Until: 7 * 60}
	if p.percent(sayQuiet) {
		p.habits = append(p.habits, "zone="+h.Zone, "quiet=23:00-7:00")
	}
	if p.percent(vanish) {
		p.gone = now.Add(time.Duration(rng.Int64N(int64(30 * 24 * time.Hour))))
	}
	if p.percent(onHoliday) {
		zone := h.Location()
		year, month, day := now.In(zone).AddDate(0, 0, 1+rng.IntN(29)).Date()
		from := time.Date(year, month, day, 0, 0, 0, 0, zone)
		last := from.AddDate(0, 0, 2+rng.IntN(12))
		h.Vacations = []match.Span{{From: from, Until: last.AddDate(0, 0, 1)}}
		if p.percent(50) {
			days := fmt.Sprintf("vacation=%s to %s", from.Format(time.DateOnly), last.Format(time.DateOnly))
			p.habits = append([]string{"zone=" + h.Zone, days}, p.habits...)
			p.leaves = from
		}
	}
	p.deaf, p.asleep = p.percent(deaf), match.CalendarOf(h, match.Game{})
	p.planner = p.percent(planners)
	return p
}

func (p *person) percent(n int) bool { return p.rng.IntN(100) < n }

// plan draws when the person does what is waited for; never if they have vanished.
func (p *person) plan(since time.Time) { p.answers = p.next(since) }

// willLook draws when a planner looks at the game while others play: once between two turns.
func (p *person) willLook(now time.Time) {
	if p.planner && !p.looked && p.looks.IsZero() {
		p.looks = p.next(now)
		p.looked = p.looks.IsZero()
	}
}

// next draws when the person next has time; zero if they have vanished by then.
func (p *person) next(since time.Time) time.Time {
	delay := time.Duration(float64(p.typical) * math.Exp(spread*p.rng.NormFloat64()))
	at := p.asleep.After(since, min(delay, 60*24*time.Hour))
	if !p.gone.IsZero() && at.After(p.gone) {
		return time.Time{}
	}
	return at
}

// errand is something that a person will do beside playing.
type errand struct {
	at time.Time
	do func()
}

// later has a person do something when they next have time, unless they have vanished.
func (p *correspondence) later(who *person, after time.Time, do func()) {
	if at := who.next(after); !at.IsZero() {
		p.errands = append(p.errands, errand{at, do})
	}
}

func (p *correspondence) run(i int) {
	do := p.errands[i].do
	p.errands = slices.Delete(p.errands, i, i+1)
	if p.g.row.State == match.Running {
		do()
		p.g.follow()
	}
}

func (p *correspondence) makePlans(rng *rand.Rand) {
	players := p.people[:len(p.people)/2]
	for i, one := range players {
		friend := p.people[len(players)+i]
		switch announced := !one.leaves.IsZero(); {
		case one.percent(nameFriend) || announced && one.percent(50):
			p.later(one, p.begun, func() { p.askFriend(one, friend) })
		case announced && one.percent(nameHouse):
			p.errands = append(p.errands, errand{one.leaves, func() {
				p.r.slash(one.User, "game stand-in", "conductor=true", "now=true", p.game())
			}})
		}
	}
	if rng.IntN(100) < wantPause {
		one := players[rng.IntN(len(players))]
		p.later(
			one,
			p.begun.Add(time.Duration(rng.Int64N(int64(20*24*time.Hour)))),
			func() { p.askPause(one) },
		)
	}
}

// askFriend has a player ask a friend to stand in, who answers when they have time.
func (p *correspondence) askFriend(one, friend *person) {
	p.r.slash(one.User, "game stand-in", "player="+string(friend.ID), p.game())
	reply := customid.Refuse
	if one.percent(friendAgrees) {
		reply = customid.Stand
	}
	p.later(friend, p.r.Clock, func() {
		if seat := p.g.row.SeatHeldBy(one.ID); seat != engine.Public {
			p.r.click(friend.User, customid.SeatButton(reply, p.g.row.ID, seat))
		}
	})
}

// willReturn has the owner of a seat that a friend plays come back.
func (p *correspondence) willReturn(owner *person) {
	if owner.returns {
		return
	}
	owner.returns = true
	p.later(owner, p.r.Clock, func() {
		owner.returns = false
		p.r.click(owner.User, p.button(customid.Return))
	})
}

// askPause has a player ask for a pause. The others vote when they have time, or do not care.
func (p *correspondence) askPause(one *person) {
	p.r.slash(one.User, "game pause", p.game())
	one.voted = true
	for _, s := range p.g.row.HumanSeats() {
		other := p.person(s.Holder())
		if other == nil || other == one || !other.percent(pauseAgrees) {
			continue
		}
		p.later(other, p.r.Clock, func() {
			p.r.click(other.User, p.button(customid.Pause))
			other.voted = true
		})
	}
}

// noteChanges counts what has happened since, and has people end a pause that has begun.
func (p *correspondence) noteChanges() {
	row := p.g.row
	p.count("undos", row.Branch-p.branch)
	p.seen, p.branch = len(p.g.moves), row.Branch
	for i, s := range row.Seats {
		if s.Owner != "" && p.chairs[i].user == s.Owner {
			p.count("standins", 1)
		}
	}
	if row.Paused && !p.paused {
		p.count("pauses", 1)
		p.endPause()
	}
	if p.paused = row.Paused; !p.paused && len(row.Pausing) == 0 {
		for _, one := range p.people {
			one.voted = false
		}
	}
}

// endPause has somebody who wanted a pause end it after some days, or others if they have vanished.
func (p *correspondence) endPause() {
	first, began := true, p.r.Clock
	for _, s := range p.g.row.HumanSeats() {
		one := p.person(s.Holder())
		if one == nil {
			continue
		}
		after := began.Add(10 * 24 * time.Hour)
		switch {
		case first && one.voted:
			first, after = false, began.Add(time.Duration(1+one.rng.IntN(6))*24*time.Hour)
		case !one.percent(othersResume):
			continue
		}
		p.later(one, after, func() {
			if p.g.row.Paused {
				p.r.click(one.User, p.button(customid.Resume))
			}
		})
	}
}

// mayRegret has a person want the completed turn back, some minutes later.
func (p *correspondence) mayRegret(one *person) {
	if one.rng.IntN(200) < regretsInTwo00 {
		at := one.asleep.After(p.r.Clock, time.Duration(1+one.rng.IntN(40))*time.Minute)
		p.errands = append(p.errands, errand{at, func() { p.undo(one) }})
	}
}

// undo has a person ask for the last move back. Others answer when they have time, or not at all.
func (p *correspondence) undo(one *person) {
	p.r.slash(one.User, "undo", p.game())
	p.g.follow()
	at := customid.Position{Ply: p.g.row.Ply, Mark: p.g.row.Mark()}
	for _, s := range p.g.row.Seats {
		other := p.person(s.User)
		if other == nil || other == one || s.Automated || !p.g.row.Undoing.Holds(p.g.row) {
			continue
		}
		reply := customid.Allow
		switch n := other.rng.IntN(100); {
		case n >= undoAllowed+undoDenied:
			continue
		case n >= undoAllowed:
			reply = customid.Deny
		}
		p.later(
			other,
			p.r.Clock,
			func() { p.r.click(other.User, customid.At(reply, string(p.g.row.ID), at)) },
		)
	}
}
