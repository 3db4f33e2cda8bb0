package handlers_test

import (
	"context"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
)

func TestAnOutageOverTheEndOfADayClosesItsDealAndBreaksNoStreak(t *testing.T) {
	t.Parallel()
	for _, lasts := range []time.Duration{11 * time.Minute, 2 * time.Hour, 96 * time.Hour} {
		s := daily(t)
		open := begins(s, "Bo", monday)
		playsOut(s, begins(s, "Ola", monday), bottest.ByDefault)
		s.Clock = monday.Closes().Add(-5 * time.Minute)
		s.Remake(func(o *bot.Options) { o.Able = func(context.Context) bool { return true } })
		s.Clock = s.Clock.Add(lasts)
		s.Restart()
		playsOut(s, open, bottest.ByDefault)
		if tryOf(s, "Bo", monday).Ended {
			t.Errorf("%v: a try that ended after its day had closed counts", lasts)
		}
		if lasts < 24*time.Hour {
			continue
		}
		friday := monday.Plus(4) // Amsterdam again, and still open
		strongHasPlayed(s, friday)
		s.Clock = friday.Closes().Add(-4 * time.Minute)
		playsOut(s, begins(s, "Ola", friday), bottest.ByDefault)
		bottest.Contains(t, s.LastTo("Ola").Content, "Days in a row: 2")
	}
}
