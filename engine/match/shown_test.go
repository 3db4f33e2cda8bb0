package match

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSeatsAreShownByNamesThatDiffer(t *testing.T) {
	long := strings.Repeat("a", 32)
	for name, c := range map[string]struct{ names, want []string }{
		"all differ":       {[]string{"Ola", "Bo"}, []string{"Ola", "Bo"}},
		"two alike":        {[]string{"Alex", "Bo", "Alex"}, []string{"Alex (1)", "Bo", "Alex (2)"}},
		"case and fillers": {[]string{"Alex", "aLEX\u200b"}, []string{"Alex (1)", "aLEX\u200b (2)"}},
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
