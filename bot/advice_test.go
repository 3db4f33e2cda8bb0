package bot

import (
	"strings"
	"testing"

	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

func TestAHintShowsMovesThatCanBeChosenByAButton(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			id := s.solo(title.ID(), "Ola")
			asked := 0
			for turn := 0; asked < 12 && s.game(id).State == match.Running; turn++ {
				if turn > 400 {
					t.Fatal("the person is never to move")
				}
				v := s.table(id).View(s.table(id).SeatOf(person("Ola").ID))
				if !v.Moves(v.Viewer) {
					s.awhile()
					continue
				}
				asked++
				said := s.handle(s.slash("Ola", "hint", "game="+string(id)))
				if !said.Ephemeral || len(said.Rows) != 1 || len(said.Rows[0].Buttons) == 0 {
					t.Fatalf("got %+v", said)
				}
				contains(t, said.Content, "1. ", "computer player")
				t.Log(said.Content)
				before := s.game(id).Ply
				next := s.handle(s.click("Ola", said.Rows[0].Buttons[0].CustomID))
				if s.game(id).Ply == before { // it was a question
					yes := next.Rows[len(next.Rows)-1].Buttons[0].CustomID
					s.handle(s.click("Ola", yes))
				}
				if s.game(id).Ply == before {
					t.Fatalf("the hint could not be followed: %q, then %q", said.Content, next.Content)
				}
				s.flush()
			}
			s.nothingBroke()
		})
	}
}

func TestOnlyThoseGetAHintWhoseTableAllowsIt(t *testing.T) {
	for _, c := range []struct {
		name, option string
		alone, want  bool
	}{
		{"one person against computers", "", true, true},
		{"two people", "", false, false},
		{"two people who have agreed on it", "advice=true", false, true},
		{"one person who wants none", "advice=false", true, false},
		{"a table without hints", "hints=false", true, false},
		{"a table without hints that allows advice", "hints=false advice=true", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			s.handle(s.slash("Ola", "game new", append(strings.Fields(c.option), "title=amsterdam", "pace=none")...))
			games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
			s.must(err)
			id := games[0].ID
			if c.alone {
				s.handle(s.click("Ola", press.Button(press.Solo, id)))
			} else {
				s.handle(s.click("Bo", press.Button(press.Join, id)))
				s.handle(s.click("Ola", press.Button(press.Start, id)))
			}
			s.flush()
			said := s.handle(s.slash("Ola", "hint", "game="+string(id)))
			if got := len(said.Rows) > 0; got != c.want {
				t.Errorf("a hint: %t, want %t: %q", got, c.want, said.Content)
			}
			if !said.Ephemeral {
				t.Error("everybody sees the answer")
			}
			s.nothingBroke()
		})
	}
}

func TestAHintWaitsForOnesTurn(t *testing.T) {
	s := newStage(t)
	id := s.solo("amsterdam", "Ola")
	s.moveAs(id, s.table(id).SeatOf(person("Ola").ID), byDefault)
	v := s.table(id).View(engine.Public)
	if v.Moves(s.table(id).SeatOf(person("Ola").ID)) {
		t.Fatal("it is still her turn")
	}
	contains(t, s.handle(s.slash("Ola", "hint", "game="+string(id))).Content, "when it is your turn")
	contains(t, s.handle(s.slash("Cy", "hint", "game="+string(id))).Content, s.say("problem.not-seated", "Game", string(id)))
}
