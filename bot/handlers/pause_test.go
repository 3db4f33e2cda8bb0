package handlers_test

import (
	"slices"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

func TestMajorityPausesAndOnePlayerResumes(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	g := s.Game(id)
	s.KeepDeadlines(10 * time.Hour)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game pause", "game="+string(id))).Content,
		"1 more vote")
	s.Flush()
	table := s.API.Sent(g.Thread)
	if last := table[len(table)-1]; len(last.Mention) != 2 || len(last.Rows) != 1 {
		t.Errorf("got mentions %v and rows %v, want the other two called and a button", last.Mention,
			last.Rows)
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Pause, id))) // a second vote of the same player
	if s.Game(id).Paused {
		t.Fatal("one player stops the clocks")
	}
	bottest.Contains(t, s.Handle(s.Click("Bo", customid.Button(customid.Pause, id))).Content,
		s.Say("clock.paused", "Game", string(id), "Until", speech.Stamp(s.Clock.Add(match.LongestPause),
			"f")))
	s.KeepDeadlines(700 * time.Hour)
	if got := s.Game(id); got.Ply != g.Ply || got.Seats[0].Bank != 74*time.Hour {
		t.Fatalf("got ply %d and %v left, want %d and 74 h", got.Ply, got.Seats[0].Bank, g.Ply)
	}
	s.DrawTwo(id) // who wants to can move
	s.Flush()
	table = s.API.Sent(g.Thread)
	for _, b := range table[len(table)-1].Rows[0].Buttons {
		if b.CustomID == customid.Button(customid.More, id) {
			t.Error("more time is offered while no clock runs")
		}
	}
	if got := s.Game(id).Seats[0].Bank; got != 86*time.Hour {
		t.Errorf("got %v after a turn in the pause, want 86 h", got)
	}
	s.Handle(s.Slash("Cy", "game resume", "game="+string(id)))
	got := s.Game(id)
	if want := s.Clock.Add(84 * time.Hour); got.Paused || !got.Seats[1].Ends.Equal(want) ||
		got.Pausing != nil {
		t.Errorf("got %+v, want the second seat's clock to run until %v", got, want)
	}
	bottest.Contains(t, s.Handle(s.Click("Bo", customid.Button(customid.Resume, id))).Content,
		s.Say("problem.not-paused", "Game", string(id)))
	s.NothingBroke()
}

func TestOnePresentPlayerCanEndAPause(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	away, there := g.Seats[0].Name, g.Seats[1].Name
	for _, name := range []string{away, there} {
		s.Handle(s.Click(name, customid.Button(customid.Pause, id)))
	}
	s.KeepDeadlines(700 * time.Hour) // nobody hears of the first player any more
	s.Handle(s.Click(there, customid.Button(customid.Stop, id)))
	answer := s.Handle(s.Click(there, customid.Button(customid.Resume, id)))
	bottest.Contains(t, answer.Content, s.Say("clock.resumed", "Game", string(id)))
	s.Flush()
	table := s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, s.Say("clock.resumed-by", "Who", there))
	s.KeepDeadlines(s.Game(id).Seats[0].Ends.Sub(s.Clock))
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("got %s once the time of who vanished was up, want cancelled", got)
	}
	s.NothingBroke()
}

func TestPauseDoesNotRepeatPastReminders(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	name := s.Game(id).Seats[0].Name
	s.KeepDeadlines(42 * time.Hour)
	s.Handle(s.Click("Ola", customid.Button(customid.Pause, id)))
	s.Handle(s.Click("Bo", customid.Button(customid.Pause, id)))
	s.KeepDeadlines(time.Hour)
	s.Handle(s.Click("Bo", customid.Button(customid.Resume, id)))
	s.KeepDeadlines(time.Hour)
	if got := s.Reminders(name); got != 1 {
		t.Errorf("got %d reminders, want one", got)
	}
}

func TestAPauseThatNobodyEndsIsOverAfter30Days(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	left := g.Seats[0].Ends.Sub(s.Clock)
	for _, name := range []string{"Ola", "Bo"} {
		s.Handle(s.Click(name, customid.Button(customid.Pause, id)))
	}
	s.Flush()
	ends := s.Clock.Add(match.LongestPause)
	bottest.Contains(t, bottest.LastOf(t, s.API.Sent(g.Thread)).Content, s.Say("clock.paused", "Game",
		string(id), "Until", speech.Stamp(ends, "f")))
	s.DrawTwo(id) // who plays on in the pause does not prolong it
	s.KeepDeadlines(match.LongestPause - time.Second)
	if now := s.Game(id); !now.Paused {
		t.Fatal("the pause is over too soon")
	}
	s.KeepDeadlines(time.Second)
	now := s.Game(id)
	if now.Paused || !now.PauseEnds.IsZero() || !now.Seats[1].Ends.Equal(s.Clock.Add(left)) ||
		!now.Seats[0].Ends.IsZero() {
		t.Fatalf("got %+v, want the clock of the second seat alone to run for %v", now, left)
	}
	over := bottest.LastOf(t, s.API.Sent(g.Thread))
	bottest.Contains(t, over.Content, s.Say("clock.pause-over", "Count", 30))
	if !slices.Equal(over.Mention, []match.UserID{g.Seats[1].User}) {
		t.Errorf("called are %v, want whom the game waits for", over.Mention)
	}
	for days := 0; s.Game(id).State == match.Running; days++ {
		if days > 40 {
			t.Fatal("the game does not end")
		}
		s.KeepDeadlines(24 * time.Hour)
	}
	s.NoDeadline()
	s.NothingBroke()
}

func TestAPauseThatIsEndedAndBegunAgainHasAllItsTime(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	for range 2 {
		for _, name := range []string{"Ola", "Bo"} {
			s.Handle(s.Click(name, customid.Button(customid.Pause, id)))
		}
		s.KeepDeadlines(20 * 24 * time.Hour)
		if !s.Game(id).Paused {
			t.Fatal("the clocks run in the pause")
		}
		s.Handle(s.Click("Bo", customid.Button(customid.Resume, id)))
		if now := s.Game(id); now.Paused || !now.PauseEnds.IsZero() {
			t.Fatalf("got %+v, want no pause", now)
		}
	}
	s.NothingBroke()
}

// Buttons of a vote that is over, pressed by somebody who has not seen that yet, answer no later
// one.
func TestAButtonOfAnEarlierVoteAnswersNoLaterOne(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	asked := func() (agree, refuse string) {
		s.Handle(s.Slash("Ola", "game pause", "game="+string(id)))
		s.Flush()
		row := bottest.LastOf(t, s.API.Sent(s.Game(id).Thread)).Rows[0]
		return row.Buttons[0].CustomID, row.Buttons[1].CustomID
	}
	over := s.Say("problem.pause-vote-over", "Game", string(id))
	agreed, refused := asked()
	s.Handle(s.Click("Bo", refused))
	bottest.Contains(t, s.Handle(s.Click("Cy", agreed)).Content, over) // and begins no vote
	agree, _ := asked()
	bottest.Contains(t, s.Handle(s.Click("Bo", agreed)).Content, over)
	bottest.Contains(t, s.Handle(s.Click("Cy", refused)).Content, over)
	if g := s.Game(id); g.Paused || len(g.Pausing) != 1 {
		t.Fatalf("paused %t, votes %v; want the second vote open", g.Paused, g.Pausing)
	}
	s.Handle(s.Click("Bo", agree))
	if !s.Game(id).Paused {
		t.Error("the vote for the open question does not count")
	}
	s.NothingBroke()
}
