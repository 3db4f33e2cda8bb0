package handlers

import (
	"context"
	"errors"
	"slices"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// shelf is a store of a few games.
type shelf []match.Game

func (s shelf) Game(_ context.Context, id match.GameID) (match.Game, error) {
	for _, g := range s {
		if g.ID == id {
			return g, nil
		}
	}
	return match.Game{}, storage.ErrNotFound
}

func (s shelf) GamesOf(_ context.Context, user match.UserID, states ...match.State) ([]match.Game,
	error,
) {
	return s.with(func(g match.Game) bool {
		return g.SeatOf(user) != engine.Public && slices.Contains(states, g.State)
	}), nil
}

func (s shelf) GamesAwaiting(_ context.Context, user match.UserID) ([]match.Game, error) {
	return s.with(func(g match.Game) bool { return g.WaitsFor(user) }), nil
}

func (s shelf) GamesAt(_ context.Context, channel match.ChannelID) ([]match.Game, error) {
	return s.with(func(g match.Game) bool { return g.Channel == channel || g.Thread == channel }), nil
}

func (s shelf) OpenGamesOn(_ context.Context, server match.ServerID) ([]match.Game, error) {
	return s.with(func(g match.Game) bool { return g.Guild == server }), nil
}

func (s shelf) with(fits func(match.Game) bool) (list []match.Game) {
	for _, g := range s {
		if fits(g) {
			list = append(list, g)
		}
	}
	return list
}

// noTables loads no game: what is listed of it then is what its row says.
type noTables struct{}

func (noTables) Table(context.Context, match.GameID) (*play.Table, error) {
	return nil, storage.ErrDamaged
}

// game is a game on the server "guild" with people in its seats.
func game(id match.GameID, state match.State, thread match.ChannelID,
	people ...match.UserID,
) match.Game {
	g := match.Game{
		ID: id, State: state, Title: "amsterdam", Guild: "guild", Channel: "lobbies",
		Thread: thread, Host: people[0],
	}
	if state == match.Lobby {
		g.Channel = thread
	} else {
		g.Seed = engine.Seed{1}
	}
	for _, user := range people {
		g.Seats = append(g.Seats, match.Seat{User: user, Name: string(user)})
	}
	return g
}

func lookFor(t *testing.T, store shelf, in *discord.Interaction) (match.GameID, string) {
	t.Helper()
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := &Finder{store, message.NewAtlas(nil, titles.All(), nil), noTables{}}
	g, err := h.Find(t.Context(), &route.Request{Interaction: in, Texts: catalog.Texts("en")})
	if problem, ok := errors.AsType[*route.Problem](err); ok {
		return "", problem.ID
	}
	if err != nil {
		t.Fatal(err)
	}
	return g.ID, ""
}

func TestACommandFindsItsGame(t *testing.T) {
	running, other := game("aaaa", match.Running, "table", "ola", "jan"), game("bbbb", match.Running,
		"elsewhere", "ola", "ewa")
	waiting := other
	waiting.ToMove = []match.UserID{"ola"}
	strangers := game("cccc", match.Running, "far", "x", "y")
	strangers.Guild = "another"
	lobby := game("dddd", match.Lobby, "table", "jan")
	for name, c := range map[string]struct {
		store   shelf
		command string
		at      match.ChannelID
		named   string
		want    match.GameID
		problem string
	}{
		"the one that is named": {
			shelf{running, other},
			"draw", "table", " BBBB ",
			"bbbb", "",
		},
		"the one at this table": {
			shelf{running, waiting},
			"draw", "table", "", "aaaa",
			"",
		},
		"elsewhere, the one that waits": {
			shelf{running, waiting},
			"draw", "dm", "", "bbbb",
			"",
		},
		"elsewhere, the only one": {shelf{running}, "draw", "dm", "", "aaaa", ""},
		"none of several": {
			shelf{running, other},
			"draw", "dm", "", "",
			"which-game",
		},
		"none at all":                 {shelf{strangers}, "draw", "dm", "", "", "no-games"},
		"a move is not about a lobby": {shelf{lobby, other}, "draw", "table", "", "bbbb", ""},
		"joining is about the lobby": {
			shelf{lobby, other},
			"game join", "table", "",
			"dddd", "",
		},
		"a strangers' game elsewhere is unknown": {
			shelf{strangers},
			"board", "dm", "cccc", "",
			"game-unknown",
		},
		"what is no name of a game is not sought": {nil, "board", "dm", "../etc", "", "game-unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			command := []string{c.command}
			if c.command == "game join" {
				command = []string{"game", "join"}
			}
			got, problem := lookFor(t, c.store, &discord.Interaction{
				User: discord.User{ID: "ola"}, Guild: "guild", Channel: c.at, Command: command,
				Options: []discord.Option{{Name: "game", Value: c.named}},
			})
			if got != c.want || problem != c.problem {
				t.Errorf("got %q, %q; want %q, %q", got, problem, c.want, c.problem)
			}
		})
	}
}

func TestSuggestedGamesFitTheCommand(t *testing.T) {
	waiting := game("aaaa", match.Running, "one", "ola", "jan")
	waiting.ToMove = []match.UserID{"ola"}
	store := shelf{
		game("bbbb", match.Running, "two", "ola", "ewa"), waiting,
		game("cccc", match.Lobby, "three", "ola"),
	}
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := &Finder{store, message.NewAtlas(nil, titles.All(), nil), noTables{}}
	for command, want := range map[string][]string{"draw": {"aaaa", "bbbb"}, "start": {"cccc"}} {
		path := []string{command}
		if command == "start" {
			path = []string{"game", "start"}
		}
		reply, err := h.Suggest(t.Context(), &route.Request{
			Interaction: &discord.Interaction{
				User: discord.User{ID: "ola"}, Command: path,
				Options: []discord.Option{{Name: "game", Focused: true}},
			},
			Texts: catalog.Texts("en"),
		})
		var got []string
		for _, choice := range reply.Choices {
			got = append(got, choice.Value)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v; want %v", command, got, err, want)
		}
	}
}

func TestGamesOfAServerAreSuggestedOnlyToManagers(t *testing.T) {
	timed := game("aaaa", match.Running, "table", "jan", "ewa")
	timed.Pace = match.Paces()[0].ID
	store := shelf{timed}
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := &Finder{store, message.NewAtlas(nil, titles.All(), nil), noTables{}}
	for _, command := range []string{"end", "pardon"} {
		for _, c := range []struct {
			rights discord.Permissions
			want   int
		}{{0, 0}, {discord.PermManageGuild, 1}, {discord.PermAdministrator, 1}} {
			reply, err := h.Suggest(t.Context(), &route.Request{
				Interaction: &discord.Interaction{
					User: discord.User{ID: "ola"}, Guild: "guild", Rights: c.rights,
					Command: []string{"admin", command},
					Options: []discord.Option{{Name: "game", Focused: true}},
				},
				Texts: catalog.Texts("en"),
			})
			if err != nil || len(reply.Choices) != c.want {
				t.Errorf("/admin %s with the rights %b: got %v, %v; want %d games",
					command, c.rights, reply.Choices, err, c.want)
			}
		}
	}
}
