package match

import (
	"time"

	"konduktor/engine"
)

// Left returns how much time a seat has at a moment: what it had when its clock started, less the
// time that the clock has run since.
func (c Clock) Left(cal Calendar, now time.Time) time.Duration {
	if c.Since.IsZero() {
		return c.Bank
	}
	return max(c.Bank-cal.Awake(c.Since, now), 0)
}

// Runs reports whether the clock runs, rests aside.
func (c Clock) Runs() bool { return !c.Since.IsZero() }

// moment truncates a time to what a store keeps: it must not change when it is read back.
func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Settle notes what is left at a moment. Under the same calendar, Left stays the same.
func (c *Clock) Settle(cal Calendar, now time.Time) {
	if c.Runs() {
		c.Bank, c.Since = c.Left(cal, moment(now)), moment(now)
	}
}

// Begin starts the clock of a seat whose turn begins.
func (c *Clock) Begin(now time.Time) {
	c.Gifts, c.Relieved = 0, false
	c.restart(now)
}

// restart lets the clock run for a person who has not been reminded yet.
func (c *Clock) restart(now time.Time) {
	c.Since, c.Whole, c.Told = moment(now), c.Bank, 0
}

// Stop stops the clock of a seat whose turn is over.
func (c *Clock) Stop(cal Calendar, now time.Time) {
	c.Pause(cal, now)
	c.Whole, c.Told, c.Gifts, c.Relieved = 0, 0, 0, false
}

// Pause stops the clock of a seat in mid-turn, if it runs.
func (c *Clock) Pause(cal Calendar, now time.Time) {
	c.Settle(cal, now)
	c.Since, c.Due, c.Ends = time.Time{}, time.Time{}, time.Time{}
}

// Resume restarts, after a pause, the clock of a seat that is waited for. Past reminders stay past.
func (c *Clock) Resume(now time.Time) {
	if c.Whole == 0 { // the turn, or its present player's part, began in the pause
		c.restart(now)
	}
	c.Since = moment(now)
}

// Earn adds the increment for a completed turn. A bank that gifts have raised above the cap stays.
func (c *Clock) Earn(p Pace) {
	before := c.Bank
	if !c.Automated {
		c.Bank = max(before, min(before+p.Increment, p.Cap))
	}
	c.Cut = p.Increment - (c.Bank - before)
}

// Unearn takes away the increments of turns that were taken back: what the last of them earned, and
// a whole increment for each other. A player who had nothing else, because the house played before,
// keeps up to an hour to take the turn again.
func (c *Clock) Unearn(p Pace, turns int) {
	if turns == 0 {
		return
	}
	left := c.Bank - (time.Duration(turns)*p.Increment - c.Cut)
	c.Cut = 0
	if left <= 0 {
		left = min(c.Bank, time.Hour)
	}
	c.Bank = left
}

// The time that another player can give, and how often in a turn.
const (
	Gift     = 24 * time.Hour
	MaxGifts = 3
)

// Give adds a gift to the clock of a seat that is waited for. Only the last reminder is due again.
func (c *Clock) Give(cal Calendar, now time.Time) {
	c.Settle(cal, now)
	c.Bank += Gift
	c.Whole += Gift
	c.Gifts++
	c.Told = min(c.Told, HalfReminder)
}

// HandOver passes the clock on to another person than the calendar's. They get at least the
// increment, once a turn: otherwise a seat that keeps changing hands would never run out of time.
func (c *Clock) HandOver(before Calendar, p Pace, now time.Time) {
	c.Settle(before, now)
	if !c.Relieved {
		c.Bank, c.Relieved = max(c.Bank, p.Increment), true
	}
	c.Whole = 0 // the turn begins anew, in a pause once that is over
	if c.Runs() {
		c.restart(now)
	}
}

// Pardon gives the clock at least the time that the pace begins with.
func (c *Clock) Pardon(cal Calendar, p Pace, now time.Time) {
	c.HandOver(cal, p, now)
	c.Bank = max(c.Bank, p.Bank)
	if c.Runs() {
		c.Begin(now)
	}
}

// Renew lets a turn begin anew: the clock has what it began with, at least an increment.
func (c *Clock) Renew(p Pace, now time.Time) {
	if !c.Automated {
		c.Bank = max(c.Bank, c.Whole, p.Increment)
	}
	c.Begin(now)
}

// The reminders of a turn, by Clock.Told once they are past. Rows of version 1.0.0 may have 2, for
// four fifths of the time, beside a last call that came later.
const (
	HalfReminder = 1 // half of the time is used up
	LastReminder = 3 // four fifths are, or the end is near
)

// Reminders lists the reminders of a turn in order.
func Reminders() []int { return []int{HalfReminder, LastReminder} }

// Wants reports whether a person wants a reminder; both are usual. A person with a digest hears of
// single games only by the last.
func (h Habits) Wants(reminder int) bool {
	return (!h.Digest || reminder == LastReminder) && h.Switched&(1<<reminder) == 0
}

// NextDigest returns when a person's next digest is due; zero if they want none.
func (h Habits) NextDigest(now time.Time) time.Time {
	if !h.Digest {
		return time.Time{}
	}
	zone := h.Location()
	year, month, day := now.In(zone).Date()
	for {
		if due := time.Date(year, month, day, 0, h.DigestAt, 0, 0, zone); due.After(now) {
			return due.UTC()
		}
		day++
	}
}

// nearEnd is the least time that the last reminder leaves its reader to move. A clock runs while
// its player is awake, so these are waking hours. In a turn that is not twice as long, the last
// reminder comes at half of the time, and is the only one.
const nearEnd = 3 * time.Hour

// leftAt is what is left of a turn's time when a reminder is due, as exact as the store keeps
// times: Reminder must agree with Arrange.
func leftAt(reminder int, whole time.Duration) time.Duration {
	left := whole / 2
	if reminder == LastReminder {
		left = min(left, max(whole/5, nearEnd))
	}
	return left.Truncate(time.Microsecond)
}

// Reminder returns the latest reminder that is due and not past, 0 if there is none.
func (c Clock) Reminder(cal Calendar, now time.Time) int {
	left, latest := c.Left(cal, now), 0
	for _, r := range Reminders() {
		if r > c.Told && left <= leftAt(r, c.Whole) {
			latest = r
		}
	}
	return latest
}

// Farewell is how long a deserted game or an idle lobby lasts; Notice is how long before its end
// its people are told.
const (
	Farewell = 7 * 24 * time.Hour
	Notice   = 24 * time.Hour
)

// LongestPause is when a pause ends by itself: meanwhile nobody notices that a player has left.
const LongestPause = 30 * 24 * time.Hour

// Deserted reports whether the house plays all seats.
func (g Game) Deserted() bool {
	return len(g.Seats) > 0 && len(g.HumanSeats()) == 0
}

// LastHuman reports whether a seat is the only one that a person plays.
func (g Game) LastHuman(seat engine.Seat) bool {
	for i, s := range g.Seats {
		if s.Automated == (engine.Seat(i+1) == seat) {
			return false
		}
	}
	return true
}

// Expiry returns when a deserted game ends; zero if somebody plays.
func (g Game) Expiry() time.Time {
	var end time.Time
	if !g.Deserted() {
		return end
	}
	for _, s := range g.Seats {
		if !s.Ends.IsZero() && (end.IsZero() || s.Ends.Before(end)) {
			end = s.Ends
		}
	}
	return end
}

// Arrange computes Due, when each clock next needs attention; cal returns the calendar of a seat's
// player, by seat from 0. House seats are due at once, in a deserted game after the notice period.
// In a pause no time ends, and all are due when it is over.
func (g *Game) Arrange(cal func(i int) Calendar) {
	deserted := g.Deserted()
	for i := range g.Seats {
		c := &g.Seats[i].Clock
		switch {
		case g.Paused:
			c.Due, c.Ends = moment(g.PauseEnds), time.Time{}
		case !c.Runs():
			c.Due, c.Ends = time.Time{}, time.Time{}
		case c.Automated && deserted:
			c.Ends = c.Since.Add(Farewell)
			c.Due = g.noticeDue(c.Ends)
		case c.Automated:
			c.Due = moment(cal(i).After(c.Since, g.ThinkingTime(g.Seats[i])))
			c.Ends = c.Due
		default:
			g.arrangeHuman(i, cal(i))
		}
	}
}

// arrangeHuman is Arrange for a seat that a person plays.
func (g *Game) arrangeHuman(i int, cal Calendar) {
	c := &g.Seats[i].Clock
	c.Ends = moment(cal.After(c.Since, c.Bank))
	c.Due = c.Ends
	if c.Told < LastReminder {
		next := LastReminder
		if c.Told < HalfReminder {
			next = HalfReminder
		}
		used := max(c.Bank-leftAt(next, c.Whole), 0)
		c.Due = earlier(c.Ends, moment(cal.After(c.Since, used)))
	}
	if away, ok := cal.vacation(c.Since); ok && g.Seats[i].StandIn != "" {
		c.Due = earlier(c.Due, moment(away)) // the stand-in takes over
	}
}

// noticeDue returns when a deserted game needs attention: to tell its people, or at its end if they
// were told.
func (g *Game) noticeDue(end time.Time) time.Time {
	if told := end.Add(-Notice); g.Warned.Before(told) {
		return told
	}
	return end
}

// ArrangeUntimed is Arrange for the house seats of a game without clocks; owes reports whether a
// seat is waited for. Other deadlines stay.
func (g *Game) ArrangeUntimed(owes func(engine.Seat) bool, now time.Time) {
	deserted := g.Deserted()
	for i := range g.Seats {
		c := &g.Seats[i].Clock
		switch {
		case !c.Automated:
		case !owes(engine.Seat(i + 1)):
			c.Due, c.Ends = time.Time{}, time.Time{}
		case deserted:
			c.Ends = moment(now.Add(Farewell))
			c.Due = g.noticeDue(c.Ends)
		default:
			c.Due = moment(now.Add(g.ThinkingTime(g.Seats[i])))
			c.Ends = c.Due
		}
	}
}
