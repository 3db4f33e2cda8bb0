package handlers_test

import (
	"errors"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
)

// A typed command carries no position: somebody who got no answer types it again, and means one
// move.

// typing is a stage at which a person can draw two cards.
type typing struct {
	*bottest.Stage
	id  match.GameID
	who string
}

func newTyping(t *testing.T) *typing {
	t.Helper()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	return &typing{s, id, s.Turn(id)}
}

// draw types the command for a hidden card.
func (s *typing) draw() { s.Bot.Handle(s.T.Context(), s.Slash(s.who, "draw", "card=deck")) }

// made wants a number of moves since a ply.
func (s *typing) made(since, want int, when string) {
	s.T.Helper()
	if got := int(s.Game(s.id).Ply) - since; got != want {
		s.T.Errorf("%s: %d moves, want %d", when, got, want)
	}
}

// failing fails every call of a method.
func failing(method discordtest.Method, err error) func(discordtest.Call) error {
	return bottest.Failing(err, func(c discordtest.Call) bool { return c.Method == method })
}

func TestATypedMoveThatDiscordDoesNotAnswerIsNotMade(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"refused": discordtest.Expired, "broken": discordtest.Unavailable,
		"lost": discord.NoAnswer(errors.New("connection reset")),
	} {
		t.Run(name, func(t *testing.T) {
			s := newTyping(t)
			ply := int(s.Game(s.id).Ply)
			s.API.Fail = failing(discordtest.Respond, err)
			s.draw()
			s.made(ply, 0, "without an answer")
			s.API.Fail = nil
			s.draw()
			s.made(ply, 1, "typed again")
			s.draw()
			s.made(ply, 2, "typed once more")
		})
	}
}

func TestPossiblyAcknowledgedTypedMoveIsReportedAsNotMade(t *testing.T) {
	t.Parallel()
	s := newTyping(t)
	s.API.Fail = failing(discordtest.Respond, discordtest.Unavailable)
	got := s.Handle(s.Slash(s.who, "draw", "card=deck"))
	bottest.Contains(t, got.Content, s.Say("problem.not-done"))
}

func TestATypedMoveWhoseAnswerIsLostIsMadeOnce(t *testing.T) {
	t.Parallel()
	for name, dies := range map[string]bool{
		"and the process goes on": false,
		"as the process dies":     true,
	} {
		t.Run(name, func(t *testing.T) {
			s := newTyping(t)
			ply := int(s.Game(s.id).Ply)
			s.API.Fail = failing(discordtest.EditOriginal, discordtest.Unavailable)
			s.draw()
			s.made(ply, 1, "first")
			s.API.Fail = nil
			if dies {
				s.Reopen()
			}
			s.Clock = s.Clock.Add(50 * time.Second)
			again := s.Handle(s.Slash(s.who, "draw", "card=deck"))
			s.made(ply, 1, "typed again")
			bottest.Contains(t, again.Content, "You draw a green card from the deck.",
				s.Say("panel.owes-second"))
			s.draw()
			s.made(ply, 2, "typed once more, after the answer")
		})
	}
}

func TestAMoveOfAGamePickedFromAMenuIsMadeOnceToo(t *testing.T) {
	t.Parallel()
	s := newTyping(t)
	other := s.Playing("Ola", "Bo") // so a command asks which game is meant
	s.who = s.Turn(other)
	s.id = other
	ply := int(s.Game(s.id).Ply)
	pick := func() {
		t.Helper()
		asked := s.Handle(s.Slash(s.who, "draw", "card=deck"))
		if len(asked.Rows) == 0 || asked.Rows[0].Select == nil {
			t.Fatalf("got %q, want a menu of games", asked.Content)
		}
		menu := s.Click(s.who, asked.Rows[0].Select.CustomID, string(s.id))
		s.API.Fail = failing(discordtest.EditOriginal, discordtest.Unavailable)
		s.Bot.Handle(t.Context(), menu)
		s.API.Fail = nil
	}
	pick()
	s.made(ply, 1, "picked")
	pick()
	s.made(ply, 1, "picked again, without an answer")
}

func TestNextTurnsMoveIsNotTakenForAnUnansweredOne(t *testing.T) {
	t.Parallel()
	s := newTyping(t)
	s.draw()
	s.API.Fail = failing(discordtest.EditOriginal, discordtest.Unavailable)
	s.draw() // the turn is over
	s.API.Fail = nil
	ply := int(s.Game(s.id).Ply)
	s.DrawTwo(s.id)
	s.draw()
	s.made(ply, 3, "typed in the next turn")
}

func TestAMinuteLaterTheSameCommandIsAnotherMove(t *testing.T) {
	t.Parallel()
	s := newTyping(t)
	ply := int(s.Game(s.id).Ply)
	s.API.Fail = failing(discordtest.EditOriginal, discordtest.Unavailable)
	s.draw()
	s.API.Fail = nil
	s.Clock = s.Clock.Add(61 * time.Second)
	s.draw()
	s.made(ply, 2, "a minute later")
}

func TestAGameIsOpenedOnceHoweverOftenItsCommandIsTyped(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	open := func() int {
		s.Bot.Handle(t.Context(), s.Slash("Ola", "game new", "title=nordic"))
		lobbies, err := s.Store.GamesIn(t.Context(), match.Lobby)
		s.Must(err)
		return len(lobbies)
	}
	s.API.Fail = failing(discordtest.Respond, discordtest.Unavailable)
	if got := open(); got != 0 {
		t.Errorf("%d lobbies without an answer, want none", got)
	}
	s.API.Fail = failing(discordtest.EditOriginal, discordtest.Unavailable)
	open()
	s.Reopen()
	s.API.Fail = nil
	if got := open(); got != 1 {
		t.Errorf("%d lobbies after an answer that was lost, want 1", got)
	}
	if got := open(); got != 2 {
		t.Errorf("%d lobbies after an answer that arrived, want another", got)
	}
}

func TestAnUndoThatIsTypedAgainTakesOneMoveBack(t *testing.T) {
	t.Parallel()
	s := newTyping(t)
	seat := s.ToClaim(s.id)
	s.who = s.NameOf(s.id, seat)
	ply := int(s.Game(s.id).Ply)
	s.MoveAs(s.id, seat, bottest.FirstOf(engine.Claim))
	s.Flush()
	undo := func() { s.Bot.Handle(t.Context(), s.Slash(s.who, "undo")) }
	s.API.Fail = failing(discordtest.Respond, discordtest.Unavailable)
	undo()
	s.made(ply, 1, "undo without an answer")
	s.API.Fail = failing(discordtest.EditOriginal, discordtest.Unavailable)
	undo()
	s.made(ply, 0, "undo whose answer is lost")
	s.API.Fail = nil
	bottest.Contains(t, s.Handle(s.Slash(s.who, "undo")).Content,
		s.Say("undo.repeated", "Game", string(s.id)))
}
