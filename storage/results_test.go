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

// ends has a game of users on a server end some hours after noon, the first user winning.
func ends(t *testing.T, s storage.Store, id match.GameID, server match.ServerID, hour int,
	users ...match.UserID,
) []match.Result {
	t.Helper()
	g := lobbyOf(id)
	g.Guild, g.Seats = server, nil
	for i, user := range users {
		g.Seats = append(g.Seats, match.Seat{User: user, Name: "N"})
		g.NewTenures = append(g.NewTenures, match.Tenure{
			Seat: engine.Seat(i + 1), User: user, Why: match.Dealt, From: noon,
		})
	}
	g.State = match.Finished
	must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
	var list []match.Result
	for i, user := range users {
		list = append(list, match.Result{
			Game: id, Server: server, Ended: noon.Add(time.Duration(hour) * time.Hour).UTC(),
			Seat: engine.Seat(i + 1), User: user, Account: match.Account{
				Title: "amsterdam", Seats: len(users), Place: i + 1, Points: 40 - i, Rated: true,
				Turns: 15, Own: 14, Late: 1, Kept: 4, Done: 3, Best: 7, Earned: 9,
			},
		})
	}
	must(t, s.ForRatings().EndGame(t.Context(), id, list))
	return list
}

var (
	ever  = time.Unix(0, 0)
	never = noon.AddDate(10, 0, 0)
)

var results = []behaviour{
	{
		"how long finished games took is known by title, pace and people",
		func(t *testing.T, s storage.Store) {
			for i, state := range []match.State{match.Finished, match.Cancelled, match.Finished} {
				id := match.GameID(fmt.Sprintf("game%d", i))
				g := runningOf(id)
				must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
				for ply := range 4 + i {
					must(t, s.Append(t.Context(), id, moveOf(id, ply), goesOn, storage.Origin{}, nil))
				}
				g, err := s.Game(t.Context(), id)
				must(t, err)
				g.State, g.ToMove = state, nil
				must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
			}
			for _, c := range []struct {
				title, pace string
				people      int
				by          time.Time
				want        []time.Duration
			}{
				// and a computer
				{"amsterdam", "daily", 1, never, []time.Duration{3 * time.Hour, 5 * time.Hour}},
				{"amsterdam", "daily", 1, noon.Add(5 * time.Hour), []time.Duration{3 * time.Hour}},
				{"amsterdam", "daily", 2, never, nil},
				{"amsterdam", "brisk", 1, never, nil},
				{"nordic", "daily", 1, never, nil},
			} {
				got, err := s.ForRatings().Lasted(t.Context(), c.title, c.pace, c.people, c.by)
				must(t, err)
				slices.Sort(got)
				equal(t, fmt.Sprint(c), got, c.want)
			}
		},
	},
	{
		"the results of a game are kept once, also for its computers",
		func(t *testing.T, s storage.Store) {
			want := ends(t, s, "game1", "guild", 1, "ola", "", "bo")
			again := ends(t, s, "other", "guild", 1, "ola", "bo")
			for i := range again { // heard twice, and worked out differently
				again[i].Game, again[i].Points = "game1", 99
			}
			must(t, s.ForRatings().EndGame(t.Context(), "game1", again))
			got, err := s.ForRatings().Results(t.Context(), "game1")
			must(t, err)
			equal(t, "the results", got, want)
			none, err := s.ForRatings().Results(t.Context())
			must(t, err)
			equal(t, "the results of no game", len(none), 0)
		},
	},
	{
		"results are found by server, by user and by the time of the end",
		func(t *testing.T, s storage.Store) {
			first := ends(t, s, "game1", "guild", 1, "ola", "bo")
			second := ends(t, s, "game2", "guild", 2, "ola", "cy")
			other := ends(t, s, "game3", "elsewhere", 3, "ola", "bo")
			got, err := s.ForRatings().ResultsOn(t.Context(), "guild", ever, never)
			must(t, err)
			equal(t, "on the server", got, append(first, second...))
			got, err = s.ForRatings().ResultsOn(t.Context(), "guild", first[0].Ended, second[0].Ended)
			must(t, err)
			equal(t, "before the second", got, first)
			got, err = s.ForRatings().ResultsOf(t.Context(), "ola", second[0].Ended)
			must(t, err)
			equal(t, "of a user", got, []match.Result{second[0], other[0]})
			got, err = s.ForRatings().ResultsOf(t.Context(), "", ever)
			must(t, err)
			equal(t, "of nobody", len(got), 0)
			servers, err := s.ForRatings().Leagues(t.Context())
			must(t, err)
			equal(t, "servers", servers, []match.ServerID{"elsewhere", "guild"})
		},
	},
	{
		"finished games are listed of a user, of two, and of a server, the last first",
		func(t *testing.T, s storage.Store) {
			ends(t, s, "game1", "guild", 1, "ola", "bo")
			ends(t, s, "game2", "guild", 2, "ola", "cy")
			ends(t, s, "game3", "guild", 3, "cy", "bo")
			ends(t, s, "game4", "elsewhere", 4, "ola", "bo")
			ends(t, s, "game5", "", 5, "ola", "")
			for _, c := range []struct {
				of      storage.Finished
				skip, n int
				want    string
			}{
				{storage.Finished{User: "ola"}, 0, 10, "game5 game4 game2 game1"},
				{storage.Finished{User: "ola", With: "bo"}, 0, 10, "game4 game1"},
				{storage.Finished{User: "ola", With: "bo", Server: "guild"}, 0, 10, "game1"},
				{storage.Finished{Server: "guild"}, 0, 2, "game3 game2"},
				{storage.Finished{Server: "guild"}, 2, 2, "game1"},
				{storage.Finished{User: "zoe"}, 0, 10, ""},
				{storage.Finished{}, 0, 10, ""},
			} {
				got, err := s.ForRatings().Finished(t.Context(), c.of, c.skip, c.n)
				must(t, err)
				if text := strings.Trim(fmt.Sprint(got), "[]"); text != c.want {
					t.Errorf("%+v: got %s, want %s", c.of, text, c.want)
				}
			}
		},
	},
	{
		"a review is noted by seat, and one that tells no cost is a nought",
		func(t *testing.T, s storage.Store) {
			want := ends(t, s, "game1", "guild", 1, "ola", "bo")
			judged := []match.Judged{
				{}, {Cost: 10, Turn: 9, Before: .2, After: .7},
			}
			must(t, s.ForRatings().JudgeGame(t.Context(), "game1", judged))
			must(t, s.ForRatings().JudgeGame(t.Context(), "unknown", judged))
			for i := range want {
				want[i].Judged = &judged[i]
			}
			got, err := s.ForRatings().Results(t.Context(), "game1")
			must(t, err)
			equal(t, "the results", got, want)
		},
	},
	{
		"ratings replace those of their server, with what is known of their people",
		func(t *testing.T, s storage.Store) {
			ends(t, s, "game1", "guild", 1, "ola", "bo")
			ends(t, s, "game2", "elsewhere", 1, "ola", "bo")
			must(t, s.SaveUser(t.Context(), storage.User{ID: "ola", Name: "Ola"}))
			must(t, s.SaveHabits(t.Context(), match.Habits{User: "ola", Rated: true}))
			numbers := storage.Rated{
				S: .1 + .2, Error: .9, Games: 3, Last: "game1",
			}
			list := []storage.Rating{
				{Server: "guild", User: "bo", Day: "2026-11-22", Rated: storage.Rated{Games: 1}},
				{Server: "guild", User: "ola", Day: "2026-11-22", Rated: numbers},
				{Server: "guild", User: "ola", Title: "asia", Day: "2026-11-22", Rated: numbers},
			}
			must(t, s.ForRatings().SaveRatings(t.Context(), "guild", append(list, list[0], list[1])[2:]))
			must(t, s.ForRatings().SaveRatings(t.Context(), "guild", list))
			must(t, s.ForRatings().SaveRatings(t.Context(), "elsewhere", list[:1]))
			list[1].Name, list[1].TakesPart = "Ola", true
			list[2].Name, list[2].TakesPart = "Ola", true
			got, err := s.ForRatings().Ratings(t.Context(), "guild", "")
			must(t, err)
			equal(t, "the ratings", got, list[:2])
			got, err = s.ForRatings().RatingsOf(t.Context(), "ola")
			must(t, err)
			equal(t, "of a user", got, list[1:])
		},
	},
	{
		"a forgotten user's results stay, as those of one unknown person on each server",
		func(t *testing.T, s storage.Store) {
			ends(t, s, "game1", "guild", 1, "ola", "bo")
			ends(t, s, "game2", "guild", 2, "cy", "ola")
			ends(t, s, "game3", "elsewhere", 3, "ola", "bo")
			rated := []storage.Rating{{Server: "guild", User: "ola", Day: "2026-11-22"}}
			must(t, s.ForRatings().SaveRatings(t.Context(), "guild", rated))
			must(t, s.Erase(t.Context(), "ola", "Former player"))
			must(t, s.ForRatings().SaveRatings(t.Context(), "guild", rated)) // worked out before
			all, err := s.ForRatings().Results(t.Context(), "game1", "game2", "game3")
			must(t, err)
			first, second, third := all[0], all[3], all[4]
			if first.User != second.User || first.User == third.User ||
				!strings.HasPrefix(string(first.User), match.Former+"-") || !first.Rated {
				t.Errorf("got %+v, %+v and %+v", first, second, third)
			}
			for _, of := range []match.UserID{"ola", ""} {
				list, err := s.ForRatings().RatingsOf(t.Context(), of)
				must(t, err)
				equal(t, "ratings of a forgotten user", len(list), 0)
			}
			late := ends(t, s, "game4", "guild", 4, "zoe", "bo")
			must(t, s.Erase(t.Context(), "zoe", "Former player"))
			g := lobbyOf("game5")
			g.State, g.Seats = match.Finished, []match.Seat{{Name: "Former player"}, {User: "bo", Name: "B"}}
			g.NewTenures = []match.Tenure{
				{Seat: 1, User: match.Former, Why: match.Dealt, From: noon},
				{Seat: 2, User: "bo", Why: match.Dealt, From: noon},
			}
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			late[0].Game, late[1].Game = "game5", "game5" // heard of after she was forgotten
			must(t, s.ForRatings().EndGame(t.Context(), "game5", late))
			got, err := s.ForRatings().Results(t.Context(), "game5")
			must(t, err)
			if len(got) != 2 || !match.IsFormer(got[0].User) || got[0].User == match.Former ||
				!got[0].Rated || !got[1].Rated { // a defeat is not escaped by being forgotten
				t.Errorf("got %+v", got)
			}
		},
	},
	{
		"seats of a game are taken out of the ratings, and back in",
		func(t *testing.T, s storage.Store) {
			want := ends(t, s, "game1", "guild", 1, "ola", "", "bo")
			kept := s.ForRatings()
			for _, seats := range [][]engine.Seat{{1, 3}, {3}, nil} {
				must(t, kept.UnrateGame(t.Context(), "game1", seats))
				for i := range want {
					want[i].Removed = slices.Contains(seats, want[i].Seat)
				}
				got, err := kept.Results(t.Context(), "game1")
				must(t, err)
				equal(t, "the results", got, want)
			}
			must(t, kept.UnrateGame(t.Context(), "none", []engine.Seat{1}))
		},
	},
	{
		"results go with their game",
		func(t *testing.T, s storage.Store) {
			ends(t, s, "game1", "guild", 1, "ola", "bo")
			n, err := s.Purge(t.Context(), noon.AddDate(1, 0, 0), "", 10)
			must(t, err)
			left, err := s.ForRatings().ResultsOf(t.Context(), "ola", ever)
			must(t, err)
			if n != 1 || len(left) != 0 {
				t.Errorf("%d games went, left %+v", n, left)
			}
		},
	},
}
