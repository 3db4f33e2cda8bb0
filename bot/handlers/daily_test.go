package handlers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// monday is a day on which Amsterdam is dealt.
const monday = match.Day("2026-11-23")

// daily starts a bot on monday, when the deal of the day before has closed.
func daily(t *testing.T) *bottest.Stage {
	t.Helper()
	s := bottest.New(t)
	s.Clock = monday.Begins().Add(13 * time.Hour)
	return s
}

// begins has a user begin the deal of a day in their direct messages.
func begins(s *bottest.Stage, who string, day match.Day) match.GameID {
	s.T.Helper()
	page := s.Handle(s.Alone(s.Slash(who, "daily")))
	button := customid.ID{Action: customid.Daily, Day: string(day)}.Print()
	bottest.Contains(s.T, bottest.AnswersIn(page.Rows, customid.Daily), string(customid.Daily))
	s.Handle(s.Alone(s.Click(who, button)))
	s.Flush()
	return tryOf(s, who, day).Game
}

func tryOf(s *bottest.Stage, who string, day match.Day) storage.Try {
	s.T.Helper()
	try, err := s.Store.Try(s.T.Context(), day, bottest.Person(who).ID)
	s.Must(err)
	return try
}

// playsOut has a user play a game against computers to its end.
func playsOut(s *bottest.Stage, id match.GameID, choose bottest.Chooser) {
	s.T.Helper()
	for s.Game(id).State == match.Running {
		t, moved := s.Table(id), false
		for _, seat := range t.View(engine.Public).ToMove {
			if t.Seats[seat-1].Level == "" {
				s.MoveAs(id, seat, choose)
				moved = true
			}
		}
		if !moved {
			s.Clock = s.Clock.Add(time.Second)
			s.Must(s.Bot.KeepClocks(s.T.Context()))
		}
	}
	s.Flush()
}

// movesOf lists the moves of a game by seats. Choices at setup are made at once, in any order (C2).
func movesOf(s *bottest.Stage, id match.GameID) []string {
	s.T.Helper()
	moves, err := s.Store.Moves(s.T.Context(), id, -1)
	s.Must(err)
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = fmt.Sprintf("%d %s", m.Seat, m.Text)
	}
	slices.Sort(list[:len(s.Game(id).Seats)])
	return list
}

func TestTheSameMovesMakeTheSameGameOfADealForEverybody(t *testing.T) {
	t.Parallel()
	s := daily(t)
	ola, bo, cy := begins(s, "Ola", monday), begins(s, "Bo", monday), begins(s, "Cy", monday)
	playsOut(s, ola, bottest.ByDefault)
	s.Restart() // another process
	playsOut(s, bo, bottest.ByDefault)
	playsOut(s, cy, bottest.FirstLegal)
	first, second := movesOf(s, ola), movesOf(s, bo)
	if len(first) < 20 || strings.Join(first, "\n") != strings.Join(second, "\n") {
		t.Errorf("two games of one deal:\n%s\n\n%s", first, second)
	}
	if strings.Join(first, "\n") == strings.Join(movesOf(s, cy), "\n") {
		t.Error("other moves make the same game: the test proves nothing")
	}
	if a, b := tryOf(s, "Ola", monday), tryOf(s, "Bo", monday); !a.Ended || a.Points != b.Points {
		t.Errorf("the results are %+v and %+v", a, b)
	}
	page := s.Handle(s.Alone(s.Slash("Ola", "daily"))).Content
	bottest.Contains(t, page, fmt.Sprintf("Points: %d", tryOf(s, "Ola", monday).Points),
		"of 3", "Days in a row: 1", "Tickets")
}

func TestADealCanBeTriedOnce(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	s.Restart()
	page := s.Handle(s.Alone(s.Slash("Ola", "daily")))
	if got := bottest.AnswersIn(page.Rows, customid.Hand); got != customid.Button(customid.Hand, id) {
		t.Errorf("the button to go on is %q", got)
	}
	playsOut(s, id, bottest.ByDefault)
	button := customid.ID{Action: customid.Daily, Day: string(monday)}.Print()
	s.Handle(s.Alone(s.Click("Ola", button)))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if len(games) != 1 {
		t.Errorf("%d games after pressing again", len(games))
	}
	page = s.Handle(s.Alone(s.Slash("Ola", "daily")))
	if b := bottest.AnswersIn(page.Rows, customid.Daily); b != "" {
		t.Errorf("the button %q is offered after the try", b)
	}
}

func TestATryCountsUntilItsDayHasClosed(t *testing.T) {
	t.Parallel()
	s := daily(t)
	late, soon := begins(s, "Ola", monday), begins(s, "Bo", monday)
	s.Clock = monday.Closes().Add(-time.Hour)
	page := s.Handle(s.Alone(s.Slash("Cy", "daily")))
	bottest.Contains(t, page.Content, string(monday), string(monday.Plus(1)))
	playsOut(s, soon, bottest.ByDefault)
	s.Clock = monday.Closes()
	button := customid.ID{Action: customid.Daily, Day: string(monday)}.Print()
	got := s.Handle(s.Alone(s.Click("Cy", button))).Content
	bottest.Contains(t, got, s.Say("problem.daily-over"))
	playsOut(s, late, bottest.ByDefault)
	if tryOf(s, "Ola", monday).Ended || !tryOf(s, "Bo", monday).Ended {
		t.Error("a game that ended too late counts, or one in time does not")
	}
}

func TestTheSeedOfADealIsToldWhenItsDayHasClosed(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	playsOut(s, id, bottest.ByDefault)
	seed := s.Game(id).Seed
	asks := func() string {
		var told strings.Builder
		for _, ix := range []string{"game record", "game film", "game replay", "log", "board"} {
			m := s.Handle(s.Alone(s.Slash("Ola", ix, "game="+string(id))))
			told.WriteString(m.Content)
			for _, f := range m.Files {
				told.Write(f.Data)
			}
		}
		s.Handle(s.Alone(s.Click("Ola", customid.Button(customid.Film, id))))
		told.WriteString(s.Handle(s.Alone(s.Slash("Ola", "daily"))).Content)
		s.Flush()
		return told.String()
	}
	told := asks()
	for _, c := range s.API.Calls() {
		told += fmt.Sprintf("%+v", c)
	}
	tomorrow, err := s.Store.Setting(t.Context(), "daily "+string(monday.Plus(1)))
	s.Must(err)
	for _, secret := range []string{seed.Reveal(), tomorrow} {
		if strings.Contains(told, secret) {
			t.Errorf("a seed was told while others can still play its deal")
		}
	}
	bottest.Contains(t, told, "Others still play this deal")
	s.Clock = monday.Closes()
	bottest.Contains(t, asks(), seed.Reveal())
	bottest.Contains(t, s.Handle(s.Alone(s.Slash("Bo", "daily"))).Content, seed.Reveal())
}

func TestADealIsSentToThoseWhoAskForItOnAServer(t *testing.T) {
	t.Parallel()
	s := daily(t)
	got := s.Handle(s.Slash("Ola", "daily")).Content
	bottest.Contains(t, got, "direct messages")
	bottest.Contains(t, s.LastTo("Ola").Content, "Amsterdam", string(monday))
	button := bottest.AnswersIn(s.LastTo("Ola").Rows, customid.Daily)
	bottest.Contains(t, s.Handle(s.Click("Ola", button)).Content, s.Say("problem.daily-alone"))
}

func TestADealThatACrashHasLeftUndealtIsDealtAtTheNextPress(t *testing.T) {
	t.Parallel()
	s := daily(t)
	ola := bottest.Person("Ola").ID
	dm, err := s.API.OpenDM(t.Context(), ola)
	s.Must(err)
	s.Must(s.Store.Create(t.Context(), match.Game{
		ID: "aaaaa", State: match.Lobby, Title: "amsterdam", Version: 1, Host: ola, Locale: "en",
		Wanted: 4, Seats: []match.Seat{{User: ola, Name: "Ola"}}, Channel: dm,
		Options: map[string]string{"shuffle": "apart"}, Terms: match.Terms{Daily: monday},
		Created: s.Clock, Updated: s.Clock,
	}, storage.Origin{}, nil))
	if id := begins(s, "Ola", monday); id != "aaaaa" || s.Game(id).State != match.Running {
		t.Errorf("game %s is %s", id, s.Game(id).State)
	}
}
