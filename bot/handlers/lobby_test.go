package handlers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestGameNewPostsALobbyThatPingsOnlyTheInvited(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "seats=3",
		"user1="+string(bottest.Person("Bo").ID), "user2="+string(bottest.Person("Cy").ID)))
	s.Flush()
	got := s.API.Sent(bottest.Channel)
	if len(got) != 1 {
		t.Fatalf("got %d messages, want 1", len(got))
	}
	if diff := cmp.Diff([]match.UserID{bottest.Person("Bo").ID, bottest.Person("Cy").ID},
		got[0].Mention); diff != "" {
		t.Errorf("mentions (-want +got):\n%s", diff)
	}
	bottest.Contains(t, got[0].Content, "Amsterdam", "1 of 3", "Ola",
		"<@"+string(bottest.Person("Bo").ID)+">")
	if n := len(got[0].Rows[0].Buttons); n != 5 {
		t.Errorf("got %d buttons, want 5: to join, to decline, to leave, to start and to cancel", n)
	}
}

func TestGameNewIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*discord.Interaction)
		want   string
	}{
		"without a title": {
			func(ix *discord.Interaction) { ix.Options = nil },
			"problem.title-unknown",
		},
		"for an unknown title": {func(
			ix *discord.Interaction,
		) {
			ix.Options[0].Value = "nowhere"
		}, "problem.title-unknown"},
		"for a bot": {func(ix *discord.Interaction) {
			ix.Options = append(ix.Options,
				botInvited)
		}, "problem.no-bots"},
		"for too few seats": {func(ix *discord.Interaction) {
			ix.Options = append(ix.Options,
				seats("1"))
		}, "problem.seats"},
		"for seats that are no number": {func(ix *discord.Interaction) {
			ix.Options = append(ix.Options,
				seats("x"))
		}, "problem.seats"},
		"where permissions are missing": {func(
			ix *discord.Interaction,
		) {
			ix.Perms = discord.PermViewChannel
		}, "problem.permissions"},
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			ix := s.Slash("Ola", "game new", "title=amsterdam")
			c.change(ix)
			got := s.Handle(ix)
			want := s.Say(c.want, "Least", 2, "Most", 4, "Missing",
				"Send Messages, Send Messages in Threads, Create Public Threads, Attach Files, "+
					"Embed Links, Read Message History")
			if got.Content != want || !got.Ephemeral {
				t.Errorf("got %+v, want an ephemeral %q", got, want)
			}
			games, err := s.Store.GamesIn(t.Context())
			s.Must(err)
			if len(games) != 0 {
				t.Errorf("got %d games, want none", len(games))
			}
		})
	}
}

var botInvited = discord.Option{Name: "user1", Value: "8", User: &discord.User{ID: "8", Bot: true}}

func seats(n string) discord.Option { return discord.Option{Name: "seats", Value: n} }

func TestJoiningSeatsThePlayerAndSaysHelloByDM(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola")
	got := s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	if want := s.Say("lobby.joined", "Game", string(id)); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
	s.Flush()
	bottest.Contains(t, s.DM("Bo")[0].Content, string(id))
	edits := s.API.Calls(discordtest.Edit)
	bottest.Contains(t, *edits[len(edits)-1].Edit.Content, "Ola", "Bo")
}

func TestTheLobbyOfOnePersonAndComputersHasNoPace(t *testing.T) {
	t.Parallel()
	for options, want := range map[string]bool{"public=false": false, "public=true": true} {
		s := bottest.New(t)
		s.Pace = "daily"
		id := s.LobbyWith("Ola", "title=amsterdam", options)
		s.Handle(s.Click("Ola", customid.Button(customid.Computer, id), "steady"))
		s.Flush()
		now := s.LobbyNow(id)
		bottest.Contains(t, now, "Ola", "steady")
		if strings.Contains(now, "Pace:") != want {
			t.Errorf("%s: the lobby reads %q", options, now)
		}
		s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
		s.Flush()
		bottest.Contains(t, s.LobbyNow(id), "Pace:")
	}
}

func TestJoiningWithClosedDMsExplainsWhatFollows(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola")
	s.API.Fail = bottest.Failing(discordtest.DMClosed, func(c discordtest.Call) bool {
		return c.Method == discordtest.Send
	})
	got := s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	if want := s.Say("lobby.joined-closed", "Game", string(id), "Button",
		s.Say("table.open-hand")); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
	u, err := s.Store.User(t.Context(), bottest.Person("Bo").ID)
	s.Must(err)
	if u.DMs != storage.DMClosed {
		t.Errorf("got DMs %q, want closed", u.DMs)
	}
}

func TestTheLobbyKeepsItsRules(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		who   string
		press customid.Action
		want  string
	}{
		"nobody joins twice":                    {"Bo", customid.Join, "problem.already-in"},
		"nobody joins when all seats are taken": {"Eve", customid.Join, "problem.lobby-full"},
		"who is not in cannot leave":            {"Eve", customid.Leave, "problem.not-in"},
		"only the host starts":                  {"Bo", customid.Start, "problem.host-only"},
		"only the host cancels":                 {"Bo", customid.Cancel, "problem.host-only"},
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			id := s.Lobby("Ola", "Bo", "Cy", "Di")
			before := s.Game(id)
			got := s.Handle(s.Click(c.who, customid.Button(c.press, id)))
			if want := s.Say(c.want); got.Content != want || !got.Ephemeral {
				t.Errorf("got %q, want an ephemeral %q", got.Content, want)
			}
			if diff := cmp.Diff(before, s.Game(id)); diff != "" {
				t.Errorf("the game has changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheNextWhoJoinedBecomesTheHost(t *testing.T) {
	t.Parallel()
	press := func(s *bottest.Stage, id match.GameID, who string, what customid.Action) string {
		return s.Handle(s.Click(who, customid.Button(what, id))).Content
	}
	t.Run("when the host leaves", func(t *testing.T) {
		s := bottest.New(t)
		id := s.Lobby("Ola", "Bo", "Cy")
		press(s, id, "Ola", customid.Leave)
		g := s.Game(id)
		if g.Host != bottest.Person("Bo").ID || g.SeatOf(bottest.Person("Ola").ID) != engine.Public {
			t.Errorf("the host is %s, the seats %v", g.Host, match.Names(g.Seats))
		}
		press(s, id, "Cy", customid.Leave)
		if got, want := press(s, id, "Bo", customid.Leave), s.Say("problem.host-stays"); got != want {
			t.Errorf("the last one leaves: got %q, want %q", got, want)
		}
	})
	t.Run("when nothing has happened for a day", func(t *testing.T) {
		s := bottest.New(t)
		id := s.Lobby("Ola", "Bo", "Cy")
		only := s.Say("problem.host-only")
		s.Clock = s.Clock.Add(23 * time.Hour)
		if got := press(s, id, "Bo", customid.Start); got != only {
			t.Errorf("after 23 hours: got %q, want %q", got, only)
		}
		s.Clock = s.Clock.Add(time.Hour)
		if got := press(s, id, "Cy", customid.Start); got != only {
			t.Errorf("who joined later: got %q, want %q", got, only)
		}
		press(s, id, "Bo", customid.Start)
		if g := s.Game(id); g.State != match.Running || g.Host != bottest.Person("Bo").ID {
			t.Errorf("the game is %s, its host %s", g.State, g.Host)
		}
	})
}

func TestNoGameIsOpenedWhereThereAreNoThreads(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	ix := s.Slash("Ola", "game new", "title=amsterdam")
	ix.Threadless = true
	if got, want := s.Handle(ix).Content, s.Say("problem.not-in-voice"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	games, err := s.Store.GamesIn(t.Context())
	s.Must(err)
	if len(games) > 0 {
		t.Errorf("there are %d games", len(games))
	}
}

func TestStartNeedsEnoughPlayers(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.LobbyOf("asia", "Ola")
	alone := s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	if want := s.Say("problem.start-alone", "Game", string(id)); alone.Content != want ||
		bottest.AnswersIn(alone.Rows, customid.Solo) == "" {
		t.Errorf("got %q with %+v, want the game against computers", alone.Content, alone.Rows)
	}
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	got := s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	if want := s.Say("problem.seats-either", "Some", "4", "Last", 6); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
}

func TestACancelledLobbyLosesItsButtons(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola", "Bo")
	asked := s.Handle(s.Click("Ola", customid.Button(customid.Cancel, id)))
	if s.Game(id).State != match.Lobby || asked.Content != s.Say("lobby.cancel-sure", "Game",
		string(id)) {
		t.Errorf("got %q, want to be asked before anything happens", asked.Content)
	}
	s.Handle(s.Click("Ola", asked.Rows[0].Buttons[0].CustomID))
	s.Flush()
	if told := s.API.Calls(discordtest.Edit); !slices.ContainsFunc(told,
		func(c discordtest.Call) bool {
			return c.Edit.Content != nil && strings.Contains(*c.Edit.Content, "was cancelled "+
				"before it began")
		}) {
		t.Error("who had a seat is still told to have it")
	}
	edits := s.API.Calls(discordtest.Edit)
	last := edits[len(edits)-1].Edit
	if len(*last.Rows) != 0 {
		t.Errorf("got %d rows, want none", len(*last.Rows))
	}
	got := s.Handle(s.Click("Cy", customid.Button(customid.Join, id)))
	if want := s.Say("problem.game-cancelled", "Game", string(id)); got.Content != want {
		t.Errorf("got %q, want %q", got.Content, want)
	}
}

func TestARedeliveredJoinIsAnsweredAlikeAndSeatsOnce(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola")
	ix := s.Click("Bo", customid.Button(customid.Join, id))
	first := s.Handle(ix)
	again := s.Handle(ix)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("answers differ (-first +again):\n%s", diff)
	}
	if n := len(s.Game(id).Seats); n != 2 {
		t.Errorf("got %d seats, want 2", n)
	}
	if n := len(s.DM("Bo")); n != 1 {
		t.Errorf("got %d hellos, want 1", n)
	}
}

func TestADeletedLobbyMessageIsPostedAnewWithoutPings(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "user1="+string(bottest.Person("Bo").ID)))
	s.Flush()
	games, err := s.Store.GamesIn(t.Context(), match.Lobby)
	s.Must(err)
	s.API.Fail = bottest.Failing(&discord.Error{Status: 404, Code: 10008},
		func(c discordtest.Call) bool {
			return c.Method == discordtest.Edit
		})
	s.Handle(s.Click("Cy", customid.Button(customid.Join, games[0].ID)))
	s.Flush()
	got := s.API.Sent(bottest.Channel)
	if len(got) != 2 || len(got[1].Mention) != 0 {
		t.Fatalf("got %d messages, the last with mentions %v, want 2, the last without", len(got),
			got[len(got)-1].Mention)
	}
	bottest.Contains(t, got[1].Content, "Cy")
}

func TestStartOpensTheThreadAndSetsTheTable(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo", "Cy")
	g := s.Game(id)
	if g.State != match.Running || g.Thread == "" {
		t.Fatalf("got state %s and thread %q, want a running game with a thread", g.State, g.Thread)
	}
	got := s.API.Sent(g.Thread)
	if len(got) != 1 {
		t.Fatalf("got %d messages in the thread, want 1", len(got))
	}
	bottest.Contains(t, got[0].Content, g.Seed.Commitment(), "1. "+g.Seats[0].Name,
		"3. "+g.Seats[2].Name)
	for _, name := range []string{"Ola", "Bo", "Cy"} {
		dms := s.DM(name)
		bottest.Contains(t, dms[len(dms)-1].Content, "at least 1")
	}
}

func TestSeatsAreDrawnWithTheSeed(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	g := s.Game(s.Running("Ola", "Bo", "Cy", "Di"))
	want := []string{"Ola", "Bo", "Cy", "Di"}
	order := engine.NewStream(g.Seed, "order")
	engine.Shuffle(&order, want)
	if diff := cmp.Diff(want, match.Names(g.Seats)); diff != "" {
		t.Errorf("C16 seats (-want +got):\n%s", diff)
	}
}

func TestGamesOfOtherServersAreNotRevealed(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola")
	there := s.Slash("Eve", "game leave", "game="+string(id))
	there.Guild, there.Channel = "990", "991"
	nowhere := s.Slash("Eve", "game leave", "game=zzzzz")
	nowhere.Guild, nowhere.Channel = "990", "991"
	if diff := cmp.Diff(s.Handle(nowhere), s.Handle(there)); diff != "" {
		t.Errorf("somebody else's game is told from none (-none +theirs):\n%s", diff)
	}
}
