package season_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
	"konduktor/storage"
)

func (s *stage) bans(who string) {
	s.T.Helper()
	s.Handle(manages(s.Slash(organiser, "admin ban",
		"player="+string(bottest.Person(who).ID), "reason=spoils games")))
}

// signsUp opens a season of two rounds with one division, in which n people have signed up.
func (s *stage) signsUp(n int) []string {
	s.T.Helper()
	s.opens("rounds=2", "weeks=2", fmt.Sprintf("division=%d", n))
	for _, name := range people(n) {
		s.press(name, "join")
	}
	return people(n)
}

func (s *stage) manage(options ...string) string {
	s.T.Helper()
	return s.Handle(manages(s.Slash(organiser, "league manage", options...))).Content
}

func TestABannedPersonLeavesTheSeason(t *testing.T) {
	s := newStage(t)
	names := s.signsUp(7)
	s.bans(names[2])
	s.press(organiser, "begin")
	for _, id := range s.kept().Games {
		if g := s.Game(id); g.HasSeat(bottest.Person(names[2]).ID) {
			t.Errorf("game %s seats somebody who is banned", id)
		}
	}
	by := "by=" + string(bottest.Person(names[2]).ID)
	s.manage("player="+string(bottest.Person(names[0]).ID), by)
	if k := s.kept(); k.Season.SideOf(bottest.Person(names[0]).ID) < 0 {
		t.Error("somebody who is banned has taken a side")
	}
}

func TestACommandFindsTheLeagueThatItIsAbout(t *testing.T) {
	s := &stage{Stage: bottest.NewShort(t, "asia")}
	s.opens("title=asia", "seats=4", "rounds=2", "weeks=2", "division=4")
	pairs := s.name
	ix := s.Slash("Ada", "league duplicate", "title=asia", "seats=4")
	s.Handle(manages(ix))
	s.found()
	s.press(organiser, "join")
	bottest.Contains(t, s.Handle(s.Slash("Ada", "league pair",
		"player="+string(bottest.Person("Bob").ID))).Content, "named each other")
	bottest.Contains(t, s.Handle(s.Slash(organiser, "league manage")).Content, "season 1")
	s.name = pairs
	if len(s.kept().Asked) != 1 {
		t.Error("nobody was asked")
	}
}

func TestAQuestionAmongPartnersIsForgotten(t *testing.T) {
	s := &stage{Stage: bottest.NewShort(t, "asia")}
	s.opens("title=asia", "seats=4", "rounds=2", "weeks=2", "division=4")
	ask := func(who, with string) {
		s.Handle(s.Slash(who, "league pair", "player="+string(bottest.Person(with).ID)))
	}
	ask("Ada", "Bob")
	ask("Bob", "Ada") // they are a pair now
	ask("Cy", "Di")
	s.Clock = s.Clock.Add(15 * 24 * time.Hour)
	ask("Eve", "Fay")
	if asked := s.kept().Asked; len(asked) != 1 {
		t.Errorf("got %v, want Eve's question alone", asked)
	}
}

func TestASignUpIsExported(t *testing.T) {
	s := newStage(t)
	s.opens()
	s.press("Ada", "join")
	exported := s.Handle(s.Alone(s.Click("Ada", "export"))).Files
	bottest.Contains(t, string(exported[0].Data), s.name)
}

func TestATakenGameIDIsDrawnAgain(t *testing.T) {
	s := newStage(t)
	s.signsUp(6)
	s.Handle(manages(s.Click(organiser, s.name+"/begin")))
	for _, id := range s.kept().Games {
		other := match.NewGame(amsterdam.Title, nil)
		other.ID, other.State = id, match.Lobby
		s.Must(s.Store.Create(t.Context(), other, storage.Origin{}, nil))
		break
	}
	s.Flush()
	for of, id := range s.kept().Games {
		if g := s.Game(id); g.Of != of {
			t.Errorf("game %s is of %q, want %s", id, g.Of, of)
		}
	}
}

func TestABannedPartnerSignsNobodyUp(t *testing.T) {
	s := &stage{Stage: bottest.NewShort(t, "asia")}
	s.opens("title=asia", "seats=4", "rounds=2", "weeks=2", "division=4")
	pair := func(who, with string) {
		s.Handle(s.Slash(who, "league pair", "player="+string(bottest.Person(with).ID)))
	}
	pair("Ada", "Bob")
	s.bans("Ada")
	pair("Bob", "Ada")
	if k := s.kept(); len(k.Season.Sides) > 0 {
		t.Errorf("somebody who is banned is signed up: %v", k.Season.Sides)
	}
}

func TestASeasonGoesOnAfterSomebodyWasForgotten(t *testing.T) {
	s := newStage(t)
	names := s.signsUp(7)
	s.press(organiser, "begin")
	s.Handle(s.Alone(s.Click(names[2], "erase")))
	s.Clock = s.Clock.Add(8 * 24 * time.Hour) // the round is over, its games are not
	s.Flush()
	if k := s.kept(); k.Season.Divisions[0].Begun != 2 {
		t.Errorf("round %d is the last that has begun", k.Season.Divisions[0].Begun)
	}
}

func TestASeasonIsShownBeforeItsTablesAreOpened(t *testing.T) {
	s := newStage(t)
	names := s.signsUp(6)
	s.Handle(manages(s.Click(organiser, s.name+"/begin")))
	bottest.Contains(t, s.manage(), "season")
	bottest.Contains(t, s.Handle(s.Click(names[0], s.name+"/look")).Content, "Round 2, to come")
	s.NothingBroke()
}

func TestImpossibleRequestsAreExplained(t *testing.T) {
	s := newStage(t)
	s.opens("rounds=2", "weeks=2", "division=6")
	bottest.Contains(t, s.manage("annul=abcde", "reason=x"), s.Say("problem.season-fixture"))
	bottest.Contains(t, s.press("Ada", "dance").Content, s.Say("problem.unknown-button"))
	for _, name := range people(6) {
		s.press(name, "join")
	}
	s.press(organiser, "begin")
	for _, id := range s.kept().Games {
		for range 2 { // the second time it has happened
			bottest.Contains(t, s.manage("annul="+string(id), "reason=x"), "season")
		}
	}
	s.Handle(manages(s.Slash(organiser, "league duplicate", "title=amsterdam", "seats=2")))
	s.found()
	s.Clock = s.Clock.Add(8 * 24 * time.Hour)
	s.Flush() // it is called off
	bottest.Contains(t, s.press(organiser, "begin").Content, s.Say("problem.evening-begun"))
	s.NothingBroke()
}

func TestReasonsAreToldWhole(t *testing.T) {
	s := newStage(t)
	reason := strings.TrimSpace(strings.Repeat("leaves games and says so ", 5))
	s.Handle(manages(s.Slash(organiser, "admin ban",
		"player="+string(bottest.Person("Ada").ID), "reason="+reason)))
	bottest.Contains(t, s.Handle(s.Slash("Ada", "game find")).Content, reason)
	s.Flush()
	bottest.Contains(t, s.Handle(s.Slash("Ada", "game decisions")).Content, reason)
}
