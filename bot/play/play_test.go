package play_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/engine"
)

func TestARedeliveredMoveIsAnsweredAlikeAndMovesOnce(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Game(id).Seats[0].Name
	ix := s.Slash(who, "draw", "card=deck", "game="+string(id))
	first := s.Handle(ix)
	if got := s.Game(id).Ply; got != 3 {
		t.Fatalf("got ply %d after the first card, want 3", got)
	}
	s.Move(id, bottest.FirstLegal)
	s.Move(id, bottest.FirstLegal)
	again := s.Handle(ix)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("answers differ (-first +again):\n%s", diff)
	}
	if got := s.Game(id).Ply; got != 5 {
		t.Errorf("got ply %d, want 5: the repetition must not move", got)
	}
}

func TestConcurrentDeliveriesOfOneInteractionMoveOnce(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	ix := s.Slash(s.Game(id).Seats[0].Name, "draw", "card=deck", "game="+string(id))
	var deliveries sync.WaitGroup
	for range 8 {
		deliveries.Go(func() { s.Bot.Handle(t.Context(), ix) })
	}
	deliveries.Wait()
	if got := s.Game(id).Ply; got != 3 {
		t.Errorf("got ply %d, want 3: one card drawn", got)
	}
}

func TestSetupChoicesDoNotWaitForEachOther(t *testing.T) {
	s := bottest.New(t)
	id := s.Running("Ola", "Bo", "Cy")
	// All three panels were made at ply 0; each choice moves the game on.
	var choices sync.WaitGroup
	for seat := engine.Seat(1); seat <= 3; seat++ {
		tab := s.Table(id)
		v := tab.View(seat)
		ix := s.Click(tab.Seats[seat-1].Name,
			bottest.Doing(id, 0, "keep:"+strconv.Itoa(int(v.Own().Offer.IDs[0]))))
		choices.Go(func() { s.Bot.Handle(t.Context(), ix) })
	}
	choices.Wait()
	if v := s.Table(id).View(engine.Public); v.Phase != engine.InPlay || v.Ply != 3 {
		t.Errorf("C2: got phase %s at ply %d, want play at 3", v.Phase, v.Ply)
	}
}

func TestAStaleButtonShowsThePresentStateAndChangesNothing(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Game(id).Seats[0].Name
	s.Move(id, func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} })
	got := s.Handle(s.Click(who, bottest.Doing(id, 2, "tickets")))
	bottest.Contains(t, got.Content, s.Say("problem.moved-on"), s.Say("panel.owes-second"))
	if ply := s.Game(id).Ply; ply != 3 {
		t.Errorf("got ply %d, want 3", ply)
	}
}

// A player who taps a button three times at once means one move, and wants to see its result.
func TestSecondTapShowsWhatTheFirstDid(t *testing.T) {
	for name, inDM := range map[string]bool{"at the table": false, "in a direct message": true} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			id := s.Playing("Ola", "Bo")
			v := s.Table(id).View(1)
			m := bottest.FirstOf(engine.Draw)(v)
			do := customid.ID{
				Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
				Move: m,
			}.Print()
			who, panel := s.Game(id).Seats[0].Name, s.PanelOf(id, 1)
			tap := func() *discord.Interaction {
				if inDM {
					return s.ClickPanel(who, panel, do)
				}
				return s.Click(who, do)
			}
			first := s.Handle(tap())
			bottest.Contains(t, first.Content, "You draw")
			again := s.Handle(tap())
			if diff := cmp.Diff(first.Content, again.Content); diff != "" ||
				len(again.Rows) != len(first.Rows) {
				t.Errorf("the second tap shows %d rows (-first +second):\n%s", len(again.Rows), diff)
			}
			if ply := s.Game(id).Ply; ply != 3 {
				t.Errorf("got ply %d, want one card drawn", ply)
			}
			other := customid.ID{
				Action: customid.Do, Game: string(id), At: customid.Position{Ply: 2},
				Move: engine.Move{Verb: engine.Draw, Slot: m.Slot + 1},
			}
			bottest.Contains(t, s.Handle(s.Click(who, other.Print())).Content, s.Say("problem.moved-on"))
			s.Flush()
			s.Move(id, bottest.FirstOf(engine.Draw))
			s.Flush()
			if !inDM { // the first card's menus are gone for good
				bottest.Contains(t, s.Handle(tap()).Content, s.Say("problem.moved-on"))
			}
			if ply := s.Game(id).Ply; ply != 4 {
				t.Errorf("got ply %d, want the turn made once", ply)
			}
		})
	}
}

func TestPlayerWhoMayNotMoveIsTold(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	before := s.Game(id)
	elsewhere := func(ix *discord.Interaction) *discord.Interaction {
		ix.Guild, ix.Channel = "", "dm"
		return ix
	}
	for name, c := range map[string]struct {
		ix   *discord.Interaction
		want string
	}{
		"a bystander at the table": {
			s.Click("Eve", bottest.Doing(id, 2, "tickets")),
			s.Say("problem.not-seated", "Game", string(id)),
		},
		"a stranger": {
			elsewhere(s.Click("Eve", bottest.Doing(id, 2, "tickets"))),
			s.Say("problem.game-unknown"),
		},
		"for a game that is not": {
			elsewhere(s.Click("Eve", bottest.Doing("zzzzz", 2, "tickets"))),
			s.Say("problem.game-unknown"),
		},
		"for a ply to come": {
			s.Click(before.Seats[0].Name, bottest.Doing(id, 9, "tickets")),
			s.Say("problem.lost-time"),
		},
		"out of turn": {s.Slash(before.Seats[1].Name, "draw", "card=deck",
			"game="+string(id)), before.Seats[0].Name},
	} {
		bottest.Contains(t, s.Handle(c.ix).Content, c.want)
		if diff := cmp.Diff(before, s.Game(id)); diff != "" {
			t.Errorf("%s: the game has changed (-want +got):\n%s", name, diff)
		}
	}
}

func TestNothingIsMovedAfterTheEnd(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	before := s.Game(id)
	s.Handle(s.Slash("Ola", "draw", "card=deck", "game="+string(id)))
	s.Handle(s.Click("Bo", bottest.Doing(id, 2, "tickets")))
	if diff := cmp.Diff(before, s.Game(id)); diff != "" {
		t.Errorf("the game has changed (-want +got):\n%s", diff)
	}
}

func TestARefusedMoveLeavesNothingBehind(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	r := s.Request(s.Slash(s.Game(id).Seats[1].Name, "draw"))
	_, err := bottest.CarryOut(t.Context(), s.Bot, r, id, engine.Move{Verb: engine.Draw})
	if e, ok := errors.AsType[*play.Refused](err); !ok || e.Code != engine.RefuseTurn {
		t.Errorf("got %v, want the refusal %s", err, engine.RefuseTurn)
	}
	if due := s.Due(); len(due) != 0 {
		t.Errorf("got %d messages, want none: %v", len(due), due)
	}
}

func TestCacheChangesNoResult(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	want := s.Table(id).View(1)
	s.Reopen()
	got := s.Table(id).View(1)
	if diff := cmp.Diff(want.Own().Hand, got.Own().Hand); diff != "" {
		t.Errorf("hand after a restart (-want +got):\n%s", diff)
	}
	// Another process moves: the cached game is behind its row.
	other := s.NewBot(s.Store, s.API)
	r := s.Request(s.Slash(s.Game(id).Seats[0].Name, "draw"))
	_, err := bottest.CarryOut(t.Context(), other, r, id, engine.Move{Verb: engine.Draw})
	s.Must(err)
	if got := s.Table(id).View(1).Ply; got != 3 {
		t.Errorf("got ply %d, want 3", got)
	}
}

// Reliability, row 3: interactions come several times, at the same time, and long after they were
// new.
func TestInteractionsDeliveredAnyNumberOfTimesCountOnce(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	shuffled := rand.New(rand.NewPCG(3, 3))
	var old []*discord.Interaction
	for range 30 {
		g := s.Game(id)
		mover := g.Seats[s.Table(id).View(engine.Public).ToMove[0]-1].Name
		ix := s.Slash(mover, "draw", "card=deck", "game="+string(id))
		var deliveries sync.WaitGroup
		for range 1 + shuffled.IntN(5) {
			deliveries.Go(func() { s.Bot.Handle(t.Context(), ix) })
		}
		for range min(len(old), 3) {
			late := old[shuffled.IntN(len(old))]
			deliveries.Go(func() { s.Bot.Handle(t.Context(), late) })
		}
		deliveries.Wait()
		old = append(old, ix)
		if got, want := s.Game(id).Ply, g.Ply+1; got != want {
			t.Fatalf("got ply %d after %d interactions, want %d", got, len(old), want)
		}
	}
	if faults := s.Faults.Load(); faults != 0 {
		t.Errorf("got %d faults, want none", faults)
	}
}
