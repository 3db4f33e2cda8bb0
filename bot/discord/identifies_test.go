package discord

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// starts is what Discord allows of 1,000 sessions a day.
func starts(remaining int, reset time.Duration) discordgo.SessionInformation {
	return discordgo.SessionInformation{
		Total: 1000, Remaining: remaining, ResetAfter: int(reset.Milliseconds()), MaxConcurrency: 1,
	}
}

func TestIdentifiesKeepTheirGapAndDailyBudget(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newIdentifies(time.Now, nil)
		var sent []time.Time
		var refused error
		for range 2 * 500 { // a gateway that sends the bot away at once, and does not count
			b.allow(starts(1000, 0))
			if refused = b.turn(t.Context(), 0); refused != nil {
				break
			}
			sent = append(sent, time.Now())
			time.Sleep(300 * time.Millisecond)
		}
		if len(sent) != 500 || refused == nil ||
			!strings.Contains(refused.Error(), "500 times within a day") {
			t.Errorf("%d identifies, then %v; want 500 and an error", len(sent), refused)
		}
		for i := 1; i < len(sent); i++ {
			if gap := sent[i].Sub(sent[i-1]); gap < 5*time.Second {
				t.Fatalf("identify %d came %s after the one before, want 5 s at least", i, gap)
			}
		}
		time.Sleep(25 * time.Hour)
		now := time.Now()
		if err := b.turn(t.Context(), 0); err != nil || time.Since(now) > 0 || b.count() != 1 {
			t.Errorf("a day later: wait %s, error %v, %d counted; want one more at once", time.Since(now),
				err, b.count())
		}
	})
}

func TestIdentifiesOfEarlierProcessesCount(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for remaining, want := range map[int]int{1000: 500, 501: 1, 500: 0, 3: 0, 0: 0} {
			b := newIdentifies(time.Now, nil)
			b.allow(starts(remaining, 24*time.Hour))
			got := 0
			for b.turn(t.Context(), 0) == nil {
				got++
			}
			if got != want {
				t.Errorf("%d of 1000 remaining: %d identifies allowed, want %d", remaining, got, want)
			}
		}
	})
}

func TestSessionsOfEarlierProcessesCount(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newIdentifies(time.Now, nil)
		b.allow(starts(700, time.Hour)) // a crash loop
		if err := b.turn(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if got := b.today(); got != 301 {
			t.Errorf("%d sessions today, want 301", got)
		}
		time.Sleep(time.Hour + time.Minute)
		if got := b.today(); got != 1 {
			t.Errorf("%d sessions after Discord counts anew, want our own", got)
		}
	})
}

func TestNoIdentifyIsSentOnceTheDailyBudgetIsSpent(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		g := newGateway(t, func(p *peer, _ int) { p.welcome(); p.stay() })
		g.remaining = 500
		_, err := Connect(t.Context(), g.options())
		if err == nil || !strings.Contains(err.Error(), "500 times within a day") ||
			g.sent(`"op":2`) != 0 {
			t.Errorf("got %v after %d identifies", err, g.sent(`"op":2`))
		}
	})
}

func TestIdentifiesOfASessionWaitForTheGap(t *testing.T) {
	const again = 3
	inBubble(t, func(t *testing.T) {
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
		begun := time.Now()
		connect(t, g.options())
		if took := (<-welcomed).Sub(begun); took < again*5*time.Second {
			t.Errorf("%d identifies within %s, want 5 s between two at least", again+1, took)
		}
	})
}

func TestProcessesThatStartTogetherIdentifyOneAfterTheOther(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var mu sync.Mutex
		until := map[int]time.Time{}
		claim := func(_ context.Context, bucket int, long time.Duration) (time.Duration, error) {
			mu.Lock()
			defer mu.Unlock()
			if wait := time.Until(until[bucket]); wait > 0 {
				return wait, nil
			}
			until[bucket] = time.Now().Add(long)
			return 0, nil
		}
		var processes sync.WaitGroup
		sent := make(chan time.Time, 3)
		for range 3 {
			b := newIdentifies(time.Now, claim)
			b.allow(starts(1000, 0))
			processes.Go(func() {
				if err := b.turn(t.Context(), 0); err != nil {
					t.Error(err)
				}
				sent <- time.Now()
			})
		}
		processes.Wait()
		for before := <-sent; len(sent) > 0; {
			now := <-sent
			if gap := now.Sub(before); gap < 5*time.Second {
				t.Errorf("two processes identify within %s", gap)
			}
			before = now
		}
		away := newIdentifies(time.Now, func(context.Context, int, time.Duration) (time.Duration, error) {
			return 0, errors.New("the database is away")
		})
		away.allow(starts(1000, 0))
		if err := away.turn(t.Context(), 0); err != nil {
			t.Errorf("without a database nobody identifies: %v", err)
		}
	})
}

func TestShardsOfDifferentBucketsIdentifyTogether(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newIdentifies(time.Now, nil)
		b.allow(discordgo.SessionInformation{Total: 4000, Remaining: 4000, MaxConcurrency: 2})
		begun := time.Now()
		for shard, want := range []time.Duration{0, 0, identifyGap, identifyGap, 2 * identifyGap} {
			err := b.turn(t.Context(), shard)
			if took := time.Since(begun).Round(time.Millisecond); err != nil || took != want {
				t.Errorf("shard %d waits %s, %v, want %s", shard, took, err, want)
			}
		}
		if got := b.most; got != 2000 {
			t.Errorf("%d a day, want half of what Discord allows", got)
		}
	})
}
