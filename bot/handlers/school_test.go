package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine/lesson"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/puzzle"
	"konduktor/engine/titles"
)

func included(t *testing.T) map[string]*lesson.Lesson {
	t.Helper()
	all, err := lesson.Included(titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// ids are the custom IDs of a message's buttons and menus, with the options of menus.
func pressable(m discord.Message, action customid.Action) (ids []customid.ID) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if id, ok := customid.Parse(b.CustomID); ok && id.Action == action {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func TestEveryLessonIsPlayedByItsButtonsInBothLanguages(t *testing.T) {
	for id, l := range included(t) {
		for _, language := range []string{"en", "pl"} {
			t.Run(id+" "+language, func(t *testing.T) {
				t.Parallel()
				s := bottest.New(t)
				s.Me("Ola", "language="+language)
				said := s.Handle(s.Slash("Ola", "learn", "title="+l.Record.Title.ID()))
				for n := range l.Stops {
					if want := l.Stops[n].Ask.In(language); !strings.Contains(said.Content, want) {
						t.Fatalf("stop %d: got %s, want it to ask %q", n, said.Content, want)
					}
					for _, row := range said.Rows {
						for _, b := range row.Buttons {
							if strings.HasSuffix(b.Label, "…") {
								t.Errorf("stop %d: a button is cut off: %s", n, b.Label)
							}
						}
					}
					if strings.HasSuffix(said.Content, "…") {
						t.Errorf("stop %d does not fit into a message: %s", n, said.Content)
					}
					if !said.Ephemeral && n == 0 {
						t.Error("the whole channel reads the lesson")
					}
					offers := pressable(said, customid.Learn)
					at := slices.IndexFunc(offers, func(o customid.ID) bool {
						return notation.PrintMove(l.Record.Title.Lexicon(), o.Move) ==
							notation.PrintMove(l.Record.Title.Lexicon(), l.Wanted(n))
					})
					if at < 0 || len(offers) != 1+len(l.Stops[n].Others) {
						t.Fatalf("stop %d offers %+v", n, offers)
					}
					said = s.Handle(s.Click("Ola", offers[at].Print()))
				}
				real, more := pressable(said, customid.Real), pressable(said, customid.School)
				if len(real) != 1 || real[0].Title != l.Record.Title.ID() || len(more) == 0 {
					t.Fatalf("got %+v at the end, want buttons for a real game and for more", said)
				}
				if more[0].Lesson == id || more[len(more)-1].Lesson != customid.AnyLesson {
					t.Errorf("got %+v at the end, want the next lesson and all of them", more)
				}
				for range 2 { // a double tap begins one game
					s.Handle(s.Click("Ola", real[0].Print()))
				}
				games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Running)
				s.Must(err)
				if len(games) != 1 || games[0].Title != l.Record.Title.ID() || !games[0].Solitary() {
					t.Errorf("got the games %+v, want one of %s in direct messages", games, id)
				}
				s.Flush()
				hello, _, _ := strings.Cut(s.Texts(language).Say("learn.real", "Title", "|"), "|")
				if len(s.DM("Ola")) < 2 || !strings.HasPrefix(s.DM("Ola")[0].Content, hello) {
					t.Errorf("got %+v, want it to begin with %q", s.DM("Ola"), hello)
				}
				s.NothingBroke()
			})
		}
	}
}

func TestALessonIsPlayedByTheKeyboardAloneAndGoesOnAfterARestart(t *testing.T) {
	s := bottest.New(t)
	l := included(t)["amsterdam"]
	s.Handle(s.Slash("Ola", "learn", "title=amsterdam"))
	for n := range l.Stops {
		if n%5 == 3 {
			s.Reopen()
		}
		said := s.Handle(s.Slash("Ola", "learn"))
		bottest.Contains(t, said.Content, l.Stops[n].Ask["en"])
		list := completions(s, "Ola", "learn", "move=")
		if len(list) < 2 {
			t.Fatalf("stop %d suggests %v", n, list)
		}
		want := notation.PrintMove(l.Record.Title.Lexicon(), l.Wanted(n))
		at := slices.IndexFunc(list, func(c discord.Choice) bool { return c.Value == want })
		if at < 0 {
			t.Fatalf("stop %d suggests %v, want %s", n, list, want)
		}
		typed := want
		if n%2 == 0 {
			typed = list[at].Name // as it reads in the list
		}
		s.Handle(s.Slash("Ola", "learn", "move="+typed))
	}
	bottest.Contains(t, s.Handle(s.Slash("Ola", "learn")).Content, s.Say("learn.list"))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "learn", "move=draw deck")).Content,
		s.Say("problem.no-lesson-open"))
	s.NothingBroke()
}

func TestAnySensibleMoveIsTakenWithWhy(t *testing.T) {
	s := bottest.New(t)
	l := included(t)["amsterdam"]
	lex := l.Record.Title.Lexicon()
	s.Handle(s.Slash("Ola", "learn", "title=amsterdam"))
	for n := range l.Stops {
		scene, _, err := l.Scene(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range scene.View.Legal() {
			scene.View.Propose(&m)
			id := customid.ID{Action: customid.Learn, Lesson: "amsterdam", Turn: n, Move: m}
			said := s.Handle(s.Click("Ola", id.Print()))
			if n+1 < len(l.Stops) && !strings.Contains(said.Content, l.Stops[n+1].Ask["en"]) {
				t.Errorf("stop %d: %s does not go on: %s", n, notation.PrintMove(lex, m), said.Content)
			}
		}
		for _, o := range l.Stops[n].Others {
			id := customid.ID{Action: customid.Learn, Lesson: "amsterdam", Turn: n, Move: o.Move}
			bottest.Contains(t, s.Handle(s.Click("Ola", id.Print())).Content, o.Why["en"])
		}
	}
	refused := s.Handle(s.Click("Ola", customid.ID{
		Action: customid.Learn, Lesson: "amsterdam", Turn: 1, Move: l.Wanted(0),
	}.Print()))
	bottest.Contains(t, refused.Content, l.Stops[1].Ask["en"])
	s.NothingBroke()
}

func TestAPuzzleIsAskedEachDayAndAnsweredAtOnce(t *testing.T) {
	s := bottest.New(t)
	puzzles, err := puzzle.Included(titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for range 30 {
		said := s.Handle(s.Slash("Ola", "puzzle"))
		options := pressable(said, customid.Puzzle)
		if !said.Ephemeral || len(options) != 2 {
			t.Fatalf("got %+v, want a question for Ola alone", said)
		}
		asked[said.Content] = true
		for _, o := range options {
			answer := s.Handle(s.Click("Ola", o.Print()))
			want := s.Say("puzzle.wrong")
			if o.Menu == 1 {
				want = s.Say("puzzle.right")
			}
			bottest.Contains(t, answer.Content, want, "of 100 games", "2,000")
			if strings.Contains(answer.Content, "±") {
				t.Errorf("the answer has a standard error: %s", answer.Content)
			}
			if len(pressable(answer, customid.Puzzle)) > 0 || strings.HasSuffix(answer.Content, "…") {
				t.Errorf("got %+v, want an answer without a question", answer)
			}
			if !strings.Contains(answer.Content, strings.TrimSuffix(s.Say("puzzle.why", "Why", ""), " ")) {
				t.Errorf("the answer has no reason: %s", answer.Content)
			}
		}
		s.Clock = s.Clock.AddDate(0, 0, 1)
	}
	if want := min(30, len(puzzles)); len(asked) < want {
		t.Errorf("%d different puzzles in 30 days", len(asked))
	}
	for _, forged := range []string{"2099-01-01", "1969-12-31"} {
		id := customid.ID{Action: customid.Puzzle, Day: forged, Menu: 1}
		bottest.Contains(t, s.Handle(s.Click("Ola", id.Print())).Content,
			s.Say("problem.unknown-button"))
	}
	s.NothingBroke()
}
