package handlers_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
)

// buttonTo returns the button of a replay that leads to a turn.
func buttonTo(m discord.Message, turn int) (discord.Button, bool) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			id, ok := customid.Parse(b.CustomID)
			if ok && id.Action == customid.Replay && id.Turn == turn && !id.Hands {
				return b, true
			}
		}
	}
	return discord.Button{}, false
}

func TestAFinishedGameIsLookedAtTurnByTurn(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.Playing("Ola", "Bo")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game replay", "game="+string(id))).Content,
		s.Say("problem.replay-not-over", "Game", string(id)))
	s.Finish(id)
	turns, err := s.Bot.Games().Course(t.Context(), s.Game(id))
	if err != nil {
		t.Fatal(err)
	}
	last := len(turns) - 1

	end := s.Handle(s.Click("Ola", customid.Button(customid.Look, id))) // below the result
	bottest.Contains(t, end.Content, s.Say("replay.heading", "Title", "Amsterdam", "Game", string(id),
		"Turn", last, "Last", last))

	page := s.Handle(s.Slash("Ola", "game replay", "game="+string(id), "turn=0"))
	for turn := 0; ; turn++ {
		text := "replay.heading"
		if turn == 0 {
			text = "replay.setup"
		}
		heading := s.Say(text, "Title", "Amsterdam", "Game", string(id), "Turn", turn, "Last", last)
		if !strings.HasPrefix(page.Content, heading) || len(page.Files) != 1 {
			t.Fatalf("turn %d of %d: got %d pictures and %q, want %q", turn, last, len(page.Files),
				page.Content, heading)
		}
		on, ok := buttonTo(page, turn+1)
		if turn == last {
			if ok {
				t.Error("a turn follows the last one")
			}
			break
		}
		page = s.Handle(s.Click("Ola", on.CustomID))
	}
	if v := turns[last].View; !strings.Contains(page.Content,
		s.Say("render.points-sign", "Count", v.Seats[1].Points())) {
		t.Errorf("the last page does not say that Bo has %d points: %q", v.Seats[1].Points(),
			page.Content)
	}
}

// A replay shows a seat's own cards; everybody's only when asked to, as the record does.
func TestReplayShowsAllHandsOnRequest(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"amsterdam", "cardgame"} {
		showsAllHands(t, title)
	}
}

func showsAllHands(t *testing.T, title string) {
	t.Helper()
	s := bottest.NewShort(t, title)
	id := s.LobbyOf(title, "Ola", "Bo")
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Finish(id)
	held := func(m discord.Message) int {
		return strings.Count(m.Content, "**Hand:** ")
	}
	for who, want := range map[string]int{"Ola": 1, "Eve": 0} {
		page := s.Handle(s.Slash(who, "game replay", "game="+string(id), "turn=3"))
		if got := held(page); got != want {
			t.Errorf("%s sees %d hands, want %d: %q", who, got, want, page.Content)
		}
		all := customid.ID{Action: customid.Replay, Game: string(id), Turn: 3, Hands: true}.Print()
		hands := s.Handle(s.Click(who, all))
		if got := held(hands); got != 2 {
			t.Errorf("%s asks for all hands and sees %d", who, got)
		}
		bottest.Contains(t, hands.Content, "**Ola**:", "**Bo**:")
	}
}
