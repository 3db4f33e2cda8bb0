package play_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
)

func TestVoteToStopIsAnnouncedOnce(t *testing.T) {
	s := bottest.New(t)
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

func TestMissingTableIsReportedOnce(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Bot.Event(t.Context(), discord.Event{
		Kind: discord.ThreadGone, Guild: bottest.Guild,
		Channel: s.Game(id).Thread,
	})
	s.Flush()
	before := len(s.DM("Ola"))
	s.Bot.Event(t.Context(), discord.Event{Kind: discord.GuildGone, Guild: bottest.Guild})
	s.Flush()
	if got := len(s.DM("Ola")); got != before {
		t.Errorf("Ola got %d more messages about the table that was gone already", got-before)
	}
}

func TestRematchButtonJoinsAnOpenRematch(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
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
	// no word of partners, and none of fewer players
	bottest.Contains(t, posted[len(posted)-1].Content, s.Say("lobby.after-all", "Game", string(id)))
}

func TestARematchOfThreeCanStartWithFewer(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo", "Cy")
	s.Finish(id)
	s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id)))
	s.Flush()
	lobbies, err := s.Store.GamesIn(t.Context(), match.Lobby)
	s.Must(err)
	posted := s.API.Sent(lobbies[0].Channel)
	bottest.Contains(t, posted[len(posted)-1].Content, s.Say("lobby.after", "Game", string(id)))
}

func TestTapAfterTheHousesMoveIsNotTakenForAnOwnMove(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	name := g.Seats[0].Name
	draw := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Position{Ply: g.Ply},
		Move: engine.Move{Verb: engine.Draw},
	}.Print()
	s.KeepDeadlines(g.Seats[0].Ends.Sub(s.Clock)) // the house draws two cards
	s.Clock = s.Clock.Add(time.Minute)
	s.Handle(s.Click(name, customid.Button(customid.Return, id)))
	u, err := s.Store.User(t.Context(), bottest.Person(name).ID)
	s.Must(err)
	tap := s.Click(name, draw)
	tap.Guild, tap.Channel = "", u.DM
	bottest.Contains(t, s.Handle(tap).Content, s.Say("problem.moved-on"))
	s.NothingBroke()
}

func TestRepeatedCommandChecksATableOnce(t *testing.T) {
	s := bottest.New(t)
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

	s.Bot.Event(t.Context(), discord.Event{
		Kind: discord.ThreadGone, Guild: bottest.Guild,
		Channel: s.Game(id).Thread,
	})
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

func TestBystandersNoIsRefused(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	for _, action := range []customid.Action{customid.Stop, customid.Stay} {
		bottest.Contains(t, s.Handle(s.Click("Eve", customid.Button(action, id))).Content,
			s.Say("problem.not-seated", "Game", string(id)))
		elsewhere := s.Click("Eve", customid.Button(action, id))
		elsewhere.Guild = "990"
		bottest.Contains(t, s.Handle(elsewhere).Content, s.Say("problem.game-unknown"))
	}
	if got := s.Game(id).Leaving; len(got) != 1 {
		t.Errorf("got votes %v, want Ola's", got)
	}
}
