package pace

import (
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Left returns how much time a seat has at a moment, never less than none: what it had when its clock began to run, less the
// time for which the clock has run since. This is the one place that says so.
func Left(c match.Clock, cal Calendar, now time.Time) time.Duration {
	if c.Since.IsZero() {
		return c.Bank
	}
	return max(c.Bank-cal.Awake(c.Since, now), 0)
}

// Runs reports whether a seat's clock runs, rests aside.
func Runs(c match.Clock) bool { return !c.Since.IsZero() }

// moment is a time as exact as the store keeps it: what is computed must not change when it is read back.
func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Settle notes what is left at a moment. It changes nothing that Left says of later moments, as long as the calendar stays.
func Settle(c *match.Clock, cal Calendar, now time.Time) {
	if Runs(*c) {
		c.Bank, c.Since = Left(*c, cal, moment(now)), moment(now)
	}
}

// Begin starts the clock of a seat whose turn begins.
func Begin(c *match.Clock, now time.Time) {
	c.Gifts, c.Relieved = 0, false
	restart(c, now)
}

// restart lets a clock run for a person who has not been reminded yet.
func restart(c *match.Clock, now time.Time) {
	c.Since, c.Whole, c.Told = moment(now), c.Bank, 0
}

// Stop stops the clock of a seat whose turn is over.
func Stop(c *match.Clock, cal Calendar, now time.Time) {
	Pause(c, cal, now)
	c.Whole, c.Told, c.Gifts, c.Relieved = 0, 0, 0, false
}

// Pause stops the clock of a seat in the middle of its turn, if it runs.
func Pause(c *match.Clock, cal Calendar, now time.Time) {
	Settle(c, cal, now)
	c.Since, c.Due, c.Ends = time.Time{}, time.Time{}, time.Time{}
}

// Resume lets the clock of a seat that is waited for run again after a pause. Reminders that are past stay past.
func Resume(c *match.Clock, now time.Time) {
	if c.Whole == 0 { // its turn, or that of who plays it now, has begun in the pause
		restart(c, now)
	}
	c.Since = moment(now)
}

// Earn adds the increment for a turn that the seat's player has completed; what the house completes earns nothing. It takes
// nothing away from a bank that gifts have raised above the cap.
func Earn(c *match.Clock, p Pace) {
	before := c.Bank
	if !c.Automated {
		c.Bank = max(before, min(before+p.Increment, p.Cap))
	}
	c.Cut = p.Increment - (c.Bank - before)
}

// Unearn takes away what so many turns have earned that were taken back, the last completed one among them. Of that one it is
// known how much it earned; the others count as a whole increment. Who had nothing but the increment, since the house played
// before, has an hour of it left to take the turn again.
func Unearn(c *match.Clock, p Pace, turns int) {
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

// Give adds a gift to the clock of a seat that is waited for. The last reminder is due again; the others are not.
func Give(c *match.Clock, cal Calendar, now time.Time) {
	Settle(c, cal, now)
	c.Bank += Gift
	c.Whole += Gift
	c.Gifts++
	c.Told = min(c.Told, Last-1)
}

// HandOver passes the clock of a seat on to another person than the one whose calendar is given: a stand-in, the player who is
// back from the house, or who takes a seat over. They have at least the increment, but that is given only once in a turn:
// otherwise a seat that changes hands again and again would never be out of time.
func HandOver(c *match.Clock, before Calendar, p Pace, now time.Time) {
	Settle(c, before, now)
	if !c.Relieved {
		c.Bank, c.Relieved = max(c.Bank, p.Increment), true
	}
	c.Whole = 0 // the turn begins anew, in a pause once that is over
	if Runs(*c) {
		restart(c, now)
	}
}

// Pardon gives the clock of a seat at least the time that the pace begins with.
func Pardon(c *match.Clock, cal Calendar, p Pace, now time.Time) {
	HandOver(c, cal, p, now)
	c.Bank = max(c.Bank, p.Bank)
	if Runs(*c) {
		Begin(c, now)
	}
}

// The reminders of a turn, by Clock.Told once they are past.
const (
	Half   = iota + 1 // half of the time is used up
	Fifths            // four fifths are
	Last              // the end is near
)

// Wants reports whether a person wants a reminder. Usual are Half and Last: two in a turn are enough for most. Who wants a digest is
// told of single games only at the last moment.
func Wants(h match.Habits, reminder int) bool {
	if h.Digest && reminder != Last {
		return false
	}
	return h.Switched&(1<<reminder) != 0 == (reminder == Fifths)
}

// NextDigest returns when the next digest of a person is due after a moment, in the person's zone; zero if they want none.
func NextDigest(h match.Habits, now time.Time) time.Time {
	if !h.Digest {
		return time.Time{}
	}
	zone := Zone(h)
	year, month, day := now.In(zone).Date()
	for {
		if due := time.Date(year, month, day, 0, h.DigestAt, 0, 0, zone); due.After(now) {
			return due.UTC()
		}
		day++
	}
}

// nearEnd is what is left at the last reminder, or a tenth of the turn's time if that is less.
const nearEnd = time.Hour

// leftAt is what is left of a turn's time when a reminder is due. It is as exact as the store keeps times: the moment that
// Arrange finds for a reminder must be one at which Reminder says so.
func leftAt(reminder int, whole time.Duration) time.Duration {
	left := min(nearEnd, whole/10)
	switch reminder {
	case Half:
		left = whole / 2
	case Fifths:
		left = whole / 5
	}
	return left.Truncate(time.Microsecond)
}

// Reminder returns the latest reminder that is due at a moment and not yet past, 0 if none is.
func Reminder(c match.Clock, cal Calendar, now time.Time) int {
	left := Left(c, cal, now)
	for r := Last; r > c.Told; r-- {
		if left <= leftAt(r, c.Whole) {
			return r
		}
	}
	return 0
}

// Farewell is how long a game waits for anybody to come back after all have left, or a lobby for a change. Notice is how long
// before its end its people are told.
const (
	Farewell = 7 * 24 * time.Hour
	Notice   = 24 * time.Hour
)

// LongestPause is after how long a pause ends by itself: while no clock runs, nobody finds out that a player has left for good.
const LongestPause = 30 * 24 * time.Hour

// Deserted reports whether the house plays all seats of a game, so that nobody plays any more.
func Deserted(g match.Game) bool {
	for _, s := range g.Seats {
		if !s.Automated {
			return false
		}
	}
	return len(g.Seats) > 0
}

// LastThere reports whether a seat is the only one that a person plays.
func LastThere(g match.Game, seat engine.Seat) bool {
	for i, s := range g.Seats {
		if s.Automated == (engine.Seat(i+1) == seat) {
			return false
		}
	}
	return true
}

// Expiry returns when a game that all have left ends; zero if somebody plays.
func Expiry(g match.Game) time.Time {
	var end time.Time
	if !Deserted(g) {
		return end
	}
	for _, s := range g.Seats {
		if !s.Ends.IsZero() && (end.IsZero() || s.Ends.Before(end)) {
			end = s.Ends
		}
	}
	return end
}

// Arrange sets when each clock of a game has to be looked at, from all else that is known of them; cal is the calendar of a
// seat's player, by seat from 0. A seat that the house plays is due at once, in a game that all have left after a while. In a
// pause no time ends, and all are due when it is over.
func Arrange(g *match.Game, cal func(i int) Calendar) {
	deserted := Deserted(*g)
	for i := range g.Seats {
		c := &g.Seats[i].Clock
		switch {
		case g.Paused:
			c.Due, c.Ends = moment(g.PauseEnds), time.Time{}
		case !Runs(*c):
			c.Due, c.Ends = time.Time{}, time.Time{}
		case c.Automated && deserted:
			c.Ends = c.Since.Add(Farewell)
			c.Due = dueNotice(*g, c.Ends)
		case c.Automated:
			c.Due = moment(cal(i).After(c.Since, ThinkingTime(*g, g.Seats[i])))
			c.Ends = c.Due
		default:
			c.Ends = moment(cal(i).After(c.Since, c.Bank))
			c.Due = c.Ends
			if c.Told < Last {
				c.Due = earlier(c.Ends, moment(cal(i).After(c.Since, max(c.Bank-leftAt(c.Told+1, c.Whole), 0))))
			}
			if away, ok := cal(i).vacation(c.Since); ok && g.Seats[i].StandIn != "" {
				c.Due = earlier(c.Due, moment(away)) // the stand-in takes over
			}
		}
	}
}

// dueNotice returns when a game that everybody has left has to be looked at: when its people are to be told that it ends, or
// at its end if they have been.
func dueNotice(g match.Game, end time.Time) time.Time {
	if told := end.Add(-Notice); g.Warned.Before(told) {
		return told
	}
	return end
}

// ArrangeUntimed is Arrange for the seats of a game without clocks that the house plays; owes says which seats the game waits
// for. The other seats' deadlines stay.
func ArrangeUntimed(g *match.Game, owes func(engine.Seat) bool, now time.Time) {
	deserted := Deserted(*g)
	for i := range g.Seats {
		c := &g.Seats[i].Clock
		switch {
		case !c.Automated:
		case !owes(engine.Seat(i + 1)):
			c.Due, c.Ends = time.Time{}, time.Time{}
		case deserted:
			c.Ends = moment(now.Add(Farewell))
			c.Due = dueNotice(*g, c.Ends)
		default:
			c.Due = moment(now.Add(ThinkingTime(*g, g.Seats[i])))
			c.Ends = c.Due
		}
	}
}

// The words for how long computers wait with a move, beside "" for the usual time.
const (
	AtOnce  = "none"
	Quickly = "soon"
	Slowly  = "long"
)

// Delays lists the words, the usual one first.
func Delays() []string { return []string{"usual", AtOnce, Quickly, Slowly} }

// ThinkingTime returns how long the house waits with a move of a seat. A computer player takes as long as people can follow; a person who
// is away has been waited for already.
func ThinkingTime(g match.Game, s match.Seat) time.Duration {
	switch {
	case s.Level == "" || g.Delay == AtOnce:
		return 0
	case g.Delay == Quickly:
		return 3 * time.Second
	case g.Delay == Slowly:
		return 10 * time.Minute
	}
	return 15 * time.Second
}
