package notify_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestUnnoticedPanelLosesItsMenus(t *testing.T) {
	t.Parallel()
	for name, reopened := range map[string]bool{"the same process": false, "after a restart": true} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			id := s.Playing("Ola", "Bo")
			next := s.Game(id).ToMove[0]
			s.DrawTwo(id)
			other := s.Game(id).ToMove[0]
			if next == other {
				t.Fatal("the turn has not passed on")
			}
			_, err := s.API.OpenDM(t.Context(), other)
			s.Must(err)
			user, err := s.Store.User(t.Context(), other)
			s.Must(err)
			s.API.Lose = bottest.Losing(bottest.SendTo(user.DM))
			s.Flush()
			s.API.Lose = nil
			if reopened {
				s.Reopen()
			}
			s.DrawTwo(id) // elsewhere
			s.Clock = s.Clock.Add(time.Minute)
			s.Flush()
			if _, rows := s.Standing(user.DM); rows != 0 {
				t.Errorf("after the turn the player's direct messages still have %d rows of menus", rows)
			}
		})
	}
}

// The call may have arrived. It is replaced by a message without the hand, because the seat belongs
// to somebody else now.
func TestAnUnnoticedPanelOfAFormerPlayerTellsNothing(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.DrawTwo(id)
	other := s.Game(id).ToMove[0]
	who := s.NameOf(id, s.Game(id).SeatOf(other))
	_, err := s.API.OpenDM(t.Context(), other)
	s.Must(err)
	user, err := s.Store.User(t.Context(), other)
	s.Must(err)
	s.API.Lose = bottest.Losing(bottest.SendTo(user.DM))
	s.Flush()
	s.API.Lose = nil
	sure := s.Handle(s.Slash(who, "game leave", "game="+string(id)))
	s.Handle(s.Click(who, sure.Rows[0].Buttons[0].CustomID))
	before := len(s.API.Calls())
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	sent := 0
	for _, c := range s.API.Calls()[before:] {
		if c.Channel != user.DM {
			continue
		}
		sent++
		if m := c.Message; len(m.Files) > 0 || len(m.Rows) > 0 || strings.Contains(m.Content, "to go") {
			t.Errorf("a former player is sent %q with %d pictures", m.Content, len(m.Files))
		}
	}
	if sent == 0 {
		t.Error("the message that may have come was not made good")
	}
}

func TestUnnoticedPanelOfAnotherProcessLosesItsMenus(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	other := s.NewBot(s.Store, s.API)
	s.DrawTwo(id)
	who := s.NameOf(id, 2)
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
	s.API.Fail, s.API.Lose = nil, bottest.Losing(bottest.SendTo(user.DM))
	s.Clock = s.Clock.Add(time.Minute)
	s.Must(other.Flush(t.Context()))
	s.API.Lose = nil
	s.DrawTwo(id) // elsewhere
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if _, rows := s.Standing(user.DM); rows != 0 {
		t.Errorf("the player's direct messages still have %d rows of menus", rows)
	}
}

func TestUnnoticedPanelOfARepeatedClickLosesItsMenus(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo")
	s.MoveAs(id, 2, bottest.FirstLegal)
	s.Flush()
	p, ply := s.PanelOf(id, 1), s.Game(id).Ply
	keep := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Position{Ply: ply},
		Move: bottest.FirstLegal(s.Table(id).View(1)),
	}
	ix := s.ClickPanel(s.NameOf(id, 1), p, keep.Print())
	s.API.Fail = bottest.Failing(&discord.Error{Status: 404, Code: 10015},
		bottest.Method(discordtest.EditOriginal))
	s.Bot.Handle(t.Context(), ix)
	s.API.Fail = nil
	s.Flush() // the panel of the setup is done with; the turn has another
	s.API.Lose = bottest.Losing(bottest.Method(discordtest.EditOriginal))
	s.Bot.Handle(t.Context(), ix)
	s.API.Lose = nil
	if menus(s, p.Message) == 0 {
		t.Fatal("the repetition does not show the panel")
	}
	s.DrawTwo(id) // elsewhere
	s.Flush()
	if rows := menus(s, p.Message); rows != 0 {
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
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, p, ply := s.Game(id).Seats[0].Name, s.PanelOf(id, 1), s.Game(id).Ply
	s.Bot = s.NewBot(&brokenOnce{s.Store, true}, s.API)
	ix := s.ClickPanel(who, p, drawAt(id, ply))
	s.Bot.Handle(t.Context(), ix)
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("ply %d, want %d: the first delivery fails", got, ply)
	}
	// Discord has the sentence
	s.API.Fail = bottest.Failing(&discord.Error{Status: 400, Code: 40060},
		bottest.Method(discordtest.Respond))
	s.Bot.Handle(t.Context(), ix)
	if got := s.Game(id).Ply; got != ply+1 {
		t.Fatalf("ply %d, want %d: the second delivery makes the move", got, ply+1)
	}
	s.Flush()
	edits := s.Edits(p.Message)
	if len(edits) != 1 || edits[0].Rows == nil ||
		!bottest.AsksAt(discord.Message{Rows: *edits[0].Rows}, id, ply+1) {
		t.Errorf("got edits %+v, want the panel of ply %d", edits, ply+1)
	}
}

// menus is how many rows of buttons and menus a panel in a direct message has in the end, by edits
// and answers alike.
func menus(s *bottest.Stage, message match.MessageID) (rows int) {
	for _, c := range s.API.Calls() {
		switch {
		case c.Err != nil:
		case c.Method == discordtest.EditOriginal && c.Result == string(message):
			rows = len(bottest.Acting(c.Message.Rows))
		case c.Method == discordtest.Edit && string(c.ID) == string(message) && c.Edit.Rows != nil:
			rows = len(bottest.Acting(*c.Edit.Rows))
		}
	}
	return rows
}

func TestALateRepetitionDoesNotSetThePanelBack(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]bool{
		"after the outbox renewed it":  true,
		"before the outbox renewed it": false,
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			id := s.Playing("Ola", "Bo")
			who, p, ply := s.Game(id).Seats[0].Name, s.PanelOf(id, 1), s.Game(id).Ply
			first := s.ClickPanel(who, p, drawAt(id, ply))
			s.Bot.Handle(t.Context(), first)
			s.Bot.Handle(t.Context(), s.ClickPanel(who, p, drawAt(id, ply+1)))
			if sent {
				s.Flush()
				s.API.Lose = bottest.Losing(bottest.Method(discordtest.EditOriginal))
			}
			s.Bot.Handle(t.Context(), first)
			s.API.Lose = nil
			s.Flush()
			if rows := menus(s, p.Message); rows != 0 {
				t.Errorf("the turn is over, and its panel has %d rows of menus", rows)
			}
		})
	}
}

func TestAPlayerWhoseChannelIsGoneForGoodIsCalledAtTheTable(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	s.DrawTwo(id)
	user, err := s.Store.User(t.Context(), s.Game(id).ToMove[0])
	s.Must(err)
	before := len(s.API.Sent(thread))
	// also when it is opened anew
	s.API.Fail = bottest.Failing(discordtest.Gone, bottest.SendTo(user.DM))
	s.Flush()
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	user, err = s.Store.User(t.Context(), user.ID)
	s.Must(err)
	if got := len(s.API.Sent(thread)) - before; got != 2 || user.DMs != storage.DMClosed {
		t.Errorf("the table got %d messages, and the user's direct messages are %q; want the "+
			"turn, the call, and closed", got, user.DMs)
	}
}
