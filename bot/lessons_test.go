package bot_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// explained lists what a message explains, by the words in bold at the start of each explanation.
func explained(content string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^> \*\*([^*]+)\*\*`).FindAllStringSubmatch(content, -1) {
		list = append(list, m[1])
	}
	return list
}

// buttonSaying finds a button of a message by its label.
func buttonSaying(m discord.Message, label string) (string, bool) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.Label == label {
				return b.CustomID, true
			}
		}
	}
	return "", false
}

func TestTheFirstTurnsOfAPersonExplainThemselvesOnce(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			said := map[string]engine.Ply{}
			for range 2 { // the second game explains nothing anew
				id := s.solo(title.ID(), "Ola")
				for turn := 0; turn < enginetest.Size(25, 60) && s.Game(id).State == match.Running; {
					seat := s.Table(id).SeatOf(bottest.Person("Ola").ID)
					v := s.Table(id).View(seat)
					if !v.Moves(seat) {
						s.awhile()
						continue
					}
					turn++
					shown := s.hand("Ola", id)
					list := explained(shown.Content)
					if len(list) > 2 {
						t.Fatalf("ply %d explains %d things at a time: %v", v.Ply, len(list), list)
					}
					for _, what := range list {
						if at, ok := said[what]; ok {
							t.Fatalf("%q is explained at ply %d and at ply %d", what, at, v.Ply)
						}
						said[what] = v.Ply
					}
					if again := explained(s.hand("Ola", id).Content); !slices.Equal(again, list) {
						t.Fatalf("ply %d: the same position explains %v, then %v", v.Ply, list, again)
					}
					s.MoveAs(id, seat, bottest.FirstLegal)
					s.Flush()
				}
			}
			if len(said) < 5 {
				t.Errorf("only %d things were explained: %v", len(said), said)
			}
			h, err := s.Store.Habits(t.Context(), "")
			s.Must(err)
			if len(h.Lessons.Told) > 0 {
				t.Errorf("computers were taught: %+v", h.Lessons)
			}
			s.nothingBroke()
		})
	}
}

func TestTheFirstDirectMessageExplainsTickets(t *testing.T) {
	s := newStage(t)
	id := s.solo("nordic", "Ola")
	first := s.hand("Ola", id)
	if got := explained(first.Content); len(got) == 0 || got[0] != "A ticket" {
		t.Fatalf("got %v: %q", got, first.Content)
	}
	s.MoveAs(id, s.Table(id).SeatOf(bottest.Person("Ola").ID), bottest.FirstLegal)
	for !slices.Contains(s.Game(id).ToMove, bottest.Person("Ola").ID) {
		s.awhile()
	}
	sent := false
	for _, c := range s.API.Calls() {
		sent = sent || strings.Contains(c.Message.Content, "> **A turn**") && strings.Contains(c.Message.Content, "**Your turn.**")
	}
	if !sent {
		t.Error("no message about a turn explains what a turn is")
	}
}

func TestWhoHasReadEnoughIsToldNoMore(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(s *stage, shown discord.Message)
	}{
		{"by the button below", func(s *stage, shown discord.Message) {
			id, ok := buttonSaying(shown, s.Say("lesson.enough"))
			if !ok {
				s.T.Fatalf("no button among %+v", shown.Rows)
			}
			now := s.Handle(s.Click("Ola", id))
			bottest.Contains(s.T, now.Content, "No more explanations")
			if _, still := buttonSaying(now, s.Say("lesson.enough")); still || len(explained(now.Content)) > 0 || len(acting(now.Rows)) == 0 || !now.KeepFiles {
				s.T.Errorf("the panel that was clicked is now %q with %+v", now.Content, now.Rows)
			}
		}},
		{"by /me", func(s *stage, _ discord.Message) {
			bottest.Contains(s.T, s.me("Ola", "explanations=false"), "newcomers: off")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			id := s.solo("amsterdam", "Ola")
			shown := s.hand("Ola", id)
			if len(explained(shown.Content)) == 0 {
				t.Fatalf("nothing is explained: %q", shown.Content)
			}
			c.end(s, shown)
			shown = s.hand("Ola", id)
			if _, ok := buttonSaying(shown, s.Say("lesson.enough")); ok || len(explained(shown.Content)) > 0 {
				t.Errorf("it goes on: %q", shown.Content)
			}
			s.me("Ola", "explanations=true")
			if got := explained(s.hand("Ola", id).Content); len(got) == 0 {
				t.Error("the explanations did not come back")
			}
		})
	}
}

// The answer to the choice of tickets explains the choice of pieces, and takes the first choice back.
func TestTheEndOfExplanationsKeepsTheWayBack(t *testing.T) {
	s := newStage(t)
	id := s.solo("world", "Ola")
	question := s.press("Ola", s.hand("Ola", id), customid.Ask, "keep")
	shown := s.press("Ola", question, customid.Do, "keep")
	enough, ok := buttonSaying(shown, s.Say("lesson.enough"))
	if _, back := buttonSaying(shown, s.Say("undo.button")); !ok || !back {
		t.Fatalf("the answer is %q with %+v", shown.Content, shown.Rows)
	}
	now := s.Handle(s.Click("Ola", enough))
	if _, back := buttonSaying(now, s.Say("undo.button")); !back {
		t.Errorf("no way back among %+v", now.Rows)
	}
}

func TestNobodyElseIsKeptFromExplanations(t *testing.T) {
	s := newStage(t)
	id := s.Running("Ola", "Bo")
	s.Handle(s.Click("Ola", customid.Button(customid.Enough, id)))
	if got := explained(s.hand("Bo", id).Content); len(got) == 0 {
		t.Error("Bo is told nothing, since Ola knows it all")
	}
}

func TestWhoChoosesLastIsToldOnceWhoBegins(t *testing.T) {
	s := newStage(t)
	id := s.RunningOf("amsterdam", "Ola", "Bo")
	s.MoveAs(id, s.Table(id).SeatOf(bottest.Person("Ola").ID), bottest.FirstLegal)
	shown := s.hand("Bo", id)
	asked := s.press("Bo", shown, customid.Ask, "keep")
	said := s.press("Bo", asked, customid.Do, "keep")
	if n := strings.Count(said.Content, "Everybody has chosen"); n != 1 {
		t.Errorf("it is said %d times: %q", n, said.Content)
	}
}
