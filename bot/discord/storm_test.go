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
	"konduktor/engine/match"
)

const (
	stormSenders  = 60
	stormMessages = 55 // of a sender in a minute at most: one a second, less the waits
	// banWindow is how long Discord counts refused requests, and banTenth a tenth of those for
	// which it bans an address.
	banWindow = 10 * time.Minute
	banTenth  = 1000
	// calmWithin is how long after the storm messages may still be held back.
	calmWithin = time.Minute
)

// tryStorm lets senders send through the real client for some minutes in which Discord refuses 30 %
// of all requests and fails 20 %, trying again as the outbox does.
func tryStorm(tb testing.TB, minutes int, broken string) *tally {
	tb.Helper()
	t := newTally(minutes, broken)
	w := &weather{
		rng:  rand.New(rand.NewPCG(1, 1)),
		over: time.Now().Add(time.Duration(minutes) * time.Minute),
	}
	var client *discord.Client
	var senders sync.WaitGroup
	for nth := range stormSenders {
		if client == nil || broken == insists {
			var err error
			if client, err = discord.NewClient(
				discord.Options{Token: "storm", Transport: w},
			); err != nil {
				tb.Fatal(err)
			}
		}
		own := client
		senders.Go(func() { t.sendThrough(tb.Context(), w, own, strconv.Itoa(1000+nth)) })
	}
	senders.Wait()
	t.count("sent", w.taken)
	t.count("refused", len(w.refused))
	t.count("failed", w.failed)
	t.atMost("refused_in_ten_minutes", w.worst(), banTenth)
	t.atMost(
		"calm_after_s",
		int((w.through.Sub(w.over)+time.Second-1)/time.Second),
		int(calmWithin/time.Second),
	)
	return t
}

// sendThrough sends to a channel until the storm is over and one message more has gone through.
func (t *tally) sendThrough(
	ctx context.Context,
	w *weather,
	client *discord.Client,
	channel string,
) {
	for sent, failed := 0, 0; sent < t.size*stormMessages && ctx.Err() == nil; {
		within, cancel := context.WithTimeout(ctx, 20*time.Second)
		_, err := client.Send(within, match.ChannelID(channel), discord.Message{Content: "x"})
		cancel()
		if err == nil {
			if sent, failed = sent+1, 0; w.isOver() {
				break
			}
			time.Sleep(time.Second)
			continue
		}
		if !discord.IsTemporary(err) {
			t.wrong("lost", "a message is given up: %v", err)
			return
		}
		delay := min(time.Second<<min(failed, 5), time.Minute)
		failed++
		if e, ok := errors.AsType[*discord.Error](err); ok {
			delay = max(delay, min(e.RetryAfter, time.Minute))
		}
		time.Sleep(delay)
	}
	w.isThrough()
}

// weather is a Discord that refuses 30 % of all requests with 429 and fails 20 %, until it is over.
type weather struct {
	over time.Time

	mu      sync.Mutex
	rng     *rand.Rand
	refused []time.Time // when requests were refused in a way that Discord counts
	failed  int
	taken   int
	through time.Time // when the last sender was through
}

// RoundTrip implements http.RoundTripper.
func (w *weather) RoundTrip(req *http.Request) (*http.Response, error) {
	w.mu.Lock()
	roll, kind := w.rng.Float64(), w.rng.IntN(6)
	if time.Now().After(w.over) {
		roll = 1
	}
	switch {
	case roll >= 0.5:
		w.taken++
	case roll >= 0.3:
		w.failed++
	case kind != sharedLimit:
		w.refused = append(w.refused, time.Now())
	}
	w.mu.Unlock()
	switch {
	case roll < 0.3:
		return limited(req, kind), nil
	case roll < 0.35:
		<-req.Context().Done() // nothing comes back
		return nil, req.Context().Err()
	case roll < 0.5:
		return respond(req, 500+kind%4, http.Header{"Content-Type": {"text/html"}},
			"<html>Bad gateway</html>"), nil
	}
	return respond(req, http.StatusOK, http.Header{}, `{"id":"1"}`), nil
}

// sharedLimit is the kind of rate limit that Discord does not hold against the bot.
const sharedLimit = 5

// limited answers with a rate limit of a kind: of the route, global, shared, and with wrong times
// to wait.
func limited(req *http.Request, kind int) *http.Response {
	h := http.Header{
		"Content-Type":      {"application/json"},
		"Retry-After":       {"2"},
		"X-Ratelimit-Scope": {"user"},
	}
	body := `{"message":"slow","retry_after":2,"global":false}`
	switch kind {
	case 1:
		h.Set("X-RateLimit-Scope", "global")
		h.Set("X-RateLimit-Global", "true")
		body = `{"message":"slow","retry_after":1.5,"global":true}`
	case 2:
		h.Set("Retry-After", "soon")
		body = `<html>`
	case 3:
		h.Set("Retry-After", "0")
		body = `{"retry_after":-5}`
	case 4:
		h.Del("Retry-After")
		body = `{}`
	case sharedLimit:
		h.Set("X-RateLimit-Scope", "shared")
	}
	return respond(req, http.StatusTooManyRequests, h, body)
}

func (w *weather) isOver() bool { return time.Now().After(w.over) }

// isThrough notes that a sender is.
func (w *weather) isThrough() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.through = time.Now()
}

// worst is how many requests were refused within ten minutes at the worst.
func (w *weather) worst() (most int) {
	first := 0
	for i, at := range w.refused {
		for at.Sub(w.refused[first]) >= banWindow {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// insists is what a test breaks: each sender counts its own refusals alone.
const insists = "senders insist"

func TestAStormOfRefusalsStaysFarFromTheBanAndPassesWithinAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { tryStorm(t, 10, "").holds(t, "sent", "refused", "failed") })
}

func TestStormDetectsUncountedRefusals(t *testing.T) {
	t.Parallel()
	synctest.Test(
		t,
		func(t *testing.T) { tryStorm(t, 4, insists).notices(t, "refused_in_ten_minutes") },
	)
}
