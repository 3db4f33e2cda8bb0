package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// limited returns how long Discord wants the bot to wait, 0 if err is no rate limit.
func limited(err error) time.Duration {
	e, _ := errors.AsType[*Error](err)
	if e == nil || e.Status != http.StatusTooManyRequests {
		return 0
	}
	return e.RetryAfter
}

func TestRateLimitDoesNotBlockTheCaller(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(429)
		_, _ = io.WriteString(w, `{"message":"slow","retry_after":3600}`)
	})
	c := s.client(t)
	begin := time.Now()
	for range 3 {
		if _, err := c.Send(t.Context(), "9", Message{Content: "x"}); limited(err) == 0 {
			t.Fatalf("got %v, want a rate limit", err)
		}
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
	if len(s.seen) != 1 {
		t.Errorf("%d requests, want 1: while the limit holds nothing is sent", len(s.seen))
	}
	// Another channel's lane is not concerned.
	if _, err := c.Send(t.Context(), "90", Message{Content: "x"}); limited(err) == 0 ||
		len(s.seen) != 2 {
		t.Errorf("got %v after %d requests", err, len(s.seen))
	}
}

func TestCallsEndWithTheirContextEvenBehindASlowOne(t *testing.T) {
	release := make(chan struct{})
	entered := make(chan struct{}, 2)
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		entered <- struct{}{}
		<-release
		_, _ = io.WriteString(w, `{"id":"1"}`)
	})
	c := s.client(t)
	first := make(chan error, 1)
	go func() { _, err := c.Send(t.Context(), "9", Message{Content: "slow"}); first <- err }()
	<-entered
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := c.Send(ctx, "9", Message{Content: "x"}); !errors.Is(err, context.DeadlineExceeded) ||
		!IsTemporary(err) {
		t.Errorf("got %v, want the deadline", err)
	}
	close(release)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

// buckets counts the buckets of the library's limiter, which has no method for it.
func buckets(c *Client) int {
	return reflect.ValueOf(c.lib.Ratelimiter).Elem().FieldByName("buckets").Len()
}

func TestInteractionsLeaveNoRateLimitBucketsBehind(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		// An exhausted bucket must not hold back the next interaction on the lane.
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "60")
		_, _ = io.WriteString(w, `{"id":"1"}`)
	})
	c := s.client(t)
	for i := range 1000 {
		ix := &Interaction{ID: fmt.Sprint(1000 + i), AppID: "2", Token: Token(fmt.Sprint("token", i))}
		if err := c.Respond(t.Context(), ix, Response{DeferUpdate: true}); err != nil {
			t.Fatal(err)
		}
		if _, err := c.EditOriginal(t.Context(), ix, Message{Content: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if got := buckets(c) + len(c.limits.until); got > 0 {
		t.Errorf("%d limits are kept after 1,000 interactions, want none", got)
	}
}

func TestCountedRequestsKeepToDiscordsRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, sent := newLimits(globalRate), 0
		for begun := time.Now(); time.Since(begun) < 10*time.Second; sent++ {
			if err := l.wait(t.Context(), ask("ch", "POST", "channels/%s/messages", "9")); err != nil {
				t.Fatal(err)
			}
		}
		if sent < 10*globalRate || sent > 10*globalRate+globalBurst+1 {
			t.Errorf("%d requests were sent in 10 s, want %d a second", sent, globalRate)
		}
	})
}

// Discord counts no edit by the token of a click, so none waits for the 50 requests of a second.
func TestAnEditByTheTokenOfAClickWaitsForNoLimit(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "webhooks/2/expired") {
			w.WriteHeader(401)
			_, _ = io.WriteString(w, `{"code":50027,"message":"Invalid Webhook Token"}`)
		}
	})
	c := s.client(t)
	content := "your turn"
	edit := func(token Token) error {
		by := &Interaction{ID: "1", AppID: "2", Token: token}
		return c.Edit(t.Context(), "9", "77", Edit{Content: &content, By: by})
	}
	before := c.limits.global.Tokens()
	for range globalBurst {
		if err := edit("fresh"); err != nil {
			t.Fatal(err)
		}
	}
	if after := c.limits.global.Tokens(); after < before {
		t.Errorf("%.1f requests are left of %.1f", after, before)
	}
	if err := edit("expired"); !IsExpired(err) {
		t.Errorf("got %v, want that the token has expired", err)
	}
}

func TestAnswersAreSentConcurrently(t *testing.T) {
	const together = 20
	var inside sync.WaitGroup
	inside.Add(together)
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		inside.Done()
		inside.Wait() // returns only if all are in flight at once
		_, _ = io.WriteString(w, `{"id":"1"}`)
	})
	c := s.client(t)
	var wait sync.WaitGroup
	for i := range together {
		wait.Go(func() {
			if _, err := c.EditOriginal(t.Context(), &Interaction{
				ID: fmt.Sprint(i), AppID: "2",
				Token: "t",
			}, Message{}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

func TestSendingStopsWhenTooMuchIsRefused(t *testing.T) {
	s := newServer(t, reply(403, `{"code":50013,"message":"Missing Permissions"}`))
	now := noon
	c, err := NewClient(Options{
		Token: secretToken, APIURL: s.URL + "/api",
		Now: func() time.Time { return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	for range refusalMinute - 1 {
		c.refused.add(now)
	}
	err = c.Respond(t.Context(), someone, Response{DeferUpdate: true})
	if !hasCode(err, 50013) {
		t.Fatalf("got %v, want Discord's answer", err)
	}
	err = c.Respond(t.Context(), someone, Response{DeferUpdate: true})
	if !errors.Is(err, ErrStopped) || !IsTemporary(err) || len(s.seen) != 1 {
		t.Fatalf("got %v after %d requests, want ErrStopped after 1", err, len(s.seen))
	}
	now = now.Add(time.Minute)
	if err = c.Respond(t.Context(), someone, Response{DeferUpdate: true}); !hasCode(err, 50013) {
		t.Errorf("got %v, want Discord's answer again after a minute", err)
	}
}

func TestTooManyRefusalsInTenMinutesStopSending(t *testing.T) {
	now := noon
	r := &window{now: func() time.Time { return now }, span: refusalWindow}
	total := 0
	for range 100 {
		for !tooMany(r) && r.within(time.Minute) < refusalMinute-1 { // never enough within one minute
			r.add(now)
			total++
		}
		if tooMany(r) {
			break
		}
		for range 20 { // those under way do not wait
			r.add(now)
			total++
		}
		now = now.Add(time.Minute + time.Second)
	}
	if got := r.count(); !tooMany(r) || got > refusalLimit {
		t.Errorf("after %d refusals, %d of them within ten minutes, sending goes on, or more "+
			"than %d came through", total, got, refusalLimit)
	}
	now = now.Add(refusalWindow)
	if tooMany(r) {
		t.Error("sending has stopped for good")
	}
}

func TestSharedRateLimitsDoNotCountAsRefusals(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-RateLimit-Scope", map[bool]string{
			true:  "shared",
			false: "user",
		}[strings.Contains(r.URL.Path, "/2/")])
		w.WriteHeader(429)
	})
	c := s.client(t)
	_ = c.Respond(t.Context(), &Interaction{ID: "2", Token: "t"}, Response{DeferUpdate: true})
	if got := c.refused.count(); got != 0 {
		t.Errorf("%d refusals, want 0", got)
	}
	_ = c.Respond(t.Context(), &Interaction{ID: "3", Token: "t"}, Response{DeferUpdate: true})
	if got := c.refused.count(); got != 1 {
		t.Errorf("%d refusals, want 1", got)
	}
}

func TestMalformedHeadersDoNotFailARequest(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		for _, h := range []string{
			"X-RateLimit-Remaining", "X-RateLimit-Reset",
			"X-RateLimit-Reset-After", "Date",
		} {
			w.Header().Set(h, "soon")
		}
		_, _ = io.WriteString(w, `{"id":"1"}`)
	})
	if _, err := s.client(t).Send(t.Context(), "9", Message{Content: "x"}); err != nil {
		t.Error(err)
	}
}

func TestAnAbsurdRateLimitHoldsItsLaneForMinutesOnly(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "1e12")
		w.Header().Set("X-RateLimit-Global", "true")
		w.WriteHeader(429)
	})
	c := s.client(t)
	for range 2 { // the second is held back before it is sent
		_, err := c.Send(t.Context(), "9", Message{Content: "x"})
		if e, ok := errors.AsType[*Error](err); !ok || e.RetryAfter <= 0 || e.RetryAfter > maxRetryAfter {
			t.Errorf("got %v, want to be asked to come again within %v", err, maxRetryAfter)
		}
	}
	if len(s.seen) != 1 {
		t.Errorf("%d requests, want 1", len(s.seen))
	}
}
