package notify_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// forbidden is Discord's answer where the bot may not see a channel.
var forbidden = &discord.Error{Status: 403, Code: 50001}

// outcomes are the results of finished games that stand in a channel now.
func outcomes(s *bottest.Stage, channel match.ChannelID) (list []discord.Message) {
	for _, p := range discordtest.NewScreen(s.API.Calls()...).Posts {
		if p.Channel == channel && bottest.AnswersIn(p.Message.Rows, customid.Fair) != "" {
			list = append(list, p.Message)
		}
	}
	return list
}

// managed has somebody who manages the server give a command.
func managed(s *bottest.Stage, channel match.ChannelID, path string, options ...string) string {
	s.T.Helper()
	ix := s.Slash("Mia", path, options...)
	ix.Rights = discord.PermManageGuild
	ix.Channel = channel
	return s.Handle(ix).Content
}

// looksAgain brings the posts of a game up to date.
func looksAgain(s *bottest.Stage, id match.GameID) {
	s.T.Helper()
	s.Must(s.Store.Enqueue(s.T.Context(), []storage.Message{posts.Later(id, "again", s.Clock)}))
	s.Flush()
}

func TestTheChannelReadsWhoWon(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.Playing("Ola", "Bartek")
	s.Finish(id)
	told := outcomes(s, bottest.Channel)
	if len(told) != 1 {
		t.Fatalf("got %d results in the channel, want one", len(told))
	}
	bottest.Contains(t, told[0].Content, "is finished: <#"+string(s.Game(id).Thread)+">\n",
		"\nBartek won by 3 points: ", " points · 2\\. Ola ")
	if len(told[0].Files) != 1 || told[0].Files[0].Name != "card.png" || len(told[0].Mention) > 0 {
		t.Errorf("got files %v and mentions %v, want the card alone", told[0].Files, told[0].Mention)
	}
	for _, action := range []customid.Action{
		customid.Rematch, customid.Film, customid.Look, customid.Review, customid.Fair,
	} {
		if bottest.AnswersIn(told[0].Rows, action) == "" {
			t.Errorf("no button %s", action)
		}
	}
	sheet := s.Handle(s.Click("Eve", bottest.AnswersIn(told[0].Rows, customid.Scores)))
	if !sheet.Ephemeral || len(sheet.Files) != 2 || sheet.Files[0].Name != "sheet.png" ||
		bottest.AnswersIn(sheet.Rows, customid.Scores) != "" {
		t.Errorf("got %+v, want a private answer with the sheet and the record", sheet)
	}
	thread := s.API.Sent(s.Game(id).Thread)
	if last := thread[len(thread)-1]; last.Files[0].Name != "card.png" ||
		bottest.AnswersIn(last.Rows, customid.Scores) == "" {
		t.Errorf("the table gets %+v, want the card and a way to the sheet", last)
	}
	seed := s.Game(id).Seed
	for _, m := range append(s.API.Sent(s.Game(id).Thread), told...) {
		if strings.Contains(m.Content, seed.Reveal()) {
			t.Errorf("the seed is told unasked: %q", m.Content)
		}
	}
	if lobby := s.LobbyNow(id); strings.Contains(lobby, "Bartek") {
		t.Errorf("the result is told in the lobby too: %q", lobby)
	}
	bottest.Contains(t, s.LobbyNow(id), "is finished", "The result: https://discord.com/channels/")
	proof := s.Handle(s.Click("Eve", customid.Button(customid.Fair, id)))
	bottest.Contains(t, proof.Content, seed.Reveal(), seed.Commitment(), "konduktor verify")
	if !proof.Ephemeral || len(proof.Files) != 1 {
		t.Errorf("got %+v, want a private answer with the record", proof)
	}
	s.Handle(s.Click("Ola", bottest.AnswersIn(told[0].Rows, customid.Rematch)))
	s.Flush()
	again, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	if len(again) != 1 || again[0].After != id || again[0].Series == nil {
		t.Errorf("the rematch is %+v", again)
	}
	s.Reopen()
	looksAgain(s, id)
	if now := outcomes(s, bottest.Channel); len(now) != 1 || len(now[0].Rows[1].Buttons) != 5 {
		t.Errorf("after a start of the process the result is %+v", now)
	}
}

// An end is an event: on the day after, nobody is told about it again.
func TestNothingIsToldOnTheDayAfter(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	s.Flush()
	count := func() int {
		return len(s.API.Sent(bottest.Channel)) + len(s.API.Sent(s.Game(id).Thread)) +
			len(s.DM("Ola")) + len(s.DM("Bo"))
	}
	before := count()
	for range 3 {
		s.Clock = s.Clock.Add(12 * time.Hour)
		s.KeepDeadlines(time.Hour)
		s.Flush()
	}
	if n := count() - before; n != 0 {
		t.Errorf("%d messages came later", n)
	}
}

func TestFairPlayKeepsTheSeedUntilTheEnd(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	bottest.Contains(t, s.Handle(s.Click("Ola", customid.Button(customid.Fair, id))).Content,
		s.Say("problem.fair-not-over", "Game", string(id)))
}

func TestTheResultNamesEachWinnerOnce(t *testing.T) {
	t.Parallel()
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			names := []string{"Ola", "Bartek", "Celina", "Dorota"}
			s := bottest.NewShort(t, title.ID())
			counts := title.SeatCounts()
			id := s.PlayingOf(title.ID(), names[:min(counts[len(counts)-1], 4)]...)
			s.Finish(id)
			told := outcomes(s, bottest.Channel)
			if len(told) != 1 {
				t.Fatalf("got %d results, want one", len(told))
			}
			v := s.Table(id).View(engine.Public)
			for i := range v.Seats {
				seat, n := &v.Seats[i], 0
				if n = strings.Count(told[0].Content, seat.Name); n == 0 ||
					slices.Contains(v.Winners, seat.Seat) && n != 1 {
					t.Errorf("%s is named %d times in %q", seat.Name, n, told[0].Content)
				}
			}
			thread := s.API.Sent(s.Game(id).Thread)
			if last := thread[len(thread)-1].Content; strings.Count(last, "winner")+
				strings.Count(last, "won ")+strings.Count(last, "Shared victory") > 1 {
				t.Errorf("the table reads twice who has won: %q", last)
			}
		})
	}
}

func TestResultsGoWhereTheServerWantsThem(t *testing.T) {
	t.Parallel()
	const hall = match.ChannelID("555")
	s := bottest.NewShort(t, "amsterdam")
	bottest.Contains(t, managed(s, hall, "admin show"), s.Say("admin.results-lobby"))
	if got := s.Handle(s.Slash("Bo", "admin results", "channel=here")).Content; got !=
		s.Say("problem.managers-only") {
		t.Errorf("somebody else is told %q", got)
	}
	there := s.Say("admin.results", "Channel", "<#555>")
	bottest.Contains(t, managed(s, hall, "admin results", "channel=here"), there)
	bottest.Contains(t, managed(s, hall, "admin results", "channel=x"),
		s.Say("problem.no-such-channel"))
	finish := func() match.GameID {
		id := s.Playing("Ola", "Bo")
		s.Finish(id)
		return id
	}
	first := finish()
	if in, at := len(outcomes(s, hall)), len(outcomes(s, bottest.Channel)); in != 1 || at != 0 {
		t.Fatalf("got %d results there and %d at the lobby, want one there", in, at)
	}
	bottest.Contains(t, s.LobbyNow(first), "/900/555/")
	// A right was taken away: the result goes where the game was opened, and managers read why.
	s.API.Fail = bottest.Failing(forbidden, bottest.SendTo(hall))
	second := finish()
	if at := len(outcomes(s, bottest.Channel)); at != 1 {
		t.Fatalf("got %d results at the lobby, want one", at)
	}
	bottest.Contains(t, s.LobbyNow(second), "/900/"+bottest.Channel+"/")
	bottest.Contains(t, managed(s, hall, "admin show"),
		s.Say("admin.results-refused", "Channel", "<#555>"))
	s.API.Fail = nil
	finish()
	bottest.Contains(t, managed(s, hall, "admin show"), there)
	bottest.Contains(t, managed(s, hall, "admin results", "channel=lobby"),
		s.Say("admin.results-lobby"))
	finish()
	if in, at := len(outcomes(s, hall)), len(outcomes(s, bottest.Channel)); in != 2 || at != 2 {
		t.Errorf("got %d results there and %d at the lobby, want two and two", in, at)
	}
}

func TestAResultThatTheChannelRefusesIsToldAtTheTable(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.API.Fail = bottest.Failing(forbidden, bottest.SendTo(bottest.Channel))
	s.Finish(id)
	thread := s.Game(id).Thread
	// the final scores have the button as well
	if n := len(outcomes(s, thread)); n != 2 {
		t.Errorf("got %d messages about the result at the table, want the scores and the result", n)
	}
	bottest.Contains(t, s.LobbyNow(id), "/"+string(thread)+"/")
}

func TestAResultIsToldOnceIfTheProcessDiesBeforeItKnows(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.API.Lose = bottest.Losing(bottest.SendTo(bottest.Channel))
	s.Finish(id)
	s.API.Lose = nil
	s.Reopen()
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if told := s.API.Sent(bottest.Channel); len(told) != 2 {
		t.Errorf("got %d messages in the channel, want the lobby and the result", len(told))
	}
	if n := len(outcomes(s, bottest.Channel)); n != 1 {
		t.Fatalf("got %d results, want one", n)
	}
	bottest.Contains(t, s.LobbyNow(id), "The result: ")
}

func TestASoloGameTellsNothingOutside(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Solo("amsterdam", "Ola")
	before := len(s.API.Sent(bottest.Channel))
	own, choose := s.Game(id).SeatOf(bottest.Person("Ola").ID), bottest.AnyLegal(7)
	for s.Game(id).State == match.Running {
		if v := s.Table(id).View(own); v.Moves(own) {
			s.MoveAs(id, own, choose)
		}
		s.Awhile()
	}
	s.Flush()
	if told := s.API.Sent(bottest.Channel)[before:]; len(told) > 0 {
		t.Errorf("the channel reads %q", told[0].Content)
	}
	if lobby := s.LobbyNow(id); strings.Contains(lobby, "won by") || strings.Contains(lobby, "Total") {
		t.Errorf("the lobby tells the result: %q", lobby)
	}
}

// A version before has told the result in the lobby's message, with the card and a button.
func TestAResultToldInTheLobbyStays(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	all, err := s.Store.Posts(t.Context(), id)
	s.Must(err)
	for _, p := range all {
		switch p.Kind {
		case posts.Lobby:
			old := p
			old.Shown = "abc/def/enden"
			s.Must(s.Store.SwapPost(t.Context(), &p, &old))
		case posts.Outcome:
			s.Must(s.Store.SwapPost(t.Context(), &p, nil))
		}
	}
	before := len(s.API.Calls(discordtest.Edit))
	looksAgain(s, id)
	for _, c := range s.API.Calls(discordtest.Edit)[before:] {
		if string(c.ID) == string(s.Game(id).Lobby) {
			t.Errorf("the old result is edited: %+v", c.Edit)
		}
	}
}
