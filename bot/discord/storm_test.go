package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// storm is a Discord that refuses 30 % of all requests with 429 and fails 20 %, until it is over.
type storm struct {
	mu      sync.Mutex
	rng     *rand.Rand
	over    time.Time
	refused []time.Time // when requests were refused in a way that Discord counts
	taken   int
}

// RoundTrip implements http.RoundTripper.
func (s *storm) RoundTrip(req *http.Request) (*http.Response, error) {
	s.mu.Lock()
	roll, kind := s.rng.Float64(), s.rng.IntN(6)
	if time.Now().After(s.over) {
		roll = 1
	}
	if roll < 0.3 && kind != 5 {
		s.refused = append(s.refused, time.Now())
	}
	if roll >= 0.5 {
		s.taken++
	}
	s.mu.Unlock()
	switch {
	case roll < 0.3:
		return s.limit(req, kind), nil
	case roll < 0.35:
		<-req.Context().Done() // nothing comes back
		return nil, req.Context().Err()
	case roll < 0.5:
		return stormAnswer(req, 500+kind%4, http.Header{"Content-Type": {"text/html"}}, "<html>Bad gateway</html>"), nil
	}
	return stormAnswer(req, 200, http.Header{}, `{"id":"1"}`), nil
}

// limit answers with a rate limit of a kind: of the route, global, shared, and with wrong times to wait.
func (s *storm) limit(req *http.Request, kind int) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}, "Retry-After": {"2"}, "X-Ratelimit-Scope": {"user"}}
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
	case 5:
		h.Set("X-RateLimit-Scope", "shared")
	}
	return stormAnswer(req, 429, h, body)
}

func stormAnswer(req *http.Request, status int, h http.Header, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: req}
}

// worst is how many requests were refused within ten minutes at the worst.
func (s *storm) worst() (most int) {
	first := 0
	for i, at := range s.refused {
		for at.Sub(s.refused[first]) >= refusalWindow {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

func TestAStormOfRefusalsStaysFarFromTheBanAndPassesWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &storm{rng: rand.New(rand.NewPCG(1, 1)), over: time.Now().Add(10 * time.Minute)}
		c, err := NewClient(Options{Token: secretToken, HTTPClient: &http.Client{Transport: s}})
		if err != nil {
			t.Fatal(err)
		}
		var senders sync.WaitGroup
		var mu sync.Mutex
		var last time.Time // when the last sender was through
		for nth := range 60 {
			senders.Go(func() { // tries again as the outbox does
				for sent, failed := 0, 0; sent < 550; {
					ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
					_, err := c.Send(ctx, fmt.Sprint(1000+nth), Message{Content: "x"})
					cancel()
					if err == nil {
						if sent, failed = sent+1, 0; time.Now().After(s.over) {
							break
						}
						time.Sleep(time.Second)
						continue
					}
					if !IsTemporary(err) {
						t.Errorf("%v is not temporary", err)
						return
					}
					delay := min(time.Second<<min(failed, 5), time.Minute)
					failed++
					if e, ok := errors.AsType[*Error](err); ok {
						delay = max(delay, min(e.RetryAfter, time.Minute))
					}
					time.Sleep(delay)
				}
				mu.Lock()
				defer mu.Unlock()
				last = time.Now()
			})
		}
		senders.Wait()
		if got := s.worst(); got > 1000 || got < 100 {
			t.Errorf("%d requests were refused within ten minutes, want 1,000 at most, and a storm", got)
		}
		t.Logf("%d taken, %d refused within ten minutes, through %s after the storm", s.taken, s.worst(), last.Sub(s.over))
		if after := last.Sub(s.over); after > time.Minute {
			t.Errorf("messages went through again %s after the storm, want a minute at most", after)
		}
	})
}
