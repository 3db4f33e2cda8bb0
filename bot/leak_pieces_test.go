package bot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord/discordtest"
)

// choosingPieces has the first seat choose its tickets and pieces (W2), everybody ask for all that can be asked, and returns
// what was told to whom; then the second seat chooses too, and what was told after that is under "after".
func choosingPieces(t *testing.T, pieces string) map[string][]discordtest.Call {
	t.Helper()
	s := newStage(t)
	s.remake(painted(viewPainter{}))
	id := s.runningOf("world", "Ola", "Bo")
	g := s.game(id)
	s.moveAs(id, 1, keepFirst(3))
	s.moveAs(id, 1, inNotation(pieces))
	s.flush()
	out := map[string][]discordtest.Call{}
	u, err := s.store.User(t.Context(), person(g.Seats[1].Name).ID)
	s.must(err)
	for _, c := range s.api.Calls(discordtest.Send, discordtest.Edit, discordtest.StartThread) {
		if c.Channel == channel || c.Channel == g.Thread || c.Channel == u.DM {
			out["others"] = append(out["others"], c)
		}
	}
	for _, who := range [][2]string{{"Eve", "Eve"}, {"itself", g.Seats[0].Name}, {"others", g.Seats[1].Name}} {
		before := len(s.api.Calls())
		s.askAll(who[1], id)
		s.handle(s.slash(who[1], "pieces", "game="+string(id), "trains=26", "ships=34"))
		out[who[0]] = append(out[who[0]], s.api.Calls()[before:]...)
	}
	before := len(s.api.Calls())
	s.moveAs(id, 2, keepFirst(3))
	s.moveAs(id, 2, inNotation("pieces 20 40"))
	s.flush()
	for _, c := range s.api.Calls()[before:] {
		if c.Channel == g.Thread {
			out["after"] = append(out["after"], c)
		}
	}
	s.nothingBroke()
	return out
}

func TestAChoiceOfPiecesIsToldToNobodyUntilAllHaveChosen(t *testing.T) {
	first, second := choosingPieces(t, "pieces 25 35"), choosingPieces(t, "pieces 11 49")
	for _, who := range []string{"Eve", "others"} {
		if diff := cmp.Diff(first[who], second[who]); diff != "" {
			t.Errorf("%s can tell the two choices apart (-first +second):\n%.3000s", who, diff)
		}
	}
	for _, who := range []string{"itself", "after"} {
		if cmp.Equal(first[who], second[who]) {
			t.Errorf("%s: the two choices do not differ: this test would find nothing", who)
		}
	}
	contains(t, first["after"][0].Message.Content, ": 25 trains and 35 ships", ": 20 trains and 40 ships")
}
