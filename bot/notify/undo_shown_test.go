package notify_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
)

// The panel of the turn that comes back is still there, and goes on.
func TestAnAgreedUndoLeavesOneMessageWithTheMenus(t *testing.T) {
	t.Parallel()
	s, id, asker, others := asked(t, "", "Ola", "Bo")
	before := len(s.DM(asker))
	bottest.Contains(t, s.Handle(s.Click(others[0], customid.At(customid.Allow, id,
		customid.Of(s.Table(id).Game)))).Content, s.Say("undo.agreed", "Game", string(id)))
	s.Flush()
	dms := s.DM(asker)
	if len(dms) != before+1 {
		t.Fatalf("%d letters came, want one", len(dms)-before)
	}
	news := dms[len(dms)-1]
	if len(news.Rows) > 0 || strings.Contains(news.Content, "**Your turn**") {
		t.Errorf("a second message has the menus of the turn: %q", news.Content)
	}
	panel := s.PanelOf(id, s.Game(id).SeatOf(bottest.Person(asker).ID))
	bottest.Contains(t, news.Content, s.Say("undo.done"),
		"/@me/"+string(panel.Channel)+"/"+string(panel.Message))
	if now := s.Now(panel); len(*now.Rows) == 0 || !strings.Contains(*now.Content, "**Your turn**") {
		t.Errorf("the panel reads %q, with %+v", *now.Content, *now.Rows)
	}
	s.NothingBroke()
}
