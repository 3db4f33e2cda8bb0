package bot

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/discord/discordtest"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/asia"
	"github.com/konduktor-bot/konduktor/storage"
)

// teamStage is a stage where only a title with teams of two is played.
func teamStage(t testing.TB) *stage {
	t.Helper()
	s := newStage(t)
	s.bot.titles = []engine.Title{asia.Title}
	return s
}

// sit makes people into seats, by the first letter.
func sit(names string) []storage.Seat {
	var list []storage.Seat
	for _, n := range strings.Split(names, "") {
		list = append(list, storage.Seat{User: person(n).ID, Name: n})
	}
	return list
}

func TestSittingWithSomebody(t *testing.T) {
	for name, c := range map[string]struct{ seats, user, with, want string }{
		"of another team takes the partner's seat":     {"abcd", "a", "c", "dbca"},
		"as the first of a team":                       {"abcd", "c", "b", "cbad"},
		"who is the partner already changes nothing":   {"abcd", "a", "b", "abcd"},
		"who is alone leaves the old partner alone":    {"abc", "a", "c", "cab"},
		"by who is alone leaves another alone":         {"abc", "c", "a", "acb"},
		"of the third team":                            {"abcdef", "b", "e", "afcdeb"},
		"who waits, out of the second of three teams":  {"abcde", "c", "e", "abecd"},
		"by who waits, and another waits in that seat": {"abcde", "e", "d", "abedc"},
	} {
		t.Run(name, func(t *testing.T) {
			before := sit(c.seats)
			got := beside(before, 2, person(c.user).ID, person(c.with).ID)
			if diff := cmp.Diff(sit(c.want), got); diff != "" {
				t.Errorf("seats (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(sit(c.seats), before); diff != "" {
				t.Errorf("what was given has changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestSittingWithSomebodyMakesPartnersOfEverybodyOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := "abcdef"[:rapid.IntRange(2, 6).Draw(t, "people")]
		seats := sit(all)
		for range rapid.IntRange(1, 5).Draw(t, "changes") {
			user := rapid.SampledFrom(seats).Draw(t, "user").User
			other := rapid.SampledFrom(seats).Filter(func(s storage.Seat) bool { return s.User != user }).Draw(t, "other").User
			seats = beside(seats, 2, user, other)
			x, _ := place(teamsOf(seats, 2), user)
			y, _ := place(teamsOf(seats, 2), other)
			if x != y {
				t.Fatalf("%s and %s are not in one team: %v", user, other, seats)
			}
		}
		got := names(seats)
		slices.Sort(got)
		if diff := cmp.Diff(strings.Split(all, ""), got); diff != "" {
			t.Fatalf("people (-want +got):\n%s", diff)
		}
	})
}

func TestWhoLeavesLeavesFullTeamsTogether(t *testing.T) {
	for name, c := range map[string]struct{ seats, user, want string }{
		"of the first team":           {"abcd", "b", "cda"},
		"of the last team":            {"abcd", "d", "abc"},
		"who was alone":               {"abc", "c", "ab"},
		"while another waits":         {"abcde", "a", "cdbe"},
		"of the middle one of three":  {"abcdef", "c", "abefd"},
		"and the others keep waiting": {"a", "b", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(sit(c.want), without(sit(c.seats), 2, person(c.user).ID)); diff != "" {
				t.Errorf("seats (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheLobbyShowsTheTeamsInTheOrderOfJoining(t *testing.T) {
	s := teamStage(t)
	id := s.lobbyOf("asia", "Ola", "Bo", "Cy")
	edits := s.api.Calls(discordtest.Edit)
	last := edits[len(edits)-1].Edit
	contains(t, *last.Content, s.say("lobby.team", "Number", 1, "Names", "Ola + Bo"),
		s.say("lobby.team-lacks", "Number", 2, "Names", "Cy"), s.say("lobby.how-teams"),
		s.say("lobby.seats-open-either", "Taken", 3, "Some", "4", "Last", "6"))
	menu := (*last.Rows)[1].Select
	want := []discord.SelectOption{
		{Label: "Ola", Value: person("Ola").ID}, {Label: "Bo", Value: person("Bo").ID}, {Label: "Cy", Value: person("Cy").ID},
	}
	if diff := cmp.Diff(want, menu.Options); diff != "" {
		t.Errorf("partners to choose from (-want +got):\n%s", diff)
	}
	got := s.handle(s.click("Cy", menu.CustomID, person("Ola").ID))
	if want := s.say("lobby.sits-with", "Name", "Ola"); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
	s.flush()
	edits = s.api.Calls(discordtest.Edit)
	contains(t, *edits[len(edits)-1].Edit.Content, s.say("lobby.team", "Number", 1, "Names", "Ola + Cy"),
		s.say("lobby.team-lacks", "Number", 2, "Names", "Bo"))
	if diff := cmp.Diff([]string{"Ola", "Cy", "Bo"}, names(s.game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
}

func TestTheLobbyShowsAllTeamsThatAreWanted(t *testing.T) {
	for name, c := range map[string]struct {
		wanted int
		people string
		want   []string
	}{
		"of four":             {4, "O", []string{"Team 1: O + a free seat", "Team 2: free seats"}},
		"of six":              {6, "OBC", []string{"Team 1: O + B", "Team 2: C + a free seat", "Team 3: free seats"}},
		"none wanted":         {0, "O", []string{"Team 1: O + a free seat", "Team 2: free seats"}},
		"more than the least": {0, "OBCDE", []string{"Team 1: O + B", "Team 2: C + D", "Team 3: E + a free seat"}},
		"full":                {4, "OBCD", []string{"Team 1: O + B", "Team 2: C + D"}},
	} {
		s := teamStage(t)
		got := s.bot.seatLines(s.bot.catalog.Texts("en"), storage.Game{Title: "asia", Wanted: c.wanted, Seats: sit(c.people)})
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestALobbyWithoutTeamsHasNoMenuOfPartners(t *testing.T) {
	s := newStage(t)
	id := s.lobby("Ola", "Bo", "Cy")
	edits := s.api.Calls(discordtest.Edit)
	if n := len(*edits[len(edits)-1].Edit.Rows); n != 1 {
		t.Errorf("got %d rows, want 1", n)
	}
	for _, ix := range []*discord.Interaction{
		s.click("Cy", gamePress(pressPartner, id), person("Ola").ID), s.click("Ola", gamePress(pressMix, id)),
	} {
		if got, want := s.handle(ix).Content, s.say("problem.unknown-button"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if diff := cmp.Diff([]string{"Ola", "Bo", "Cy"}, names(s.game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
}

func TestTeamsAreChosenByThoseWhoPlay(t *testing.T) {
	for name, c := range map[string]struct {
		who, press, value, want string
	}{
		"not by a bystander":             {"Eve", pressPartner, "Ola", "problem.take-a-seat"},
		"not with oneself":               {"Bo", pressPartner, "Bo", "problem.partner-self"},
		"not with who is not there":      {"Bo", pressPartner, "Eve", "problem.partner-gone"},
		"and mixed by the host only":     {"Bo", pressMix, "", "problem.host-only"},
		"and not mixed by someone else":  {"Eve", pressMix, "", "problem.host-only"},
		"and left by who has a seat":     {"Eve", pressLeave, "", "problem.not-in"},
		"and started only by the host":   {"Bo", pressStart, "", "problem.host-only"},
		"and cancelled only by the host": {"Bo", pressCancel, "", "problem.host-only"},
	} {
		t.Run(name, func(t *testing.T) {
			s := teamStage(t)
			id := s.lobbyOf("asia", "Ola", "Bo", "Cy", "Di")
			before := s.game(id)
			got := s.handle(s.click(c.who, gamePress(c.press, id), person(c.value+"?").ID))
			if want := s.say(c.want); got.Content != want || !got.Ephemeral {
				t.Errorf("got %q, want an ephemeral %q", got.Content, want)
			}
			if diff := cmp.Diff(before, s.game(id)); diff != "" {
				t.Errorf("the game has changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestTheHostMixesTheTeams(t *testing.T) {
	s := teamStage(t)
	people := []string{"Ola", "Bo", "Cy", "Di", "Eve", "Fay"}
	id := s.lobbyOf("asia", people...)
	seen := map[string]bool{}
	for range 8 {
		got := s.handle(s.click("Ola", gamePress(pressMix, id)))
		if want := s.say("lobby.mixed"); got.Content != want {
			t.Fatalf("got %q, want %q", got.Content, want)
		}
		seen[strings.Join(names(s.game(id).Seats), " ")] = true
	}
	if len(seen) < 2 {
		t.Error("the teams are mixed to the same order each time")
	}
	got := names(s.game(id).Seats)
	slices.Sort(got)
	slices.Sort(people)
	if diff := cmp.Diff(people, got); diff != "" {
		t.Errorf("people (-want +got):\n%s", diff)
	}
}

func TestStartNeedsFullTeams(t *testing.T) {
	for name, c := range map[string]struct {
		people string
		want   string
		args   []any
	}{
		"not two":            {"Ola Bo", "problem.seats-either", []any{"Some", "4", "Last", "6"}},
		"not three: a pair":  {"Ola Bo Cy", "problem.partner-missing", []any{"Names", "Cy", "Some", "4", "Last", "6"}},
		"not five, likewise": {"Ola Bo Cy Di Eve", "problem.partner-missing", []any{"Names", "Eve", "Some", "4", "Last", "6"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := teamStage(t)
			id := s.lobbyOf("asia", strings.Fields(c.people)...)
			got := s.handle(s.click("Ola", gamePress(pressStart, id)))
			if want := s.say(c.want, c.args...); got.Content != want {
				t.Errorf("got %q, want %q", got.Content, want)
			}
		})
	}
	t.Run("five seats cannot be asked for", func(t *testing.T) {
		s := teamStage(t)
		got := s.handle(s.slash("Ola", "game new", "title=asia", "seats=5"))
		if want := s.say("problem.seats-either", "Some", "4", "Last", "6"); got.Content != want {
			t.Errorf("got %q, want %q", got.Content, want)
		}
	})
}

func TestTheTableNamesTheTeamsThatTheLobbyMade(t *testing.T) {
	s := teamStage(t)
	id := s.lobbyOf("asia", "Ola", "Bo", "Cy", "Di")
	s.handle(s.click("Bo", gamePress(pressPartner, id), person("Cy").ID)) // Ola goes to Di
	s.handle(s.click("Ola", gamePress(pressStart, id)))
	s.flush()
	g := s.game(id)
	v := s.table(id).View(engine.Public)
	teams := map[string]int{}
	for i := range v.Seats {
		teams[v.Seats[i].Name] = v.Seats[i].Team
	}
	if teams["Bo"] != teams["Cy"] || teams["Ola"] != teams["Di"] || teams["Ola"] == teams["Bo"] {
		t.Errorf("got teams %v, want Bo with Cy and Ola with Di", teams)
	}
	n := names(g.Seats)
	contains(t, s.api.Sent(g.Thread)[0].Content, s.say("table.teams", "Teams", n[0]+" + "+n[1]+" · "+n[2]+" + "+n[3]))
}

func TestTheSeatsOfTeamsAreDrawnTeamByTeam(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var seed engine.Seed
		seed[0], seed[1] = rapid.Byte().Draw(t, "seed"), rapid.Byte().Draw(t, "seed")
		order := engine.NewStream(seed, "order")
		got := names(seatOrder(sit("abcdef"), 2, &order))
		// C1, C16, written out: the teams, then each team in its new place, all with one stream.
		again := engine.NewStream(seed, "order")
		pairs := [][]string{{"a", "b"}, {"c", "d"}, {"e", "f"}}
		engine.Shuffle(&again, pairs)
		engine.Shuffle(&again, pairs[0])
		engine.Shuffle(&again, pairs[1])
		engine.Shuffle(&again, pairs[2])
		if diff := cmp.Diff(slices.Concat(pairs...), got); diff != "" {
			t.Fatalf("seats (-want +got):\n%s", diff)
		}
	})
}

func TestTheFallbackLanguageIsThatOfTablesOfOtherLanguages(t *testing.T) {
	for locale, want := range map[string]string{"pl": "pl", "en-GB": "en", "de": "pl", "": "pl"} {
		s := newStage(t)
		s.bot.language = "pl"
		ix := s.slash("Ola", "game new", "title=amsterdam")
		ix.GuildLocale = locale
		s.handle(ix)
		games, err := s.store.GamesIn(t.Context(), storage.Lobby)
		s.must(err)
		if games[0].Locale != want {
			t.Errorf("server in %q: got a table in %q, want %q", locale, games[0].Locale, want)
		}
	}
}
