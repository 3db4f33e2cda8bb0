package bot

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/bot/seating"
	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/storage"
)

// teamStage is a stage where only a title with teams of two is played.
func teamStage(t testing.TB) *stage {
	t.Helper()
	s := newStage(t)
	s.remake(func(o *Options) { o.Titles = []engine.Title{asia.Title} })
	return s
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
	if diff := cmp.Diff([]string{"Ola", "Cy", "Bo"}, seating.Names(s.game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
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
		s.click("Cy", press.Button(press.Partner, id), person("Ola").ID), s.click("Ola", press.Button(press.Mix, id)),
	} {
		if got, want := s.handle(ix).Content, s.say("problem.unknown-button"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if diff := cmp.Diff([]string{"Ola", "Bo", "Cy"}, seating.Names(s.game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
}

func TestTeamsAreChosenByThoseWhoPlay(t *testing.T) {
	for name, c := range map[string]struct {
		who         string
		press       press.Action
		value, want string
	}{
		"not by a bystander":             {"Eve", press.Partner, "Ola", "problem.take-a-seat"},
		"not with oneself":               {"Bo", press.Partner, "Bo", "problem.partner-self"},
		"not with who is not there":      {"Bo", press.Partner, "Eve", "problem.partner-gone"},
		"and mixed by the host only":     {"Bo", press.Mix, "", "problem.host-only"},
		"and not mixed by someone else":  {"Eve", press.Mix, "", "problem.host-only"},
		"and left by who has a seat":     {"Eve", press.Leave, "", "problem.not-in"},
		"and started only by the host":   {"Bo", press.Start, "", "problem.host-only"},
		"and cancelled only by the host": {"Bo", press.Cancel, "", "problem.host-only"},
	} {
		t.Run(name, func(t *testing.T) {
			s := teamStage(t)
			id := s.lobbyOf("asia", "Ola", "Bo", "Cy", "Di")
			before := s.game(id)
			got := s.handle(s.click(c.who, press.Button(c.press, id), person(c.value+"?").ID))
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
		got := s.handle(s.click("Ola", press.Button(press.Mix, id)))
		if want := s.say("lobby.mixed"); got.Content != want {
			t.Fatalf("got %q, want %q", got.Content, want)
		}
		seen[strings.Join(seating.Names(s.game(id).Seats), " ")] = true
	}
	if len(seen) < 2 {
		t.Error("the teams are mixed to the same order each time")
	}
	got := seating.Names(s.game(id).Seats)
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
			got := s.handle(s.click("Ola", press.Button(press.Start, id)))
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
	s.handle(s.click("Bo", press.Button(press.Partner, id), person("Cy").ID)) // Ola goes to Di
	s.handle(s.click("Ola", press.Button(press.Start, id)))
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
	n := seating.Names(g.Seats)
	contains(t, s.api.Sent(g.Thread)[0].Content, s.say("table.teams", "Teams", n[0]+" + "+n[1]+" · "+n[2]+" + "+n[3]))
}

func TestTheFallbackLanguageIsThatOfTablesOfOtherLanguages(t *testing.T) {
	for locale, want := range map[string]string{"pl": "pl", "en-GB": "en", "de": "pl", "": "pl"} {
		s := newStage(t)
		s.remake(func(o *Options) { o.Language = "pl" })
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
