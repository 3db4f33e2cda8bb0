package play_test

import (
	"context"
	"maps"
	"testing"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// counting is a store that counts what is read for moves.
type counting struct {
	storage.Store
	reads map[string]int
}

func (c counting) Game(ctx context.Context, id match.GameID) (match.Game, error) {
	c.reads["game"]++
	return c.Store.Game(ctx, id)
}

func (c counting) Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error) {
	c.reads["moves"]++
	return c.Store.Moves(ctx, id, n)
}

func (c counting) User(ctx context.Context, id match.UserID) (storage.User, error) {
	c.reads["user"]++
	return c.Store.User(ctx, id)
}

func (c counting) Habits(ctx context.Context, user match.UserID) (match.Habits, error) {
	c.reads["habits"]++
	return c.Store.Habits(ctx, user)
}

func (c counting) Answer(ctx context.Context, interaction string) (string, error) {
	c.reads["answer"]++
	return c.Store.Answer(ctx, interaction)
}

func TestAMoveReadsItsGameOnce(t *testing.T) {
	s := bottest.New(t)
	reads := map[string]int{}
	s.Remake(func(o *bot.Options) { o.Store = counting{o.Store, reads} })
	id := s.Playing("Ola", "Bo")
	var first map[string]int // what was read before the first answer
	s.API.Fail = func(c discordtest.Call) error {
		if c.Method == discordtest.Respond {
			first = maps.Clone(reads)
		}
		return nil
	}
	for range 4 { // two turns
		mover := s.Table(id).View(engine.Public).ToMove[0]
		draw := s.Slash(s.Game(id).Seats[mover-1].Name, "draw", "card=deck", "game="+string(id))
		clear(reads)
		s.Handle(draw)
		// the language, whether it is a repetition, the game
		want := map[string]int{"habits": 1, "answer": 1, "game": 1}
		if !maps.Equal(first, want) {
			t.Errorf("read before the answer: %v, want %v", first, want)
		}
		s.Flush()
		if reads["moves"] > 1 {
			t.Errorf("for a move, its panel and all that is told of it the moves were read %d times",
				reads["moves"])
		}
	}
}

// mostTransactions is what a turn of two draws may take, each told at once: two answers, two panels
// that are renewed, the message at the table, whose predecessor loses its buttons, and the next
// player's panel. Some ten of them write: the two moves, and the events of the moves, which are
// read and replaced by the messages that follow. Each typed draw takes two more: whether it was
// typed and not answered before, and that it has been answered. One asks whether the next player
// has planned the turn: then nobody is called.
const mostTransactions = 90

func TestATurnTakesFewTransactions(t *testing.T) {
	s := bottest.New(t)
	counts := map[string]int{}
	s.Store.(interface {
		Observe(f func(operation string) (end func()))
	}).Observe(func(operation string) func() {
		counts[operation]++
		return func() {}
	})
	id := s.Playing("Ola", "Bo")
	for range 6 { // in the first ones people are also taught
		s.Flush()
		clear(counts)
		for range 2 {
			mover := s.Table(id).View(engine.Public).ToMove[0]
			s.Handle(s.Slash(s.Game(id).Seats[mover-1].Name, "draw", "card=deck", "game="+string(id)))
			s.Flush()
		}
	}
	if counts["read"]+counts["write"] > mostTransactions {
		t.Errorf("a turn took %v transactions, want at most %d", counts, mostTransactions)
	}
}
