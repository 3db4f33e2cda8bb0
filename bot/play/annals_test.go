package play

import (
	"fmt"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
)

func TestUndoneMovesStandWhereTheyWereMade(t *testing.T) {
	for _, test := range []struct {
		name string
		// made is the game as it was played: a letter is a move, a digit goes back to that ply.
		made string
		want string // undone moves in brackets, with the number of the taking back
	}{
		{"nothing taken back", "abc", "a b c"},
		{"one move, then another", "ab1c", "a [b0] c"},
		{"the same twice", "ab1c1d", "a [b0] [c1] d"},
		{"several moves together", "abcd1e", "a [b0] [c0] [d0] e"},
		{"nothing since", "ab1", "a [b0]"},
		{"everything", "ab0", "[a0] [b0]"},
		{"further back than before", "abc2d1e", "a [b1] [c0] [d1] e"},
		{"further and further", "abcd3e2f1g", "a [b2] [c1] [d0] [e1] [f2] g"},
		{"later ones between", "abc2de3f", "a b [c0] d [e1] f"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var moves []match.Move
			var undone []match.Undone
			branch := 0
			for _, c := range test.made {
				if c < '0' || c > '9' {
					moves = append(moves, match.Move{Ply: engine.Ply(len(moves)), Text: string(c)})
					continue
				}
				to := int(c - '0')
				for _, m := range moves[to:] {
					undone = append(undone, match.Undone{Move: m, Branch: branch})
				}
				moves, branch = moves[:to:to], branch+1
			}
			var got []string
			for _, m := range interleave(moves, undone) {
				if m.Branch == standing {
					got = append(got, m.Text)
				} else {
					got = append(got, fmt.Sprintf("[%s%d]", m.Text, m.Branch))
				}
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("got %s, want %s", text, test.want)
			}
		})
	}
}
