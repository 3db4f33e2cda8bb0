package notify_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// hinted starts a game of a person against a computer and asks for a hint in their direct messages.
// It returns the panel there, the hint, and where that stands.
func hinted(t *testing.T, title string) (s *bottest.Stage, id match.GameID, turn storage.Post,
	said discord.Message, hint storage.Post,
) {
	t.Helper()
	s = bottest.New(t)
	id = s.Solo(title, "Ola")
	own := s.Table(id).SeatOf(bottest.Person("Ola").ID)
	turn = s.PanelOf(id, own)
	said = s.Handle(s.InDM("Ola", "hint", "game="+string(id)))
	posts := s.PanelsOf(id, own)
	if len(posts) != 2 {
		t.Fatalf("got panels %+v, want the panel and the hint", posts)
	}
	return s, id, turn, said, posts[1]
}

// W2, S1: who chooses tickets by a button of a hint has something to choose after that. One message
// asks for it, not two.
func TestOneMessageAsksForTheChoiceAfterAHint(t *testing.T) {
	t.Parallel()
	s, id, turn, said, hint := hinted(t, "world")
	next := s.Handle(s.ClickPanel("Ola", hint, said.Rows[0].Buttons[0].CustomID))
	s.Flush()
	bottest.Contains(t, next.Content, "choose 60 pieces")
	if len(bottest.Acting(next.Rows)) == 0 {
		t.Fatalf("got %+v, want the menus of the next choice", next)
	}
	if deletions(s, turn) != 1 {
		t.Error("the earlier panel is left")
	}
	if left := s.PanelsOf(id, hint.Seat); len(left) != 1 || left[0].Message != hint.Message ||
		left[0].Kind != posts.Panel {
		t.Errorf("got panels %+v, want the hint's message alone", left)
	}
	s.NothingBroke()
}

// usesHint has Ola move by her panel, not by the hint beside it.
func usesHint(s *bottest.Stage, id match.GameID, turn, hint storage.Post) {
	s.T.Helper()
	keep := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: bottest.FirstLegal(s.Table(id).View(hint.Seat)),
	}
	s.Handle(s.ClickPanel("Ola", turn, keep.Print()))
}

// deletions returns how often Discord deleted a message.
func deletions(s *bottest.Stage, hint storage.Post) (n int) {
	for _, c := range s.API.Calls(discordtest.Delete) {
		if c.ID == hint.Message && c.Channel == hint.Channel && c.Err == nil {
			n++
		}
	}
	return n
}

func TestHintIsDeletedOnceItsPlayerMoves(t *testing.T) {
	t.Parallel()
	s, id, turn, _, hint := hinted(t, "amsterdam")
	usesHint(s, id, turn, hint)
	s.Flush()
	if n := deletions(s, hint); n != 1 {
		t.Errorf("the hint was deleted %d times, want once", n)
	}
	for _, p := range s.PanelsOf(id, hint.Seat) {
		if p.Message == hint.Message {
			t.Error("the hint is still remembered")
		}
	}
	s.NothingBroke()
}

// The process dies between the move and the deletion, or after a deletion whose answer is lost.
func TestHintIsDeletedAfterARestart(t *testing.T) {
	t.Parallel()
	for name, arrives := range map[string]bool{"before Discord hears": false, "after it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, id, turn, _, hint := hinted(t, "amsterdam")
			usesHint(s, id, turn, hint)
			if arrives {
				s.API.Lose = bottest.Losing(bottest.Method(discordtest.Delete))
				s.Flush()
				s.API.Lose = nil
			}
			before := deletions(s, hint)
			s.Reopen()
			s.Clock = s.Clock.Add(time.Minute)
			s.Flush()
			if n := deletions(s, hint) - before; n != 1 {
				t.Errorf("the hint was deleted %d times after the restart, want once", n)
			}
			left := len(s.PanelsOf(id, hint.Seat))
			s.Flush()
			if n := deletions(s, hint) - before; n != 1 || len(s.PanelsOf(id, hint.Seat)) != left {
				t.Errorf("the hint was deleted again: %d times", n)
			}
		})
	}
}

func TestAHintThatCannotBeDeletedBecomesOneLine(t *testing.T) {
	t.Parallel()
	s, id, turn, _, hint := hinted(t, "amsterdam")
	usesHint(s, id, turn, hint)
	s.API.Fail = bottest.Failing(&discord.Error{Status: 403, Code: 50013},
		bottest.Method(discordtest.Delete))
	s.Flush()
	is := s.Now(hint)
	if is.Content == nil || *is.Content != s.Say("advice.used") || len(*is.Rows) > 0 {
		t.Errorf("the hint was edited to %+v, want one line", is)
	}
	s.NothingBroke()
}

// A hint is no panel: who asked for one at setup while others chose is called to the turn all the
// same.
func TestAHintStaysWhileOthersChoose(t *testing.T) {
	t.Parallel()
	s, id, _, said, hint := hinted(t, "amsterdam")
	other := 3 - hint.Seat
	if v := s.Table(id).View(engine.Public); !v.Moves(other) {
		t.Fatal("the computer has chosen already: nothing happens while the hint stands")
	}
	s.Awhile()
	if v := s.Table(id).View(engine.Public); v.Moves(other) {
		t.Fatal("the computer does not choose")
	}
	if edits := s.Edits(hint.Message); len(edits) > 0 {
		t.Errorf("got edits %+v of the hint, want none before its player has moved", edits)
	}
	asked := s.Handle(s.ClickPanel("Ola", hint, said.Rows[0].Buttons[0].CustomID))
	if bottest.AnswersIn(asked.Rows, customid.Do) == "" || strings.Contains(asked.Content,
		s.Say("problem.moved-on")) {
		t.Errorf("got %q with %+v, want a question", asked.Content, asked.Rows)
	}
}

// What was chosen by a hint's button is gone on with in its message, even if Discord did not take
// the answer.
func TestAClickedHintWhoseAnswerIsLostBecomesThePanel(t *testing.T) {
	t.Parallel()
	s, id, turn, said, hint := hinted(t, "world")
	s.API.Fail = bottest.Failing(discordtest.Unavailable, bottest.Method(discordtest.EditOriginal))
	s.Bot.Handle(t.Context(), s.ClickPanel("Ola", hint, said.Rows[0].Buttons[0].CustomID))
	s.API.Fail = nil
	s.Flush()
	if is := s.Now(hint); is.Content == nil || len(bottest.Acting(*is.Rows)) == 0 {
		t.Errorf("the hint's message was edited to %+v, want the panel", is)
	}
	if deletions(s, turn) != 1 {
		t.Error("the earlier panel is left")
	}
	if left := s.PanelsOf(id, hint.Seat); len(left) != 1 || left[0].Message != hint.Message {
		t.Errorf("got panels %+v, want the hint's message alone", left)
	}
}

// unwritten is a store that cannot remember a post that is shown.
type unwritten struct{ storage.Store }

func (unwritten) SwapPost(context.Context, *storage.Post, *storage.Post) error {
	return errors.New("disk full")
}

// The answer to a click on a hint is the panel, even if that could not be remembered when it was
// shown.
func TestClickedHintIsAPanelEvenIfTheStoreFailed(t *testing.T) {
	t.Parallel()
	s, id, _, said, hint := hinted(t, "world")
	asked := s.Handle(s.ClickPanel("Ola", hint, said.Rows[0].Buttons[0].CustomID))
	s.Remake(func(o *bot.Options) { o.Store = unwritten{s.Store} })
	s.Handle(s.ClickPanel("Ola", hint, bottest.AnswersIn(asked.Rows, customid.Do)))
	s.Changed = nil
	s.Restart()
	s.Flush()
	if left := s.PanelsOf(id, hint.Seat); len(left) != 1 || left[0].Message != hint.Message ||
		left[0].Kind != posts.Panel {
		t.Errorf("got panels %+v, want the hint's message as a panel", left)
	}
}

// clicking is a store in which somebody clicks as soon as the posts of a game were looked at.
type clicking struct {
	storage.Store
	click func()
}

func (c *clicking) Posts(ctx context.Context, id match.GameID) ([]storage.Post, error) {
	all, err := c.Store.Posts(ctx, id)
	if click := c.click; click != nil {
		c.click = nil
		click()
	}
	return all, err
}

// Ola clicks her hint when it is about to go: the answer is a panel, which stays.
func TestHintClickedBeforeItsDeletionStaysAPanel(t *testing.T) {
	t.Parallel()
	s, id, turn, said, hint := hinted(t, "world")
	store := &clicking{Store: s.Store}
	s.Remake(func(o *bot.Options) { o.Store = store })
	usesHint(s, id, turn, hint)
	store.click = func() {
		bottest.Contains(t, s.Handle(s.ClickPanel("Ola", hint,
			said.Rows[0].Buttons[0].CustomID)).Content, s.Say("problem.moved-on"))
	}
	s.Flush()
	if store.click != nil {
		t.Fatal("the hint was not about to go")
	}
	if n := deletions(s, hint); n != 0 {
		t.Error("the clicked hint was deleted")
	}
	if !slices.ContainsFunc(s.PanelsOf(id, hint.Seat),
		func(p storage.Post) bool { return p.Message == hint.Message && p.Kind == posts.Panel }) {
		t.Errorf("got panels %+v, want the clicked hint among them", s.PanelsOf(id, hint.Seat))
	}
	s.NothingBroke()
}

// A hint whose button was pressed does not stay either, with what it asks or shows, once its player
// has moved by the panel that it had replaced.
func TestHintThatBecameAQuestionIsDeleted(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]bool{"at the question": false, "back from it": true} {
		t.Run(name, func(t *testing.T) {
			s, id, turn, said, hint := hinted(t, "amsterdam")
			asked := s.Handle(s.ClickPanel("Ola", hint, said.Rows[0].Buttons[0].CustomID))
			if back {
				s.Handle(s.ClickPanel("Ola", hint, bottest.AnswersIn(asked.Rows, customid.Back)))
			}
			keep := customid.ID{
				Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
				Move: bottest.FirstLegal(s.Table(id).View(hint.Seat)),
			}
			s.Handle(s.ClickPanel("Ola", turn, keep.Print()))
			s.Flush()
			if deletions(s, hint) != 1 || deletions(s, turn) != 0 {
				t.Errorf("the hint was deleted %d times and the panel %d times, want the hint once",
					deletions(s, hint), deletions(s, turn))
			}
			s.NothingBroke()
		})
	}
}

// A game that is played by the buttons of hints leaves one message, as one by panels does: a hint
// whose button is pressed takes the place of the panel beside it.
func TestAHintWhoseButtonIsPressedReplacesThePanel(t *testing.T) {
	t.Parallel()
	s, id, turn, said, hint := hinted(t, "amsterdam")
	own, stale := hint.Seat, []storage.Post{turn}
	for moves := 0; ; moves++ {
		asked := s.Handle(s.ClickPanel("Ola", hint, said.Rows[0].Buttons[0].CustomID))
		if do := bottest.AnswersIn(asked.Rows, customid.Do); do != "" &&
			customid.Of(s.Table(id).Game).Ply == hint.Ply {
			s.Handle(s.ClickPanel("Ola", hint, do))
		}
		s.Flush()
		for v := s.Table(id).View(own); !v.Moves(own); v = s.Table(id).View(own) {
			s.Awhile()
		}
		for _, p := range stale {
			if n := deletions(s, p); n != 1 {
				t.Fatalf("after move %d, message %s was deleted %d times, want once", moves, p.Message, n)
			}
		}
		if panels := s.PanelsOf(id, own); len(panels) != 1 || panels[0].Message != hint.Message {
			t.Fatalf("after move %d, got panels %+v, want the hint's message alone", moves, panels)
		}
		if moves == 5 {
			break
		}
		stale = append(stale, hint)
		said = s.Handle(s.InDM("Ola", "hint", "game="+string(id)))
		hint = s.PanelsOf(id, own)[1]
	}
	s.NothingBroke()
}
