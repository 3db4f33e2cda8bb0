package main

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestSettingTheClockForwardWakesThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTryClock()
		begun := c.Now()
		soon, stopSoon := c.After(time.Hour)
		late, stopLate := c.After(100 * time.Hour)
		defer stopSoon()
		defer stopLate()
		c.Forward(12 * time.Hour)
		<-soon // at once: nothing else moves the time of this test so far
		if got := c.Now().Sub(begun); got < 12*time.Hour || got > 12*time.Hour+time.Second {
			t.Errorf("the clock went forward by %v", got)
		}
		c.Forward(72 * time.Hour)
		<-late
		if got := c.Now().Sub(begun); got != 100*time.Hour {
			t.Errorf("the timer went off after %v, want 100 h", got)
		}
		stopLate()
		if len(c.timers) != 1 {
			t.Errorf("%d timers are kept, want the one that was not stopped", len(c.timers))
		}
	})
}
