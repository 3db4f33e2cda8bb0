package match

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"konduktor/engine"
)

func TestUndoneMovesStayWhereTheyWereMade(t *testing.T) {
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
			var moves []Move
			var undone []Undone
			branch := 0
			for _, c := range test.made {
				if c < '0' || c > '9' {
					moves = append(moves, Move{Ply: engine.Ply(len(moves)), Text: string(c)})
					continue
				}
				to := int(c - '0')
				for _, m := range moves[to:] {
					undone = append(undone, Undone{Move: m, Branch: branch, By: "ola"})
				}
				moves, branch = moves[:to:to], branch+1
			}
			var got []string
			for _, m := range Interleave(moves, undone) {
				if m.Stands() {
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

func TestSeatLearnsWhichOfItsMovesAnotherUndid(t *testing.T) {
	made := func(seat engine.Seat, n int) Annal {
		return Annal{Seat: seat, Events: []engine.Event{{Seat: seat, N: n}}}
	}
	gone := func(seat engine.Seat, n, branch int) Annal {
		e := made(seat, n)
		e.Undone, e.Branch = true, branch
		return e
	}
	along := func(by engine.Seat, numbers ...int) TakenAlong {
		taken := TakenAlong{By: by}
		for _, n := range numbers {
			taken.Events = append(taken.Events, engine.Event{Seat: 2, N: n})
		}
		return taken
	}
	for name, c := range map[string]struct {
		annals []Annal
		want   []TakenAlong
	}{
		"nothing was taken back": {[]Annal{made(2, 1), made(1, 2)}, nil},
		"one move of another's":  {[]Annal{made(2, 1), gone(1, 2, 0)}, nil},
		"with another's": {
			[]Annal{gone(1, 1, 0), gone(2, 2, 0), gone(2, 3, 0)}, []TakenAlong{along(1, 2, 3)},
		},
		"by the seat itself": {[]Annal{gone(2, 1, 0), gone(1, 2, 0)}, nil},
		"before a move of the seat that stands": {
			[]Annal{gone(1, 1, 0), gone(2, 2, 0), made(1, 3), made(2, 4)}, nil,
		},
		"twice": {
			[]Annal{gone(1, 1, 0), gone(2, 2, 0), gone(3, 1, 1), gone(2, 3, 1), made(1, 5)},
			[]TakenAlong{along(1, 2), along(3, 3)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := Along(c.annals, 2)
			diff := cmp.Diff(c.want, got, cmpopts.IgnoreUnexported(TakenAlong{}))
			if diff != "" {
				t.Errorf("taken back (-want +got):\n%s", diff)
			}
		})
	}
}
