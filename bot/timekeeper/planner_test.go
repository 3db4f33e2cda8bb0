package timekeeper

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// shelf has plans that are ready, and notes when their games are loaded.
type shelf struct {
	PlanStore
	PlanGames
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

// run runs plans of a shelf for a while; wake tells the planner that a move may have been made.
func run(t *testing.T, s *shelf, during func(wake func())) {
	t.Helper()
	woken := make(chan struct{}, 1)
	k := NewPlanner(PlannerOptions{
		Store: s, Games: s, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Tell: func(match.Game, engine.Seat, match.Outcome) storage.Message {
			return storage.Message{}
		},
		After: func(d time.Duration) (<-chan time.Time, func()) {
			timer := time.NewTimer(d)
			return timer.C, func() { timer.Stop() }
		},
		Woken: woken, Wakes: func() {},
	})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { k.Run(ctx) })
	synctest.Wait()
	during(func() { woken <- struct{}{} })
	cancel()
	running.Wait()
}

func TestPlanRunsSecondsAfterTheBotWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{}
		begun := time.Now()
		run(t, s, func(wake func()) {
			time.Sleep(10 * time.Second)
			s.mu.Lock()
			s.ready = []match.Plan{{Game: "game1", Seat: 1, Rev: 1, Due: time.Now()}}
			s.mu.Unlock()
			wake()
			time.Sleep(30 * time.Second)
		})
		looked := len(s.looked) > 0 && s.looked[0].Sub(begun) == 10*time.Second+grace
		if !looked || len(s.ready) > 0 {
			t.Errorf("the plan was looked at %v, want once after %v; left are %v",
				s.looked, 10*time.Second+grace, s.ready)
		}
	})
}

func TestPlanThatCannotBeRemovedIsNotRetriedForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		due := time.Now().Add(-time.Hour)
		s := &shelf{stays: true, ready: []match.Plan{{Game: "game1", Seat: 1, Rev: 1, Due: due}}}
		run(t, s, func(func()) { time.Sleep(10 * time.Minute) })
		if n := len(s.looked); n < 2 || n > 20 {
			t.Errorf("the plan was tried %d times in 10 min, want at most twice a minute", n)
		}
	})
}

func TestPlansThatCannotBeRemovedBlockNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{stays: true}
		for i := range 2*plansAtOnce + 1 {
			s.ready = append(s.ready, match.Plan{
				Game: "game1", Seat: engine.Seat(i + 1), Rev: 1, Due: time.Now().Add(-time.Hour),
			})
		}
		run(t, s, func(func()) {})
		if len(s.looked) != len(s.ready) {
			t.Errorf("%d plans were tried, want all %d", len(s.looked), len(s.ready))
		}
	})
}
