package handlers_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

func TestAHintShowsMovesThatCanBeChosenByAButton(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s := bottest.New(t)
			id := s.Solo(title.ID(), "Ola")
			asked := 0
			for turn := 0; asked < 12 && s.Game(id).State == match.Running; turn++ {
				if turn > 400 {
					t.Fatal("the person is never to move")
				}
				v := s.Table(id).View(s.Table(id).SeatOf(bottest.Person("Ola").ID))
				if !v.Moves(v.Viewer) {
					s.Awhile()
					continue
				}
				asked++
				said := s.Handle(s.Slash("Ola", "hint", "game="+string(id)))
				if !said.Ephemeral || len(said.Rows) != 1 || len(said.Rows[0].Buttons) == 0 {
					t.Fatalf("got %+v", said)
				}
				bottest.Contains(t, said.Content, "1. ", "computer player")
				t.Log(said.Content)
				before := s.Game(id).Ply
				next := s.Handle(s.Click("Ola", said.Rows[0].Buttons[0].CustomID))
				if s.Game(id).Ply == before { // it was a question
					yes := next.Rows[len(next.Rows)-1].Buttons[0].CustomID
					s.Handle(s.Click("Ola", yes))
				}
				if s.Game(id).Ply == before {
					t.Fatalf("the hint could not be followed: %q, then %q", said.Content, next.Content)
				}
				s.Flush()
			}
			s.NothingBroke()
		})
	}
}

func TestHintIsGivenOnlyWhereTheTableAllowsIt(t *testing.T) {
	for _, c := range []struct {
		name, option string
		alone, want  bool
	}{
		{"one person against computers", "", true, true},
		{"two people", "", false, false},
		{"two people who have agreed on it", "hints=true", false, true},
		{"one person who wants none", "ways=false", true, false},
		{"a table without ways", "ways=false", true, false},
		{"a table without ways that allows hints", "ways=false hints=true", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := bottest.New(t)
			s.Handle(s.Slash("Ola", "game new", append(strings.Fields(c.option), "title=amsterdam",
				"pace=none")...))
			games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
			s.Must(err)
			id := games[0].ID
			if c.alone {
				s.Handle(s.Click("Ola", customid.Button(customid.Solo, id)))
			} else {
				s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
				s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
			}
			s.Flush()
			said := s.Handle(s.Slash("Ola", "hint", "game="+string(id)))
			if got := len(said.Rows) > 0; got != c.want {
				t.Errorf("a hint: %t, want %t: %q", got, c.want, said.Content)
			}
			if !said.Ephemeral {
				t.Error("everybody sees the answer")
			}
			s.NothingBroke()
		})
	}
}

func TestHintWaitsForTheReadersTurn(t *testing.T) {
	s := bottest.New(t)
	id := s.Solo("amsterdam", "Ola")
	s.MoveAs(id, s.Table(id).SeatOf(bottest.Person("Ola").ID), bottest.ByDefault)
	v := s.Table(id).View(engine.Public)
	if v.Moves(s.Table(id).SeatOf(bottest.Person("Ola").ID)) {
		t.Fatal("it is still her turn")
	}
	bottest.Contains(t, s.Handle(s.Slash("Ola", "hint", "game="+string(id))).Content,
		"when it is your turn")
	bottest.Contains(t, s.Handle(s.Slash("Cy", "hint", "game="+string(id))).Content,
		s.Say("problem.not-seated", "Game", string(id)))
}

func TestBackFromAHintsQuestionShowsTheHintAgain(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Solo("amsterdam", "Ola") // it asks which tickets to keep
	hint := s.Handle(s.Slash("Ola", "hint", "game="+string(id)))
	question := s.Handle(s.Click("Ola", hint.Rows[0].Buttons[0].CustomID))
	back, ok := bottest.ButtonSaying(question, s.Say("panel.back"))
	if !ok {
		t.Fatalf("the question has no way back: %+v", question.Rows)
	}
	again := s.Handle(s.Click("Ola", back))
	if again.Content != hint.Content || len(again.Rows) != len(hint.Rows) {
		t.Errorf("back from the question: got %q, want %q", again.Content, hint.Content)
	}
	s.NothingBroke()
}
