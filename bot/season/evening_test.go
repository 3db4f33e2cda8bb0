package season_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/play"
	"konduktor/bot/season"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// evening has four people play two tables of two, and returns the games by table.
func evening(t *testing.T) (s *stage, games [2]match.GameID) {
	t.Helper()
	s = newStage(t)
	s.Handle(manages(s.Slash(organiser, "league duplicate", "title=amsterdam", "seats=2")))
	s.found()
	for _, name := range people(4) {
		s.press(name, "join")
	}
	s.press(organiser, "begin")
	for i := range games {
		games[i] = s.kept().Games[s.name+"/"+string(rune('0'+i))]
	}
	return s, games
}

func TestAnEveningDealsTheSameCardsAndComparesSeatWithSeat(t *testing.T) {
	s, games := evening(t)
	a, b := s.Game(games[0]), s.Game(games[1])
	if a.Seed != b.Seed || a.Options["shuffle"] != "apart" || b.Options["shuffle"] != "apart" {
		t.Errorf("the tables are dealt differently: %v, %v", a.Options, b.Options)
	}
	if a.Thread != "" || a.Guild != "" {
		t.Errorf("the game has a table: %q on %q", a.Thread, a.Guild)
	}
	posts := strings.Join(s.posts(), "\n")
	bottest.Contains(t, posts, a.Seed.Commitment(), "0 of 2")
	before := s.API.Sent(bottest.Channel)
	s.Finish(games[0])
	posts = strings.Join(s.posts(), "\n")
	bottest.Contains(t, posts, "1 of 2")
	if strings.Contains(posts, a.Seed.Reveal()) || len(s.API.Sent(bottest.Channel)) > len(before) {
		t.Error("the channel hears of a table before all are over")
	}
	s.Finish(games[1]) // by the same moves, which make the same game
	posts = strings.Join(s.posts(), "\n")
	bottest.Contains(t, posts, "All tables are over", a.Seed.Reveal(), "50%", "seat 1", "seat 2")
	bottest.Contains(t, s.LastTo(people(1)[0]).Content, "all tables are over")
	if n := s.Faults.Load(); n > 0 {
		t.Errorf("%d internal errors: %s", n, s.Faults.Last())
	}
}

func TestAnEveningIsSealedUntilItsLastTableIsOver(t *testing.T) {
	s, games := evening(t)
	s.Finish(games[0])
	player := s.Game(games[0]).Seats[0].Name
	ask := func() (answers []string) {
		for _, command := range []string{
			"game record", "game film", "game replay", "game share",
		} {
			ix := s.Alone(s.Slash(player, command, "game="+string(games[0])))
			answers = append(answers, s.Handle(ix).Content)
		}
		for _, button := range []string{"review/", "fair/", "film/", "look/"} {
			answers = append(answers, s.Handle(s.Alone(s.Click(player, button+string(games[0])))).Content)
		}
		return append(answers, s.Handle(s.Alone(s.Click(player, "try/"+string(games[0])+"/3"))).Content)
	}
	sealed := s.Say("problem.evening-sealed")
	for i, answer := range ask() {
		if answer != sealed {
			t.Errorf("answer %d is %q", i, answer)
		}
	}
	for _, m := range s.DM(player) {
		if strings.Contains(m.Content, s.Game(games[0]).Seed.Reveal()) {
			t.Error("the seed was told")
		}
	}
	s.Finish(games[1])
	for i, answer := range ask() {
		if answer == sealed {
			t.Errorf("answer %d is still sealed", i)
		}
	}
}

func TestOutsidersCannotSeeOrJoinAnEvening(t *testing.T) {
	s, games := evening(t)
	g := s.Game(games[0])
	other := s.Game(games[1]).Seats[0].Name
	own := s.Handle(s.Alone(s.Slash(g.Seats[0].Name, "game stand-in", "game="+string(g.ID),
		"player="+string(bottest.Person(other).ID)))).Content
	bottest.Contains(t, own, s.Say("problem.evening-own"))
	moved := s.Handle(s.Slash(g.Seats[0].Name, "game move-here", "game="+string(g.ID))).Content
	bottest.Contains(t, moved, s.Say("problem.evening-own"))
	looked := s.Handle(s.Slash(other, "board", "game="+string(g.ID), "text=text")).Content
	bottest.Contains(t, looked, s.Say("problem.game-unknown"))
}

func TestACancelledTableOfAnEveningIsNotWaitedFor(t *testing.T) {
	s, games := evening(t)
	s.Finish(games[0])
	for _, seat := range s.Game(games[1]).Seats {
		call := play.Call{Game: games[1], At: s.Clock, By: match.Actor{User: seat.User}}
		_, _, err := s.Bot.Games().Do(t.Context(), call, match.Cancel{})
		s.Must(err)
	}
	s.Flush()
	bottest.Contains(t, strings.Join(s.posts(), "\n"), "All tables are over", "–%")
	k, err := storage.SettingOf[season.Kept](t.Context(), s.Store, s.name)
	s.Must(err)
	if k.Evening.Sealed() {
		t.Error("it is still sealed")
	}
}

func TestAComputerPlayerTakesTheSeatThatIsMissingOnAnEvening(t *testing.T) {
	s := newStage(t)
	s.Remake(func(o *bot.Options) { o.House = house{bottest.AnyLegal(3)} })
	said := s.Handle(manages(s.Slash(organiser, "league duplicate", "title=amsterdam", "seats=2")))
	s.found()
	bottest.Contains(t, said.Content+strings.Join(s.posts(), ""), "computer player")
	names := people(3)
	for _, name := range names {
		s.press(name, "join")
	}
	s.Clock = s.Clock.Add(8 * 24 * time.Hour) // it begins by itself
	for range 200 {
		s.Flush()
		running, err := s.Store.GamesIn(t.Context(), match.Running)
		s.Must(err)
		if len(running) == 0 {
			break
		}
		for _, g := range running {
			if len(g.ToMove) > 0 && g.ToMove[0] != "" {
				s.MoveAs(g.ID, g.SeatOf(g.ToMove[0]), bottest.AnyLegal(3))
			}
		}
		s.Awhile()
	}
	posts := strings.Join(s.posts(), "\n")
	bottest.Contains(t, posts, "All tables are over", "100%")
	if n := strings.Count(posts, "· seat "); n != len(names) {
		t.Errorf("%d people are ranked: %s", n, posts)
	}
	s.NothingBroke()
}

func TestAnEveningEndsWithoutThoseWhoVanish(t *testing.T) {
	s := newStage(t)
	s.Remake(func(o *bot.Options) { o.House = house{bottest.AnyLegal(3)} })
	s.Handle(manages(s.Slash(organiser, "league duplicate", "title=amsterdam", "seats=2")))
	s.found()
	for _, name := range people(3) {
		s.press(name, "join")
	}
	for day := 0; s.kept().Season.State != league.Over; day++ {
		if day == 60 {
			t.Fatalf("the evening does not end: %+v", s.kept().Evening)
		}
		s.KeepDeadlines(24 * time.Hour)
	}
	s.NothingBroke()
}

func TestAnEveningNeedsTwoTables(t *testing.T) {
	s := newStage(t)
	s.Handle(manages(s.Slash(organiser, "league duplicate", "title=amsterdam", "seats=2")))
	s.found()
	for _, name := range people(2) {
		s.press(name, "join")
	}
	bottest.Contains(t, s.press(organiser, "begin").Content, "3 to 16 players")
	bottest.Contains(t, s.press("Bob", "leave").Content, "You are out")
	bottest.Contains(t, s.press("Bob", "leave").Content, "Not signed up")
	s.Clock = s.Clock.Add(8 * 24 * time.Hour) // it is called off
	s.Flush()
	for _, does := range []string{"begin", "join"} {
		bottest.Contains(t, s.press(organiser, does).Content, "sign-up of this evening is over")
	}
}
