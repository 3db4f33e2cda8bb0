package match

import (
	"slices"
	"time"
)

// Outage gives a table back what it lost while nobody could play: its host or Discord was away. A
// clock that ran has what it had when the outage began, and no more: rests in it cost nothing and
// give nothing. Votes, wishes and a lobby last as much longer. A daily closes when it was announced
// to close.
type Outage Span

// The lengths of outages that count.
const (
	ShortestOutage = 10 * time.Minute // anything shorter costs whoever's clock runs
	LostDay        = 6 * time.Hour    // no streak is broken by a day with a longer one
)

// lost returns how much of the outage falls into the time since a moment.
func (o Outage) lost(since time.Time) time.Duration {
	return max(o.Until.Sub(later(since, o.From)), 0)
}

// shift moves a moment that something is counted from, as if the time since then had stood still.
func (o Outage) shift(from *time.Time) (moved bool) {
	lost := o.lost(*from)
	if from.IsZero() || lost == 0 {
		return false
	}
	*from = moment(from.Add(lost))
	return true
}

// extend is shift for the end of what lasts for some time.
func (o Outage) extend(end *time.Time, lasts time.Duration) (moved bool) {
	if !end.After(o.From) {
		return false // it was over before
	}
	begun := end.Add(-lasts)
	if !o.shift(&begun) {
		return false
	}
	*end = begun.Add(lasts)
	return true
}

// decide returns ErrUnchanged for a table that has lost nothing, or has it back.
func (o Outage) decide(c *Change) error {
	t := &c.Table
	o = Outage{moment(o.From), moment(o.Until)}
	if !t.Outage.Until.Before(o.Until) {
		return ErrUnchanged
	}
	var changed, ran bool
	switch t.State {
	case Lobby:
		changed = o.shift(&t.Updated)
		o.shift(&t.Warned)
	case Running:
		ran = o.giveBack(c)
		changed = o.prolong(t) || ran
	}
	if !changed {
		return ErrUnchanged
	}
	t.Outage = Span(o)
	if _, paced := t.paced(); paced {
		t.arrange()
	}
	if t.State == Running {
		c.happened(Interrupted{From: o.From, Until: o.Until, Ran: ran})
	}
	return nil
}

// giveBack gives the clocks of people back what they lost, and reports whether one did.
func (o Outage) giveBack(c *Change) (ran bool) {
	t := &c.Table
	_, paced := t.paced()
	for i := range t.Seats {
		clock := &t.Seats[i].Clock
		switch {
		case clock.Automated:
		case paced:
			ran = clock.giveBack(t.calendar(i), o) || ran
		case o.extend(&clock.Due, c.Patience): // a tunnel
			clock.Ends, ran = clock.Due, true
		}
	}
	return ran
}

// giveBack has a clock stand still during an outage. It reports whether the clock ran then.
func (c *Clock) giveBack(cal Calendar, o Outage) (ran bool) {
	if !c.Runs() || cal.Awake(later(c.Since, o.From), o.Until) == 0 {
		return false
	}
	if c.Since.Before(o.From) {
		c.Settle(cal, o.From)
	}
	c.Since = moment(o.Until)
	return true
}

// prolong lets everything at a table that ends by itself, clocks of people aside, last as much
// longer as the outage took from it.
func (o Outage) prolong(t *Table) (changed bool) {
	_, paced := t.paced()
	if !paced && !t.Alone() { // a vote about a silent player counts from here
		changed = o.shift(&t.Updated)
	}
	if t.Deserted() {
		changed = o.shift(&t.Warned) || changed
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		switch {
		case !s.Automated || s.Level != "":
		case !t.Deserted(): // how long its player has been silent counts without the outage
			changed = true
		case paced:
			changed = o.shift(&s.Since) || changed
		default:
			changed = o.extend(&s.Ends, Farewell) || changed
			s.Due = t.noticeDue(s.Ends)
		}
		if len(s.Ousting) > 0 {
			changed = o.shift(&s.Nudged) || changed
		}
		changed = o.extend(&s.Called, soughtFor) || changed
	}
	if t.Undoing.Holds(t.Game) {
		changed = o.extend(&t.Undoing.Ends, answerWithin) || changed
	}
	if ends := t.PauseVoteEnds(); o.extend(&ends, pauseWithin) {
		t.movePauseVote(ends)
		changed = true
	}
	return changed
}

// movePauseVote has the open vote for a pause end at another moment.
func (g *Game) movePauseVote(ends time.Time) {
	g.Contacted = slices.Clone(g.Contacted)
	for i, x := range slices.Backward(g.Contacted) {
		if x.How == ByPause {
			g.Contacted[i].At = moment(ends.Add(-pauseWithin))
			return
		}
	}
}

// Grace is for how long nobody's time is up after the bot has begun to hear people, or heard them
// again: who was waiting for it must be able to press.
const Grace = 10 * time.Minute

// graceEnds returns until when nobody's time is up; false if it can be now.
func (c *Change) graceEnds() (time.Time, bool) {
	end := moment(c.Heard.Add(Grace))
	return end, !c.Heard.IsZero() && c.Now.Before(end)
}

// LosesDay reports whether a day's deal could not be played for so long that nobody's streak is
// broken by it.
func (o Outage) LosesDay(d Day) bool {
	return earlier(o.Until, d.Closes()).Sub(later(o.From, d.Begins())) >= LostDay
}

// LostDays lists the days that an outage loses.
func (o Outage) LostDays() (days []Day) {
	for d := DayOf(o.From.Add(-DayOpen)); !d.Begins().After(o.Until); d = d.Plus(1) {
		if o.LosesDay(d) {
			days = append(days, d)
		}
	}
	return days
}
