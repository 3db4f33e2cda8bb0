package bot

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/press"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/storage"
)

func TestAWholeGameIsPlayedToItsEnd(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo", "Cy")
	s.finish(id)
	g := s.game(id)
	if g.State != match.Finished || len(g.ToMove) != 0 {
		t.Fatalf("got state %s, to move %v, want a finished game", g.State, g.ToMove)
	}
	table := s.api.Sent(g.Thread)
	last := table[len(table)-1]
	contains(t, last.Content, g.Seed.Reveal())
	if n := len(last.Files); n != 1 {
		t.Fatalf("got %d files with the result, want the record alone (this test has no painter)", n)
	}
	record, err := notation.ParseRecord(string(last.Files[0].Data), s.bot.maps.Title)
	s.must(err)
	replayed, err := record.Replay(-1)
	s.must(err)
	if diff := cmp.Diff(s.table(id).View(engine.Public).Winners, replayed.View(engine.Public).Winners); diff != "" {
		t.Errorf("winners of the record (-want +got):\n%s", diff)
	}
}

func TestARedeliveredMoveIsAnsweredAlikeAndMovesOnce(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.game(id).Seats[0].Name
	ix := s.slash(who, "draw", "card=deck", "game="+string(id))
	first := s.handle(ix)
	if got := s.game(id).Ply; got != 3 {
		t.Fatalf("got ply %d after the first card, want 3", got)
	}
	s.move(id, firstLegal)
	s.move(id, firstLegal)
	again := s.handle(ix)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("answers differ (-first +again):\n%s", diff)
	}
	if got := s.game(id).Ply; got != 5 {
		t.Errorf("got ply %d, want 5: the repetition must not move", got)
	}
}

func TestConcurrentDeliveriesOfOneInteractionMoveOnce(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	ix := s.slash(s.game(id).Seats[0].Name, "draw", "card=deck", "game="+string(id))
	var deliveries sync.WaitGroup
	for range 8 {
		deliveries.Go(func() { s.bot.Handle(t.Context(), ix) })
	}
	deliveries.Wait()
	if got := s.game(id).Ply; got != 3 {
		t.Errorf("got ply %d, want 3: one card drawn", got)
	}
}

func TestSetupChoicesDoNotWaitForEachOther(t *testing.T) {
	s := newStage(t)
	id := s.running("Ola", "Bo", "Cy")
	// All three panels were made at ply 0; each choice moves the game on.
	var choices sync.WaitGroup
	for seat := engine.Seat(1); seat <= 3; seat++ {
		tab := s.table(id)
		v := tab.View(seat)
		offer := v.Lexicon().Tickets[v.Own().Offer.IDs[0]]
		ix := s.click(tab.Seats[seat-1].Name, "g/"+string(id)+"/0/keep", offer)
		choices.Go(func() { s.bot.Handle(t.Context(), ix) })
	}
	choices.Wait()
	if v := s.table(id).View(engine.Public); v.Phase != engine.InPlay || v.Ply != 3 {
		t.Errorf("C2: got phase %s at ply %d, want play at 3", v.Phase, v.Ply)
	}
}

func TestAStaleButtonShowsThePresentStateAndChangesNothing(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.game(id).Seats[0].Name
	s.move(id, func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} })
	got := s.handle(s.click(who, "g/"+string(id)+"/2/tickets/sure"))
	contains(t, got.Content, s.say("problem.moved-on"), s.say("panel.owes-second"))
	if ply := s.game(id).Ply; ply != 3 {
		t.Errorf("got ply %d, want 3", ply)
	}
}

// Whoever taps a button three times at once means one move, and wants to see what came of it.
func TestAButtonThatIsTappedAgainShowsWhatItDid(t *testing.T) {
	for name, inDM := range map[string]bool{"at the table": false, "in a direct message": true} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			id := s.playing("Ola", "Bo")
			v := s.table(id).View(1)
			m := firstOf(engine.Draw)(v)
			do := press.ID{Action: press.Do, Game: string(id), At: s.table(id).At(), Move: m}.Print()
			who, panel := s.game(id).Seats[0].Name, s.panelOf(id, 1)
			tap := func() *discord.Interaction {
				if inDM {
					return s.clickPanel(who, panel, do)
				}
				return s.click(who, do)
			}
			first := s.handle(tap())
			contains(t, first.Content, "You draw")
			again := s.handle(tap())
			if diff := cmp.Diff(first.Content, again.Content); diff != "" || len(again.Rows) != len(first.Rows) {
				t.Errorf("the second tap shows %d rows (-first +second):\n%s", len(again.Rows), diff)
			}
			if ply := s.game(id).Ply; ply != 3 {
				t.Errorf("got ply %d, want one card drawn", ply)
			}
			other := press.ID{Action: press.Do, Game: string(id), At: press.Position{Ply: 2}, Move: engine.Move{Verb: engine.Draw, Slot: m.Slot + 1}}
			contains(t, s.handle(s.click(who, other.Print())).Content, s.say("problem.moved-on"))
			s.flush()
			s.move(id, firstOf(engine.Draw))
			s.flush()
			if !inDM { // the first card's menus are gone for good
				contains(t, s.handle(tap()).Content, s.say("problem.moved-on"))
			}
			if ply := s.game(id).Ply; ply != 4 {
				t.Errorf("got ply %d, want the turn made once", ply)
			}
		})
	}
}

func TestWhoMayNotMoveIsTold(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	before := s.game(id)
	elsewhere := func(ix *discord.Interaction) *discord.Interaction {
		ix.Guild, ix.Channel = "", "dm"
		return ix
	}
	for name, c := range map[string]struct {
		ix   *discord.Interaction
		want string
	}{
		"a bystander at the table": {s.click("Eve", "g/"+string(id)+"/2/tickets/sure"), s.say("problem.not-seated", "Game", string(id))},
		"a stranger":               {elsewhere(s.click("Eve", "g/"+string(id)+"/2/tickets/sure")), s.say("problem.game-unknown")},
		"for a game that is not":   {elsewhere(s.click("Eve", "g/zzzzz/2/tickets/sure")), s.say("problem.game-unknown")},
		"for a ply to come":        {s.click(before.Seats[0].Name, "g/"+string(id)+"/9/tickets/sure"), s.say("problem.moved-on")},
		"out of turn":              {s.slash(before.Seats[1].Name, "draw", "card=deck", "game="+string(id)), before.Seats[0].Name},
	} {
		contains(t, s.handle(c.ix).Content, c.want)
		if diff := cmp.Diff(before, s.game(id)); diff != "" {
			t.Errorf("%s: the game has changed (-want +got):\n%s", name, diff)
		}
	}
}

func TestNothingIsMovedAfterTheEnd(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.finish(id)
	before := s.game(id)
	s.handle(s.slash("Ola", "draw", "card=deck", "game="+string(id)))
	s.handle(s.click("Bo", "g/"+string(id)+"/"+"2/tickets/sure"))
	if diff := cmp.Diff(before, s.game(id)); diff != "" {
		t.Errorf("the game has changed (-want +got):\n%s", diff)
	}
}

func TestARefusedMoveLeavesNothingBehind(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	r := s.request(s.slash(s.game(id).Seats[1].Name, "draw"))
	_, err := carryOut(t.Context(), s.bot, r, id, engine.Move{Verb: engine.Draw})
	if e, ok := errors.AsType[*play.Refused](err); !ok || e.Code != engine.RefuseTurn {
		t.Errorf("got %v, want the refusal %s", err, engine.RefuseTurn)
	}
	if due := s.due(); len(due) != 0 {
		t.Errorf("got %d messages, want none: %v", len(due), due)
	}
}

func TestACommandFindsTheGameThatIsMeant(t *testing.T) {
	s := newStage(t)
	one := s.playing("Ola", "Bo")
	s.clock = s.clock.Add(1)
	two := s.playing("Ola", "Cy")
	at := func(ch string, options ...string) *route.Request {
		ix := s.slash("Ola", "hand", options...)
		ix.Channel = ch
		return s.request(ix)
	}
	for name, c := range map[string]struct {
		r    *route.Request
		want match.GameID
	}{
		"by its id":          {at("elsewhere", "game="+string(one)), one},
		"by its id, loosely": {at("elsewhere", "game= "+string(two)+" "), two},
		"by the table":       {at(s.game(one).Thread), one},
		"by the other table": {at(s.game(two).Thread), two},
	} {
		g, err := s.bot.finder.Find(t.Context(), c.r)
		if err != nil || g.ID != c.want {
			t.Errorf("%s: got %s, %v, want %s", name, g.ID, err, c.want)
		}
	}
}

// A lobby at the table is not meant by what only a game that has begun takes.
func TestAFreshLobbyDoesNotHideTheRunningGame(t *testing.T) {
	s := newStage(t)
	running := s.playing("Ola", "Bo")
	s.clock = s.clock.Add(1)
	lobby := s.lobby("Ola")
	others := s.lobby("Di")
	for _, c := range []struct {
		who, command, at string
		want             match.GameID
	}{
		{"Ola", "hand", channel, running},
		{"Ola", "draw", channel, running},
		{"Ola", "claim", channel, running},
		{"Ola", "board", channel, running},
		{"Ola", "log", channel, running},
		{"Bo", "hand", channel, running},
		{"Ola", "hand", s.game(running).Thread, running},
		{"Ola", "game start", channel, lobby},
		{"Ola", "rules", channel, lobby},
		{"Di", "game start", channel, others},
		{"Di", "hand", channel, others},
		{"Di", "hand", s.game(running).Thread, running},
	} {
		ix := s.slash(c.who, c.command)
		ix.Channel = c.at
		if g, err := s.bot.finder.Find(t.Context(), s.request(ix)); err != nil || g.ID != c.want {
			t.Errorf("/%s of %s at %s: got %s, %v, want %s", c.command, c.who, c.at, g.ID, err, c.want)
		}
	}
}

// Two games can have their tables in one channel once one of them was moved there.
func TestAtATableThatTwoGamesShareTheUsableOneIsMeant(t *testing.T) {
	s := newStage(t)
	running := s.playing("Ola", "Bo")
	lobby := s.lobby("Ola")
	_, err := s.bot.games.Amend(t.Context(), running, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		g.Thread = channel
		return nil, nil
	})
	s.must(err)
	for command, want := range map[string]match.GameID{"hand": running, "game start": lobby} {
		if g, err := s.bot.finder.Find(t.Context(), s.request(s.slash("Ola", command))); err != nil || g.ID != want {
			t.Errorf("/%s: got %s, %v, want %s", command, g.ID, err, want)
		}
	}
}

func TestTheCacheIsOnlyAShortCut(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	want := s.table(id).View(1)
	s.reopen()
	got := s.table(id).View(1)
	if diff := cmp.Diff(want.Own().Hand, got.Own().Hand); diff != "" {
		t.Errorf("hand after a restart (-want +got):\n%s", diff)
	}
	// Another process moves: the cached game is behind its row.
	other := s.newBot(s.store, s.api)
	r := s.request(s.slash(s.game(id).Seats[0].Name, "draw"))
	_, err := carryOut(t.Context(), other, r, id, engine.Move{Verb: engine.Draw})
	s.must(err)
	if got := s.table(id).View(1).Ply; got != 3 {
		t.Errorf("got ply %d, want 3", got)
	}
}

// Reliability, row 3: interactions come several times, at the same time, and long after they were new.
func TestInteractionsDeliveredAnyNumberOfTimesCountOnce(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	shuffled := rand.New(rand.NewPCG(3, 3))
	var old []*discord.Interaction
	for range 30 {
		g := s.game(id)
		mover := g.Seats[s.table(id).View(engine.Public).ToMove[0]-1].Name
		ix := s.slash(mover, "draw", "card=deck", "game="+string(id))
		var deliveries sync.WaitGroup
		for range 1 + shuffled.IntN(5) {
			deliveries.Go(func() { s.bot.Handle(t.Context(), ix) })
		}
		for range min(len(old), 3) {
			late := old[shuffled.IntN(len(old))]
			deliveries.Go(func() { s.bot.Handle(t.Context(), late) })
		}
		deliveries.Wait()
		old = append(old, ix)
		if got, want := s.game(id).Ply, g.Ply+1; got != want {
			t.Fatalf("got ply %d after %d interactions, want %d", got, len(old), want)
		}
	}
	if faults := s.faults.Load(); faults != 0 {
		t.Errorf("got %d faults, want none", faults)
	}
}

func TestGamesListsTheUsersGamesWithLinksThoseThatWaitFirst(t *testing.T) {
	s := newStage(t)
	one := s.playing("Ola", "Bo")
	two := s.playing("Ola", "Cy")
	lobby := s.lobby("Ola")
	got := s.handle(s.slash("Ola", "games"))
	if !got.Ephemeral {
		t.Error("the list is not ephemeral")
	}
	contains(t, got.Content, "<#"+s.game(one).Thread+">", "<#"+s.game(two).Thread+">", "<#"+channel+">")
	lines := strings.Split(got.Content, "\n")
	contains(t, lines[len(lines)-1], string(lobby))
}

func TestACommandThatCouldMeanSeveralGamesAsksWhich(t *testing.T) {
	s := newStage(t)
	one, two := s.lobby("Ola"), s.lobby("Ola")
	ix := s.slash("Ola", "game start")
	ix.Channel = "elsewhere"
	contains(t, s.handle(ix).Content, string(one), string(two))
}
