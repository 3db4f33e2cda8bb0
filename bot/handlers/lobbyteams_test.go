package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestTheLobbyShowsTheTeamsInTheOrderOfJoining(t *testing.T) {
	t.Parallel()
	s := bottest.TeamStage(t)
	id := s.LobbyOf("asia", "Ola", "Bo", "Cy")
	edits := s.API.Calls(discordtest.Edit)
	last := edits[len(edits)-1].Edit
	bottest.Contains(t, *last.Content, s.Say("lobby.team", "Names", "Ola + Bo"),
		s.Say("lobby.team-lacks", "Names", "Cy"), s.Say("lobby.how-teams"),
		s.Say("lobby.seats-open-either", "Taken", 3, "Some", "4", "Last", "6"))
	menu := (*last.Rows)[1].Select
	want := []discord.SelectOption{
		{Label: "Ola", Value: string(bottest.Person("Ola").ID)},
		{Label: "Bo", Value: string(bottest.Person("Bo").ID)},
		{Label: "Cy", Value: string(bottest.Person("Cy").ID)},
	}
	if diff := cmp.Diff(want, menu.Options); diff != "" {
		t.Errorf("partners to choose from (-want +got):\n%s", diff)
	}
	got := s.Handle(s.Click("Cy", menu.CustomID, string(bottest.Person("Ola").ID)))
	if want := s.Say("lobby.pair-asked", "Name", "Ola"); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
	if diff := cmp.Diff([]string{"Ola", "Bo", "Cy"}, match.Names(s.Game(id).Seats)); diff != "" {
		t.Errorf("before Ola has agreed, the seats (-want +got):\n%s", diff)
	}
	s.Flush()
	edits = s.API.Calls(discordtest.Edit)
	bottest.Contains(t, *edits[len(edits)-1].Edit.Content, s.Say("lobby.pairing", "Wishes",
		"Cy → Ola"))
	asked := askedToPair(s, "Ola", "Cy")
	if got, want := s.Handle(s.Click("Ola", asked[0].CustomID)).Content, s.Say("lobby.sits-with",
		"Name", "Cy"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Flush()
	told := s.DM("Cy")
	bottest.Contains(t, told[len(told)-1].Content, "Ola agrees: you are partners now.")
	// the question's buttons go
	edits = slices.DeleteFunc(s.API.Calls(discordtest.Edit), func(c discordtest.Call) bool {
		return c.Edit.Content == nil
	})
	bottest.Contains(t, *edits[len(edits)-1].Edit.Content, s.Say("lobby.team", "Names",
		"Ola + Cy"),
		s.Say("lobby.team-lacks", "Names", "Bo"))
	if diff := cmp.Diff([]string{"Ola", "Cy", "Bo"}, match.Names(s.Game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
}

// askedToPair returns the buttons of the direct message that asks somebody to be another one's
// partner.
func askedToPair(s *bottest.Stage, who, other string) []discord.Button {
	s.T.Helper()
	dms := s.DM(who)
	last := dms[len(dms)-1]
	bottest.Contains(s.T, last.Content, other+" would like to be your partner")
	if len(last.Rows) != 1 || len(last.Rows[0].Buttons) != 2 {
		s.T.Fatalf("got the rows %+v, want two buttons", last.Rows)
	}
	return last.Rows[0].Buttons
}

func TestNobodyBecomesAPartnerUnasked(t *testing.T) {
	t.Parallel()
	s := bottest.TeamStage(t)
	id := s.LobbyOf("asia", "Ola", "Bo", "Cy", "Di")
	before := match.Names(s.Game(id).Seats)
	with := func(who, other string) string {
		got := s.Handle(s.Click(who, customid.Button(customid.Partner, id),
			string(bottest.Person(other).ID))).Content
		s.Flush()
		return got
	}
	if got, want := with("Ola", "Bo"), s.Say("problem.partners-already", "Name", "Bo"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	with("Cy", "Ola")
	first := askedToPair(s, "Ola", "Cy")
	for _, c := range []struct{ who, id, want string }{
		{"Bo", first[0].CustomID, s.Say("problem.wish-gone")}, // not asked
		{"Ola", first[1].CustomID, s.Say("lobby.pair-declined", "Name", "Cy")},
		{"Ola", first[0].CustomID, s.Say("problem.wish-gone")}, // answered
	} {
		if got := s.Handle(s.Click(c.who, c.id)).Content; got != c.want {
			t.Errorf("%s: got %q, want %q", c.who, got, c.want)
		}
	}
	s.Flush()
	told := s.DM("Cy")
	bottest.Contains(t, told[len(told)-1].Content, "you are not partners")
	with("Cy", "Ola")
	second := askedToPair(s, "Ola", "Cy")
	with("Cy", "Bo") // in place of that
	if got, want := s.Handle(s.Click("Ola", second[0].CustomID)).Content,
		s.Say("problem.wish-gone"); got != want {
		t.Errorf("after Cy has asked Bo, got %q, want %q", got, want)
	}
	if diff := cmp.Diff(before, match.Names(s.Game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
	// both want it
	if got, want := with("Bo", "Cy"), s.Say("lobby.sits-with", "Name", "Cy"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	g := s.Game(id)
	if b, c := g.SeatOf(bottest.Person("Bo").ID),
		g.SeatOf(bottest.Person("Cy").ID); (b-1)/2 != (c-1)/2 || len(g.Pairing) > 0 {
		t.Errorf("got seats %v and wishes %v, want Bo and Cy together and none", match.Names(g.Seats),
			g.Pairing)
	}
}

func TestSeatsOfInvitedPlayersAreKeptUntilTheyDecline(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	open := s.Slash("Ola", "game new", "title=amsterdam", "seats=2")
	open.Options = append(open.Options, discord.Option{
		Name:  "user1",
		Value: string(bottest.Person("Bo").ID), User: &discord.User{ID: bottest.Person("Bo").ID},
	})
	s.Handle(open)
	s.Flush()
	lobbies, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	id := lobbies[0].ID
	if got, want := s.Handle(s.Click("Cy", customid.Button(customid.Join, id))).Content,
		s.Say("problem.seats-kept"); got != want {
		t.Errorf("Cy: got %q, want %q", got, want)
	}
	if got, want := s.Handle(s.Click("Bo", customid.Button(customid.Decline, id))).Content,
		s.Say("lobby.declined", "Game", string(id)); got != want {
		t.Errorf("Bo: got %q, want %q", got, want)
	}
	s.Handle(s.Click("Cy", customid.Button(customid.Join, id)))
	if diff := cmp.Diff([]string{"Ola", "Cy"}, match.Names(s.Game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
}

func TestALobbyWithoutTeamsHasNoMenuOfPartners(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola", "Bo", "Cy")
	for _, row := range *s.Now(storage.Post{Message: s.Game(id).Lobby}).Rows {
		if row.Select != nil && row.Select.CustomID == customid.Button(customid.Partner, id) {
			t.Errorf("there is a menu of partners: %+v", row.Select)
		}
	}
	for _, ix := range []*discord.Interaction{
		s.Click("Cy", customid.Button(customid.Partner, id), string(bottest.Person("Ola").ID)),
		s.Click("Ola", customid.Button(customid.Mix, id)),
	} {
		if got, want := s.Handle(ix).Content, s.Say("problem.unknown-button"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if diff := cmp.Diff([]string{"Ola", "Bo", "Cy"}, match.Names(s.Game(id).Seats)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
}

func TestPlayersChooseTheirTeams(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		who         string
		press       customid.Action
		value, want string
	}{
		"not by a bystander":             {"Eve", customid.Partner, "Ola", "problem.take-a-seat"},
		"not with oneself":               {"Bo", customid.Partner, "Bo", "problem.partner-self"},
		"not with who is not there":      {"Bo", customid.Partner, "Eve", "problem.partner-gone"},
		"and mixed by the host only":     {"Bo", customid.Mix, "", "problem.host-only"},
		"and not mixed by someone else":  {"Eve", customid.Mix, "", "problem.host-only"},
		"and left by who has a seat":     {"Eve", customid.Leave, "", "problem.not-in"},
		"and started only by the host":   {"Bo", customid.Start, "", "problem.host-only"},
		"and cancelled only by the host": {"Bo", customid.Cancel, "", "problem.host-only"},
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.TeamStage(t)
			id := s.LobbyOf("asia", "Ola", "Bo", "Cy", "Di")
			before := s.Game(id)
			got := s.Handle(s.Click(c.who, customid.Button(c.press, id),
				string(bottest.Person(c.value+"?").ID)))
			if want := s.Say(c.want); got.Content != want || !got.Ephemeral {
				t.Errorf("got %q, want an ephemeral %q", got.Content, want)
			}
			if diff := cmp.Diff(before, s.Game(id)); diff != "" {
				t.Errorf("the game has changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestTheHostMixesTheTeams(t *testing.T) {
	t.Parallel()
	s := bottest.TeamStage(t)
	people := []string{"Ola", "Bo", "Cy", "Di", "Eve", "Fay"}
	id := s.LobbyOf("asia", people...)
	seen := map[string]bool{}
	for range 8 {
		got := s.Handle(s.Click("Ola", customid.Button(customid.Mix, id)))
		if want := s.Say("lobby.mixed"); got.Content != want {
			t.Fatalf("got %q, want %q", got.Content, want)
		}
		seen[strings.Join(match.Names(s.Game(id).Seats), " ")] = true
	}
	if len(seen) < 2 {
		t.Error("the teams are mixed to the same order each time")
	}
	got := match.Names(s.Game(id).Seats)
	slices.Sort(got)
	slices.Sort(people)
	if diff := cmp.Diff(people, got); diff != "" {
		t.Errorf("people (-want +got):\n%s", diff)
	}
}

func TestStartNeedsFullTeams(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		people string
		want   string
		args   []any
	}{
		"not two": {"Ola Bo", "problem.seats-either", []any{"Some", "4", "Last", "6"}},
		"not three: a pair": {"Ola Bo Cy", "problem.partner-missing", []any{
			"Names", "Cy", "Some", "4",
			"Last", "6",
		}},
		"not five, likewise": {
			"Ola Bo Cy Di Eve", "problem.partner-missing",
			[]any{"Names", "Eve", "Some", "4", "Last", "6"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.TeamStage(t)
			id := s.LobbyOf("asia", strings.Fields(c.people)...)
			got := s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
			if want := s.Say(c.want, c.args...); got.Content != want {
				t.Errorf("got %q, want %q", got.Content, want)
			}
		})
	}
	t.Run("five seats cannot be asked for", func(t *testing.T) {
		s := bottest.TeamStage(t)
		got := s.Handle(s.Slash("Ola", "game new", "title=asia", "seats=5"))
		if want := s.Say("problem.seats-either", "Some", "4", "Last", "6"); got.Content != want {
			t.Errorf("got %q, want %q", got.Content, want)
		}
	})
}

func TestTheTableNamesTheTeamsThatTheLobbyMade(t *testing.T) {
	t.Parallel()
	s := bottest.TeamStage(t)
	id := s.LobbyOf("asia", "Ola", "Bo", "Cy", "Di")
	s.Handle(s.Click("Bo", customid.Button(customid.Partner, id), string(bottest.Person("Cy").ID)))
	// agrees: Ola goes to Di
	s.Handle(s.Click("Cy", customid.Button(customid.Partner, id), string(bottest.Person("Bo").ID)))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	g := s.Game(id)
	v := s.Table(id).View(engine.Public)
	teams := map[string]int{}
	for i := range v.Seats {
		teams[v.Seats[i].Name] = v.Seats[i].Team
	}
	if teams["Bo"] != teams["Cy"] || teams["Ola"] != teams["Di"] || teams["Ola"] == teams["Bo"] {
		t.Errorf("got teams %v, want Bo with Cy and Ola with Di", teams)
	}
	n := match.Names(g.Seats)
	bottest.Contains(t, s.API.Sent(g.Thread)[0].Content, s.Say("table.teams", "Teams",
		n[0]+" + "+n[1]+" · "+n[2]+" + "+n[3]))
}

func TestTablesInUnknownLanguagesUseTheFallback(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{"pl": "pl", "en-GB": "en", "eo": "pl", "": "pl"} {
		s := bottest.New(t)
		s.Remake(func(o *bot.Options) { o.Language = "pl" })
		ix := s.Slash("Ola", "game new", "title=amsterdam")
		ix.GuildLocale = locale
		s.Handle(ix)
		games, err := s.Store.GamesIn(t.Context(), match.Lobby)
		s.Must(err)
		if games[0].Locale != want {
			t.Errorf("server in %q: got a table in %q, want %q", locale, games[0].Locale, want)
		}
	}
}
