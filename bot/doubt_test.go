package bot

import (
	"context"
	"errors"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Discord may have taken a message although no answer came.

// losing has calls carried out whose answer never comes.
func losing(which func(discordtest.Call) bool) func(discordtest.Call) error {
	return func(c discordtest.Call) error {
		if which(c) {
			return discord.NoAnswer(errors.New("connection reset"))
		}
		return nil
	}
}

// standing is what messages in a channel have in the end: their number, and how many rows of buttons and menus.
func (s *stage) standing(channel string) (messages, rows int) {
	s.t.Helper()
	now := map[string]int{}
	for _, c := range s.api.Calls() {
		switch {
		case c.Err != nil:
		case c.Method == discordtest.Send && c.Channel == channel && !c.Repeat:
			now[c.Result] = len(c.Message.Rows)
		case c.Method == discordtest.Edit && c.Channel == channel && c.Edit.Rows != nil:
			now[string(c.ID)] = len(*c.Edit.Rows)
		}
	}
	for _, n := range now {
		rows += n
	}
	return len(now), rows
}

func TestAPanelThatArrivedUnnoticedKeepsNoMenus(t *testing.T) {
	for name, reopened := range map[string]bool{"the same process": false, "after a restart": true} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			id := s.playing("Ola", "Bo")
			next := s.game(id).ToMove[0]
			s.drawTwo(id)
			other := s.game(id).ToMove[0]
			if next == other {
				t.Fatal("the turn has not passed on")
			}
			_, err := s.api.OpenDM(t.Context(), other)
			s.must(err)
			user, err := s.store.User(t.Context(), other)
			s.must(err)
			s.api.Lose = losing(sendTo(user.DM))
			s.flush()
			s.api.Lose = nil
			if reopened {
				s.reopen()
			}
			s.drawTwo(id) // elsewhere
			s.clock = s.clock.Add(time.Minute)
			s.flush()
			if _, rows := s.standing(user.DM); rows != 0 {
				t.Errorf("after the turn the player's direct messages still have %d rows of menus", rows)
			}
		})
	}
}

func TestAPanelThatArrivedUnnoticedKeepsNoMenusForWhoHasPlannedSince(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.drawTwo(id)
	who := s.nameOf(id, 2)
	_, err := s.api.OpenDM(t.Context(), person(who).ID)
	s.must(err)
	user, err := s.store.User(t.Context(), person(who).ID)
	s.must(err)
	s.api.Lose = losing(sendTo(user.DM))
	s.flush()
	s.api.Lose = nil
	s.drawTwo(id) // elsewhere
	s.plans(who, id, "From the deck", "From the deck")
	s.drawTwo(id)
	s.clock = s.clock.Add(time.Minute)
	s.flush()
	if _, rows := s.standing(user.DM); rows != 0 || !s.planned(id, 2) {
		t.Errorf("the player's direct messages still have %d rows of menus; planned: %t", rows, s.planned(id, 2))
	}
}

// A plan that comes to nothing leaves its player a panel: the same holds for it, whatever is said of the plan by then.
func TestAPanelAfterAPlanThatArrivedUnnoticedKeepsNoMenus(t *testing.T) {
	for name, reopened := range map[string]bool{"the same process": false, "after a restart": true} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			id, route := s.bothCanClaim()
			who := s.game(id).Seats[1].Name
			s.plans(who, id, route, s.say("plan.sure"))
			s.flush()
			user, err := s.store.User(t.Context(), person(who).ID)
			s.must(err)
			_, before := s.standing(user.DM)
			s.claimNamed(id, route)
			s.flush()
			s.api.Lose = losing(sendTo(user.DM))
			s.keepPlans(10 * time.Second)
			s.api.Lose = nil
			if _, rows := s.standing(user.DM); rows <= before || s.game(id).ToMove[0] != user.ID {
				t.Fatalf("the player has %d rows of menus, %d before the plan ended, and %v is to move", rows, before, s.game(id).ToMove)
			}
			if reopened {
				s.reopen()
			}
			s.drawTwo(id) // elsewhere
			s.clock = s.clock.Add(time.Minute)
			s.flush()
			if _, rows := s.standing(user.DM); rows > before {
				t.Errorf("after the turn the player's direct messages still have %d rows of menus, %d before", rows, before)
			}
		})
	}
}

// After a restart it is not known whether the panel of the turn is there: it is to be taken away, which fails.
func TestWhoHasPlannedAndTakesNoDirectMessagesIsNotCalledAtTheTableAfterARestart(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.nameOf(id, 2)
	s.plans(who, id, "From the deck", "From the deck")
	s.flush()
	user, err := s.store.User(t.Context(), person(who).ID)
	s.must(err)
	s.drawTwo(id)
	s.reopen()
	s.api.Fail = failing(discordtest.DMClosed, sendTo(user.DM))
	said := len(s.api.Sent(s.game(id).Thread))
	s.flush()
	for _, m := range s.api.Sent(s.game(id).Thread)[said:] {
		if len(m.Mention) > 0 {
			t.Errorf("%v are called, though the plan makes the turn: %q", m.Mention, m.Content)
		}
	}
	if !s.planned(id, 2) {
		t.Error("the plan is gone")
	}
}

func TestAPanelOfARepeatedClickThatArrivedUnnoticedKeepsNoMenus(t *testing.T) {
	s := newStage(t)
	id := s.running("Ola", "Bo")
	s.moveAs(id, 2, firstLegal)
	s.flush()
	p, ply := s.panelOf(id, 1), s.game(id).Ply
	keep := press.ID{Action: press.Do, Game: string(id), At: press.Position{Ply: ply}, Move: firstLegal(s.table(id).View(1))}
	ix := s.clickPanel(s.nameOf(id, 1), p, keep.Print())
	s.api.Fail = failing(&discord.Error{Status: 404, Code: 10015}, method(discordtest.EditOriginal))
	s.bot.Handle(t.Context(), ix)
	s.api.Fail = nil
	s.flush() // the panel of the setup is done with; the turn has another
	s.api.Lose = losing(method(discordtest.EditOriginal))
	s.bot.Handle(t.Context(), ix)
	s.api.Lose = nil
	if s.menus(p.Message) == 0 {
		t.Fatal("the repetition does not show the panel")
	}
	s.drawTwo(id) // elsewhere
	s.flush()
	if rows := s.menus(p.Message); rows != 0 {
		t.Errorf("the turn is over, and a panel of it has %d rows of menus", rows)
	}
}

// brokenOnce is a store that fails to load the moves of a game once.
type brokenOnce struct {
	storage.Store
	broken bool
}

func (b *brokenOnce) Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error) {
	if b.broken {
		b.broken = false
		return nil, storage.ErrFull
	}
	return b.Store.Moves(ctx, id, n)
}

func TestAPanelWhoseClickWasFirstAnsweredWithAnErrorIsBroughtUpToDate(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who, p, ply := s.game(id).Seats[0].Name, s.panelOf(id, 1), s.game(id).Ply
	s.bot = s.newBot(&brokenOnce{s.store, true}, s.api)
	ix := s.clickPanel(who, p, drawAt(id, ply), "deck")
	s.bot.Handle(t.Context(), ix)
	if got := s.game(id).Ply; got != ply {
		t.Fatalf("ply %d, want %d: the first delivery fails", got, ply)
	}
	s.api.Fail = failing(&discord.Error{Status: 400, Code: 40060}, method(discordtest.Respond)) // Discord has the sentence
	s.bot.Handle(t.Context(), ix)
	if got := s.game(id).Ply; got != ply+1 {
		t.Fatalf("ply %d, want %d: the second delivery makes the move", got, ply+1)
	}
	s.flush()
	edits := s.edits(p.Message)
	if len(edits) != 1 || edits[0].Rows == nil || !asksAt(discord.Message{Rows: *edits[0].Rows}, id, ply+1) {
		t.Errorf("got edits %+v, want the panel of ply %d", edits, ply+1)
	}
}

// menus is how many rows of buttons and menus a panel in a direct message has in the end, by edits and answers alike.
func (s *stage) menus(message string) (rows int) {
	for _, c := range s.api.Calls() {
		switch {
		case c.Err != nil:
		case c.Method == discordtest.EditOriginal && c.Result == message:
			rows = len(acting(c.Message.Rows))
		case c.Method == discordtest.Edit && string(c.ID) == message && c.Edit.Rows != nil:
			rows = len(acting(*c.Edit.Rows))
		}
	}
	return rows
}

func TestALateRepetitionDoesNotSetThePanelBack(t *testing.T) {
	for name, sent := range map[string]bool{"after the outbox renewed it": true, "before the outbox renewed it": false} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			id := s.playing("Ola", "Bo")
			who, p, ply := s.game(id).Seats[0].Name, s.panelOf(id, 1), s.game(id).Ply
			first := s.clickPanel(who, p, drawAt(id, ply), "deck")
			s.bot.Handle(t.Context(), first)
			s.bot.Handle(t.Context(), s.clickPanel(who, p, drawAt(id, ply+1), "deck"))
			if sent {
				s.flush()
				s.api.Lose = losing(method(discordtest.EditOriginal))
			}
			s.bot.Handle(t.Context(), first)
			s.api.Lose = nil
			s.flush()
			if rows := s.menus(p.Message); rows != 0 {
				t.Errorf("the turn is over, and its panel has %d rows of menus", rows)
			}
		})
	}
}

func TestADugTunnelThatArrivedUnnoticedKeepsNoButton(t *testing.T) {
	s, id, _ := ready(t)
	thread := s.game(id).Thread
	s.move(id, inNotation(dig))
	s.api.Lose = losing(sendTo(thread))
	s.flush()
	s.api.Lose = nil
	s.move(id, inNotation("withdraw"))
	s.clock = s.clock.Add(time.Minute)
	s.flush()
	if _, rows := s.standing(thread); rows != 1 {
		t.Errorf("%d messages at the table have buttons, want the last one only", rows)
	}
}

func TestAPlayerWhoseChannelIsGoneForGoodIsCalledAtTheTable(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	thread := s.game(id).Thread
	s.drawTwo(id)
	user, err := s.store.User(t.Context(), s.game(id).ToMove[0])
	s.must(err)
	before := len(s.api.Sent(thread))
	s.api.Fail = failing(discordtest.Gone, sendTo(user.DM)) // also when it is opened anew
	s.flush()
	s.clock = s.clock.Add(time.Minute)
	s.flush()
	user, err = s.store.User(t.Context(), user.ID)
	s.must(err)
	if got := len(s.api.Sent(thread)) - before; got != 2 || user.DMs != storage.DMClosed {
		t.Errorf("the table got %d messages, and the user's direct messages are %q; want the turn, the call, and closed", got, user.DMs)
	}
}
