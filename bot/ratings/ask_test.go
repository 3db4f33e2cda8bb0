package ratings_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
)

// playedOut plays a game to its end and returns the last direct message to somebody.
func playedOut(s *bottest.Stage, id match.GameID) func(who string) discord.Message {
	s.T.Helper()
	choose := bottest.AnyLegal(7)
	for s.Game(id).State == match.Running {
		s.Move(id, choose)
	}
	s.Flush()
	s.NothingBroke()
	return func(who string) discord.Message {
		s.T.Helper()
		dms := s.DM(who)
		return dms[len(dms)-1]
	}
}

// asked reports whether a message asks its reader to take part in ratings.
func asked(s *bottest.Stage, m discord.Message) bool {
	question := strings.Contains(m.Content, s.Say("ratings.ask"))
	if question != (bottest.AnswersIn(m.Rows, customid.Set) != "") {
		s.T.Errorf("the question and its answers do not go together: %+v", m)
	}
	return question
}

// answers presses an answer in direct messages, the first or the second one.
func answers(s *bottest.Stage, who string, m discord.Message, answer int) discord.Message {
	s.T.Helper()
	if !asked(s, m) {
		s.T.Fatalf("%s is not asked: %+v", who, m)
	}
	press := m.Rows[len(m.Rows)-1].Buttons[answer].CustomID
	return s.Handle(s.Alone(s.Click(who, press)))
}

func TestTheFirstGameWithPeopleAsksOnceWhetherToBeRated(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola")
	result := playedOut(s, s.Running("Ola", "Bo", "Cy"))
	if asked(s, result("Ola")) {
		t.Error("Ola is asked, who takes part")
	}
	if !asked(s, result("Bo")) || !asked(s, result("Cy")) {
		t.Fatalf("nobody is asked: %+v", result("Bo"))
	}
	for answer, who := range []string{"Bo", "Cy"} {
		said := answers(s, who, result(who), answer).Content
		bottest.Contains(t, said, s.Say("me.heading"),
			s.Say(map[string]string{"Bo": "me.rated-true", "Cy": "me.rated-false"}[who]))
		calls := s.API.Calls(discordtest.Respond)
		if calls[len(calls)-1].Response.Message == nil {
			t.Errorf("the answer of %s replaces the result", who)
		}
	}
	for who, want := range map[string]bool{"Bo": true, "Cy": false} {
		if h, err := s.Store.Habits(t.Context(), bottest.Person(who).ID); err != nil || h.Rated != want {
			t.Errorf("%s is rated: %t, error %v", who, h.Rated, err)
		}
	}
	again := s.Running("Ola", "Bo", "Cy", "Di")
	bottest.Contains(t, s.API.Sent(s.Game(again).Thread)[0].Content, "Rated for", "Bo")
	result = playedOut(s, again)
	if asked(s, result("Cy")) || asked(s, result("Bo")) {
		t.Error("somebody is asked twice")
	}
	if !asked(s, result("Di")) {
		t.Error("Di, whose first game it is, is not asked")
	}
}

func TestNobodyIsAskedWithoutRatingsOrPeople(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	result := playedOut(s, s.Running("Ola", "Bo"))
	if asked(s, result("Bo")) {
		t.Error("Bo is asked on a server without ratings")
	}
	decides(s, "rated=true")
	id := s.Solo("amsterdam", "Bo")
	for s.Game(id).State == match.Running {
		if before := s.Game(id).Ply; s.Game(id).WaitsFor(bottest.Person("Bo").ID) {
			s.Move(id, bottest.AnyLegal(uint64(before)))
		}
		s.Awhile()
	}
	s.Flush()
	if asked(s, bottest.LastOf(t, s.DM("Bo"))) {
		t.Error("Bo is asked after a game against computers")
	}
	// the ratings are new, and so is the question
	result = playedOut(s, s.Running("Ola", "Bo"))
	if !asked(s, result("Bo")) {
		t.Error("Bo is not asked after the first game since there are ratings")
	}
}

// hidden reports whether the last answer was for the user alone.
func hidden(s *bottest.Stage) bool {
	s.T.Helper()
	calls := s.API.Calls(discordtest.Respond)
	r := calls[len(calls)-1].Response
	return r.Deferred != nil && r.Deferred.Ephemeral || r.Message != nil && r.Message.Ephemeral
}

func TestTableAndCardAreShownToOthersByAButton(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy", "Di")
	for range 6 {
		ended(s, "Ola", "Bo", "Cy", "Di")
	}
	for _, action := range []customid.Action{customid.Table, customid.Card} {
		command := string(action)
		own := s.Handle(s.Slash("Ola", command))
		if !hidden(s) {
			t.Errorf("/%s is answered to everybody", command)
		}
		button := bottest.AnswersIn(own.Rows, action)
		if button == "" {
			t.Fatalf("/%s has no button: %+v", command, own.Rows)
		}
		bottest.Contains(t, own.Content, "Ola")
		if s.Me("Di", "rated=false"); command == "table" { // since it was looked at
			bottest.Contains(t, own.Content, "Di")
		}
		shown := s.Handle(s.Click("Ola", button))
		if hidden(s) || len(shown.Rows) > 0 || !strings.Contains(shown.Content, "Ola") {
			t.Errorf("the button of /%s shows %+v, want it for everybody", command, shown)
		}
		if strings.Contains(shown.Content, "Di") {
			t.Errorf("/%s shows Di, who takes no part any more: %q", command, shown.Content)
		}
		if forged := s.Handle(s.Click("Bo", button)); command == "card" {
			bottest.Contains(t, forged.Content, "**Bo**") // the card of who presses
		}
		if alone := s.Handle(s.Alone(s.Slash("Ola", command))); len(alone.Rows) > 0 {
			t.Errorf("/%s offers to show it in direct messages: %+v", command, alone.Rows)
		}
	}
	forged := customid.ID{Action: customid.Table, Title: "paris"}
	got := s.Handle(s.Click("Ola", forged.Print()))
	if got.Content != s.Say("problem.title-unknown") || !hidden(s) {
		t.Errorf("a title that there is not: %+v", got)
	}
	s.NothingBroke()
}
