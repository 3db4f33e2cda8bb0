package secrecy_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/discord/discordtest"
)

// choosingPieces has the first seat choose its tickets and pieces (W2), everybody ask for all that
// can be asked, and returns what was told to whom; then the second seat chooses too, and what was
// told after that is under "after".
func choosingPieces(t *testing.T, pieces string) map[string][]discordtest.Call {
	t.Helper()
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.ViewPainter{}))
	id := s.RunningOf("world", "Ola", "Bo")
	g := s.Game(id)
	s.MoveAs(id, 1, bottest.KeepFirst(3))
	s.MoveAs(id, 1, bottest.InNotation(pieces))
	s.Flush()
	out := map[string][]discordtest.Call{}
	u, err := s.Store.User(t.Context(), bottest.Person(g.Seats[1].Name).ID)
	s.Must(err)
	for _, c := range s.API.Calls(discordtest.Send, discordtest.Edit, discordtest.StartThread) {
		if c.Channel == bottest.Channel || c.Channel == g.Thread || c.Channel == u.DM {
			out["others"] = append(out["others"], c)
		}
	}
	for _, who := range [][2]string{
		{"Eve", "Eve"},
		{"itself", g.Seats[0].Name},
		{"others", g.Seats[1].Name},
	} {
		before := len(s.API.Calls())
		askAll(s, who[1], id)
		s.Handle(s.Slash(who[1], "pieces", "game="+string(id), "trains=26", "ships=34"))
		out[who[0]] = append(out[who[0]], s.API.Calls()[before:]...)
	}
	before := len(s.API.Calls())
	s.MoveAs(id, 2, bottest.KeepFirst(3))
	s.MoveAs(id, 2, bottest.InNotation("pieces 20 40"))
	s.Flush()
	for _, c := range s.API.Calls()[before:] {
		if c.Channel == g.Thread {
			out["after"] = append(out["after"], c)
		}
	}
	s.NothingBroke()
	return out
}

func TestChoiceOfPiecesIsSecretUntilAllHaveChosen(t *testing.T) {
	first, second := choosingPieces(t, "pieces 25 35"), choosingPieces(t, "pieces 11 49")
	for _, who := range []string{"Eve", "others"} {
		if diff := cmp.Diff(first[who], second[who]); diff != "" {
			t.Errorf("%s can tell the two choices apart (-first +second):\n%.3000s", who, diff)
		}
	}
	for _, who := range []string{"itself", "after"} {
		if reflect.DeepEqual(first[who], second[who]) {
			t.Errorf("%s: the two choices do not differ: this test would find nothing", who)
		}
	}
	bottest.Contains(t, first["after"][0].Message.Content, ": 25 trains and 35 ships",
		": 20 trains and 40 ships")
}
