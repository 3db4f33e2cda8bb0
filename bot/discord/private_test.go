package discord_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
)

// privately starts a game of the named in a private channel, and makes everybody's setup choice;
// all has been told.
func privately(s *bottest.Stage, names ...string) match.GameID {
	s.T.Helper()
	s.Handle(bottest.InPrivate(s.Slash(names[0], "game new", "title=amsterdam", "pace=none")))
	s.Flush()
	games, err := s.Store.GamesAt(s.T.Context(), bottest.Conversation)
	s.Must(err)
	id := games[0].ID
	for _, n := range append(names[1:], names[0]) {
		action := customid.Join
		if n == names[0] {
			action = customid.Start
		}
		ix := bottest.InPrivate(s.Click(n, customid.Button(action, id)))
		ix.Message = s.Game(id).Lobby
		s.Bot.Handle(s.T.Context(), ix)
		s.Flush()
	}
	for s.Table(id).View(engine.Public).Phase == engine.InSetup {
		s.Move(id, bottest.FirstLegal)
	}
	s.Flush()
	return id
}

// saidPrivately returns what everybody in the private channel was told since a number of calls.
func saidPrivately(s *bottest.Stage, since int) []string {
	var list []string
	hidden := map[string]bool{} // by interaction
	for _, c := range s.API.Calls()[since:] {
		switch {
		case c.Err != nil || c.Interaction == nil || c.Interaction.Channel != bottest.Conversation:
		case c.Method == discordtest.Respond && c.Response.Deferred != nil:
			hidden[c.Interaction.ID] = c.Response.Deferred.Ephemeral
		case c.Method == discordtest.FollowUp && !c.Message.Ephemeral:
			list = append(list, c.Message.Content)
		case c.Method == discordtest.EditOriginal && !hidden[c.Interaction.ID]:
			list = append(list, c.Message.Content)
		}
	}
	return list
}

// openPrivately has somebody open their hand in the private channel, and returns what everybody is
// told after that.
func openPrivately(s *bottest.Stage, id match.GameID, name string) []string {
	s.T.Helper()
	before := len(s.API.Calls())
	s.Bot.Handle(s.T.Context(), bottest.InPrivate(s.Click(name, customid.Button(customid.Hand, id))))
	s.Flush()
	return saidPrivately(s, before)
}

func TestHeldMessageIsToldOnceAtTheNextPress(t *testing.T) {
	s := bottest.New(t)
	id := privately(s, "Ola", "Bo")
	s.Clock = s.Clock.Add(15 * time.Minute) // all tokens have expired
	before, mover, other := len(s.API.Calls()), s.Game(id).Seats[0].Name, s.Game(id).Seats[1].Name
	dms := len(s.DM(other))
	s.DrawTwo(id) // elsewhere, as in direct messages
	s.Flush()
	s.Flush()
	if said := saidPrivately(s, before); len(said) > 0 {
		t.Fatalf("it was said by tokens that have expired: %q", said)
	}
	if got := s.DM(other); len(got) != dms+1 {
		t.Errorf("%s got %d direct messages, want the call that the private channel did not hear",
			other, len(got)-dms)
	}
	said := openPrivately(s, id, other)
	if len(said) != 1 {
		t.Fatalf("got %q at the next press, want the turn", said)
	}
	bottest.Contains(t, said[0], mover, "<@"+string(bottest.Person(other).ID)+">")
	if again := openPrivately(s, id, mover); len(again) > 0 {
		t.Errorf("told again: %q", again)
	}
}

func TestMessagesBeyondFiveFollowUpsWait(t *testing.T) {
	s := bottest.New(t)
	id := privately(s, "Ola", "Bo")
	s.Clock = s.Clock.Add(15 * time.Minute)
	openPrivately(s, id, "Ola")
	used := 0
	s.API.Fail = func(c discordtest.Call) error { // as Discord counts
		if c.Method != discordtest.FollowUp {
			return nil
		}
		if used++; used > 5 {
			return &discord.Error{Status: 400, Code: 40094}
		}
		return nil
	}
	before := len(s.API.Calls())
	for range 7 {
		s.DrawTwo(id)
		s.Flush()
	}
	if said := saidPrivately(s, before); len(said) != 5 {
		t.Errorf("%d turns were told by one token, want 5", len(said))
	}
	s.API.Fail = nil
	said := openPrivately(s, id, "Bo")
	if len(said) != 1 {
		t.Fatalf("got %q at the next press, want one message of the other two turns", said)
	}
	bottest.Contains(t, said[0], "Ola draws", "Bo draws")
}

func TestPrivateGameIsHiddenFromOthers(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	s.Handle(bottest.InPrivate(s.Slash("Ola", "game new", "title=amsterdam", "pace=none")))
	s.Flush()
	games, err := s.Store.GamesAt(t.Context(), bottest.Conversation)
	s.Must(err)
	lobby := games[0].ID
	notElsewhere(s, lobby, "game join", "board")
	s.Handle(s.Slash("Ola", "game cancel", "game="+string(lobby)))
	running := privately(s, "Ola", "Bo")
	notElsewhere(s, running, "board", "log", "hand", "plan", "undo", "game record")
	s.Finish(running)
	notElsewhere(s, running, "board", "log", "game record", "game film", "game replay")
	s.NothingBroke()
}

// notElsewhere wants a game of the conversation to be unknown to people elsewhere who name it in
// commands or press its buttons, and known to one who is in the conversation.
func notElsewhere(s *bottest.Stage, id match.GameID, commands ...string) {
	s.T.Helper()
	unknown := s.Say("problem.game-unknown")
	at := map[string]func(*discord.Interaction){
		"in another conversation": func(ix *discord.Interaction) {
			ix.Guild, ix.Channel = "", discord.PrivateChannel("951")
		},
		"in direct messages": func(ix *discord.Interaction) { ix.Guild, ix.Channel = "", "952" },
		"on a server":        func(*discord.Interaction) {},
	}
	for where, move := range at {
		for _, command := range commands {
			ix := s.Slash("Cy", command, "game="+string(id))
			move(ix)
			if m := s.Handle(ix); m.Content != unknown || len(m.Files) > 0 {
				s.T.Errorf("/%s %s: got %q with %d files", command, where, m.Content, len(m.Files))
			}
		}
		for _, action := range []customid.Action{customid.Hand, customid.Review, customid.Film} {
			ix := s.Click("Cy", customid.Button(action, id))
			move(ix)
			if m := s.Handle(ix); m.Content != unknown || len(m.Files) > 0 {
				s.T.Errorf("button %q %s: got %q", action, where, m.Content)
			}
		}
	}
	there := s.Handle(bottest.InPrivate(s.Slash("Cy", "board", "game="+string(id))))
	if there.Content == unknown {
		s.T.Errorf("one who is in the conversation does not know game %s", id)
	}
}

func TestAHandIsNeverShownToAWholeConversation(t *testing.T) {
	s := bottest.New(t)
	id := privately(s, "Ola", "Bo")
	for _, command := range []string{"hand", "board", "log", "games", "me", "rules", "plan"} {
		if m := s.Handle(bottest.InPrivate(s.Slash("Ola", command))); !m.Ephemeral &&
			s.Handle(s.Slash("Ola", command)).Ephemeral {
			t.Errorf("/%s is shown to everybody, though on a server it is not: %q", command, m.Content)
		}
	}
	s.Flush()
	if s.Game(id).State != match.Running {
		t.Error("the game is not under way")
	}
}

// joining is a Discord where somebody joins a lobby before the bot has noted where it stands.
type joining struct {
	discord.API
	join func(lobby match.MessageID)
}

func (a *joining) FollowUp(
	ctx context.Context, ix *discord.Interaction, m discord.Message,
) (match.MessageID, error) {
	id, err := a.API.FollowUp(ctx, ix, m)
	if join := a.join; join != nil && err == nil {
		a.join = nil
		join(id)
	}
	return id, err
}

func TestLobbyJoinedAtOnceIsShownOnceInPrivate(t *testing.T) {
	s := bottest.New(t)
	api := &joining{API: s.API}
	s.Remake(func(o *bot.Options) { o.API = api })
	var click *discord.Interaction
	api.join = func(lobby match.MessageID) {
		games, err := s.Store.GamesAt(t.Context(), bottest.Conversation)
		s.Must(err)
		if games[0].Lobby != "" {
			t.Fatalf("the lobby's message %s has been noted: nothing is tried", games[0].Lobby)
		}
		click = bottest.InPrivate(s.Click("Bo", customid.Button(customid.Join, games[0].ID)))
		click.Message = lobby
		s.Bot.Handle(t.Context(), click)
	}
	s.Handle(bottest.InPrivate(s.Slash("Ola", "game new", "title=amsterdam", "pace=none")))
	s.Flush()
	if click == nil {
		t.Fatal("nobody has joined")
	}
	posted, renewed := 0, 0
	for _, c := range s.API.Calls() {
		lobby := strings.Contains(c.Message.Content, "Seats taken: ")
		switch clicked := c.Interaction != nil && c.Interaction.ID == click.ID; {
		case clicked && c.Method == discordtest.Respond && !c.Response.DeferUpdate:
			t.Errorf("the click is answered by %+v, want by the lobby that was clicked", c.Response)
		case clicked && c.Method == discordtest.EditOriginal && lobby:
			renewed++
			bottest.Contains(t, c.Message.Content, "Ola", "Bo")
		case c.Method == discordtest.FollowUp && lobby:
			posted++
		}
	}
	if posted != 1 || renewed != 1 {
		t.Errorf("the lobby was posted %d times and renewed %d times, want once each", posted, renewed)
	}
}

func TestTurnsOfComputersAreToldAtAPrivateTable(t *testing.T) {
	s := bottest.New(t)
	s.Handle(bottest.InPrivate(s.Slash("Ola", "game new", "title=amsterdam", "pace=none",
		"delay=none", "public=true")))
	s.Flush()
	games, err := s.Store.GamesAt(t.Context(), bottest.Conversation)
	s.Must(err)
	id := games[0].ID
	for range 2 {
		ix := bottest.InPrivate(s.Click("Ola", customid.Button(customid.Computer, id), "easy"))
		ix.Message = s.Game(id).Lobby
		s.Bot.Handle(t.Context(), ix)
		s.Flush()
	}
	s.Bot.Handle(t.Context(), bottest.InPrivate(s.Click("Ola", customid.Button(customid.Start, id))))
	for range 12 { // rounds
		s.Clock = s.Clock.Add(time.Minute)
		before := len(s.API.Calls())
		openPrivately(s, id, "Ola")
		for s.Game(id).WaitsFor(bottest.Person("Ola").ID) {
			s.MoveAs(id, s.Game(id).SeatOf(bottest.Person("Ola").ID), bottest.FirstLegal)
		}
		for range 4 {
			s.Must(s.Bot.KeepClocks(t.Context()))
			s.Flush()
			s.Clock = s.Clock.Add(10 * time.Second)
		}
		said := strings.Join(saidPrivately(s, before), "\n")
		if s.Table(id).View(engine.Public).Phase != engine.InSetup &&
			!strings.Contains(said, "Ola – your turn.") {
			t.Fatalf("it is not told that the computers have moved: %q", said)
		}
	}
	s.NothingBroke()
}

func TestServerWithoutTheBotCannotHostATable(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	for _, ix := range []*discord.Interaction{
		s.Slash("Ola", "game new", "title=amsterdam"),
		s.Slash("Ola", "game move-here", "game="+string(id)),
	} {
		ix.Guild, ix.Absent = "999", true
		bottest.Contains(t, s.Handle(ix).Content, s.Say("problem.not-a-member"))
	}
}

func TestAGameIsPlayedAgainWhereItWasPlayed(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	id := privately(s, "Ola", "Bo")
	s.Finish(id)
	elsewhere := s.Click("Ola", customid.Button(customid.Rematch, id))
	elsewhere.Guild, elsewhere.Channel = "", "952"
	bottest.Contains(t, s.Handle(elsewhere).Content, s.Say("problem.there-only", "Where",
		discord.MentionChannel(bottest.Conversation)))
	s.Handle(bottest.InPrivate(s.Click("Bo", customid.Button(customid.Rematch, id))))
	s.Flush()
	games, err := s.Store.GamesAt(t.Context(), bottest.Conversation)
	s.Must(err)
	if again := games[len(games)-1]; again.After != id || again.Lobby == "" {
		t.Errorf("got game %s after %q with the lobby %q, want one that repeats %s", again.ID,
			again.After, again.Lobby, id)
	}
}

func TestNoLinkPointsToTheReadersOwnChannel(t *testing.T) {
	s := bottest.New(t)
	id := privately(s, "Ola", "Bo")
	table := discord.MentionChannel(s.Game(id).Thread)
	if m := s.Handle(bottest.InPrivate(s.Slash("Ola", "hand"))); strings.Contains(m.Content, table) {
		t.Errorf("a hand in the conversation says %q", m.Content)
	}
	bottest.Contains(t, s.Handle(s.InDM("Ola", "hand", "game="+string(id))).Content, table)
	lobby := ""
	for _, c := range s.API.Calls(discordtest.EditOriginal) {
		if strings.Contains(c.Message.Content, "is under way") {
			lobby = c.Message.Content
		}
	}
	bottest.Contains(t, lobby, "is under way: "+s.Say("games.here"))
	public := s.Playing("Cy", "Di")
	table = discord.LinkMessage(s.Game(public).Guild, s.Game(public).Thread, "")
	there := s.Slash("Cy", "hand", "game="+string(public))
	bottest.Contains(t, s.Handle(there).Content, table)
	there = s.Slash("Cy", "hand", "game="+string(public))
	there.Channel = s.Game(public).Thread
	if m := s.Handle(there); strings.Contains(m.Content, table) {
		t.Errorf("a hand in the thread says %q", m.Content)
	}
}

func TestTheWelcomeNamesTheTablesButtonAsTheTableDoes(t *testing.T) {
	s := bottest.New(t)
	s.Handle(bottest.InPrivate(s.Slash("Ola", "game new", "title=amsterdam", "pace=none")))
	s.Flush()
	games, err := s.Store.GamesAt(s.T.Context(), bottest.Conversation)
	s.Must(err)
	id := games[0].ID
	before := len(s.API.Calls())
	join := bottest.InPrivate(s.Click("Bo", customid.Button(customid.Join, id)))
	join.Locale, join.Message = "pl", s.Game(id).Lobby
	s.Handle(join)
	s.Flush()
	var welcome string
	for _, c := range s.API.Calls()[before:] {
		if strings.Contains(c.Message.Content, "Masz miejsce w grze") {
			welcome = c.Message.Content
		}
	}
	if !strings.Contains(welcome, "**Open my hand**") { // the table was opened in English
		t.Errorf("welcomed with %q, want the button by the name that it has at the table", welcome)
	}
}

func TestTheTurnsOfComputersJoinTheMoverInPrivate(t *testing.T) {
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	s.Handle(bottest.InPrivate(s.Slash("Ola", "game new", "title=nordic", "pace=none",
		"public=true")))
	s.Flush()
	games, err := s.Store.GamesAt(t.Context(), bottest.Conversation)
	s.Must(err)
	id := games[0].ID
	s.Bot.Handle(t.Context(), bottest.InPrivate(s.Click("Ola", customid.Button(customid.Solo, id))))
	s.Flush()
	own := s.Table(id).SeatOf(bottest.Person("Ola").ID)
	for s.Table(id).View(engine.Public).Phase == engine.InSetup {
		if v := s.Table(id).View(own); v.Moves(own) {
			s.MoveAs(id, own, bottest.FirstLegal)
		}
		s.Awhile()
	}
	for v := s.Table(id).View(own); !v.Moves(own); v = s.Table(id).View(own) {
		s.Awhile()
	}
	s.Clock = s.Clock.Add(15 * time.Minute)
	press := func(m discord.Message, message match.MessageID) discord.Message {
		o, ok := bottest.Find(m, customid.Do, "draw")
		if !ok {
			t.Fatalf("there is no card to draw among %v", bottest.Offers(m))
		}
		ix := bottest.InPrivate(s.Click("Ola", o.ID, o.Values...))
		ix.Message, ix.Hidden = message, true
		before := len(s.API.Calls())
		s.Bot.Handle(t.Context(), ix)
		s.Flush()
		return bottest.Answered(t, s.API.Calls()[before:])
	}
	opened := s.Handle(bottest.InPrivate(s.Click("Ola", customid.Button(customid.Hand, id))))
	var hand match.MessageID
	for _, c := range s.API.Calls() {
		if c.Result != "" {
			hand = match.MessageID(c.Result)
		}
	}
	press(press(opened, hand), hand)
	before := len(s.API.Calls())
	for v := s.Table(id).View(own); !v.Moves(own); v = s.Table(id).View(own) {
		s.Awhile()
	}
	var told []discordtest.Call
	for _, c := range s.API.Calls()[before:] {
		if c.Method == discordtest.EditOriginal || c.Method == discordtest.FollowUp {
			told = append(told, c)
		}
	}
	if len(told) != 1 || told[0].Method != discordtest.EditOriginal ||
		len(told[0].Message.Files) == 0 {
		t.Fatalf("got %+v, want the message of Ola's move edited, with the board", told)
	}
	bottest.Contains(t, told[0].Message.Content, "Ola draws", "Bot Ada")
	if strings.Contains(told[0].Message.Content, "<@") || len(told[0].Message.Mention) > 0 {
		t.Errorf("somebody is mentioned: %+v", told[0].Message)
	}
}
