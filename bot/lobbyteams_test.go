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
	"konduktor/engine/match"
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
	if want := s.say("lobby.pair-asked", "Name", "Ola"); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
	if diff := cmp.Diff([]string{"Ola", "Bo", "Cy"}, seating.Names(s.game(id).Seats)); diff != "" {
		t.Errorf("before Ola has agreed, the seats (-want +got):\n%s", diff)
	}
	s.flush()
	edits = s.api.Calls(discordtest.Edit)
	contains(t, *edits[len(edits)-1].Edit.Content, s.say("lobby.pairing", "Wishes", "Cy → Ola"))
	asked := s.askedToPair("Ola", "Cy")
	if got, want := s.handle(s.click("Ola", asked[0].CustomID)).Content, s.say("lobby.sits-with", "Name", "Cy"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.flush()
	told := s.dm("Cy")
	contains(t, told[len(told)-1].Content, "Ola agrees: you are partners now.")
	edits = slices.DeleteFunc(s.api.Calls(discordtest.Edit), func(c discordtest.Call) bool { return c.Edit.Content == nil }) // the question's buttons go
	contains(t, *edits[len(edits)-1].Edit.Content, s.say("lobby.team", "Number", 1, "Names", "Ola + Cy"),
		s.say("lobby.team-lacks", "Number", 2, "Names", "Bo"))
	if diff := cmp.Diff([]string{"Ola", "Cy", "Bo"}, seating.Names(s.game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
}

// askedToPair returns the buttons of the direct message that asks somebody to be another one's partner.
func (s *stage) askedToPair(who, other string) []discord.Button {
	s.t.Helper()
	dms := s.dm(who)
	last := dms[len(dms)-1]
	contains(s.t, last.Content, other+" would like to be your partner")
	if len(last.Rows) != 1 || len(last.Rows[0].Buttons) != 2 {
		s.t.Fatalf("got the rows %+v, want two buttons", last.Rows)
	}
	return last.Rows[0].Buttons
}

func TestNobodyBecomesAPartnerUnasked(t *testing.T) {
	s := teamStage(t)
	id := s.lobbyOf("asia", "Ola", "Bo", "Cy", "Di")
	before := seating.Names(s.game(id).Seats)
	with := func(who, other string) string {
		got := s.handle(s.click(who, press.Button(press.Partner, id), person(other).ID)).Content
		s.flush()
		return got
	}
	if got, want := with("Ola", "Bo"), s.say("problem.partners-already", "Name", "Bo"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	with("Cy", "Ola")
	first := s.askedToPair("Ola", "Cy")
	for _, c := range []struct{ who, id, want string }{
		{"Bo", first[0].CustomID, s.say("problem.wish-gone")}, // not asked
		{"Ola", first[1].CustomID, s.say("lobby.pair-declined", "Name", "Cy")},
		{"Ola", first[0].CustomID, s.say("problem.wish-gone")}, // answered
	} {
		if got := s.handle(s.click(c.who, c.id)).Content; got != c.want {
			t.Errorf("%s: got %q, want %q", c.who, got, c.want)
		}
	}
	s.flush()
	told := s.dm("Cy")
	contains(t, told[len(told)-1].Content, "you are not partners")
	with("Cy", "Ola")
	second := s.askedToPair("Ola", "Cy")
	with("Cy", "Bo") // in place of that
	if got, want := s.handle(s.click("Ola", second[0].CustomID)).Content, s.say("problem.wish-gone"); got != want {
		t.Errorf("after Cy has asked Bo, got %q, want %q", got, want)
	}
	if diff := cmp.Diff(before, seating.Names(s.game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
	if got, want := with("Bo", "Cy"), s.say("lobby.sits-with", "Name", "Cy"); got != want { // both want it
		t.Errorf("got %q, want %q", got, want)
	}
	g := s.game(id)
	if b, c := seating.Of(g, person("Bo").ID), seating.Of(g, person("Cy").ID); (b-1)/2 != (c-1)/2 || len(g.Pairing) > 0 {
		t.Errorf("got seats %v and wishes %v, want Bo and Cy together and none", seating.Names(g.Seats), g.Pairing)
	}
}

func TestTheInvitedHaveTheirSeatsKeptUntilTheyDecline(t *testing.T) {
	s := newStage(t)
	open := s.slash("Ola", "game new", "title=amsterdam", "seats=2")
	open.Options = append(open.Options, discord.Option{Name: "user1", Value: person("Bo").ID, User: &discord.User{ID: person("Bo").ID}})
	s.handle(open)
	s.flush()
	lobbies, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	id := lobbies[0].ID
	if got, want := s.handle(s.click("Cy", press.Button(press.Join, id))).Content, s.say("problem.seats-kept"); got != want {
		t.Errorf("Cy: got %q, want %q", got, want)
	}
	if got, want := s.handle(s.click("Bo", press.Button(press.Decline, id))).Content, s.say("lobby.declined", "Game", string(id)); got != want {
		t.Errorf("Bo: got %q, want %q", got, want)
	}
	s.handle(s.click("Cy", press.Button(press.Join, id)))
	if diff := cmp.Diff([]string{"Ola", "Cy"}, seating.Names(s.game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
}

func TestALobbyWithoutTeamsHasNoMenuOfPartners(t *testing.T) {
	s := newStage(t)
	id := s.lobby("Ola", "Bo", "Cy")
	edits := s.api.Calls(discordtest.Edit)
	for _, row := range *edits[len(edits)-1].Edit.Rows {
		if row.Select != nil && row.Select.CustomID == press.Button(press.Partner, id) {
			t.Errorf("there is a menu of partners: %+v", row.Select)
		}
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
	s.handle(s.click("Bo", press.Button(press.Partner, id), person("Cy").ID))
	s.handle(s.click("Cy", press.Button(press.Partner, id), person("Bo").ID)) // agrees: Ola goes to Di
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
	for locale, want := range map[string]string{"pl": "pl", "en-GB": "en", "eo": "pl", "": "pl"} {
		s := newStage(t)
		s.remake(func(o *Options) { o.Language = "pl" })
		ix := s.slash("Ola", "game new", "title=amsterdam")
		ix.GuildLocale = locale
		s.handle(ix)
		games, err := s.store.GamesIn(t.Context(), match.Lobby)
		s.must(err)
		if games[0].Locale != want {
			t.Errorf("server in %q: got a table in %q, want %q", locale, games[0].Locale, want)
		}
	}
}
