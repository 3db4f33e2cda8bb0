package match

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSeatsAreShownByNamesThatDiffer(t *testing.T) {
	long := strings.Repeat("a", 32)
	for name, c := range map[string]struct{ names, want []string }{
		"all differ":       {[]string{"Ola", "Bo"}, []string{"Ola", "Bo"}},
		"two alike":        {[]string{"Alex", "Bo", "Alex"}, []string{"Alex (1)", "Bo", "Alex (2)"}},
		"case and fillers": {[]string{"Alex", "aLEX\u200b"}, []string{"Alex (1)", "aLEX\u200b (2)"}},
		"width":            {[]string{"Ａlex", "Alex"}, []string{"Ａlex (1)", "Alex (2)"}},
		"as a computer is called": {
			[]string{"Ola", "bot\u200b Ada"}, []string{"Ola", "bot\u200b Ada (2)"},
		},
		"as the conductor is called": {
			[]string{"Konduktor", "Bo", "Konduktor"}, []string{"Konduktor (2)", "Bo", "Konduktor (3)"},
		},
		"a number is taken": {
			[]string{"Alex", "Alex (1)", "Alex"}, []string{"Alex (2)", "Alex (1)", "Alex (3)"},
		},
		"nothing to see": {[]string{"\u200b\u2060", "Bo"}, []string{"?", "Bo"}},
		"twice nothing":  {[]string{"\u200b", "\u3164"}, []string{"? (1)", "? (2)"}},
		"long ones": {
			[]string{long, long}, []string{long[:27] + " (1)", long[:27] + " (2)"},
		},
	} {
		var g Game
		for _, n := range c.names {
			g.Seats = append(g.Seats, Seat{Name: n})
		}
		if diff := cmp.Diff(c.want, g.ShownNames()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAComputerKeepsTheNameThatAPersonHasToo(t *testing.T) {
	g := Game{Seats: []Seat{{Name: "Bot Ada", User: "1"}, {Name: "Bot Ada", Level: "easy"}}}
	if diff := cmp.Diff([]string{"Bot Ada (2)", "Bot Ada"}, g.ShownNames()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestALobbySeatsItsPlayersByTheNamesOfNow(t *testing.T) {
	// the names of the game before, as rematches kept them once
	table := Table{Game: Game{
		State: Lobby, Host: "ola", Seats: []Seat{{User: "ola", Name: "Ola"}},
		Terms: Terms{Called: []Guest{{"ola", "Aleksandra"}, {"bo", "Bo"}}},
	}}
	olga := Actor{User: "ola", Name: "Olga"}
	change, err := Rules{}.Decide(&table, olga, time.Now(), Introduce{})
	if err != nil {
		t.Fatal(err)
	}
	if _, is := change.Table.Misnames(olga); is || change.Table.ShownName(1) != "Olga" {
		t.Errorf("the lobby shows %q", change.Table.ShownNames())
	}
}
