package play_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// killed is a store whose process dies around the creation of a game.
type killed struct {
	storage.Store
	before, after bool
}

var errKilled = errors.New("killed")

func (k *killed) Create(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	if k.before {
		return errKilled
	}
	err := k.Store.Create(ctx, g, why, out)
	if err == nil && k.after {
		err = errKilled
	}
	return err
}

// arranged is a table for three people and a computer, in this order.
func arranged(t *testing.T, s *bottest.Stage, names ...string) play.Arranged {
	t.Helper()
	title, _ := titles.Find("nordic")
	g := match.NewGame(title, nil)
	g.ID, g.Guild, g.Channel, g.Locale = "arrgd", bottest.Guild, bottest.Channel, "en"
	g.Pace, g.Of = match.DefaultPace, "find/1"
	wanted := play.Arranged{Row: g, Seed: engine.Seed{7}}
	for _, name := range names {
		user := bottest.Person(name)
		s.Must(s.Store.SaveUser(t.Context(), storage.User{ID: user.ID, Name: name}))
		wanted.Users = append(wanted.Users, user.ID)
	}
	return wanted
}

func TestAnArrangedTableIsOpenedOnceWhateverIsKilled(t *testing.T) {
	s := bottest.New(t)
	wanted := arranged(t, s, "Ola", "Bo")
	wanted.Users = append(wanted.Users, "")
	for _, k := range []*killed{{Store: s.Store, before: true}, {Store: s.Store, after: true}} {
		dying := s.NewBot(k, s.API)
		if _, err := dying.Games().Arrange(t.Context(), wanted, s.Clock); !errors.Is(err, errKilled) {
			t.Fatalf("got %v, want the process killed", err)
		}
	}
	for range 2 {
		g, err := s.Bot.Games().Arrange(t.Context(), wanted, s.Clock)
		if err != nil || g.State != match.Running || len(g.Seats) != 3 ||
			g.SeatOf(g.Host) == engine.Public {
			t.Fatalf("got %+v, %v", g, err)
		}
	}
	s.Flush()
	if g := s.Game("arrgd"); g.Thread == "" {
		t.Error("the game has no table")
	}
	for _, name := range []string{"Ola", "Bo"} {
		if told := s.DM(name); len(told) != 1 {
			t.Errorf("%s was called %d times, want once", name, len(told))
		}
	}
	if n := len(s.API.Calls(discordtest.StartThread)); n != 1 {
		t.Errorf("%d threads were opened", n)
	}
	wanted.Row.Of = "find/2"
	if _, err := s.Bot.Games().Arrange(t.Context(), wanted, s.Clock); !errors.Is(err,
		storage.ErrExists) {
		t.Errorf("got %v for an ID that another table has", err)
	}
}

func TestAnOrderThatWasDrawnBeforeIsKept(t *testing.T) {
	s := bottest.New(t)
	names := []string{"Dan", "Ola", "Cy", "Bo"}
	wanted := arranged(t, s, names...)
	wanted.InOrder = true
	title, _ := titles.Find("asia")
	wanted.Row.Title, wanted.Row.Version, wanted.Row.Options = "asia", title.Version(), nil
	g, err := s.Bot.Games().Arrange(t.Context(), wanted, s.Clock)
	s.Must(err)
	if got := match.Names(g.Seats); !slices.Equal(got, names) {
		t.Errorf("got %v, want %v", got, names)
	}
}
