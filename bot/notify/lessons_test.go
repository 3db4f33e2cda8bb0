package notify_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
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

func TestTheFirstTurnsOfAPersonExplainThemselvesOnce(t *testing.T) {
	t.Parallel()
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s := bottest.New(t)
			said := map[string]engine.Ply{}
			for range 2 { // the second game explains nothing anew
				id := s.Solo(title.ID(), "Ola")
				for turn := 0; turn < enginetest.Size(12, 60) && s.Game(id).State == match.Running; {
					seat := s.Table(id).SeatOf(bottest.Person("Ola").ID)
					v := s.Table(id).View(seat)
					if !v.Moves(seat) {
						s.Awhile()
						continue
					}
					turn++
					shown := s.Hand("Ola", id)
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
					if again := explained(s.Hand("Ola", id).Content); !slices.Equal(again, list) {
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
			s.NothingBroke()
		})
	}
}

func TestTheFirstDirectMessageExplainsTickets(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Solo("nordic", "Ola")
	first := s.Hand("Ola", id)
	if got := explained(first.Content); len(got) == 0 || got[0] != "A ticket" {
		t.Fatalf("got %v: %q", got, first.Content)
	}
	s.MoveAs(id, s.Table(id).SeatOf(bottest.Person("Ola").ID), bottest.FirstLegal)
	for !slices.Contains(s.Game(id).ToMove, bottest.Person("Ola").ID) {
		s.Awhile()
	}
	sent := false
	for _, c := range s.API.Calls(discordtest.Edit) {
		sent = sent || c.Edit.Content != nil && strings.Contains(*c.Edit.Content, "> **A turn**") &&
			strings.Contains(*c.Edit.Content, "**Your turn**")
	}
	if !sent {
		t.Error("no message about a turn explains what a turn is")
	}
}

func TestExplanationStaysWhileOthersChooseTheirTickets(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo")
	seat := s.Game(id).SeatOf(bottest.Person("Bo").ID)
	want := explained(s.Hand("Bo", id).Content)
	s.MoveAs(id, 3-seat, bottest.FirstLegal)
	s.Flush()
	if got := explained(s.Hand("Bo", id).Content); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("Bo is explained %v before Ola has chosen, and %v then", want, got)
	}
}

func TestExplanationsStopWhenTheReaderHasHadEnough(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		end  func(s *bottest.Stage, shown discord.Message)
	}{
		{"by the button below", func(s *bottest.Stage, shown discord.Message) {
			id, ok := bottest.ButtonSaying(shown, s.Say("lesson.enough"))
			if !ok {
				s.T.Fatalf("no button among %+v", shown.Rows)
			}
			now := s.Handle(s.Click("Ola", id))
			bottest.Contains(s.T, now.Content, "No more explanations")
			if _, still := bottest.ButtonSaying(now, s.Say("lesson.enough")); still ||
				len(explained(now.Content)) > 0 || len(bottest.Acting(now.Rows)) == 0 || !now.KeepFiles {
				s.T.Errorf("the panel that was clicked is now %q with %+v", now.Content, now.Rows)
			}
		}},
		{"by /me", func(s *bottest.Stage, _ discord.Message) {
			bottest.Contains(s.T, s.Me("Ola", "explanations=false"), "newcomers: off")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := bottest.New(t)
			id := s.Solo("amsterdam", "Ola")
			shown := s.Hand("Ola", id)
			if len(explained(shown.Content)) == 0 {
				t.Fatalf("nothing is explained: %q", shown.Content)
			}
			c.end(s, shown)
			shown = s.Hand("Ola", id)
			if _, ok := bottest.ButtonSaying(shown, s.Say("lesson.enough")); ok ||
				len(explained(shown.Content)) > 0 {
				t.Errorf("it goes on: %q", shown.Content)
			}
			s.Me("Ola", "explanations=true")
			if got := explained(s.Hand("Ola", id).Content); len(got) == 0 {
				t.Error("the explanations did not come back")
			}
		})
	}
}

// The answer to the choice of tickets explains the choice of pieces, and takes the first choice
// back.
func TestStoppingExplanationsKeepsTheUndoButton(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Solo("world", "Ola")
	shown := s.Press("Ola", s.Hand("Ola", id), customid.Ask, "keep")
	enough, ok := bottest.ButtonSaying(shown, s.Say("lesson.enough"))
	if _, back := bottest.ButtonSaying(shown, s.Say("undo.button")); !ok || !back {
		t.Fatalf("the answer is %q with %+v", shown.Content, shown.Rows)
	}
	now := s.Handle(s.Click("Ola", enough))
	if _, back := bottest.ButtonSaying(now, s.Say("undo.button")); !back {
		t.Errorf("no way back among %+v", now.Rows)
	}
}

func TestStoppingExplanationsAffectsOneReaderOnly(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo")
	s.Handle(s.Click("Ola", customid.Button(customid.Enough, id)))
	if got := explained(s.Hand("Bo", id).Content); len(got) == 0 {
		t.Error("Bo is told nothing, since Ola knows it all")
	}
}

func TestLastToChooseIsToldOnceWhoBegins(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("amsterdam", "Ola", "Bo")
	s.MoveAs(id, s.Table(id).SeatOf(bottest.Person("Ola").ID), bottest.FirstLegal)
	shown := s.Hand("Bo", id)
	asked := s.Press("Bo", shown, customid.Ask, "keep")
	said := s.Press("Bo", asked, customid.Do, "keep")
	if n := strings.Count(said.Content, "Everybody has chosen"); n != 1 {
		t.Errorf("it is said %d times: %q", n, said.Content)
	}
}
