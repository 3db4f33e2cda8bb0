package storage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

var games = []behaviour{
	{
		"only games that ended long ago are purged, with all their rows",
		func(t *testing.T, s storage.Store) {
			for i, state := range []match.State{
				match.Finished, match.Finished, match.Running,
				match.Cancelled,
			} {
				g := runningOf(match.GameID(fmt.Sprint("game", i)))
				g.Guild = match.ServerID(fmt.Sprint("server", i%2))
				must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
				must(t, s.Append(t.Context(), g.ID, moveOf(g.ID, 0), goesOn, storage.Origin{}, nil))
				post := storage.Post{Game: g.ID, Kind: "board", Channel: match.ChannelID(g.ID), Message: "1"}
				must(t, s.SwapPost(t.Context(), nil, &post))
				ended, err := s.Game(t.Context(), g.ID)
				must(t, err)
				ended.State, ended.Updated = state, noon.Add(time.Duration(i)*time.Hour)
				must(t, s.Update(t.Context(), ended, storage.Origin{}, nil))
			}
			purge := func(before time.Time, server match.ServerID, n, want int, left ...match.GameID) {
				t.Helper()
				got, err := s.Purge(t.Context(), before, server, n)
				must(t, err)
				equal(t, "purged", got, want)
				games, err := s.GamesIn(t.Context())
				must(t, err)
				kept := ids(games)
				slices.Sort(kept)
				equal(t, "left", kept, left)
			}
			purge(noon, "", 9, 0, "game0", "game1", "game2", "game3")
			purge(noon.Add(24*time.Hour), "server0", 9, 1, "game1", "game2", "game3")
			purge(noon.Add(2*time.Hour), "", 9, 1, "game2", "game3")
			purge(noon.Add(24*time.Hour), "", 0, 0, "game2", "game3")
			purge(noon.Add(24*time.Hour), "", 9, 1, "game2")
			_, err := s.Moves(t.Context(), "game0", -1)
			wantError(t, err, storage.ErrNotFound)
			for i, want := range []int{0, 0, 1, 0} {
				posts, err := s.Posts(t.Context(), match.GameID(fmt.Sprint("game", i)))
				must(t, err)
				equal(t, "posts", len(posts), want)
			}
		},
	},
	{"a created game comes back with every field", func(t *testing.T, s storage.Store) {
		want := runningOf("game1")
		want.Rev = 5
		must(t, s.Create(t.Context(), want, storage.Origin{}, nil))
		got, err := s.Game(t.Context(), "game1")
		must(t, err)
		want.Created, want.Updated, want.Head = want.Created.UTC(), want.Updated.UTC(),
			match.FirstLink(want)
		equal(t, "game", got, want)
	}},
	{"empty lists, maps and times come back as the zero value", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), match.Game{
			ID: "game1", State: match.Lobby, Options: map[string]string{}, Invited: []match.UserID{},
			ToMove: []match.UserID{}, Seats: []match.Seat{},
		}, storage.Origin{}, nil))
		got, err := s.Game(t.Context(), "game1")
		must(t, err)
		equal(t, "game", got, match.Game{ID: "game1", State: match.Lobby})
	}},
	{"an unknown game is not found", func(t *testing.T, s storage.Store) {
		_, err := s.Game(t.Context(), "nobody")
		wantError(t, err, storage.ErrNotFound)
		_, err = s.Moves(t.Context(), "nobody", -1)
		wantError(t, err, storage.ErrNotFound)
		wantError(t, s.Update(t.Context(), lobbyOf("nobody"), storage.Origin{}, nil), storage.ErrNotFound)
		wantError(t, s.Append(t.Context(), "nobody", moveOf("nobody", 0), goesOn, storage.Origin{}, nil),
			storage.ErrNotFound)
	}},
	{
		"a second game of the same id exists already and leaves nothing behind",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
			second := runningOf("game1")
			err := s.Create(t.Context(), second, storage.Origin{Interaction: "i", Answer: "a"},
				[]storage.Message{saying("l", "n", noon)})
			wantError(t, err, storage.ErrExists)
			got, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "state", got.State, match.Lobby)
			wantNothingSaid(t, s, "i")
		},
	},
	{
		"a game is not created with moves or a state that there is not",
		func(t *testing.T, s storage.Store) {
			g := runningOf("game1")
			g.Ply = 1
			wantAnyError(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			g = runningOf("game1")
			g.State = "asleep"
			wantAnyError(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			_, err := s.Game(t.Context(), "game1")
			wantError(t, err, storage.ErrNotFound)
		},
	},
	{
		"an update replaces the row, raises its revision and adds its messages",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
			want := runningOf("game1")
			want.Seats = []match.Seat{
				{User: "guest", Name: "Zoë"},
				{User: "host", Name: "Ada"},
				{User: "third", Name: "Ed"},
			}
			want.Options, want.Invited, want.Leaving = nil, nil, nil
			want.Updated = noon.Add(time.Hour).UTC()
			must(t, s.Update(t.Context(), want, storage.Origin{Interaction: "i", Answer: "started"},
				[]storage.Message{saying("l", "n", noon)}))
			want.Rev, want.Created, want.Head = 1, want.Created.UTC(), match.FirstLink(want)
			got, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "game", got, want)
			answer, err := s.Answer(t.Context(), "i")
			must(t, err)
			equal(t, "answer", answer, "started")
			due, err := s.Due(t.Context(), noon, 9)
			must(t, err)
			equal(t, "messages", nonces(due), []string{"n"})
		},
	},
	{
		"an update from an old revision is stale and leaves nothing behind",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
			must(t, s.Update(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
			err := s.Update(t.Context(), runningOf("game1"), storage.Origin{Interaction: "i"},
				[]storage.Message{saying("l", "n", noon)})
			wantError(t, err, storage.ErrStale)
			got, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "revision", got.Rev, 1)
			equal(t, "state", got.State, match.Lobby)
			wantNothingSaid(t, s, "i")
		},
	},
	{"an interaction updates or creates only once", func(t *testing.T, s storage.Store) {
		why := storage.Origin{Interaction: "i", Answer: "first"}
		must(t, s.Create(t.Context(), lobbyOf("game1"), why, nil))
		why.Answer = "second"
		wantError(t, s.Create(t.Context(), lobbyOf("game2"), why, nil), storage.ErrRepeated)
		wantError(t, s.Update(t.Context(), lobbyOf("game1"), why, nil), storage.ErrRepeated)
		answer, err := s.Answer(t.Context(), "i")
		must(t, err)
		equal(t, "answer", answer, "first")
		all, err := s.GamesIn(t.Context())
		must(t, err)
		equal(t, "games", ids(all), []match.GameID{"game1"})
	}},
	{
		"a game whose message cannot be added is neither created nor changed",
		func(t *testing.T, s storage.Store) {
			must(t, s.Enqueue(t.Context(), []storage.Message{saying("l", "taken", noon)}))
			out := []storage.Message{saying("l", "free", noon), saying("l", "taken", noon)}
			wantError(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{Interaction: "i"}, out),
				storage.ErrExists)
			_, err := s.Game(t.Context(), "game1")
			wantError(t, err, storage.ErrNotFound)
			must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{Interaction: "i"}, nil))
			wantError(t, s.Update(t.Context(), runningOf("game1"), storage.Origin{Interaction: "j"}, out),
				storage.ErrExists)
			got, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "state", got.State, match.Lobby)
			_, err = s.Answer(t.Context(), "j")
			wantError(t, err, storage.ErrNotFound)
			equal(t, "due", take(t, s, noon), []string{"taken"})
		},
	},
	{"the setup cannot be changed under its moves", func(t *testing.T, s storage.Store) {
		sum, err := s.SaveMap(t.Context(), []byte("a map"))
		must(t, err)
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
		before, err := s.Game(t.Context(), "game1")
		must(t, err)
		for _, change := range []func(*match.Game){
			func(g *match.Game) { g.Ply = 0 },
			func(g *match.Game) { g.Ply = 2 },
			func(g *match.Game) { g.Head = match.FirstLink(*g) },
			func(g *match.Game) { g.Seed = engine.Seed{7} },
			func(g *match.Game) { g.Title = "nordic" },
			func(g *match.Game) { g.Version = 2 },
			func(g *match.Game) { g.Map = sum },
			func(g *match.Game) { g.Options = map[string]string{"goods": "off"} },
			func(g *match.Game) { g.Seats = g.Seats[:1] },
		} {
			after := before
			change(&after)
			wantAnyError(t, s.Update(t.Context(), after, storage.Origin{}, nil))
		}
		got, err := s.Game(t.Context(), "game1")
		must(t, err)
		equal(t, "game", got, before)
	}},
	{"no error tells a seed", func(t *testing.T, s storage.Store) {
		g := runningOf("game1")
		must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
		g.Rev, g.Ply, g.Head, g.Seed = 1, 1, moveOf("game1", 0).Head(), engine.Seed{0xab, 31: 0xcd}
		changed := s.Update(t.Context(), g, storage.Origin{}, nil)
		wantAnyError(t, changed)
		again := s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil)
		wantAnyError(t, again)
		text := changed.Error() + again.Error()
		for _, secret := range []string{
			g.Seed.Reveal(), runningOf("game1").Seed.Reveal(), "171 0",
			"1 2 0",
		} {
			equal(t, "seed "+secret+" is in the error", strings.Contains(text, secret), false)
		}
	}},
	{
		"a user's games are those they host or sit in, last changed first",
		func(t *testing.T, s storage.Store) {
			create := func(id match.GameID, state match.State, host match.UserID, changed int,
				users ...match.UserID,
			) {
				g := runningOf(id)
				g.State, g.Host, g.Seats, g.Updated = state, host, nil,
					noon.Add(time.Duration(changed)*time.Second)
				for _, u := range users {
					g.Seats = append(g.Seats, match.Seat{User: u, Name: "the same"})
				}
				must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			}
			create("sits", match.Running, "x", 2, "x", "me")
			create("hosts", match.Lobby, "me", 3, "x")
			create("both", match.Running, "me", 4, "me", "x")
			create("neither", match.Running, "x", 5, "x", "y")
			create("over", match.Finished, "me", 1, "me")
			for _, c := range []struct {
				states []match.State
				want   []match.GameID
			}{
				{nil, []match.GameID{"both", "hosts", "sits", "over"}},
				{[]match.State{match.Running}, []match.GameID{"both", "sits"}},
				{[]match.State{match.Lobby, match.Finished}, []match.GameID{"hosts", "over"}},
				{[]match.State{match.Cancelled}, []match.GameID{}},
			} {
				got, err := s.GamesOf(t.Context(), "me", c.states...)
				must(t, err)
				equal(t, "games", ids(got), c.want)
			}
			got, err := s.GamesOf(t.Context(), "me", match.Running)
			must(t, err)
			equal(t, "seats", got[0].Seats, []match.Seat{
				{User: "me", Name: "the same"},
				{User: "x", Name: "the same"},
			})
			equal(t, "seats", got[1].Seats, []match.Seat{
				{User: "x", Name: "the same"},
				{User: "me", Name: "the same"},
			})
		},
	},
	{
		"running games wait for those who are to move, last changed first",
		func(t *testing.T, s storage.Store) {
			create := func(id match.GameID, state match.State, changed int, toMove ...match.UserID) {
				g := runningOf(id)
				g.State, g.Seats, g.ToMove = state, []match.Seat{{User: "1"}, {User: "12"}}, toMove
				g.Updated = noon.Add(time.Duration(changed) * time.Second)
				must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			}
			create("mine", match.Running, 1, "1")
			create("ours", match.Running, 2, "12", "1")
			create("others", match.Running, 3, "12")
			create("over", match.Finished, 4, "1")
			for user, want := range map[match.UserID][]match.GameID{
				"1": {"ours", "mine"}, "12": {"others", "ours"}, "2": {},
			} {
				got, err := s.GamesAwaiting(t.Context(), user)
				must(t, err)
				equal(t, "games that wait for "+string(user), ids(got), want)
			}
		},
	},
	{
		"a game is at its thread, in the lobby at its channel, and never at nowhere",
		func(t *testing.T, s storage.Store) {
			create := func(id match.GameID, state match.State, channel, thread match.ChannelID,
				created int,
			) {
				g := runningOf(id)
				g.State, g.Channel, g.Thread, g.Created = state, channel, thread,
					noon.Add(time.Duration(created)*time.Second)
				must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			}
			create("waits2", match.Lobby, "hall", "", 2)
			create("waits1", match.Lobby, "hall", "", 1)
			create("plays", match.Running, "hall", "thread", 3)
			create("homeless", match.Running, "hall", "", 4)
			create("nowhere", match.Lobby, "", "", 5)
			for channel, want := range map[match.ChannelID][]match.GameID{
				"hall": {"waits1", "waits2"}, "thread": {"plays"}, "": {}, "elsewhere": {},
			} {
				got, err := s.GamesAt(t.Context(), channel)
				must(t, err)
				equal(t, "games at "+string(channel), ids(got), want)
			}
		},
	},
	{
		"open games are under their server, channel and thread, and never under nowhere",
		func(t *testing.T, s storage.Store) {
			create := func(id match.GameID, state match.State, guild match.ServerID, channel,
				thread match.ChannelID, created int,
			) {
				g := runningOf(id)
				g.State, g.Guild, g.Channel, g.Thread = state, guild, channel, thread
				g.Created = noon.Add(time.Duration(created) * time.Second)
				must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			}
			create("waits", match.Lobby, "town", "hall", "", 2)
			create("plays", match.Running, "town", "hall", "thread", 1)
			create("homeless", match.Running, "town", "room", "", 3)
			create("over", match.Finished, "town", "hall", "thread", 4)
			create("stopped", match.Cancelled, "town", "hall", "", 5)
			create("nowhere", match.Running, "", "", "", 6)
			for server, want := range map[match.ServerID][]match.GameID{"town": {
				"plays", "waits",
				"homeless",
			}, "": {}, "elsewhere": {}} {
				got, err := s.OpenGamesOn(t.Context(), server)
				must(t, err)
				equal(t, "open games on "+string(server), ids(got), want)
			}
			for channel, want := range map[match.ChannelID][]match.GameID{
				"hall":   {"plays", "waits"},
				"thread": {"plays"}, "": {}, "elsewhere": {},
			} {
				got, err := s.OpenGamesUnder(t.Context(), channel)
				must(t, err)
				equal(t, "open games under "+string(channel), ids(got), want)
			}
		},
	},
	{"games in a state come oldest first", func(t *testing.T, s storage.Store) {
		for id, age := range map[match.GameID]int{"new1": 1, "old1": 3, "mid1": 2} {
			g := runningOf(id)
			g.Created = noon.Add(-time.Duration(age) * time.Hour)
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
		}
		must(t, s.Create(t.Context(), lobbyOf("lobby"), storage.Origin{}, nil))
		got, err := s.GamesIn(t.Context(), match.Running, match.Finished)
		must(t, err)
		equal(t, "games", ids(got), []match.GameID{"old1", "mid1", "new1"})
	}},
}

// wantNothingSaid says that a change that failed has left neither an answer nor a message.
func wantNothingSaid(t *testing.T, s storage.Store, interaction string) {
	t.Helper()
	_, err := s.Answer(t.Context(), interaction)
	wantError(t, err, storage.ErrNotFound)
	_, err = s.NextDue(t.Context())
	wantError(t, err, storage.ErrNotFound)
}
