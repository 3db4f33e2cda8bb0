package handlers_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sunday is a day on which The Card Game is dealt, the title that has usual options.
const sunday = match.Day("2026-11-22")

// newest returns the game that was opened last.
func newest(s *bottest.Stage, who string) match.Game {
	s.T.Helper()
	games, err := s.Store.GamesOf(s.T.Context(), bottest.Person(who).ID)
	s.Must(err)
	if len(games) == 0 {
		s.T.Fatal("no game was opened")
	}
	last := games[0]
	for _, g := range games {
		if g.Created.After(last.Created) {
			last = g
		}
	}
	return last
}

func TestEveryNewGameHasTheUsualOptionsOfItsTitle(t *testing.T) {
	t.Parallel()
	usual := engine.UsualOptions(cardgame.Title)
	if len(usual) == 0 {
		t.Fatal("The Card Game has no usual options: the test proves nothing")
	}
	finished := func(s *bottest.Stage) match.GameID {
		id := s.YardTable(false)
		s.Finish(id)
		s.Clock = s.Clock.Add(time.Minute)
		return id
	}
	for name, open := range map[string]func(s *bottest.Stage){
		"lobby":              func(s *bottest.Stage) { s.YardTable(false) },
		"lobby of a variant": func(s *bottest.Stage) { s.YardTable(true) },
		"rematch": func(s *bottest.Stage) {
			s.Handle(s.Click("Ola", customid.Button(customid.Rematch, finished(s))))
		},
		"rematch of a game without them": func(s *bottest.Stage) {
			id := s.LobbyOf("cardgame", "Ola", "Bo")
			g := s.Game(id)
			g.Options = nil
			s.Must(s.Store.Update(s.T.Context(), g, storage.Origin{}, nil))
			s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
			s.Finish(id)
			s.Clock = s.Clock.Add(time.Minute)
			s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id)))
		},
		"after the lesson": func(s *bottest.Stage) {
			real := customid.ID{Action: customid.Real, Title: "cardgame"}.Print()
			said := s.Handle(s.Click("Ola", real))
			bottest.Contains(s.T, said.Content, newest(s, "Ola").Seed.Commitment())
		},
		"deal of the day": func(s *bottest.Stage) {
			s.Clock = sunday.Begins().Add(time.Hour)
			begins(s, "Ola", sunday)
		},
		"tried from a turn": func(s *bottest.Stage) {
			trialFrom(s, "Ola", finished(s), 3, false)
		},
		"tried from a turn with other cards": func(s *bottest.Stage) {
			trialFrom(s, "Ola", finished(s), 3, true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := bottest.New(t)
			open(s)
			g := newest(s, "Ola")
			for key, value := range usual {
				if g.Title != cardgame.Title.ID() || g.Options[key] != value {
					t.Errorf("the game of %s has the options %v, want %s=%s", g.Title, g.Options, key, value)
				}
			}
			s.NothingBroke()
		})
	}
}

// A day whose seed was drawn before its title's usual options were dealt, too, is played without
// them by everybody.
func TestADealKeepsTheOptionsWithWhichItWasDrawn(t *testing.T) {
	t.Parallel()
	for name, drawn := range map[string]bool{"before": true, "now": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := bottest.New(t)
			s.Clock = sunday.Begins().Add(time.Hour)
			want := engine.UsualOptions(cardgame.Title)
			if want["shuffle"] = "apart"; drawn {
				seed := engine.Seed{1, 7}.Reveal()
				s.Must(s.Store.SwapSetting(t.Context(), "daily "+string(sunday), "", seed))
				want = map[string]string{"shuffle": "apart"}
			}
			for _, who := range []string{"Ola", "Bo"} {
				if diff := cmp.Diff(want, s.Game(begins(s, who, sunday)).Options); diff != "" {
					t.Errorf("the options of %s: %s", who, diff)
				}
			}
			s.NothingBroke()
		})
	}
}
