package discord_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/engine/enginetest"
)

const (
	// botsAtOnce is how many bots drop side by side: the library sleeps for a second after each
	// drop.
	botsAtOnce = 100
	// dropsEach is how many connections of one bot are dropped in a small trial.
	dropsEach = 3
	// trialGap is the least time between two identifies in a trial. In earnest it is 5 s.
	trialGap = 100 * time.Millisecond
	// patience is how long one bot may take for all its drops, a few seconds each.
	patience = 20 * time.Minute
)

// tryDrops lets bots lose their connections side by side. All ways to lose one come in turn, in an
// order of chance.
func tryDrops(tb testing.TB, size int, broken string) *tally {
	tb.Helper()
	t, rng := newTally(size, broken), rand.New(rand.NewPCG(1, 1))
	all := make([]drop, size)
	for i := range all {
		all[i] = drop(i % int(dropWays))
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	each := max(dropsEach, (size+botsAtOnce-1)/botsAtOnce)
	var bots sync.WaitGroup
	for nth := 0; nth*each < len(all); nth++ {
		drops := all[nth*each : min((nth+1)*each, len(all))]
		bots.Go(func() {
			if err := t.loseConnections(tb.Context(), newDropper(1+uint64(nth), drops)); err != nil {
				tb.Errorf("bot %d: %v", nth, err)
			}
		})
		t.count("drops", len(drops))
	}
	bots.Wait()
	return t
}

// loseConnections has one bot go through all drops of its gateway.
func (t *tally) loseConnections(ctx context.Context, g *dropper) error {
	server := &http.Server{Handler: g}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(g) }) // until the gateway is closed
	handled := &handlings{
		last:   make(chan struct{}),
		times:  map[string]int{},
		broken: t.broken == overhears,
	}
	gap := trialGap
	if t.broken == hurries {
		gap = time.Nanosecond
	}
	s, err := discord.Connect(ctx, discord.Options{
		Token:        "drops",
		HTTPClient:   &http.Client{Transport: g},
		Dial:         g.dial,
		ReadyTimeout: patience,
		OfflineLimit: time.Hour,
		Handler:      handled.handle,
		Waits: discord.Waits{
			IdentifyGap: gap, Identify: func() time.Duration { return 0 },
			Reconnect: func(time.Duration) time.Duration { return 0 },
		},
	})
	if err == nil {
		stuck := time.NewTimer(patience)
		select {
		case <-handled.last:
		case <-stuck.C:
			t.wrong("stuck", "a bot did not hear the last interaction within %s", patience)
		case err = <-s.Done():
		case <-ctx.Done():
			err = ctx.Err()
		}
		stuck.Stop()
		err = errors.Join(err, s.Close(context.WithoutCancel(ctx)))
	}
	err = errors.Join(err, server.Close())
	serving.Wait()
	if err == nil {
		t.judgeDrops(g, handled)
	}
	return err
}

// judgeDrops wants each interaction that the bot has got to be handled once, and none twice.
func (t *tally) judgeDrops(g *dropper, handled *handlings) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.oweUntil(handled.lastID)
	t.count("identifies", len(g.tries))
	t.count("resumes", g.resumes)
	t.count("interactions", len(handled.times))
	for id, n := range handled.times {
		if n > 1 {
			t.wrong("doubled", "interaction %s was handled %d times", id, n)
		}
	}
	for id := range g.owed {
		if handled.times[id] == 0 {
			t.wrong("lost", "interaction %s was not handled", id)
		}
	}
	// The time of an identify was reserved after the bot was told to log in, so this holds however
	// late it comes. Where it does not wait at all, a busy machine must not look like a wait.
	least := trialGap
	if t.broken == hurries {
		least = time.Minute
	}
	for i, try := range g.tries {
		if i > 0 && try.came.Sub(g.tries[i-1].prompted) < least {
			t.wrong("early", "identify %d came %s after the one before", i+1,
				try.came.Sub(g.tries[i-1].prompted))
		}
	}
}

// handlings counts how often each interaction was handled.
type handlings struct {
	last   chan struct{} // closed when the last has been handled
	broken bool          // by a test

	mu     sync.Mutex
	times  map[string]int // by ID
	lastID string
}

// handle is the handler of a session.
func (h *handlings) handle(_ context.Context, ix *discord.Interaction) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 1
	if id, err := strconv.Atoi(ix.ID); h.broken && err == nil {
		switch {
		case id%7 == 0:
			n = 0
		case id%5 == 0:
			n = 2
		}
	}
	if n > 0 {
		h.times[ix.ID] += n
	}
	if ix.CustomID == lastSaid &&
		h.lastID == "" { // it is said again if the bot leaves a connection by itself
		h.lastID = ix.ID
		close(h.last)
	}
}

// What the tests break: every fifth interaction is handled twice and every seventh not at all;
// identifies do not wait for each other.
const (
	overhears = "interactions are overheard"
	hurries   = "identifies hurry"
)

func TestDropsLoseAndDoubleNoInteraction(t *testing.T) {
	t.Parallel()
	tryDrops(
		t,
		enginetest.Size(11, 1000),
		"",
	).holds(t, "drops", "identifies", "resumes", "interactions")
}

func TestDropsNoticeLostAndDoubledInteractions(t *testing.T) {
	t.Parallel()
	tryDrops(t, 6, overhears).notices(t, "lost")
}

func TestDropsNoticeIdentifiesThatDoNotWait(t *testing.T) {
	t.Parallel()
	tryDrops(t, 11, hurries).notices(t, "early")
}
