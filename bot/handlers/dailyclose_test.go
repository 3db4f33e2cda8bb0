package handlers_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine/match"
)

// telling counts the direct messages to somebody that have a text.
func telling(s *bottest.Stage, who, text string) (n int) {
	s.T.Helper()
	for _, m := range s.DM(who) {
		if strings.Contains(m.Content, text) {
			n++
		}
	}
	return n
}

func TestPlayersHearOfTheCloseAnHourBefore(t *testing.T) {
	t.Parallel()
	s := daily(t)
	strongHasPlayed(s, monday.Plus(1))
	open := begins(s, "Ola", monday)
	playsOut(s, begins(s, "Bo", monday), bottest.ByDefault)
	s.Clock = monday.Closes().Add(-time.Hour - time.Second)
	s.Flush()
	const word = "closes <t:"
	if n := telling(s, "Ola", word); n != 0 {
		t.Errorf("Ola is told %d times more than an hour before", n)
	}
	s.Clock = monday.Closes().Add(-time.Hour)
	s.Flush()
	s.Restart()
	s.Flush()
	if n := telling(s, "Ola", word); n != 1 {
		t.Errorf("Ola is told %d times an hour before the deal closes, want once", n)
	}
	bottest.Contains(t, bottest.AnswersIn(s.LastTo("Ola").Rows, customid.Hand), string(open))
	late := begins(s, "Cy", monday) // who begins now is told when it closes by /daily
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if n := telling(s, "Bo", word) + telling(s, "Cy", word); n != 0 {
		t.Errorf("%d more are told, of whom one has finished and one has just begun", n)
	}
	playsOut(s, late, bottest.ByDefault)
	s.NothingBroke()
}

func TestPastCloseIsNotAnnounced(t *testing.T) {
	t.Parallel()
	s := daily(t)
	begins(s, "Ola", monday)
	s.Clock = monday.Closes() // the bot was away
	s.Restart()
	s.Flush()
	if n := telling(s, "Ola", "closes <t:"); n != 0 {
		t.Error("Ola is told that a deal closes that has closed")
	}
}

func TestADealThatHasClosedSaysSoAndIsPlayedForFun(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	seat := s.Game(id).SeatOf(bottest.Person("Ola").ID)
	over := s.Say("daily.over")
	s.Clock = monday.Closes().Add(-time.Second)
	s.Flush()
	shown := func() string { return *s.Now(s.PanelOf(id, seat)).Content }
	if telling(s, "Ola", over) > 0 || len(s.Edits(s.PanelOf(id, seat).Message)) > 0 {
		t.Error("the panel of a deal that is open says that it is over, or was edited")
	}
	s.Clock = monday.Closes()
	s.Flush()
	bottest.Contains(t, shown(), over)
	s.MoveAs(id, seat, bottest.ByDefault)
	s.Clock = s.Clock.Add(time.Second)
	s.Must(s.Bot.KeepClocks(t.Context()))
	s.Flush()
	bottest.Contains(t, shown(), over)
	bottest.Contains(t, s.Handle(s.Alone(s.Slash("Ola", "hand", "game="+string(id)))).Content, over)
	playsOut(s, id, bottest.ByDefault)
	if s.Game(id).State != match.Finished {
		t.Fatal("the game cannot be played on")
	}
	bottest.Contains(t, s.LastTo("Ola").Content, s.Say("daily.late"))
	if tryOf(s, "Ola", monday).Ended {
		t.Error("it counts all the same")
	}
	s.NothingBroke()
}

func TestTheEndOfADealInTimeDoesNotSayThatItIsLate(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	playsOut(s, id, bottest.ByDefault)
	s.Clock = monday.Closes().Add(time.Hour)
	looked := s.Handle(s.Alone(s.Click("Ola", customid.ID{Action: customid.Result}.Print(),
		string(id)))).Content
	late := s.Say("daily.late")
	if telling(s, "Ola", late) > 0 || strings.Contains(looked, late) {
		t.Error("a try that ended in time is said not to count")
	}
}
