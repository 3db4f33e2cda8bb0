package bot

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/bot/seating"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// opened opens a game with options and returns it.
func (s *stage) opened(who string, options ...string) match.GameID {
	s.t.Helper()
	s.handle(s.slash(who, "game new", append([]string{"title=amsterdam", "pace=none"}, options...)...))
	s.flush()
	games, err := s.store.GamesOf(s.t.Context(), person(who).ID, match.Lobby)
	s.must(err)
	return games[0].ID
}

func TestTheHostOfAClosedTableLetsPeopleIn(t *testing.T) {
	s := newStage(t)
	id := s.opened("Ola", "join=closed")
	got := s.handle(s.click("Bo", press.Button(press.Join, id)))
	if want := s.say("lobby.asked", "Game", string(id)); got.Content != want || len(s.game(id).Seats) != 1 {
		t.Fatalf("got %q and %d seats, want %q", got.Content, len(s.game(id).Seats), want)
	}
	s.flush()
	told := s.dm("Ola")
	admit := told[len(told)-1].Rows[0].Buttons[0].CustomID
	if got := s.handle(s.click("Bo", admit)); got.Content != s.say("problem.host-only") {
		t.Errorf("a guest lets himself in: %q", got.Content)
	}
	s.handle(s.click("Ola", admit))
	s.flush()
	g := s.game(id)
	if diff := cmp.Diff([]string{"Ola", "Bo"}, seating.Names(g.Seats)); diff != "" || len(g.Asking) > 0 {
		t.Errorf("seats (-want +got):\n%s, still asking %v", diff, g.Asking)
	}
	contains(t, s.dm("Bo")[0].Content, string(id))
	s.handle(s.click("Bo", press.Button(press.Leave, id)))
	s.flush()
	edits := s.api.Calls(discordtest.Edit)
	if !slices.ContainsFunc(edits, func(c discordtest.Call) bool {
		return c.Edit.Content != nil && strings.HasPrefix(*c.Edit.Content, "You gave up your seat")
	}) {
		t.Error("who has left is still told of a seat")
	}
}

func TestATableForTheInvitedTakesNobodyElse(t *testing.T) {
	s := newStage(t)
	id := s.opened("Ola", "join=invited", "user1="+person("Bo").ID)
	for who, want := range map[string]string{
		"Cy": s.say("problem.invited-only", "Name", "Ola"), "Bo": s.say("lobby.joined", "Game", string(id)),
	} {
		if got := s.handle(s.click(who, press.Button(press.Join, id))); got.Content != want {
			t.Errorf("%s: got %q, want %q", who, got.Content, want)
		}
	}
	ix := s.slash("Ola", "game invite", "game="+string(id), "user="+person("Cy").ID)
	s.handle(ix)
	s.flush()
	sent := s.api.Sent(channel)
	if last := sent[len(sent)-1]; !slices.Contains(last.Mention, person("Cy").ID) {
		t.Errorf("got %+v, want Cy to be called", last)
	}
	if got := s.handle(s.click("Cy", press.Button(press.Decline, id))); got.Content != s.say("lobby.declined", "Game", string(id)) {
		t.Errorf("got %q", got.Content)
	}
	if got := s.game(id).Invited; slices.Contains(got, person("Cy").ID) {
		t.Errorf("still invited: %v", got)
	}
}

func TestWhoAsksToBeLetInIsLetInByAnInvitation(t *testing.T) {
	s := newStage(t)
	id := s.opened("Ola", "join=closed")
	s.handle(s.click("Bo", press.Button(press.Join, id)))
	got := s.handle(s.slash("Ola", "game invite", "game="+string(id), "user="+person("Bo").ID))
	if want := s.say("lobby.admitted", "Name", "Bo", "Game", string(id)); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
	g := s.game(id)
	if diff := cmp.Diff([]string{"Ola", "Bo"}, seating.Names(g.Seats)); diff != "" || len(g.Asking)+len(g.Invited) > 0 {
		t.Errorf("seats (-want +got):\n%s, asking %v, invited %v", diff, g.Asking, g.Invited)
	}
}

func TestAnInvitationNamesTheGameAsItIsCalledNow(t *testing.T) {
	s := newStage(t)
	id := s.opened("Ola", "join=invited")
	s.handle(s.slash("Ola", "game invite", "game="+string(id), "user="+person("Cy").ID))
	s.flush()
	s.handle(s.slash("Ola", "game rename", "game="+string(id), "name=Sunday"))
	s.flush()
	edits := s.api.Calls(discordtest.Edit)
	if !slices.ContainsFunc(edits, func(c discordtest.Call) bool {
		return c.Edit.Content != nil && strings.Contains(*c.Edit.Content, "you are invited to") && strings.Contains(*c.Edit.Content, "“Sunday”")
	}) {
		t.Error("the invitation has the old name")
	}
}

func TestSeatsCanBeInTheOrderOfJoiningAndATableHasItsNameAndLanguage(t *testing.T) {
	s := newStage(t)
	id := s.opened("Ola", "first=joined", "name= Friday *night*\n", "language=pl")
	for _, who := range []string{"Bo", "Cy", "Di"} {
		s.handle(s.click(who, press.Button(press.Join, id)))
	}
	s.handle(s.click("Ola", press.Button(press.Start, id)))
	s.flush()
	g := s.game(id)
	if diff := cmp.Diff([]string{"Ola", "Bo", "Cy", "Di"}, seating.Names(g.Seats)); diff != "" {
		t.Errorf("C1 seats (-want +got):\n%s", diff)
	}
	contains(t, s.api.Sent(g.Thread)[0].Content, `„Friday \*night\*”`, "Miejsca w kolejności tur")
	dms := s.dm("Bo")
	contains(t, dms[len(dms)-1].Content, `“Friday \*night\*”`, string(id))
	s.handle(s.slash("Bo", "game rename", "game="+string(id), "name=Sunday"))
	s.flush()
	sent := s.api.Sent(g.Thread)
	contains(t, sent[len(sent)-1].Content, "Bo", "Sunday")
	if got := s.handle(s.slash("Eve", "game rename", "game="+string(id), "name=Mine")); got.Content != s.say("problem.not-seated", "Game", string(id)) {
		t.Errorf("a bystander renames the game: %q", got.Content)
	}
}

func TestARematchKeepsPartnersAndCanBeDeclined(t *testing.T) {
	s := teamStage(t)
	id := s.runningOf("asia", "Ola", "Bo", "Cy", "Di", "Eve", "Fay")
	for _, who := range []string{"Ola", "Bo", "Cy", "Di", "Eve", "Fay"} {
		s.handle(s.click(who, press.Button(press.Stop, id)))
	}
	s.flush()
	old := s.game(id)
	partner := func(g match.Game, user string) []string { return seating.Partners(g.Seats, 2, user) }
	s.handle(s.click("Ola", press.Button(press.Rematch, id)))
	s.flush()
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	again := games[0].ID
	away := partner(old, person("Ola").ID)[0]
	others := []string{"Bo", "Cy", "Di", "Eve", "Fay"}
	for _, who := range others {
		if person(who).ID != away && !slices.Contains(partner(old, away), person(who).ID) {
			s.handle(s.click(who, press.Button(press.Rematch, id)))
		}
	}
	g := s.game(again)
	if len(g.Seats) != 5 || len(g.Invited) != 5 {
		t.Fatalf("got seats %v, invited %v, want all but one", seating.Names(g.Seats), g.Invited)
	}
	for _, seat := range old.Seats {
		if got, want := partner(g, seat.User), partner(old, seat.User); seat.User != away && !slices.Contains(want, away) && !slices.Equal(got, want) {
			t.Errorf("%s sits with %v, before with %v", seat.Name, got, want)
		}
	}
}

func TestTheListOfGamesOpensTheOneWhoseTimeIsUpFirst(t *testing.T) {
	s := newStage(t)
	s.pace = "relaxed"
	slow := s.running("Ola", "Bo")
	s.pace = "brisk"
	fast := s.running("Ola", "Cy")
	list := s.handle(s.slash("Ola", "games"))
	if strings.Index(list.Content, string(fast)) > strings.Index(list.Content, string(slow)) {
		t.Errorf("got %q, want the brisk game first", list.Content)
	}
	contains(t, list.Content, "choose tickets")
	next := list.Rows[0].Buttons[0].CustomID
	contains(t, s.handle(s.click("Ola", next)).Content, string(fast))
	s.moveAs(fast, seating.Of(s.game(fast), person("Ola").ID), firstLegal)
	contains(t, s.handle(s.click("Ola", next)).Content, string(slow))
	if got := s.handle(s.click("Eve", next)); got.Content != s.say("games.nothing-waits") {
		t.Errorf("got %q", got.Content)
	}
}

func TestTheRecordBeforeTheEndHoldsNoSecrets(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seed := s.game(id).Seed.Reveal()
	ola := string(s.handle(s.slash("Ola", "game record", "game="+string(id))).Files[0].Data)
	eve := string(s.handle(s.slash("Eve", "game record", "game="+string(id))).Files[0].Data)
	if strings.Contains(ola+eve, seed) || ola == eve {
		t.Error("the log tells the seed, or a player no more than a bystander")
	}
	s.finish(id)
	end := s.handle(s.slash("Eve", "game record", "game="+string(id))).Files[0]
	if end.Name != string(id)+".rec" || !strings.Contains(string(end.Data), seed) {
		t.Errorf("got the file %s, want the record", end.Name)
	}
}

func TestTheResultInADirectMessageNamesItsGameAndOffersARematch(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.finish(id)
	dms := s.dm("Bo")
	last := dms[len(dms)-1]
	contains(t, last.Content, string(id), discord.MentionChannel(s.game(id).Thread))
	ix := s.click("Bo", last.Rows[0].Buttons[0].CustomID)
	ix.Guild, ix.Channel = "", "dm"
	s.handle(ix)
	games, err := s.store.GamesOf(t.Context(), person("Bo").ID, match.Lobby)
	s.must(err)
	if len(games) != 1 || games[0].After != id || games[0].Channel != channel {
		t.Errorf("got %+v, want a rematch in the game's channel", games)
	}
}

func TestThoseWhoManageAServerDecideAboutItsGames(t *testing.T) {
	s := newStage(t)
	manage := func(path string, options ...string) discord.Message {
		ix := s.slash("Mia", path, options...)
		ix.Rights = discord.PermManageGuild
		return s.handle(ix)
	}
	if got := s.handle(s.slash("Ola", "admin games", "most=1")); got.Content != s.say("problem.managers-only") {
		t.Errorf("got %q, want a refusal", got.Content)
	}
	manage("admin games", "most=1", "language=pl", "role=77", "channels=here")
	contains(t, manage("admin show").Content, "at most: 1", "<@&77>", "<#"+channel+">", "Polski")
	if got := s.handle(s.slash("Ola", "game new", "title=amsterdam")); got.Content != s.say("problem.role-only", "Role", "<@&77>") {
		t.Errorf("got %q, want a refusal", got.Content)
	}
	ix := s.slash("Ola", "game new", "title=amsterdam")
	ix.Roles, ix.Channel = []string{"77"}, "999"
	if got := s.handle(ix); got.Content != s.say("problem.channels-only", "Channels", "<#"+channel+">") {
		t.Errorf("got %q, want a refusal", got.Content)
	}
	ix = s.slash("Ola", "game new", "title=amsterdam")
	ix.Roles = []string{"77"}
	s.handle(ix)
	games, err := s.store.GamesIn(t.Context(), match.Lobby)
	s.must(err)
	if len(games) != 1 || games[0].Locale != "pl" {
		t.Fatalf("got games %+v, want a Polish one", games)
	}
	ix = s.slash("Bo", "game new", "title=amsterdam")
	ix.Roles = []string{"77"}
	if got := s.handle(ix); got.Content != s.say("problem.server-full", "Count", 1) {
		t.Errorf("got %q, want a refusal", got.Content)
	}
	s.flush()
	hellos, err := s.store.Posts(t.Context(), games[0].ID, tell.PostHello)
	s.must(err)
	manage("admin end", "game="+string(games[0].ID))
	if got := s.game(games[0].ID).State; got != match.Cancelled {
		t.Errorf("the game is %s", got)
	}
	s.flush()
	if edits := s.edits(hellos[0].Message); len(edits) != 1 || !strings.Contains(*edits[0].Content, "cancelled") {
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

func TestTwoDecisionsAtOnceBothStand(t *testing.T) {
	s := newStage(t)
	slow := &slowSetting{Store: s.store}
	s.remake(func(o *Options) { o.Store = slow })
	decide := func(options ...string) string {
		t.Helper()
		ix := s.slash("Mia", "admin games", options...)
		ix.Rights = discord.PermManageGuild
		return s.handle(ix).Content
	}
	slow.meanwhile = func() { decide("most=3") }
	decide("language=pl")
	contains(t, decide(), "at most: 3", "Polski")
}

func TestAPardonGivesASeatAndItsTimeBack(t *testing.T) {
	s := newStage(t)
	s.pace = "brisk"
	id := s.playing("Ola", "Bo")
	seat := s.table(id).View(0).ToMove[0]
	who := s.game(id).Seats[seat-1]
	s.clock = s.clock.AddDate(0, 0, 4)
	s.must(s.bot.KeepClocks(t.Context()))
	if !s.game(id).Seats[seat-1].Automated {
		t.Fatal("the house does not play the seat")
	}
	ix := s.slash("Mia", "admin pardon", "game="+string(id), "player="+who.User)
	ix.Rights = discord.PermManageGuild
	s.handle(ix)
	if got := s.game(id).Seats[seat-1]; got.Automated || got.Bank.Hours() < 24 {
		t.Errorf("got %+v, want the seat with a day", got.Clock)
	}
}

func TestAFinishedTurnOffersTheNextGameThatWaits(t *testing.T) {
	s := newStage(t)
	offered := func(id match.GameID) bool {
		t.Helper()
		seat := s.table(id).View(engine.Public).ToMove[0]
		user := s.game(id).Seats[seat-1].Name
		var last discord.Message
		for range 2 { // two cards
			last = s.handle(s.slash(user, "draw", "game="+string(id), "card=deck"))
		}
		return slices.ContainsFunc(last.Rows, func(r discord.Row) bool {
			return slices.ContainsFunc(r.Buttons, func(b discord.Button) bool { return b.Label == s.say("games.next") })
		})
	}
	first := s.playing("Ola", "Bo")
	if offered(first) {
		t.Error("a way to the next game is offered, though there is none")
	}
	second := s.running("Ola", "Bo") // waits for both
	if !offered(first) {
		t.Errorf("no way to game %s is offered", second)
	}
}
