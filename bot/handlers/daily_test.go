package handlers_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/rating"
	"konduktor/engine/titles"
	"konduktor/render/caption"
	"konduktor/storage"
)

// monday is a day on which Amsterdam is dealt.
const monday = match.Day("2026-11-23")

// daily starts a bot on monday, when the deal of the day before has closed. What strong got is
// known: to find out takes longer than a person's whole game.
func daily(t *testing.T) *bottest.Stage {
	t.Helper()
	s := dailyAt(t, bottest.NewFile(t))
	strongHasPlayed(s, monday)
	return s
}

// dailyAt is daily on a database, and strong has not played. Amsterdam's last round begins early.
func dailyAt(t *testing.T, file string) *bottest.Stage {
	t.Helper()
	s := bottest.NewAt(t, file)
	s.Remake(func(o *bot.Options) {
		o.Titles = slices.DeleteFunc(titles.All(), func(t engine.Title) bool {
			return t.ID() == amsterdam.Title.ID()
		})
		o.Titles = append(o.Titles, bottest.Short(amsterdam.Title.ID())...)
	})
	s.Clock = monday.Begins().Add(13 * time.Hour)
	return s
}

// strongHasPlayed stores what strong got with the deal of a day.
func strongHasPlayed(s *bottest.Stage, day match.Day) {
	s.T.Helper()
	s.Must(s.Store.SwapSetting(s.T.Context(), "daily "+string(day)+" strong", "", "1"))
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
	try, err := s.Store.ForDailies().Try(s.T.Context(), day, bottest.Person(who).ID)
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

func TestResultOfADealIsComparedWithStrong(t *testing.T) {
	t.Parallel()
	s := dailyAt(t, bottest.NewFile(t))
	id := begins(s, "Ola", monday)
	playsOut(s, id, bottest.ByDefault)
	tries(s, map[string][]int{"Bo": {300}, "Cy": {200}})
	try := tryOf(s, "Ola", monday)
	if !try.Ended {
		t.Errorf("the result is %+v", try)
	}
	page := s.Handle(s.Alone(s.Slash("Ola", "daily"))).Content
	bottest.Contains(t, page, "Points: "+caption.Number(try.Points),
		"of 3", "Days in a row: 1", "Tickets", "*strong* scored", "your place can change")
	if got := s.LastTo("Ola").Content; !strings.HasPrefix(got, "```") {
		t.Errorf("the last that Ola reads is %q, want the card", got)
	}
	s.Clock = monday.Closes()
	page = s.Handle(s.Alone(s.Slash("Ola", "daily"))).Content
	if strings.Contains(page, "your place can change") || !strings.Contains(page, "*strong*") {
		t.Errorf("once the deal has closed Ola reads %q", page)
	}
}

func TestComputersOfADealChooseTheSameTicketsInAnyOrder(t *testing.T) {
	t.Parallel()
	s := daily(t)
	ola, bo := begins(s, "Ola", monday), begins(s, "Bo", monday)
	s.Clock = s.Clock.Add(time.Minute)
	s.Must(s.Bot.KeepClocks(t.Context())) // the computers of Bo choose before her, Ola's with her
	s.MoveAs(ola, s.Table(ola).SeatOf(bottest.Person("Ola").ID), bottest.ByDefault)
	playsOut(s, ola, bottest.ByDefault)
	playsOut(s, bo, bottest.ByDefault)
	first, second := movesOf(s, ola), movesOf(s, bo)
	if strings.Join(first, "\n") != strings.Join(second, "\n") {
		t.Errorf("two games of one deal:\n%s\n\n%s", first, second)
	}
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

func TestSeedOfADealIsToldOnceItsDayCloses(t *testing.T) {
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
		told.WriteString(s.Handle(s.Alone(s.Slash("Ola", "daily"))).Content + checks(s, "Ola"))
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
	bottest.Contains(t, told, "Others can still play this deal")
	s.Clock = monday.Closes()
	bottest.Contains(t, asks(), seed.Reveal())
	bottest.Contains(t, checks(s, "Bo"), seed.Reveal())
}

func TestDealAskedForOnAServerIsSentByDM(t *testing.T) {
	t.Parallel()
	s := daily(t)
	answer := s.Handle(s.Slash("Ola", "daily"))
	bottest.Contains(t, answer.Content, "direct messages")
	bottest.Contains(t, bottest.AnswersIn(answer.Rows, customid.DailyTable), "dtable")
	bottest.Contains(t, s.LastTo("Ola").Content, "Amsterdam", string(monday))
	button := bottest.AnswersIn(s.LastTo("Ola").Rows, customid.Daily)
	before := len(s.DM("Ola"))
	bottest.Contains(t, s.Handle(s.Click("Ola", button)).Content, "direct messages")
	if got := len(s.DM("Ola")); got != before+1 {
		t.Errorf("%d messages, want one more than %d", got, before)
	}
	if games, _ := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID); len(games) > 0 {
		t.Error("a game was opened for somebody who can be read along")
	}
}

func TestTheDealOfTheDayIsPlayedByOnePersonAlone(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	own := s.Say("problem.daily-own", "Until", fmt.Sprintf("<t:%d:R>", monday.Closes().Unix()))
	before := s.Game(id)
	bo := "=" + string(bottest.Person("Bo").ID)
	for _, wish := range [][]string{
		{"game leave"},
		{"game move-here"},
		{"game rename", "name=x"},
		{"game start"},
		{"game seat"},
		{"game stand-in", "conductor=true", "now=true"},
		{"game stand-in", "player" + bo},
		{"game invite", "user" + bo},
		{"game cancel"},
		{"undo"},
		{"game join"},
		{"game return"},
	} {
		options := append(wish[1:], "game="+string(id))
		for _, who := range []string{"Ola", "Bo"} {
			s.Handle(s.Slash(who, wish[0], options...))
			s.Handle(s.Alone(s.Slash(who, wish[0], options...)))
		}
	}
	for _, action := range []customid.Action{
		customid.Stop, customid.Cancel, customid.Quit, customid.Start, customid.Join, customid.Seek,
	} {
		button := customid.ID{Action: action, Game: string(id), Wish: 1}.Print()
		s.Handle(s.Alone(s.Click("Ola", button)))
		s.Handle(s.Alone(s.Click("Bo", button)))
	}
	bottest.Contains(t, s.Handle(s.Alone(s.Click("Ola",
		customid.ID{Action: customid.Stop, Game: string(id), Wish: 1}.Print()))).Content, own)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game move-here", "game="+string(id))).Content, own)
	bottest.Contains(t, s.Handle(s.Alone(s.Slash("Ola", "hint", "game="+string(id)))).Content,
		s.Say("problem.daily-advice"))
	if diff := cmp.Diff(before, s.Game(id)); diff != "" {
		t.Errorf("the game has changed:\n%s", diff)
	}
}

func TestOthersSeeNothingOfATry(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	sees := func() {
		t.Helper()
		for _, path := range []string{
			"board", "hand", "log", "game record", "game film", "plan", "hint",
		} {
			for _, ix := range []*discord.Interaction{
				s.Slash("Bo", path, "game="+string(id)), s.Alone(s.Slash("Bo", path, "game="+string(id))),
			} {
				bottest.Contains(t, s.Handle(ix).Content, s.Say("problem.game-unknown"))
			}
		}
		for _, action := range []customid.Action{customid.Film, customid.Review, customid.Hand} {
			bottest.Contains(t, s.Handle(s.Click("Bo", customid.Button(action, id))).Content,
				s.Say("problem.game-unknown"))
		}
	}
	sees()
	playsOut(s, id, bottest.ByDefault)
	sees()
	for _, action := range []customid.Action{customid.Film, customid.Review} {
		bottest.Contains(t, s.Handle(s.Alone(s.Click("Ola", customid.Button(action, id)))).Content,
			"Others can still play this deal")
	}
	for _, c := range s.API.Calls(discordtest.Send) {
		if dm, _ := s.API.OpenDM(t.Context(), bottest.Person("Ola").ID); c.Channel != dm {
			t.Errorf("something was sent to %s: %q", c.Channel, c.Message.Content)
		}
	}
}

func TestSimultaneousSecondTryIsRefused(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"sqlite": bottest.NewFile(t), "postgres": bottest.NewDatabase(t),
	} {
		t.Run(name, func(t *testing.T) {
			s := dailyAt(t, file)
			store := s.Store
			if name == "postgres" { // a file has one process
				own, err := bottest.OpenStore(t.Context(), file)
				s.Must(err)
				defer func() { s.Must(own.Close()) }()
				store = own
			}
			other := s.NewBot(store, s.API) // another process
			button := customid.ID{Action: customid.Daily, Day: string(monday)}.Print()
			var both sync.WaitGroup
			for i := range 8 {
				b, ix := s.Bot, s.Alone(s.Click("Ola", button))
				if i%2 == 0 {
					b = other
				}
				both.Go(func() { b.Handle(t.Context(), ix) })
			}
			both.Wait()
			s.Flush()
			games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID)
			s.Must(err)
			if len(games) != 1 || games[0].State != match.Running {
				t.Errorf("the games are %+v, want one that runs", games)
			}
			s.NothingBroke()
		})
	}
}

func TestASecondTryIsRefusedOnAnotherServer(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	playsOut(s, id, bottest.ByDefault)
	s.Handle(s.Slash("Ola", "daily"))
	ix := s.Slash("Ola", "daily")
	ix.Guild = "9001"
	s.Handle(ix)
	s.Flush()
	page := s.LastTo("Ola")
	if b := bottest.AnswersIn(page.Rows, customid.Daily); strings.Contains(b, string(monday)) {
		t.Errorf("the button %q is offered after the try", b)
	}
	ix = s.Alone(s.Click("Ola", customid.ID{Action: customid.Daily, Day: string(monday)}.Print()))
	s.Handle(ix)
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if len(games) != 1 {
		t.Errorf("%d games after asking on another server", len(games))
	}
}

func TestForgottenPlayerHasNoSecondTry(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	playsOut(s, id, bottest.ByDefault)
	s.Handle(s.Alone(s.Click("Ola", customid.ID{Action: customid.Erase}.Print())))
	s.Flush()
	button := customid.ID{Action: customid.Daily, Day: string(monday)}.Print()
	got := s.Handle(s.Alone(s.Click("Ola", button))).Content
	bottest.Contains(t, got, s.Say("problem.daily-tried"))
	begins(s, "Bo", monday)
	s.Handle(s.Alone(s.Click("Bo", customid.ID{Action: customid.Erase}.Print()))) // in its middle
	got = s.Handle(s.Alone(s.Click("Bo", button))).Content
	bottest.Contains(t, got, s.Say("problem.daily-tried"))
	s.NothingBroke()
}

func TestNextTryRemovesAnOpenOne(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	s.Clock = monday.Closes().Add(time.Hour)
	next := begins(s, "Ola", monday.Plus(1))
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("the game of the day that has closed is %s", got)
	}
	if got := s.Game(next).State; got != match.Running {
		t.Errorf("today's game is %s", got)
	}
	s.NothingBroke()
}

// checks presses Fair play.
func checks(s *bottest.Stage, who string) string {
	s.T.Helper()
	return s.Handle(s.Alone(s.Click(who, customid.ID{Action: customid.DailyFair}.Print()))).Content
}

func TestTheCommitmentOfADealIsToldTheDayBefore(t *testing.T) {
	t.Parallel()
	s := daily(t)
	s.Clock = monday.Begins().Add(-time.Hour)
	page := checks(s, "Ola")
	s.Clock = monday.Begins().Add(time.Hour)
	id := begins(s, "Ola", monday)
	bottest.Contains(t, page, s.Game(id).Seed.Commitment())
	// to those who come today for the first time, too
	bottest.Contains(t, checks(s, "Bo"), s.Game(id).Seed.Commitment())
	playsOut(s, id, bottest.ByDefault)
	s.Clock = monday.Plus(1).Begins().Add(time.Hour) // it is open until noon
	bottest.Contains(t, checks(s, "Cy"),
		s.Say("daily.open", "Day", string(monday), "Sum", s.Game(id).Seed.Commitment()))
	s.Clock = monday.Closes()
	bottest.Contains(t, checks(s, "Ola"), s.Game(id).Seed.Reveal())
	files := s.Handle(s.Alone(s.Slash("Ola", "game record", "game="+string(id)))).Files
	record, err := notation.ParseRecord(string(files[0].Data), titles.Find)
	s.Must(err)
	if record.Commitment != record.Setup.Seed.Commitment() ||
		record.Setup.Options["shuffle"] != "apart" {
		t.Errorf("the record's commitment is %s, its options %v", record.Commitment, record.Setup.Options)
	}
}

func TestDealInterruptedByACrashIsDealtAtTheNextPress(t *testing.T) {
	t.Parallel()
	s := daily(t)
	ola := bottest.Person("Ola").ID
	dm, err := s.API.OpenDM(t.Context(), ola)
	s.Must(err)
	s.Must(s.Store.Create(t.Context(), match.Game{
		ID: "aaaaa", State: match.Lobby, Title: "amsterdam", Version: 1, Host: ola, Locale: "en",
		Wanted: 4, Seats: []match.Seat{{User: ola, Name: "Ola"}}, Channel: dm,
		Options: map[string]string{"shuffle": "apart"},
		Terms:   match.Terms{Daily: monday, RatedBy: rating.Version},
		Created: s.Clock, Updated: s.Clock,
	}, storage.Origin{}, nil))
	if id := begins(s, "Ola", monday); id != "aaaaa" || s.Game(id).State != match.Running {
		t.Errorf("game %s is %s", id, s.Game(id).State)
	}
}

// While others can still play a deal, nothing is offered that would show its cards.
func TestOpenDayOffersNoLookAtItsCards(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	playsOut(s, id, bottest.ByDefault)
	looks := []customid.Action{customid.Film, customid.Look, customid.Review, customid.Rematch}
	offered := func(rows []discord.Row) (found []customid.Action) {
		for _, action := range looks {
			if bottest.AnswersIn(rows, action) != "" {
				found = append(found, action)
			}
		}
		return found
	}
	opens := func() []customid.Action {
		return offered(s.Handle(s.Alone(s.Click("Ola",
			customid.ID{Action: customid.Result}.Print(), string(id)))).Rows)
	}
	suggested := func() (paths []string) {
		for _, path := range []string{
			"game film", "game share", "game replay", "game record", "log",
		} {
			if len(completions(s, "Ola", path, "game=")) > 0 {
				paths = append(paths, path)
			}
		}
		return paths
	}
	for _, m := range s.DM("Ola") {
		if got := offered(m.Rows); len(got) > 0 {
			t.Errorf("%q offers %q", m.Content, got)
		}
	}
	if got := opens(); len(got) > 0 {
		t.Errorf("/results offers %q", got)
	}
	if diff := cmp.Diff([]string{"log"}, suggested()); diff != "" {
		t.Errorf("commands that suggest the game:\n%s", diff)
	}
	for _, press := range []customid.ID{
		{Action: customid.Look},
		{Action: customid.Replay, Turn: 3, Hands: true},
		{Action: customid.Replay, Judged: true},
		{Action: customid.Try, Turn: 3},
		{Action: customid.Try, Turn: 3, Anew: true},
	} {
		press.Game = string(id)
		bottest.Contains(t, s.Handle(s.Alone(s.Click("Ola", press.Print()))).Content,
			"Others can still play this deal")
	}
	s.Clock = monday.Closes()
	if diff := cmp.Diff(looks[:3], opens()); diff != "" {
		t.Errorf("/results offers when the day has closed:\n%s", diff)
	}
	if got := suggested(); len(got) != 5 {
		t.Errorf("the game is suggested for %q when the day has closed", got)
	}
}

// illOfTries is a store that cannot say what a user's try has brought while it is ill.
type illOfTries struct {
	storage.Store
	ill *bool
}

func (i illOfTries) ForDailies() storage.Dailies { return illDailies{i.Store.ForDailies(), i.ill} }

type illDailies struct {
	storage.Dailies
	ill *bool
}

func (i illDailies) Try(ctx context.Context, day match.Day, user match.UserID,
) (storage.Try, error) {
	if *i.ill {
		return storage.Try{}, errors.New("the disk is ill")
	}
	return i.Dailies.Try(ctx, day, user)
}

func TestResultIsToldAfterAFailureOfTheStore(t *testing.T) {
	t.Parallel()
	s, ill := daily(t), false
	s.Store = illOfTries{s.Store, &ill}
	s.Restart()
	id := begins(s, "Ola", monday)
	ill = true
	playsOut(s, id, bottest.ByDefault)
	if got := s.LastTo("Ola").Content; strings.HasPrefix(got, "```") {
		t.Fatalf("got %q although the store was ill: the test proves nothing", got)
	}
	ill = false
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if got := s.LastTo("Ola").Content; !strings.HasPrefix(got, "```") {
		t.Errorf("the last that Ola reads is %q, want the card", got)
	}
}

// countingTries counts how often the result of a try is noted.
type countingTries struct {
	storage.Store
	noted *int
}

func (c countingTries) ForDailies() storage.Dailies {
	return countingDailies{c.Store.ForDailies(), c.noted}
}

type countingDailies struct {
	storage.Dailies
	noted *int
}

func (c countingDailies) EndTry(ctx context.Context, game match.GameID, points int) error {
	*c.noted++
	return c.Dailies.EndTry(ctx, game, points)
}

func TestTheResultOfATryIsNotedOnceAndThenTold(t *testing.T) {
	t.Parallel()
	s := daily(t)
	noted := 0
	s.Remake(func(o *bot.Options) { o.Store = countingTries{o.Store, &noted} })
	id := begins(s, "Ola", monday)
	playsOut(s, id, bottest.AnyLegal(1))
	if noted != 1 {
		t.Errorf("the result was noted %d times, want once", noted)
	}
	cards := 0
	for _, m := range s.DM("Ola") {
		if strings.HasPrefix(m.Content, "```") {
			cards++
		}
	}
	if cards != 1 {
		t.Errorf("Ola reads %d cards, want one", cards)
	}
}

// Buttons of other days come from old messages, or are forged.
func TestADealCanBeBegunOnlyWhileItsDayIsOpen(t *testing.T) {
	t.Parallel()
	s := daily(t)
	for i, c := range []struct {
		at   time.Time
		open []int // the days from monday on
	}{
		{monday.Begins().Add(-time.Second), []int{-1}},
		{monday.Begins(), []int{-1, 0}},
		{monday.Plus(-1).Closes().Add(-time.Second), []int{-1, 0}},
		{monday.Plus(-1).Closes(), []int{0}},
		{monday.Plus(1).Begins().Add(-time.Second), []int{0}},
	} {
		s.Clock = c.at
		for d := -2; d <= 2; d++ {
			who := string(rune('A' + 5*i + d + 2))
			button := customid.ID{Action: customid.Daily, Day: string(monday.Plus(d))}.Print()
			said := s.Handle(s.Alone(s.Click(who, button))).Content
			_, err := s.Store.ForDailies().Try(t.Context(), monday.Plus(d), bottest.Person(who).ID)
			want := slices.Contains(c.open, d)
			if (err == nil) != want || !want && said != s.Say("problem.daily-over") {
				t.Errorf("at %v the deal of day %d is begun: %v, want %v; %q", c.at, d, err == nil, want, said)
			}
		}
	}
}

func TestADealIsBegunInDirectMessagesAlone(t *testing.T) {
	t.Parallel()
	s := daily(t)
	button := customid.ID{Action: customid.Daily, Day: string(monday)}.Print()
	group := s.Click("Ola", button)
	group.Guild, group.Channel = "", discord.PrivateChannel("900")
	for _, ix := range []*discord.Interaction{s.Click("Ola", button), group} {
		s.Handle(ix)
		if _, err := s.Store.ForDailies().Try(t.Context(), monday, bottest.Person("Ola").ID); err == nil {
			t.Error("it is begun where others read along")
		}
	}
}

func TestAnOpenTryIsNotPutAwayByTheNextDeal(t *testing.T) {
	t.Parallel()
	s := daily(t)
	id := begins(s, "Ola", monday)
	s.Clock = monday.Closes().Add(-time.Second)
	begins(s, "Ola", monday.Plus(1))
	if got := s.Game(id).State; got != match.Running {
		t.Errorf("the try at a deal that is open is %s", got)
	}
}
