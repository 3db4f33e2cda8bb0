package storage_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

var people = []behaviour{
	{"a user is not found until saved, and then replaced", func(t *testing.T, s storage.Store) {
		_, err := s.User(t.Context(), "ada")
		wantError(t, err, storage.ErrNotFound)
		for _, want := range []storage.User{
			{ID: "ada", Name: "Ada <@1>", Locale: "pl", DM: "channel", DMs: storage.DMOpen},
			{ID: "ada", Name: "Ada L.", DMs: storage.DMClosed},
			{ID: "ada"},
		} {
			must(t, s.SaveUser(t.Context(), want))
			got, err := s.User(t.Context(), "ada")
			must(t, err)
			equal(t, "user", got, want)
		}
	}},
	{"a setting is not found until set, and then replaced", func(t *testing.T, s storage.Store) {
		_, err := s.Setting(t.Context(), "commands")
		wantError(t, err, storage.ErrNotFound)
		before := ""
		for _, want := range []string{"hash", ""} {
			must(t, s.SwapSetting(t.Context(), "commands", before, want))
			got, err := s.Setting(t.Context(), "commands")
			must(t, err)
			equal(t, "setting", got, want)
			before = want
		}
	}},
	{"a setting is swapped only by who knows what it is", func(t *testing.T, s storage.Store) {
		must(t, s.SwapSetting(t.Context(), "guild/1", "", "a"))
		wantError(t, s.SwapSetting(t.Context(), "guild/1", "", "b"), storage.ErrStale)
		wantError(t, s.SwapSetting(t.Context(), "guild/2", "a", "b"), storage.ErrStale)
		must(t, s.SwapSetting(t.Context(), "guild/1", "a", "c"))
		got, err := s.Setting(t.Context(), "guild/1")
		must(t, err)
		equal(t, "setting", got, "c")
		_, err = s.Setting(t.Context(), "guild/2")
		wantError(t, err, storage.ErrNotFound)
	}},
	{
		"habits are empty until saved, and replaced only by who knows them",
		func(t *testing.T, s storage.Store) {
			got, err := s.Habits(t.Context(), "ada")
			must(t, err)
			equal(t, "habits", got, match.Habits{User: "ada"})
			want := match.Habits{
				User: "ada", Language: "pl", Zone: "Europe/Warsaw", Quiet: 1320, Until: 420, Thread: true,
				Switched: 5,
				Hushed:   noon.UTC(), QuietFrom: noon.Add(time.Hour).UTC(), HeadsUp: true, Digest: true,
				DigestAt: 480, DigestDue: noon.Add(time.Minute).UTC(),
				Unaided: true, Drawn: "Ada <@1>",
				Framed:    map[string]match.Pictures{"world": match.Wide},
				Lessons:   match.Lessons{Off: true, Told: []match.Lesson{{ID: "turn", Game: "game0", Ply: 3}}},
				Vacations: []match.Span{{From: noon.UTC(), Until: noon.AddDate(0, 0, 7).UTC()}},
			}
			must(t, s.SaveHabits(t.Context(), want))
			wantError(t, s.SaveHabits(t.Context(), match.Habits{User: "ada"}), storage.ErrStale)
			want.Rev++
			got, err = s.Habits(t.Context(), "ada")
			must(t, err)
			equal(t, "habits", got, want)
			must(t, s.SaveHabits(t.Context(), match.Habits{User: "ada", Rev: 1}))
			wantError(t, s.SaveHabits(t.Context(), want), storage.ErrStale)
			got, err = s.Habits(t.Context(), "ada")
			must(t, err)
			equal(t, "habits", got, match.Habits{User: "ada", Rev: 2})
		},
	},
	{
		"digests are due one after the other, the longest due first",
		func(t *testing.T, s storage.Store) {
			for i, user := range []match.UserID{"cy", "bo", "ada"} {
				must(t, s.SaveHabits(t.Context(), match.Habits{
					User: user, Digest: true,
					DigestDue: noon.Add(time.Duration(i) * time.Hour),
				}))
			}
			must(t, s.SaveHabits(t.Context(), match.Habits{User: "di"}))
			got, err := s.Digests(t.Context(), noon.Add(time.Hour), 9)
			must(t, err)
			equal(t, "digests", got, []match.UserID{"cy", "bo"})
			got, err = s.Digests(t.Context(), noon.Add(time.Hour), 1)
			must(t, err)
			equal(t, "digests", got, []match.UserID{"cy"})
			got, err = s.Digests(t.Context(), noon.Add(-time.Microsecond), 9)
			must(t, err)
			equal(t, "digests", len(got), 0)
		},
	},
	{"a user with a seat in an open game is not forgotten", func(t *testing.T, s storage.Store) {
		must(t, s.SaveUser(t.Context(), storage.User{ID: "guest", Name: "Zoë"}))
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
		wantError(t, s.Erase(t.Context(), "guest", "former player"), storage.ErrStale)
		_, err := s.User(t.Context(), "guest")
		must(t, err)
	}},
	{
		"a user who is forgotten leaves the games of the others as they were",
		func(t *testing.T, s storage.Store) {
			must(t, s.SaveUser(t.Context(), storage.User{ID: "guest", Name: "Zoë", DM: "dm"}))
			must(t, s.SaveHabits(t.Context(), match.Habits{User: "guest", Zone: "Europe/Warsaw"}))
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{},
				[]storage.Message{saying("d/guest", "n", noon)}))
			for _, p := range []storage.Post{
				{Game: "game1", Kind: "panel", Channel: "dm", Message: "m"},
				{Game: "game1", Kind: "panel", User: "guest", Channel: "an earlier dm", Message: "m"},
				{Game: "game1", Kind: "board", Called: "host guest", Channel: "c", Message: "m"},
				{Game: "game1", Kind: "knock", Subject: "guest", Channel: "host", Message: "m"},
			} {
				must(t, s.SwapPost(t.Context(), nil, &p))
			}
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0),
				match.RowUpdate{State: match.Finished}, storage.Origin{}, nil))
			before, err := s.Game(t.Context(), "game1")
			must(t, err)
			must(t, s.Erase(t.Context(), "guest", "former player"))
			must(t, s.Erase(t.Context(), "guest", "former player"))
			after, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "seat", after.Seats[1], match.Seat{Name: "former player", Level: "steady"})
			equal(t, "head", after.Head, before.Head)
			if after.Names("guest") {
				t.Errorf("the row still names the user: %+v", after)
			}
			moves, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "moves", len(moves), 1)
			_, err = s.User(t.Context(), "guest")
			wantError(t, err, storage.ErrNotFound)
			habits, err := s.Habits(t.Context(), "guest")
			must(t, err)
			equal(t, "habits", habits, match.Habits{User: "guest"})
			due, err := s.Due(t.Context(), noon, 9)
			must(t, err)
			equal(t, "messages", len(due), 0)
			posts, err := s.Posts(t.Context(), "game1")
			must(t, err)
			equal(t, "posts", posts, []storage.Post{
				{Game: "game1", Kind: "board", Channel: "c", Message: "m"},
				{Game: "game1", Kind: "knock", Channel: "host", Message: "m"},
			})
			games, err := s.GamesOf(t.Context(), "guest")
			must(t, err)
			equal(t, "games", len(games), 0)
		},
	},
	{
		"a user who is forgotten goes from running games in which they have no seat any more",
		func(t *testing.T, s storage.Store) {
			g := runningOf("game1")
			g.NewTenures = []match.Tenure{
				{Seat: 1, User: "host", Why: match.Dealt, From: noon},
				{Seat: 2, User: "guest", Why: match.Dealt, From: noon},
				{Seat: 1, User: "guest", Why: "stand-in", From: noon},
				{Seat: 1, User: "host", Why: "back", From: noon},
				{Seat: 2, Why: "left", From: noon},
			}
			g.Seats = slices.Clone(g.Seats)
			g.Seats[0].StandIn = "guest"
			g.Seats[1].User, g.Seats[1].Automated = "", true
			g.Undoing = match.Undoing{User: "host", Agreed: []match.UserID{"guest", "other"}}
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			must(t, s.Erase(t.Context(), "guest", "former player"))
			after, err := s.Game(t.Context(), "game1")
			must(t, err)
			if after.Names("guest") {
				t.Errorf("the row still names the user: %+v", after)
			}
			equal(t, "names", []string{after.Seats[0].Name, after.Seats[1].Name}, []string{
				g.Seats[0].Name,
				"former player",
			})
			equal(t, "who agreed", after.Undoing.Agreed, []match.UserID{"other"})
			tenures, err := s.Tenures(t.Context(), "game1")
			must(t, err)
			equal(t, "who had the seat", tenures[1].User, g.FormerHere("guest"))
			after.State = match.Cancelled
			must(t, s.Update(t.Context(), after, storage.Origin{}, nil))
			tenures, err = s.Tenures(t.Context(), "game1")
			must(t, err)
			equal(t, "who had the seat of a game that is over", tenures[1].User, match.Former)
		},
	},
	{"a dropped message does not name a forgotten user", func(t *testing.T, s storage.Store) {
		event := storage.Message{
			Lane: "a", Kind: "event",
			Body: `{"row":{"Seats":[{"User":"guest","Name":"Guest"}]}}`,
		}
		other := storage.Message{
			Lane: "b", Kind: "event",
			Body: `{"row":{"Seats":[{"User":"guests","Name":"Other"}]}}`,
		}
		must(t, s.Enqueue(t.Context(), []storage.Message{event, other}))
		due, err := s.Due(t.Context(), noon.Add(time.Hour), 9)
		must(t, err)
		for _, m := range due {
			must(t, s.Drop(t.Context(), m.ID, "it was tried too often"))
		}
		must(t, s.Erase(t.Context(), "guest", "former player"))
		left, err := s.Dropped(t.Context(), 9)
		must(t, err)
		if len(left) != 1 || left[0].Body != other.Body {
			t.Errorf("got %+v, want only the other's", left)
		}
	}},
	{"a deed that waits does not name a forgotten user", func(t *testing.T, s storage.Store) {
		must(t, s.Enqueue(t.Context(), []storage.Message{
			{Lane: "deeds/g", Kind: "deed", Body: `{"by":"guest","who":["other","guest","guests"]}`},
		}))
		must(t, s.Erase(t.Context(), "guest", "former player"))
		due, err := s.Due(t.Context(), noon, 9)
		must(t, err)
		equal(t, "deed", due[0].Body, `{"by":"","who":["other","","guests"]}`)
	}},
	{"a season tells those who are forgotten apart", func(t *testing.T, s storage.Store) {
		sides := `{"Sides":[["guest"],["other"],["guests"]]}`
		must(t, s.SwapSetting(t.Context(), "season/k1", "", sides))
		must(t, s.SwapSetting(t.Context(), "evening/k2", "", sides))
		must(t, s.Erase(t.Context(), "guest", "former player"))
		must(t, s.Erase(t.Context(), "other", "former player"))
		for _, key := range []string{"season/k1", "evening/k2"} {
			kept, err := storage.SettingOf[struct{ Sides [][]match.UserID }](t.Context(), s, key)
			must(t, err)
			a, b, c := kept.Sides[0][0], kept.Sides[1][0], kept.Sides[2][0]
			if !match.IsFormer(a) || !match.IsFormer(b) || a == b || c != "guests" {
				t.Errorf("%s names %v", key, kept.Sides)
			}
		}
	}},
	{"games name everybody who has to do with them", func(t *testing.T, s storage.Store) {
		for i, id := range []match.GameID{"stands-in", "has-left", "agreed", "invited", "another"} {
			g := runningOf(id)
			g.Created = noon.Add(time.Duration(i) * time.Hour)
			g.Seats = slices.Clone(g.Seats)
			switch id {
			case "stands-in":
				g.Seats[0].StandIn = "pal"
			case "has-left":
				g.NewTenures = []match.Tenure{
					{Seat: 2, User: "pal", Why: match.Dealt, From: noon},
					{Seat: 2, Why: "left", From: noon},
				}
			case "agreed":
				g.Undoing = match.Undoing{User: "host", Agreed: []match.UserID{"pal"}}
			case "invited":
				g.Invited = []match.UserID{"pal"}
			default:
				g.Seats[0].Name, g.Seats[1].Ousting = "pal", []match.UserID{"pals"}
			}
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
		}
		got, err := s.GamesNaming(t.Context(), "pal")
		must(t, err)
		equal(t, "games", ids(got), []match.GameID{"stands-in", "has-left", "agreed", "invited"})
	}},
	{
		"the last move forgets which users who are forgotten have played",
		func(t *testing.T, s storage.Store) {
			g := runningOf("game1")
			g.Seats[1].User, g.Seats[1].Automated = "", true
			g.NewTenures = []match.Tenure{
				{Seat: 2, User: "guest", Why: match.Dealt, From: noon},
				{Seat: 2, Why: "left", From: noon},
			}
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			must(t, s.Erase(t.Context(), "guest", "former player"))
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0),
				match.RowUpdate{State: match.Finished}, storage.Origin{}, nil))
			tenures, err := s.Tenures(t.Context(), "game1")
			must(t, err)
			equal(t, "who had the seat", tenures[0].User, match.Former)
		},
	},
	{"an answer is not found before", func(t *testing.T, s storage.Store) {
		_, err := s.Answer(t.Context(), "i")
		wantError(t, err, storage.ErrNotFound)
	}},
	{"a store that works passes its check, again and again", func(t *testing.T, s storage.Store) {
		must(t, s.Check(t.Context()))
		must(t, s.Check(t.Context()))
	}},
	{"nothing is done for a caller who has gone", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		wantError(t, s.Append(gone, "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil),
			context.Canceled)
		wantError(t, s.Check(gone), context.Canceled)
		_, err := s.Game(gone, "game1")
		wantError(t, err, context.Canceled)
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
	}},
}
