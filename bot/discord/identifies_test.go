package discord

import (
	"strings"
	"testing"
	"time"
)

func TestIdentifiesAreFiveSecondsApartAndFewADay(t *testing.T) {
	t.Parallel()
	now := noon
	b := newIdentifies(func() time.Time { return now }, identifyGap)
	var sent []time.Time
	var refused error
	for range 2 * 500 { // a gateway that sends the bot away at once
		b.allow(GatewayInfo{Total: 1000, Remaining: 1000})
		wait, err := b.reserve(0)
		if err != nil {
			refused = err
			break
		}
		now = now.Add(wait)
		sent = append(sent, now)
		now = now.Add(300 * time.Millisecond)
	}
	if len(sent) != 500 || refused == nil || !strings.Contains(refused.Error(),
		"500 times within a day") {
		t.Errorf("%d identifies, then %v; want 500 and an error", len(sent), refused)
	}
	for i := 1; i < len(sent); i++ {
		if gap := sent[i].Sub(sent[i-1]); gap < 5*time.Second {
			t.Fatalf("identify %d came %s after the one before, want 5 s at least", i, gap)
		}
	}
	now = now.Add(25 * time.Hour)
	if wait, err := b.reserve(0); err != nil || wait != 0 || b.count() != 1 {
		t.Errorf("a day later: wait %s, error %v, %d counted; want one more at once", wait, err,
			b.count())
	}
}

func TestIdentifiesOfEarlierProcessesCount(t *testing.T) {
	t.Parallel()
	for remaining, want := range map[int]int{1000: 500, 501: 1, 500: 0, 3: 0, 0: 0} {
		b := newIdentifies(func() time.Time { return noon }, 0)
		b.allow(GatewayInfo{Total: 1000, Remaining: remaining})
		got := 0
		for _, err := b.reserve(0); err == nil; _, err = b.reserve(0) {
			got++
		}
		if got != want {
			t.Errorf("%d of 1000 remaining: %d identifies allowed, want %d", remaining, got, want)
		}
	}
}

func TestSessionsOfEarlierProcessesAreSeen(t *testing.T) {
	t.Parallel()
	now := noon
	b := newIdentifies(func() time.Time { return now }, 0)
	b.allow(GatewayInfo{Total: 1000, Remaining: 700, ResetAfter: time.Hour}) // a crash loop
	if _, err := b.reserve(0); err != nil {
		t.Fatal(err)
	}
	if got := b.today(); got != 301 {
		t.Errorf("%d sessions today, want 301", got)
	}
	now = now.Add(time.Hour + time.Minute)
	if got := b.today(); got != 1 {
		t.Errorf("%d sessions after Discord counts anew, want our own", got)
	}
}

func TestNoIdentifyIsSentWhenTheDaysAreUsedUp(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, _ int) { p.welcome(); p.stay() })
	g.remaining = 500
	_, err := Connect(t.Context(), g.options())
	if err == nil || !strings.Contains(err.Error(), "500 times within a day") ||
		g.sent(`"op":2`) != 0 {
		t.Errorf("got %v after %d identifies", err, g.sent(`"op":2`))
	}
}

func TestIdentifiesOfASessionWaitForTheGap(t *testing.T) {
	t.Parallel()
	const gap, again = 100 * time.Millisecond, 3
	welcomed := make(chan time.Time, 1)
	g := newGateway(t, func(p *peer, n int) {
		p.hello(20_000)
		p.hear(`"op":2`)
		if n <= again {
			p.say(`{"op":9,"d":false}`)
			p.stay()
			return
		}
		welcomed <- time.Now()
		p.ready()
		p.stay()
	})
	o := g.options()
	o.Waits.IdentifyGap = gap
	o.Waits.Identify = func() time.Duration { return 0 }
	o.Waits.Reconnect = func(time.Duration) time.Duration { return 0 }
	begun := time.Now()
	connect(t, o)
	if took := (<-welcomed).Sub(begun); took < again*gap {
		t.Errorf("%d identifies within %s, want %s at least", again+1, took, again*gap)
	}
}
