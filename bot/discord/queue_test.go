package discord

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAFullQueueRefusesInsteadOfBlocking(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		busy, full := make(chan struct{}), make(chan struct{})
		g := newGateway(t, func(p *peer, _ int) {
			p.welcome()
			for n := range workers {
				p.interaction(strconv.Itoa(1000+n), "runs")
			}
			<-busy
			for n := range queued {
				p.interaction(strconv.Itoa(2000+n), "waits")
			}
			close(full)
			p.interaction("3000", "is refused")
			p.stay()
		})
		release, handled := make(chan struct{}), make(chan string, workers+queued)
		o := g.options()
		o.Busy = func(*Interaction) string { return "All hands are busy." }
		o.Handler = func(_ context.Context, ix *Interaction) {
			<-release
			handled <- ix.CustomID
		}
		connect(t, o)
		synctest.Wait() // all workers are busy
		close(busy)
		<-full
		receive(t, g.answered, "refusal")
		close(release)
		for range workers + queued {
			if got := receive(t, handled, "an interaction"); got == "is refused" {
				t.Error("what was refused was handled")
			}
		}
		want := meaning(t, `{"type":4,"data":{"content":"All hands are busy.",
			"allowed_mentions":{"parse":[],"replied_user":false},"flags":64}}`)
		if len(g.callbacks) != 1 {
			t.Fatalf("got %q, want one answer", g.callbacks)
		}
		if diff := cmp.Diff(want, meaning(t, g.callbacks[0])); diff != "" {
			t.Error(diff)
		}
	})
}

// dated answers every request with a Discord whose clock is behind ours.
type dated struct {
	now    func() time.Time
	behind time.Duration
}

// RoundTrip implements http.RoundTripper.
func (d dated) RoundTrip(req *http.Request) (*http.Response, error) {
	date := d.now().Add(-d.behind).UTC().Format(http.TimeFormat)
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Date": {date}}, Request: req,
		Body: io.NopCloser(strings.NewReader(`{}`)),
	}, nil
}

// sorter is a queue whose clock says now. It is known to be ahead of Discord's by a while, and
// found to be by another. ran and dropped fill.
func sorter(t *testing.T, now time.Time, known, found time.Duration) (
	q *queue, ran, dropped *[]string,
) {
	t.Helper()
	ran, dropped = new([]string), new([]string)
	clock := func() time.Time { return now }
	c, err := NewClient(Options{
		Token: secretToken, Now: clock, Transport: dated{clock, found},
		Handler: func(_ context.Context, ix *Interaction) { *ran = append(*ran, ix.CustomID) },
		Dropped: func(why string) { *dropped = append(*dropped, why) },
	})
	if err != nil {
		t.Fatal(err)
	}
	c.skew.Store(&known)
	q = newQueue(c)
	t.Cleanup(q.close)
	return q, ran, dropped
}

// sent is an interaction that Discord has sent at a moment.
func sent(at time.Time, customID string) *Interaction {
	return &Interaction{ID: snowflake(at), CustomID: customID}
}

// snowflake is an ID that Discord gave out at a moment.
func snowflake(at time.Time) string {
	return strconv.FormatInt((at.UnixMilli()-snowflakeEpoch)<<22, 10)
}

func TestASessionIsIdleOnceAllIsDone(t *testing.T) {
	q, _, _ := sorter(t, noon, 0, 0)
	s := &Session{queue: q}
	was, done := make(chan bool, 1), make(chan struct{})
	q.opts.Handler = func(context.Context, *Interaction) { was <- s.Idle(); close(done) }
	idle := s.Idle()
	q.put(job{ix: sent(noon, "a")})
	<-done
	q.close()
	q.workers.Wait()
	if at := <-was; !idle || at || !s.Idle() {
		t.Errorf("idle before %v, meanwhile %v, afterwards %v", idle, at, s.Idle())
	}
}

func TestAnInteractionThatWaitedTooLongIsDropped(t *testing.T) {
	q, ran, _ := sorter(t, noon, 0, 0)
	q.run(job{
		ix:    &Interaction{ID: "1", CustomID: "late"},
		since: noon.Add(-lateAfter - time.Millisecond),
	})
	q.run(job{ix: &Interaction{ID: "2", CustomID: "in time"}, since: noon.Add(-lateAfter)})
	if want := []string{"in time"}; !slices.Equal(*ran, want) {
		t.Errorf("ran %q, want only what was in time", *ran)
	}
}

func TestSettingTheClockDoesNotAgeInteractions(t *testing.T) {
	now := noon.Add(time.Hour) // it was right when Discord answered last
	q, ran, _ := sorter(t, now, 0, time.Hour)
	for _, ago := range []time.Duration{time.Second, time.Minute} {
		q.run(job{ix: sent(noon.Add(-ago), ago.String()), since: now})
	}
	if want := []string{"1s"}; !slices.Equal(*ran, want) {
		t.Errorf("handled what was sent %q ago, want %q", *ran, want)
	}
}

func TestInteractionThatDiscordGaveUpIsDropped(t *testing.T) {
	for name, lead := range map[string]time.Duration{
		"a clock that is right": 0, "a clock that is ahead": time.Hour,
		"a clock that is behind": -time.Hour,
	} {
		t.Run(name, func(t *testing.T) {
			now := noon.Add(lead)
			q, ran, dropped := sorter(t, now, lead, lead)
			for _, ago := range []time.Duration{time.Minute, 4 * time.Second, time.Second, -time.Second} {
				q.run(job{ix: sent(noon.Add(-ago), ago.String()), since: now})
			}
			if want := []string{"1s", "-1s"}; !slices.Equal(*ran, want) {
				t.Errorf("handled what was sent %q ago, want %q", *ran, want)
			}
			if want := []string{"late", "late"}; !slices.Equal(*dropped, want) {
				t.Errorf("dropped %q, want %q", *dropped, want)
			}
		})
	}
}

func TestInteractionsSentToAFrozenProcessAreDropped(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		now := func() time.Time { return noon }
		g := newGateway(t, func(p *peer, _ int) {
			p.welcome()
			p.interaction(snowflake(noon.Add(-10*time.Second)), "late")
			p.interaction(snowflake(noon), "in time")
			p.stay()
		})
		handled := make(chan string, 2)
		o := g.options()
		o.Now = now
		o.Handler = func(_ context.Context, ix *Interaction) { handled <- ix.CustomID }
		connect(t, o)
		if got := receive(t, handled, "an interaction"); got != "in time" {
			t.Errorf("handled first what was sent %q", got)
		}
		if synctest.Wait(); len(handled) > 0 {
			t.Errorf("handled what was sent %q", <-handled)
		}
	})
}

func TestCloseWaitsForHandlersWhichCanStillAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		left := make(chan struct{})
		g := newGateway(t, func(p *peer, _ int) {
			p.welcome()
			p.interaction("100", "x")
			p.stay()
			close(left)
		})
		started, release := make(chan *Interaction), make(chan error)
		o := g.options()
		o.Handler = func(_ context.Context, ix *Interaction) {
			started <- ix
			<-release
			started <- ix
		}
		s, err := Connect(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		ix := receive(t, started, "handler")
		closed := make(chan error, 1)
		go func() { closed <- s.Close(context.Background()) }()
		receive(t, left, "begin of closing")
		if err := s.Respond(t.Context(), ix, Response{DeferUpdate: true}); err != nil {
			t.Errorf("answer while closing: %v", err)
		}
		release <- nil
		receive(t, started, "end of the handler")
		if err := receive(t, closed, "end of closing"); err != nil {
			t.Error(err)
		}
	})
}

func TestCloseCancelsHandlersThatTakeTooLong(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		g := newGateway(t, func(p *peer, _ int) {
			p.welcome()
			p.interaction("100", "x")
			p.stay()
		})
		started, cancelled := make(chan bool, 1), make(chan bool, 1)
		o := g.options()
		o.Handler = func(ctx context.Context, _ *Interaction) {
			started <- true
			<-ctx.Done()
			cancelled <- true
		}
		s, err := Connect(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		receive(t, started, "handler")
		short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if err := s.Close(short); err == nil || !strings.Contains(err.Error(), "running handlers") {
			t.Errorf("got %v, want to hear of the handler", err)
		}
		receive(t, cancelled, "end of the handler's context")
	})
}
