package plan

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// shelf has plans that are ready, and notes when the games of which are loaded.
type shelf struct {
	Store
	Games
	mu     sync.Mutex
	ready  []match.Plan
	looked []time.Time
	stays  bool // a plan cannot be removed
}

func (s *shelf) ReadyPlans(_ context.Context, n int) ([]match.Plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ready[:min(n, len(s.ready))], nil
}

func (s *shelf) Table(context.Context, match.GameID) (*play.Table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looked = append(s.looked, time.Now())
	return nil, errors.New("damaged")
}

func (s *shelf) Plan(context.Context, match.GameID, engine.Seat) (match.Plan, error) {
	if s.stays {
		return match.Plan{}, errors.New("ill")
	}
	return match.Plan{}, nil
}

func (s *shelf) EndPlan(context.Context, match.Plan, []storage.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready = nil
	return nil
}

// run runs plans of a shelf for a while.
func run(t *testing.T, s *shelf, during func(*Runner)) {
	t.Helper()
	k := NewRunner(Options{
		Store: s, Games: s, Log: slog.New(slog.DiscardHandler), Now: time.Now, Tell: func() {},
		After: func(d time.Duration) (<-chan time.Time, func()) {
			timer := time.NewTimer(d)
			return timer.C, func() { timer.Stop() }
		},
	})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { k.Run(ctx) })
	synctest.Wait()
	during(k)
	cancel()
	running.Wait()
}

func TestAPlanIsLookedAtSecondsAfterTheBotIsWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{}
		begun := time.Now()
		run(t, s, func(k *Runner) {
			time.Sleep(10 * time.Second)
			s.mu.Lock()
			s.ready = []match.Plan{{Game: "game1", Seat: 1, Rev: 1, Due: time.Now()}}
			s.mu.Unlock()
			k.Wake()
			time.Sleep(30 * time.Second)
		})
		if len(s.looked) == 0 || s.looked[0].Sub(begun) != 10*time.Second+grace || len(s.ready) > 0 {
			t.Errorf("the plan was looked at %v, want once after %v; left are %v", s.looked, 10*time.Second+grace, s.ready)
		}
	})
}

func TestAPlanThatCannotBeRemovedIsNotTriedWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{stays: true, ready: []match.Plan{{Game: "game1", Seat: 1, Rev: 1, Due: time.Now().Add(-time.Hour)}}}
		run(t, s, func(*Runner) { time.Sleep(10 * time.Minute) })
		if n := len(s.looked); n < 2 || n > 20 {
			t.Errorf("the plan was tried %d times in 10 min, want at most twice a minute", n)
		}
	})
}

func TestPlansThatCannotBeRemovedHoldNoOtherUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{stays: true}
		for i := range 2*atOnce + 1 {
			s.ready = append(s.ready, match.Plan{Game: "game1", Seat: engine.Seat(i + 1), Rev: 1, Due: time.Now().Add(-time.Hour)})
		}
		run(t, s, func(*Runner) {})
		if len(s.looked) != len(s.ready) {
			t.Errorf("%d plans were tried, want all %d", len(s.looked), len(s.ready))
		}
	})
}

// What is wrong with a stored plan is logged, and a plan is a secret.
func TestNoErrorQuotesAPlan(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ola", "Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	for _, step := range []string{"secret", "draw 1 of secret", "draw deck; toll secret", "toll 7331"} {
		_, err := read(match.Plan{Game: "game1", Seat: 1, Steps: []string{step}}, v.Lexicon())
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "7331") {
			t.Errorf("%q: got error %v, want one that does not quote it", step, err)
		}
	}
}
