package discord

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAFullQueueRefusesInsteadOfBlocking(t *testing.T) {
	t.Parallel()
	started := make(chan struct{})
	g := newGateway(t, func(p *peer, _ int) {
		p.welcome()
		p.interaction("100", "runs")
		<-started
		p.interaction("101", "waits")
		p.interaction("102", "is refused")
		p.stay()
	})
	release := make(chan struct{})
	var handled sync.WaitGroup
	handled.Add(2)
	o := g.options()
	o.Workers, o.Queue = 1, 1
	o.Busy = func(*Interaction) string { return "All hands are busy." }
	o.Handler = func(_ context.Context, ix *Interaction) {
		if ix.CustomID == "runs" {
			close(started)
		}
		<-release
		handled.Done()
	}
	connect(t, o)
	receive(t, g.answered, "refusal")
	close(release)
	handled.Wait()
	want := `{"type":4,"data":{"content":"All hands are busy.","allowed_mentions":{"parse":[],"replied_user":false},"flags":64}}`
	if len(g.callbacks) != 1 || g.callbacks[0] != want {
		t.Errorf("got %q, want %q", g.callbacks, want)
	}
}

func TestAnInteractionThatWaitedTooLongIsDropped(t *testing.T) {
	now := noon
	ran := []string{}
	q := newQueue(Options{
		Now: func() time.Time { return now }, Handler: func(_ context.Context, ix *Interaction) {
			ran = append(ran, ix.ID)
		},
		HandlerTimeout: time.Minute, Logger: slog.New(slog.DiscardHandler),
		Dropped: func(string) {},
	}, nil, new(skewed))
	q.run(job{ix: &Interaction{ID: "late"}, since: now.Add(-lateAfter - time.Millisecond)})
	q.run(job{ix: &Interaction{ID: "in time"}, since: now.Add(-lateAfter)})
	if len(ran) != 1 || ran[0] != "in time" {
		t.Errorf("ran %q, want only what was in time", ran)
	}
}

// skewed is a clock that is known to be ahead of Discord's, and by how much it is found to be.
type skewed struct{ by, found time.Duration }

func (s *skewed) lead() time.Duration           { return s.by }
func (s *skewed) compareClocks(context.Context) { s.by = s.found }

func TestAClockThatWasSetMakesNoInteractionOld(t *testing.T) {
	now := noon.Add(time.Hour) // it was right when Discord answered last
	var ran []string
	q := newQueue(Options{
		Now:     func() time.Time { return now },
		Handler: func(_ context.Context, ix *Interaction) { ran = append(ran, ix.CustomID) },
		Workers: 1, Queue: 9, HandlerTimeout: time.Minute, Logger: slog.New(slog.DiscardHandler),
		Dropped: func(string) {},
	}, nil, &skewed{found: time.Hour})
	for _, ago := range []time.Duration{time.Second, time.Minute} {
		q.put(job{ix: &Interaction{ID: snowflake(noon.Add(-ago)), CustomID: ago.String()}})
	}
	if err := q.close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []string{"1s"}; !slices.Equal(ran, want) {
		t.Errorf("handled what was sent %q ago, want %q", ran, want)
	}
}

// snowflake is an ID that Discord gave out at a moment.
func snowflake(at time.Time) string {
	return strconv.FormatInt((at.UnixMilli()-1420070400000)<<22, 10)
}

func TestAnInteractionThatDiscordHasGivenUpIsDropped(t *testing.T) {
	for name, lead := range map[string]time.Duration{
		"by a clock that is right": 0, "by one that is ahead": time.Hour,
		"by one that is behind": -time.Hour,
	} {
		t.Run(name, func(t *testing.T) {
			now := noon.Add(lead)
			var ran, dropped []string
			q := newQueue(Options{
				Now:     func() time.Time { return now },
				Handler: func(_ context.Context, ix *Interaction) { ran = append(ran, ix.CustomID) },
				Workers: 1, Queue: 9, HandlerTimeout: time.Minute, Logger: slog.New(slog.DiscardHandler),
				Dropped: func(why string) { dropped = append(dropped, why) },
			}, nil, &skewed{by: lead, found: lead})
			for _, ago := range []time.Duration{time.Minute, 4 * time.Second, time.Second, -time.Second} {
				q.put(job{ix: &Interaction{ID: snowflake(noon.Add(-ago)), CustomID: ago.String()}})
			}
			if err := q.close(t.Context()); err != nil {
				t.Fatal(err)
			}
			if want := []string{"1s", "-1s"}; !slices.Equal(ran, want) {
				t.Errorf("handled what was sent %q ago, want %q", ran, want)
			}
			if want := []string{"late", "late"}; !slices.Equal(dropped, want) {
				t.Errorf("dropped %q, want %q", dropped, want)
			}
		})
	}
}

func TestWhatDiscordSentToAProcessThatStoodStillIsDropped(t *testing.T) {
	t.Parallel()
	handled := make(chan string, 2)
	g := newGateway(t, func(p *peer, _ int) {
		p.welcome()
		p.interaction(snowflake(time.Now().Add(-10*time.Second)), "late")
		p.interaction(snowflake(time.Now()), "in time")
		p.stay()
	})
	o := g.options()
	o.Workers = 1
	o.Handler = func(_ context.Context, ix *Interaction) { handled <- ix.CustomID }
	connect(t, o)
	if got := receive(t, handled, "an interaction"); got != "in time" {
		t.Errorf("handled first what was sent %q", got)
	}
}

func TestCloseWaitsForHandlersWhichCanStillAnswer(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(p *peer, _ int) {
		p.welcome()
		p.interaction("100", "x")
		p.stay()
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
	receive(t, s.queue.closing, "begin of closing")
	if err := s.Respond(t.Context(), ix, Response{DeferUpdate: true}); err != nil {
		t.Errorf("answer while closing: %v", err)
	}
	release <- nil
	receive(t, started, "end of the handler")
	if err := receive(t, closed, "end of closing"); err != nil {
		t.Error(err)
	}
}

func TestCloseCancelsHandlersThatTakeTooLong(t *testing.T) {
	t.Parallel()
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
}
