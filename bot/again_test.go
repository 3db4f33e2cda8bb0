package bot_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// What somebody does twice is told, and done, once.

func TestWhoWantsToStopIsToldToTheTableOnce(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	before := len(s.API.Sent(s.Game(id).Thread))
	for range 4 {
		s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	}
	s.Flush()
	if got := len(s.API.Sent(s.Game(id).Thread)) - before; got != 1 {
		t.Errorf("the table was told %d times, want once", got)
	}
}

func TestThatTheTableIsGoneIsToldOnce(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	s.Bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: bottest.Guild, Channel: s.Game(id).Thread})
	s.Flush()
	before := len(s.DM("Ola"))
	s.Bot.Event(t.Context(), discord.Event{Kind: discord.GuildGone, Guild: bottest.Guild})
	s.Flush()
	if got := len(s.DM("Ola")); got != before {
		t.Errorf("Ola got %d more messages about the table that was gone already", got-before)
	}
}

func TestARematchThatIsOpenIsJoined(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id)))
	s.Handle(s.Click("Bo", customid.Button(customid.Rematch, id))) // before the lobby has been posted
	lobbies, err := s.Store.GamesIn(t.Context(), match.Lobby)
	s.Must(err)
	if len(lobbies) != 1 || len(lobbies[0].Seats) != 2 {
		t.Fatalf("got lobbies %+v, want one with both players", lobbies)
	}
	s.Flush()
	posted := s.API.Sent(lobbies[0].Channel)
	bottest.Contains(t, posted[len(posted)-1].Content, s.Say("lobby.after", "Game", string(id))) // no word of partners
}

func TestAClaimThatEndedInAForcedWithdrawalIsAnsweredAgainAlike(t *testing.T) {
	for _, pace := range []string{"none", "brisk"} {
		t.Run(pace, func(t *testing.T) {
			s, id, ix := pennilessStage(t, pace)
			want := s.Handle(ix)
			bottest.Contains(t, want.Content, s.Say("clock.you-unpayable"))
			if diff := cmp.Diff(want, s.Handle(ix)); diff != "" {
				t.Errorf("at once (-first +second):\n%s", diff)
			}
			s.drawTwo(id)
			if diff := cmp.Diff(want, s.Handle(ix)); diff != "" {
				t.Errorf("after the other seat's turn (-first +second):\n%s", diff)
			}
			s.nothingBroke()
		})
	}
}

func TestATapOnWhatTheHouseHasDoneMeanwhileIsNotAnsweredAsOnesOwnMove(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	g := s.Game(id)
	name := g.Seats[0].Name
	draw := customid.ID{Action: customid.Do, Game: string(id), At: customid.Position{Ply: g.Ply}, Move: engine.Move{Verb: engine.Draw}}.Print()
	s.keepDeadlines(g.Seats[0].Ends.Sub(s.Clock)) // the house draws two cards
	s.Clock = s.Clock.Add(time.Minute)
	s.Handle(s.Click(name, customid.Button(customid.Return, id)))
	u, err := s.Store.User(t.Context(), bottest.Person(name).ID)
	s.Must(err)
	tap := s.Click(name, draw)
	tap.Guild, tap.Channel = "", u.DM
	bottest.Contains(t, s.Handle(tap).Content, s.Say("problem.moved-on"))
	s.nothingBroke()
}

func TestATableIsTriedOnceForOneCommand(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	stands := s.Slash("Ola", "game move-here", "game="+string(id))
	refusal := s.Handle(stands)
	said := len(s.API.Sent(s.Game(id).Thread))
	if diff := cmp.Diff(refusal, s.Handle(stands)); diff != "" {
		t.Errorf("the refusal (-first +second):\n%s", diff)
	}
	if got := len(s.API.Sent(s.Game(id).Thread)) - said; got != 0 {
		t.Errorf("the second delivery said %d messages at the table", got)
	}

	s.Bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: bottest.Guild, Channel: s.Game(id).Thread})
	moves := s.Slash("Ola", "game move-here", "game="+string(id))
	moved := s.Handle(moves)
	s.Flush()
	said = len(s.API.Sent(s.Game(id).Thread))
	if diff := cmp.Diff(moved, s.Handle(moves)); diff != "" {
		t.Errorf("the move (-first +second):\n%s", diff)
	}
	if got := len(s.API.Sent(s.Game(id).Thread)) - said; got != 0 {
		t.Errorf("the second delivery said %d messages at the new table", got)
	}
}

func TestAGameWithoutClocksThatChangesUnderATunnelIsNotRefused(t *testing.T) {
	s, id, _ := ready(t)
	stale := s.Table(id)
	s.Must(s.Store.Update(t.Context(), s.Game(id), storage.Origin{}, nil)) // as when somebody wants to cancel it
	r := s.Request(s.Slash(stale.Seats[0].Name, "claim"))
	call := r.Call(id)
	call.Table = stale
	if _, err := s.Bot.Games().Make(t.Context(), call, 1, bottest.InNotation(dig)(stale.View(1))); err != nil {
		t.Fatal(err)
	}
	if got := s.Game(id).Seats[0].Due; got.IsZero() {
		t.Error("the tunnel has no deadline")
	}
}

func TestABystanderWhoPressesNoIsToldThatTheGameIsNotTheirs(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	for _, action := range []customid.Action{customid.Stop, customid.Stay} {
		bottest.Contains(t, s.Handle(s.Click("Eve", customid.Button(action, id))).Content, s.Say("problem.not-seated", "Game", string(id)))
		elsewhere := s.Click("Eve", customid.Button(action, id))
		elsewhere.Guild = "990"
		bottest.Contains(t, s.Handle(elsewhere).Content, s.Say("problem.game-unknown"))
	}
	if got := s.Game(id).Leaving; len(got) != 1 {
		t.Errorf("got votes %v, want Ola's", got)
	}
}
