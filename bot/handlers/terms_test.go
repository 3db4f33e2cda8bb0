package handlers_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/people"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestTheHostOfAClosedTableLetsPeopleIn(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Opened("Ola", "join=closed")
	got := s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	if want := s.Say("lobby.asked", "Game", string(id)); got.Content != want ||
		len(s.Game(id).Seats) != 1 {
		t.Fatalf("got %q and %d seats, want %q", got.Content, len(s.Game(id).Seats), want)
	}
	s.Flush()
	told := s.DM("Ola")
	admit := told[len(told)-1].Rows[0].Buttons[0].CustomID
	if got := s.Handle(s.Click("Bo", admit)); got.Content != s.Say("problem.host-only") {
		t.Errorf("a guest lets himself in: %q", got.Content)
	}
	s.Handle(s.Click("Ola", admit))
	s.Flush()
	g := s.Game(id)
	if diff := cmp.Diff([]string{"Ola", "Bo"}, match.Names(g.Seats)); diff != "" || len(g.Asking) > 0 {
		t.Errorf("seats (-want +got):\n%s, still asking %v", diff, g.Asking)
	}
	bottest.Contains(t, s.DM("Bo")[0].Content, string(id))
	s.Handle(s.Click("Bo", customid.Button(customid.Leave, id)))
	s.Flush()
	edits := s.API.Calls(discordtest.Edit)
	if !slices.ContainsFunc(edits, func(c discordtest.Call) bool {
		return c.Edit.Content != nil && strings.HasPrefix(*c.Edit.Content, "You gave up your seat")
	}) {
		t.Error("who has left is still told of a seat")
	}
}

func TestInviteOnlyTableTakesNobodyElse(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Opened("Ola", "join=invited", "user1="+string(bottest.Person("Bo").ID))
	for who, want := range map[string]string{
		"Cy": s.Say("problem.invited-only", "Name", "Ola"), "Bo": s.Say("lobby.joined", "Game",
			string(id)),
	} {
		if got := s.Handle(s.Click(who, customid.Button(customid.Join, id))); got.Content != want {
			t.Errorf("%s: got %q, want %q", who, got.Content, want)
		}
	}
	ix := s.Slash("Ola", "game invite", "game="+string(id), "user="+string(bottest.Person("Cy").ID))
	s.Handle(ix)
	s.Flush()
	sent := s.API.Sent(bottest.Channel)
	if last := sent[len(sent)-1]; !slices.Contains(last.Mention, bottest.Person("Cy").ID) {
		t.Errorf("got %+v, want Cy to be called", last)
	}
	if got := s.Handle(s.Click("Cy", customid.Button(customid.Decline,
		id))); got.Content != s.Say("lobby.declined", "Game", string(id)) {
		t.Errorf("got %q", got.Content)
	}
	if got := s.Game(id).Invited; slices.Contains(got, bottest.Person("Cy").ID) {
		t.Errorf("still invited: %v", got)
	}
}

func TestInvitationLetsInAPlayerWhoKnocked(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Opened("Ola", "join=closed")
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	got := s.Handle(s.Slash("Ola", "game invite", "game="+string(id),
		"user="+string(bottest.Person("Bo").ID)))
	if want := s.Say("lobby.admitted", "Name", "Bo", "Game", string(id)); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
	g := s.Game(id)
	if diff := cmp.Diff([]string{"Ola", "Bo"}, match.Names(g.Seats)); diff != "" ||
		len(g.Asking)+len(g.Invited) > 0 {
		t.Errorf("seats (-want +got):\n%s, asking %v, invited %v", diff, g.Asking, g.Invited)
	}
}

func TestInvitationUsesTheGamesPresentName(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Opened("Ola", "join=invited")
	s.Handle(s.Slash("Ola", "game invite", "game="+string(id),
		"user="+string(bottest.Person("Cy").ID)))
	s.Flush()
	s.Handle(s.Slash("Ola", "game rename", "game="+string(id), "name=Sunday"))
	s.Flush()
	edits := s.API.Calls(discordtest.Edit)
	if !slices.ContainsFunc(edits, func(c discordtest.Call) bool {
		return c.Edit.Content != nil && strings.Contains(*c.Edit.Content, "you are invited to") &&
			strings.Contains(*c.Edit.Content, "“Sunday”")
	}) {
		t.Error("the invitation has the old name")
	}
}

func TestTableKeepsItsSeatOrderNameAndLanguage(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Opened("Ola", "first=joined", "name= Friday *night*\n", "language=pl")
	for _, who := range []string{"Bo", "Cy", "Di"} {
		s.Handle(s.Click(who, customid.Button(customid.Join, id)))
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	g := s.Game(id)
	if diff := cmp.Diff([]string{"Ola", "Bo", "Cy", "Di"}, match.Names(g.Seats)); diff != "" {
		t.Errorf("C1 seats (-want +got):\n%s", diff)
	}
	bottest.Contains(t, s.API.Sent(g.Thread)[0].Content, `„Friday \*night\*”`,
		"Miejsca w kolejności tur")
	dms := s.DM("Bo")
	bottest.Contains(t, dms[len(dms)-1].Content, `“Friday \*night\*”`)
	s.Handle(s.Slash("Bo", "game rename", "game="+string(id), "name=Sunday"))
	s.Flush()
	sent := s.API.Sent(g.Thread)
	bottest.Contains(t, sent[len(sent)-1].Content, "Bo", "Sunday")
	if got := s.Handle(s.Slash("Eve", "game rename", "game="+string(id),
		"name=Mine")); got.Content != s.Say("problem.not-seated", "Game", string(id)) {
		t.Errorf("a bystander renames the game: %q", got.Content)
	}
}

func TestARematchKeepsPartnersAndCanBeDeclined(t *testing.T) {
	t.Parallel()
	s := bottest.TeamStage(t)
	id := s.RunningOf("asia", "Ola", "Bo", "Cy", "Di", "Eve", "Fay")
	for _, who := range []string{"Ola", "Bo", "Cy", "Di", "Eve", "Fay"} {
		s.Handle(s.Click(who, customid.Button(customid.Stop, id)))
	}
	s.Flush()
	old := s.Game(id)
	partner := func(g match.Game, user match.UserID) []match.UserID {
		return match.Partners(g.Seats, 2, user)
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id)))
	s.Flush()
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	again := games[0].ID
	away := partner(old, bottest.Person("Ola").ID)[0]
	others := []string{"Bo", "Cy", "Di", "Eve", "Fay"}
	for _, who := range others {
		if bottest.Person(who).ID != away && !slices.Contains(partner(old, away),
			bottest.Person(who).ID) {
			s.Handle(s.Click(who, customid.Button(customid.Rematch, id)))
		}
	}
	g := s.Game(again)
	if len(g.Seats) != 5 || len(g.Invited) != 5 {
		t.Fatalf("got seats %v, invited %v, want all but one", match.Names(g.Seats), g.Invited)
	}
	for _, seat := range old.Seats {
		if got, want := partner(g, seat.User), partner(old, seat.User); seat.User != away &&
			!slices.Contains(want, away) && !slices.Equal(got, want) {
			t.Errorf("%s sits with %v, before with %v", seat.Name, got, want)
		}
	}
}

func TestListOfGamesOpensTheMostUrgentFirst(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Pace = "relaxed"
	slow := s.Running("Ola", "Bo")
	s.Pace = "brisk"
	fast := s.Running("Ola", "Cy")
	list := s.Handle(s.Slash("Ola", "games"))
	if strings.Index(list.Content, string(fast)) > strings.Index(list.Content, string(slow)) {
		t.Errorf("got %q, want the brisk game first", list.Content)
	}
	bottest.Contains(t, list.Content, "choose tickets")
	next := list.Rows[0].Buttons[0].CustomID
	shown := s.Handle(s.Click("Ola", next)).Content
	bottest.Contains(t, shown, string(s.Game(fast).Thread))
	s.MoveAs(fast, s.Game(fast).SeatOf(bottest.Person("Ola").ID), bottest.FirstLegal)
	shown = s.Handle(s.Click("Ola", next)).Content
	bottest.Contains(t, shown, string(s.Game(slow).Thread))
	if got := s.Handle(s.Click("Eve", next)); got.Content != s.Say("games.nothing-waits") {
		t.Errorf("got %q", got.Content)
	}
}

func TestTheRecordBeforeTheEndHoldsNoSecrets(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seed := s.Game(id).Seed.Reveal()
	ola := string(s.Handle(s.Slash("Ola", "game record", "game="+string(id))).Files[0].Data)
	eve := string(s.Handle(s.Slash("Eve", "game record", "game="+string(id))).Files[0].Data)
	if strings.Contains(ola+eve, seed) || ola == eve {
		t.Error("the log tells the seed, or a player no more than a bystander")
	}
	s.Finish(id)
	end := s.Handle(s.Slash("Eve", "game record", "game="+string(id))).Files[0]
	if end.Name != string(id)+".rec" || !strings.Contains(string(end.Data), seed) {
		t.Errorf("got the file %s, want the record", end.Name)
	}
}

func TestTheResultInADirectMessageNamesItsGameAndOffersARematch(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	dms := s.DM("Bo")
	last := dms[len(dms)-1]
	bottest.Contains(t, last.Content, string(id), discord.MentionChannel(s.Game(id).Thread))
	ix := s.Click("Bo", bottest.AnswersIn(last.Rows, customid.Rematch))
	ix.Guild, ix.Channel = "", "dm"
	s.Handle(ix)
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Bo").ID, match.Lobby)
	s.Must(err)
	if len(games) != 1 || games[0].After != id || games[0].Channel != bottest.Channel {
		t.Errorf("got %+v, want a rematch in the game's channel", games)
	}
}

func TestManagersReadAllDecisionsOfTheirServer(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	manage := func(path string, options ...string) discord.Message {
		ix := s.Slash("Mia", path, options...)
		ix.Rights = discord.PermManageGuild
		return s.Handle(ix)
	}
	here := "<#" + bottest.Channel + ">"
	bottest.Contains(t, manage("admin show").Content, s.Say("ratings.off"), s.Say("week.off"),
		s.Say("daily.unposted"))
	manage("admin ratings", "rated=true", "week=here")
	manage("admin daily-post", "channel=here")
	bottest.Contains(t, manage("admin show").Content, s.Say("ratings.on"),
		s.Say("week.on", "Where", here), s.Say("daily.posted", "Channel", here))
}

func TestManagersDecideAboutGamesOfTheirServer(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	manage := func(path string, options ...string) discord.Message {
		ix := s.Slash("Mia", path, options...)
		ix.Rights = discord.PermManageGuild
		return s.Handle(ix)
	}
	if got := s.Handle(s.Slash("Ola", "admin games",
		"most=1")); got.Content != s.Say("problem.managers-only") {
		t.Errorf("got %q, want a refusal", got.Content)
	}
	manage("admin games", "most=1", "language=pl", "role=77", "channels=here")
	bottest.Contains(t, manage("admin show").Content, "Games at a time: 1", "<@&77>",
		"<#"+bottest.Channel+">", "Polski")
	if got := s.Handle(s.Slash("Ola", "game new",
		"title=amsterdam")); got.Content != s.Say("problem.role-only", "Role", "<@&77>") {
		t.Errorf("got %q, want a refusal", got.Content)
	}
	ix := s.Slash("Ola", "game new", "title=amsterdam")
	ix.Roles, ix.Channel = []string{"77"}, "999"
	if got := s.Handle(ix); got.Content != s.Say("problem.channels-only", "Channels",
		"<#"+bottest.Channel+">") {
		t.Errorf("got %q, want a refusal", got.Content)
	}
	ix = s.Slash("Ola", "game new", "title=amsterdam")
	ix.Roles = []string{"77"}
	s.Handle(ix)
	games, err := s.Store.GamesIn(t.Context(), match.Lobby)
	s.Must(err)
	if len(games) != 1 || games[0].Locale != "pl" {
		t.Fatalf("got games %+v, want a Polish one", games)
	}
	ix = s.Slash("Bo", "game new", "title=amsterdam")
	ix.Roles = []string{"77"}
	if got := s.Handle(ix); got.Content != s.Say("problem.server-full", "Count", 1) {
		t.Errorf("got %q, want a refusal", got.Content)
	}
	s.Flush()
	hellos := s.PostsOf(games[0].ID, people.PostHello)
	manage("admin end", "game="+string(games[0].ID))
	if got := s.Game(games[0].ID).State; got != match.Cancelled {
		t.Errorf("the game is %s", got)
	}
	s.Flush()
	if edits := s.Edits(hellos[0].Message); len(edits) != 1 || !strings.Contains(*edits[0].Content,
		"cancelled") {
		t.Errorf("the message that told of the seat was edited %d times", len(edits))
	}
}

// slowSetting lets somebody else decide between the reading and the writing of a decision.
type slowSetting struct {
	storage.Store
	meanwhile func()
}

func (s *slowSetting) Setting(ctx context.Context, key string) (string, error) {
	text, err := s.Store.Setting(ctx, key)
	if do := s.meanwhile; do != nil {
		s.meanwhile = nil
		do()
	}
	return text, err
}

func TestSimultaneousDecisionsBothCount(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	slow := &slowSetting{Store: s.Store}
	s.Remake(func(o *bot.Options) { o.Store = slow })
	decide := func(options ...string) string {
		t.Helper()
		ix := s.Slash("Mia", "admin games", options...)
		ix.Rights = discord.PermManageGuild
		return s.Handle(ix).Content
	}
	slow.meanwhile = func() { decide("most=3") }
	decide("language=pl")
	bottest.Contains(t, decide(), "Games at a time: 3", "Polski")
}

func TestAPardonGivesASeatAndItsTimeBack(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Pace = "brisk"
	id := s.Playing("Ola", "Bo")
	seat := s.Table(id).View(0).ToMove[0]
	who := s.Game(id).Seats[seat-1]
	s.Clock = s.Clock.AddDate(0, 0, 4)
	s.Must(s.Bot.KeepClocks(t.Context()))
	if !s.Game(id).Seats[seat-1].Automated {
		t.Fatal("the house does not play the seat")
	}
	ix := s.Slash("Mia", "admin pardon", "game="+string(id), "player="+string(who.User))
	ix.Rights = discord.PermManageGuild
	s.Handle(ix)
	if got := s.Game(id).Seats[seat-1]; got.Automated || got.Bank.Hours() < 24 {
		t.Errorf("got %+v, want the seat with a day", got.Clock)
	}
}

func TestAFinishedTurnOffersTheNextGameThatWaits(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	offered := func(id match.GameID) bool {
		t.Helper()
		seat := s.Table(id).View(engine.Public).ToMove[0]
		user := s.Game(id).Seats[seat-1].Name
		var last discord.Message
		for range 2 { // two cards
			last = s.Handle(s.Slash(user, "draw", "game="+string(id), "card=deck"))
		}
		return slices.ContainsFunc(last.Rows, func(r discord.Row) bool {
			return slices.ContainsFunc(r.Buttons, func(b discord.Button) bool {
				return b.Label == s.Say("games.next")
			})
		})
	}
	first := s.Playing("Ola", "Bo")
	if offered(first) {
		t.Error("a way to the next game is offered, though there is none")
	}
	second := s.Running("Ola", "Bo") // waits for both
	if !offered(first) {
		t.Errorf("no way to game %s is offered", second)
	}
}
