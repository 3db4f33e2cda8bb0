package discord_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/bot/discord"
	"konduktor/engine/enginetest"
)

const (
	// botsAtOnce is how many bots drop side by side.
	botsAtOnce = 100
	// dropsEach is how many connections of one bot are dropped in a small trial.
	dropsEach = 3
	// identifyGap is the least time between two identifies.
	identifyGap = 5 * time.Second
	// patience is how long one bot may take for all its drops, a few seconds each.
	patience = time.Hour
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
	options := discord.Options{
		Token: "drops", Transport: g, Dial: g.dial, Handler: handled.handle,
	}
	if t.broken == hurries {
		other, err := discord.Connect(ctx, options)
		if err != nil {
			return err
		}
		defer func() { _ = other.Close(context.WithoutCancel(ctx)) }()
	}
	s, err := discord.Connect(ctx, options)
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
	handled.mu.Lock() // a second bot may still be at work
	defer handled.mu.Unlock()
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
	for i, came := range g.tries {
		if i > 0 && came.Sub(g.tries[i-1]) < identifyGap {
			t.wrong("early", "identify %d came %s after the one before", i+1, came.Sub(g.tries[i-1]))
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

// What the tests break: every fifth interaction is handled twice and every seventh not at all; a
// second bot does not wait for the identifies of the first.
const (
	overhears = "interactions are overheard"
	hurries   = "identifies hurry"
)

func TestDropsLoseAndDoubleNoInteraction(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		size := enginetest.Size(11, 1000)
		tryDrops(t, size, "").holds(t, "drops", "identifies", "resumes", "interactions")
	})
}

func TestDropsDetectLostAndDoubledInteractions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { tryDrops(t, 6, overhears).notices(t, "lost") })
}

func TestDropsDetectIdentifiesWithoutAGap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { tryDrops(t, 11, hurries).notices(t, "early") })
}
