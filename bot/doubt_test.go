package bot_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
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
func (s *stage) standing(channel match.ChannelID) (messages, rows int) {
	s.T.Helper()
	now := map[string]int{}
	for _, c := range s.API.Calls() {
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
			id := s.Playing("Ola", "Bo")
			next := s.Game(id).ToMove[0]
			s.drawTwo(id)
			other := s.Game(id).ToMove[0]
			if next == other {
				t.Fatal("the turn has not passed on")
			}
			_, err := s.API.OpenDM(t.Context(), other)
			s.Must(err)
			user, err := s.Store.User(t.Context(), other)
			s.Must(err)
			s.API.Lose = losing(bottest.SendTo(user.DM))
			s.Flush()
			s.API.Lose = nil
			if reopened {
				s.Reopen()
			}
			s.drawTwo(id) // elsewhere
			s.Clock = s.Clock.Add(time.Minute)
			s.Flush()
			if _, rows := s.standing(user.DM); rows != 0 {
				t.Errorf("after the turn the player's direct messages still have %d rows of menus", rows)
			}
		})
	}
}

func TestAPanelThatArrivedUnnoticedKeepsNoMenusForWhoHasPlannedSince(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	s.drawTwo(id)
	who := s.nameOf(id, 2)
	_, err := s.API.OpenDM(t.Context(), bottest.Person(who).ID)
	s.Must(err)
	user, err := s.Store.User(t.Context(), bottest.Person(who).ID)
	s.Must(err)
	s.API.Lose = losing(bottest.SendTo(user.DM))
	s.Flush()
	s.API.Lose = nil
	s.drawTwo(id) // elsewhere
	s.plans(who, id, "From the deck", "From the deck")
	s.drawTwo(id)
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if _, rows := s.standing(user.DM); rows != 0 || !s.planned(id, 2) {
		t.Errorf("the player's direct messages still have %d rows of menus; planned: %t", rows, s.planned(id, 2))
	}
}

func TestAPanelThatAnotherProcessHasBroughtUnnoticedKeepsNoMenus(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	other := s.NewBot(s.Store, s.API)
	s.drawTwo(id)
	who := s.nameOf(id, 2)
	_, err := s.API.OpenDM(t.Context(), bottest.Person(who).ID)
	s.Must(err)
	user, err := s.Store.User(t.Context(), bottest.Person(who).ID)
	s.Must(err)
	s.API.Fail = func(c discordtest.Call) error {
		if bottest.SendTo(user.DM)(c) {
			return &discord.Error{Status: 429}
		}
		return nil
	}
	s.Flush() // this process tries first, and is refused
	s.API.Fail, s.API.Lose = nil, losing(bottest.SendTo(user.DM))
	s.Clock = s.Clock.Add(time.Minute)
	s.Must(other.Flush(t.Context()))
	s.API.Lose = nil
	s.drawTwo(id) // elsewhere
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if _, rows := s.standing(user.DM); rows != 0 {
		t.Errorf("the player's direct messages still have %d rows of menus", rows)
	}
}

// A plan that comes to nothing leaves its player a panel: the same holds for it, whatever is said of the plan by then.
func TestAPanelAfterAPlanThatArrivedUnnoticedKeepsNoMenus(t *testing.T) {
	for name, reopened := range map[string]bool{"the same process": false, "after a restart": true} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			id, route := s.bothCanClaim()
			who := s.Game(id).Seats[1].Name
			s.plans(who, id, route, s.Say("plan.sure"))
			s.Flush()
			user, err := s.Store.User(t.Context(), bottest.Person(who).ID)
			s.Must(err)
			_, before := s.standing(user.DM)
			s.claimNamed(id, route)
			s.Flush()
			s.API.Lose = losing(bottest.SendTo(user.DM))
			s.keepPlans(10 * time.Second)
			s.API.Lose = nil
			if _, rows := s.standing(user.DM); rows <= before || s.Game(id).ToMove[0] != user.ID {
				t.Fatalf("the player has %d rows of menus, %d before the plan ended, and %v is to move", rows, before, s.Game(id).ToMove)
			}
			if reopened {
				s.Reopen()
			}
			s.drawTwo(id) // elsewhere
			s.Clock = s.Clock.Add(time.Minute)
			s.Flush()
			if _, rows := s.standing(user.DM); rows > before {
				t.Errorf("after the turn the player's direct messages still have %d rows of menus, %d before", rows, before)
			}
		})
	}
}

// After a restart it is not known whether the panel of the turn is there: it is to be taken away, which fails.
func TestWhoHasPlannedAndTakesNoDirectMessagesIsNotCalledAtTheTableAfterARestart(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	who := s.nameOf(id, 2)
	s.plans(who, id, "From the deck", "From the deck")
	s.Flush()
	user, err := s.Store.User(t.Context(), bottest.Person(who).ID)
	s.Must(err)
	s.drawTwo(id)
	s.Reopen()
	s.API.Fail = bottest.Failing(discordtest.DMClosed, bottest.SendTo(user.DM))
	said := len(s.API.Sent(s.Game(id).Thread))
	s.Flush()
	for _, m := range s.API.Sent(s.Game(id).Thread)[said:] {
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
	id := s.Running("Ola", "Bo")
	s.MoveAs(id, 2, bottest.FirstLegal)
	s.Flush()
	p, ply := s.panelOf(id, 1), s.Game(id).Ply
	keep := customid.ID{Action: customid.Do, Game: string(id), At: customid.Position{Ply: ply}, Move: bottest.FirstLegal(s.Table(id).View(1))}
	ix := s.clickPanel(s.nameOf(id, 1), p, keep.Print())
	s.API.Fail = bottest.Failing(&discord.Error{Status: 404, Code: 10015}, method(discordtest.EditOriginal))
	s.Bot.Handle(t.Context(), ix)
	s.API.Fail = nil
	s.Flush() // the panel of the setup is done with; the turn has another
	s.API.Lose = losing(method(discordtest.EditOriginal))
	s.Bot.Handle(t.Context(), ix)
	s.API.Lose = nil
	if s.menus(p.Message) == 0 {
		t.Fatal("the repetition does not show the panel")
	}
	s.drawTwo(id) // elsewhere
	s.Flush()
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
	id := s.Playing("Ola", "Bo")
	who, p, ply := s.Game(id).Seats[0].Name, s.panelOf(id, 1), s.Game(id).Ply
	s.Bot = s.NewBot(&brokenOnce{s.Store, true}, s.API)
	ix := s.clickPanel(who, p, drawAt(id, ply))
	s.Bot.Handle(t.Context(), ix)
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("ply %d, want %d: the first delivery fails", got, ply)
	}
	s.API.Fail = bottest.Failing(&discord.Error{Status: 400, Code: 40060}, method(discordtest.Respond)) // Discord has the sentence
	s.Bot.Handle(t.Context(), ix)
	if got := s.Game(id).Ply; got != ply+1 {
		t.Fatalf("ply %d, want %d: the second delivery makes the move", got, ply+1)
	}
	s.Flush()
	edits := s.edits(p.Message)
	if len(edits) != 1 || edits[0].Rows == nil || !asksAt(discord.Message{Rows: *edits[0].Rows}, id, ply+1) {
		t.Errorf("got edits %+v, want the panel of ply %d", edits, ply+1)
	}
}

// menus is how many rows of buttons and menus a panel in a direct message has in the end, by edits and answers alike.
func (s *stage) menus(message match.MessageID) (rows int) {
	for _, c := range s.API.Calls() {
		switch {
		case c.Err != nil:
		case c.Method == discordtest.EditOriginal && c.Result == string(message):
			rows = len(acting(c.Message.Rows))
		case c.Method == discordtest.Edit && string(c.ID) == string(message) && c.Edit.Rows != nil:
			rows = len(acting(*c.Edit.Rows))
		}
	}
	return rows
}

func TestALateRepetitionDoesNotSetThePanelBack(t *testing.T) {
	for name, sent := range map[string]bool{"after the outbox renewed it": true, "before the outbox renewed it": false} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			id := s.Playing("Ola", "Bo")
			who, p, ply := s.Game(id).Seats[0].Name, s.panelOf(id, 1), s.Game(id).Ply
			first := s.clickPanel(who, p, drawAt(id, ply))
			s.Bot.Handle(t.Context(), first)
			s.Bot.Handle(t.Context(), s.clickPanel(who, p, drawAt(id, ply+1)))
			if sent {
				s.Flush()
				s.API.Lose = losing(method(discordtest.EditOriginal))
			}
			s.Bot.Handle(t.Context(), first)
			s.API.Lose = nil
			s.Flush()
			if rows := s.menus(p.Message); rows != 0 {
				t.Errorf("the turn is over, and its panel has %d rows of menus", rows)
			}
		})
	}
}

func TestADugTunnelThatArrivedUnnoticedKeepsNoButton(t *testing.T) {
	s, id, _ := ready(t)
	thread := s.Game(id).Thread
	s.Move(id, bottest.InNotation(dig))
	s.API.Lose = losing(bottest.SendTo(thread))
	s.Flush()
	s.API.Lose = nil
	s.Move(id, bottest.InNotation("withdraw"))
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if _, rows := s.standing(thread); rows != 1 {
		t.Errorf("%d messages at the table have buttons, want the last one only", rows)
	}
}

func TestAPlayerWhoseChannelIsGoneForGoodIsCalledAtTheTable(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	s.drawTwo(id)
	user, err := s.Store.User(t.Context(), s.Game(id).ToMove[0])
	s.Must(err)
	before := len(s.API.Sent(thread))
	s.API.Fail = bottest.Failing(discordtest.Gone, bottest.SendTo(user.DM)) // also when it is opened anew
	s.Flush()
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	user, err = s.Store.User(t.Context(), user.ID)
	s.Must(err)
	if got := len(s.API.Sent(thread)) - before; got != 2 || user.DMs != storage.DMClosed {
		t.Errorf("the table got %d messages, and the user's direct messages are %q; want the turn, the call, and closed", got, user.DMs)
	}
}
