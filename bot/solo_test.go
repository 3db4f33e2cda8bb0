package bot_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// alone starts a game of Nordic Countries that Ola plays against a computer, and returns it at her
// first turn, with her seat.
func alone(t *testing.T) (s *bottest.Stage, id match.GameID, own engine.Seat) {
	t.Helper()
	s = bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	s.Pace = "daily"
	id = s.Solo("nordic", "Ola")
	own = s.Table(id).SeatOf(bottest.Person("Ola").ID)
	s.MoveAs(id, own, bottest.FirstLegal)
	untilOwn(s, id, own)
	return s, id, own
}

// untilOwn has the computers move until a seat is to move.
func untilOwn(s *bottest.Stage, id match.GameID, own engine.Seat) {
	s.T.Helper()
	s.Flush()
	for v := s.Table(id).View(own); !v.Moves(own); v = s.Table(id).View(own) {
		s.Awhile()
	}
}

// drawn has the only person draw two cards, and the computers answer.
func drawn(s *bottest.Stage, id match.GameID, own engine.Seat) {
	s.T.Helper()
	s.DrawTwo(id)
	untilOwn(s, id, own)
}

// turnsAt returns the posts at the table about turns.
func turnsAt(s *bottest.Stage, id match.GameID) []storage.Post {
	s.T.Helper()
	return s.Boards(id)
}

func TestSoloGameKeepsOneMessageAtTheTableAndOneDM(t *testing.T) {
	s, id, own := alone(t)
	table, dm := s.Game(id).Thread, s.Game(id).Seats[own-1].User
	u, err := s.Store.User(t.Context(), dm)
	s.Must(err)
	posted, written := len(s.API.Sent(table)), len(s.API.Sent(u.DM))
	since := len(s.API.Calls())
	for range 5 {
		drawn(s, id, own)
	}
	if n := len(s.API.Sent(table)) - posted; n > 0 {
		t.Errorf("five rounds took %d new messages at the table, want none", n)
	}
	if n := len(s.API.Sent(u.DM)) - written; n > 0 {
		t.Errorf("five rounds took %d direct messages, want none", n)
	}
	posts := turnsAt(s, id)
	if len(posts) != 1 || posts[0].Ply != s.Game(id).Ply {
		t.Fatalf("got %v, want the post of the last turn", posts)
	}
	last := s.Now(posts[0])
	bottest.Contains(t, *last.Content, "Ola draws", "Bot Ada")
	if last.Rows == nil || len(*last.Rows) == 0 {
		t.Errorf("the table has no buttons: %+v", last)
	}
	for _, c := range s.API.Calls()[since:] {
		if len(c.Message.Mention) > 0 || strings.Contains(c.Message.Content, "<@") ||
			len(c.Edit.Mention) > 0 || c.Edit.Content != nil && strings.Contains(*c.Edit.Content, "<@") {
			t.Errorf("somebody is mentioned: %+v", c)
		}
	}
	panel := s.PanelOf(id, own)
	if panel.Ply != s.Game(id).Ply || !strings.Contains(*s.Now(panel).Content, "Your turn") {
		t.Errorf("the panel %v does not show the turn: %+v", panel, s.Now(panel))
	}
	s.NothingBroke()
}

func TestSoloGameInDMsReusesThePressedPanel(t *testing.T) {
	s, id, own := alone(t)
	before := s.PanelOf(id, own)
	written := len(s.DM("Ola"))
	for range 2 { // two cards are a turn
		o, ok := bottest.Find(s.Hand("Ola", id), customid.Do, "draw")
		if !ok {
			t.Fatal("there is no card to draw")
		}
		s.Handle(s.ClickPanel("Ola", before, o.ID, o.Values...))
		s.Flush()
	}
	untilOwn(s, id, own)
	after := s.PanelOf(id, own)
	if after.Message != before.Message || after.Ply != s.Game(id).Ply {
		t.Errorf("the panel is %v, was %v at ply %d", after, before, s.Game(id).Ply)
	}
	if n := len(s.DM("Ola")) - written; n > 0 {
		t.Errorf("a turn took %d direct messages, want none", n)
	}
}

// Only the answer to its button can change a message that nobody else sees.
func TestEphemeralCopyAnswersAfterThePanelMoved(t *testing.T) {
	s, id, own := alone(t)
	o, ok := bottest.Find(s.Hand("Ola", id), customid.Do, "draw")
	if !ok {
		t.Fatal("there is no card to draw")
	}
	s.Handle(s.ClickPanel("Ola", s.PanelOf(id, own), o.ID, o.Values...))
	s.Flush()
	o2, ok := bottest.Find(s.Hand("Ola", id), customid.Do, "draw")
	if !ok {
		t.Fatal("there is no second card to draw")
	}
	s.Handle(s.ClickPanel("Ola", s.PanelOf(id, own), o2.ID, o2.Values...))
	untilOwn(s, id, own)
	copied := s.Alone(s.Click("Ola", o.ID, o.Values...))
	copied.Hidden = true
	if got := s.Handle(copied); got.Content == "" {
		t.Error("the button of a private copy answers nothing")
	}
}

func TestDeletedMessageOfASoloGameIsPostedAgain(t *testing.T) {
	s, id, own := alone(t)
	posts := turnsAt(s, id)
	s.API.Fail = func(c discordtest.Call) error {
		if c.Method == discordtest.Edit && c.ID == posts[0].Message {
			return discord.MessageGone()
		}
		return nil
	}
	posted := len(s.API.Sent(s.Game(id).Thread))
	drawn(s, id, own)
	if n := len(s.API.Sent(s.Game(id).Thread)) - posted; n != 1 {
		t.Errorf("got %d new messages, want one in place of the deleted one", n)
	}
	if now := turnsAt(s, id); len(now) != 1 || now[0].Message == posts[0].Message {
		t.Errorf("got %v, want the new message alone", now)
	}
}

func TestAbsentSoloPlayerIsReminded(t *testing.T) {
	s, id, own := alone(t)
	drawn(s, id, own)
	written := len(s.DM("Ola"))
	for range 80 {
		s.KeepDeadlines(time.Hour)
	}
	got := s.DM("Ola")[written:]
	if len(got) == 0 || got[0].Silent || s.Reminders("Ola") == 0 {
		t.Errorf("got %+v, want a reminder", got)
	}
}
