package bot

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// What somebody does twice is told, and done, once.

func TestWhoWantsToStopIsToldToTheTableOnce(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	before := len(s.api.Sent(s.game(id).Thread))
	for range 4 {
		s.handle(s.click("Ola", press.Button(press.Stop, id)))
	}
	s.flush()
	if got := len(s.api.Sent(s.game(id).Thread)) - before; got != 1 {
		t.Errorf("the table was told %d times, want once", got)
	}
}

func TestThatTheTableIsGoneIsToldOnce(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: guild, Channel: s.game(id).Thread})
	s.flush()
	before := len(s.dm("Ola"))
	s.bot.Event(t.Context(), discord.Event{Kind: discord.GuildGone, Guild: guild})
	s.flush()
	if got := len(s.dm("Ola")); got != before {
		t.Errorf("Ola got %d more messages about the table that was gone already", got-before)
	}
}

func TestARematchThatIsOpenIsJoined(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.finish(id)
	s.handle(s.click("Ola", press.Button(press.Rematch, id)))
	s.handle(s.click("Bo", press.Button(press.Rematch, id))) // before the lobby has been posted
	lobbies, err := s.store.GamesIn(t.Context(), match.Lobby)
	s.must(err)
	if len(lobbies) != 1 || len(lobbies[0].Seats) != 2 {
		t.Fatalf("got lobbies %+v, want one with both players", lobbies)
	}
	s.flush()
	posted := s.api.Sent(lobbies[0].Channel)
	contains(t, posted[len(posted)-1].Content, s.say("lobby.after", "Game", string(id))) // no word of partners
}

func TestAClaimThatEndedInAForcedWithdrawalIsAnsweredAgainAlike(t *testing.T) {
	for _, pace := range []string{"none", "brisk"} {
		t.Run(pace, func(t *testing.T) {
			s, id, ix := pennilessStage(t, pace)
			want := s.handle(ix)
			contains(t, want.Content, s.say("clock.you-unpayable"))
			if diff := cmp.Diff(want, s.handle(ix)); diff != "" {
				t.Errorf("at once (-first +second):\n%s", diff)
			}
			s.drawTwo(id)
			if diff := cmp.Diff(want, s.handle(ix)); diff != "" {
				t.Errorf("after the other seat's turn (-first +second):\n%s", diff)
			}
			s.nothingBroke()
		})
	}
}

func TestATapOnWhatTheHouseHasDoneMeanwhileIsNotAnsweredAsOnesOwnMove(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	g := s.game(id)
	name := g.Seats[0].Name
	draw := press.ID{Action: press.Do, Game: string(id), At: press.Position{Ply: g.Ply}, Move: engine.Move{Verb: engine.Draw}}.Print()
	s.keepDeadlines(g.Seats[0].Ends.Sub(s.clock)) // the house draws two cards
	s.clock = s.clock.Add(time.Minute)
	s.handle(s.click(name, press.Button(press.Return, id)))
	u, err := s.store.User(t.Context(), person(name).ID)
	s.must(err)
	tap := s.click(name, draw)
	tap.Guild, tap.Channel = "", u.DM
	contains(t, s.handle(tap).Content, s.say("problem.moved-on"))
	s.nothingBroke()
}

func TestATableIsTriedOnceForOneCommand(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	stands := s.slash("Ola", "game move-here", "game="+string(id))
	refusal := s.handle(stands)
	said := len(s.api.Sent(s.game(id).Thread))
	if diff := cmp.Diff(refusal, s.handle(stands)); diff != "" {
		t.Errorf("the refusal (-first +second):\n%s", diff)
	}
	if got := len(s.api.Sent(s.game(id).Thread)) - said; got != 0 {
		t.Errorf("the second delivery said %d messages at the table", got)
	}

	s.bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: guild, Channel: s.game(id).Thread})
	moves := s.slash("Ola", "game move-here", "game="+string(id))
	moved := s.handle(moves)
	s.flush()
	said = len(s.api.Sent(s.game(id).Thread))
	if diff := cmp.Diff(moved, s.handle(moves)); diff != "" {
		t.Errorf("the move (-first +second):\n%s", diff)
	}
	if got := len(s.api.Sent(s.game(id).Thread)) - said; got != 0 {
		t.Errorf("the second delivery said %d messages at the new table", got)
	}
}

func TestAGameWithoutClocksThatChangesUnderATunnelIsNotRefused(t *testing.T) {
	s, id, _ := ready(t)
	stale := s.table(id)
	s.must(s.store.Update(t.Context(), s.game(id), storage.Origin{}, nil)) // as when somebody wants to cancel it
	r := s.request(s.slash(stale.Seats[0].Name, "claim"))
	if _, err := s.bot.games.Make(t.Context(), play.On(r), stale, 1, inNotation(dig)(stale.View(1))); err != nil {
		t.Fatal(err)
	}
	if got := s.game(id).Seats[0].Due; got.IsZero() {
		t.Error("the tunnel has no deadline")
	}
}

func TestABystanderWhoPressesNoIsToldThatTheGameIsNotTheirs(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.handle(s.click("Ola", press.Button(press.Stop, id)))
	for _, action := range []press.Action{press.Stop, press.Stay} {
		contains(t, s.handle(s.click("Eve", press.Button(action, id))).Content, s.say("problem.not-seated", "Game", string(id)))
		elsewhere := s.click("Eve", press.Button(action, id))
		elsewhere.Guild = "990"
		contains(t, s.handle(elsewhere).Content, s.say("problem.game-unknown"))
	}
	if got := s.game(id).Leaving; len(got) != 1 {
		t.Errorf("got votes %v, want Ola's", got)
	}
}
