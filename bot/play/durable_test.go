package play_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/storage"
)

// witness is a store that notes what the bot asks of it.
type witness struct {
	storage.Store
	enqueued int // messages that came without the change that they tell of
	forgot   func(before time.Time)
}

func (w *witness) Enqueue(ctx context.Context, out []storage.Message) error {
	w.enqueued += len(out)
	return w.Store.Enqueue(ctx, out)
}

func (w *witness) Forget(ctx context.Context, before time.Time) error {
	w.forgot(before)
	return w.Store.Forget(ctx, before)
}

func TestMoveAndItsEventsAreCommittedTogether(t *testing.T) {
	s := bottest.New(t)
	w := &witness{Store: s.Store}
	s.Bot = s.NewBot(w, s.API)
	id := s.Playing("Ola", "Bo")
	s.Flush()
	for range 4 { // two setup choices, then a turn of two cards
		s.Move(id, bottest.FirstLegal)
		due, err := s.Store.Due(t.Context(), s.Clock, 99)
		s.Must(err)
		ply := s.Game(id).Ply
		if !slices.ContainsFunc(due, func(m storage.Message) bool {
			return m.Game == id &&
				m.Ply == ply
		}) {
			t.Errorf("no message tells of ply %d", ply)
		}
		s.Flush()
	}
	if w.enqueued != 0 {
		t.Errorf("%d messages came apart from the moves that they tell of: a crash between the "+
			"two would lose them", w.enqueued)
	}
}

func TestAnswersAreKeptAsLongAsDiscordRepeatsInteractions(t *testing.T) {
	s := bottest.New(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w := &witness{Store: s.Store, forgot: func(before time.Time) {
		if kept := s.Clock.Sub(before); kept < 15*time.Minute {
			t.Errorf("answers are kept for %v, Discord repeats an interaction for 15 minutes", kept)
		}
		stop()
	}}
	if err := s.NewBot(w, s.API).Run(ctx); err != nil && ctx.Err() == nil {
		t.Error(err)
	}
}
