package play

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"konduktor/engine"
)

func TestWhatWasTakenBackOfASeatWithAnothers(t *testing.T) {
	made := func(seat engine.Seat, n int) Entry {
		return Entry{Seat: seat, Events: []engine.Event{{Seat: seat, N: n}}}
	}
	gone := func(seat engine.Seat, n, branch int) Entry {
		e := made(seat, n)
		e.Undone, e.Branch = true, branch
		return e
	}
	for name, c := range map[string]struct {
		annals []Entry
		want   []Taken
	}{
		"nothing was taken back": {[]Entry{made(2, 1), made(1, 2)}, nil},
		"one move of another's":  {[]Entry{made(2, 1), gone(1, 2, 0)}, nil},
		"with another's":         {[]Entry{gone(1, 1, 0), gone(2, 2, 0), gone(2, 3, 0)}, []Taken{{By: 1, Events: []engine.Event{{Seat: 2, N: 2}, {Seat: 2, N: 3}}}}},
		"by the seat itself":     {[]Entry{gone(2, 1, 0), gone(1, 2, 0)}, nil},
		"before a move of the seat that stands": {
			[]Entry{gone(1, 1, 0), gone(2, 2, 0), made(1, 3), made(2, 4)}, nil,
		},
		"twice": {
			[]Entry{gone(1, 1, 0), gone(2, 2, 0), gone(3, 1, 1), gone(2, 3, 1), made(1, 5)},
			[]Taken{{By: 1, Events: []engine.Event{{Seat: 2, N: 2}}}, {By: 3, Events: []engine.Event{{Seat: 2, N: 3}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, TakenAlong(c.annals, 2), cmpopts.IgnoreUnexported(Taken{})); diff != "" {
				t.Errorf("taken back (-want +got):\n%s", diff)
			}
		})
	}
}
