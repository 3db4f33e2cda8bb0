package caption

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/railmap"
)

// position is a view of seat 1 with claimed and closed routes, named as in the notation.
func position(t *testing.T, pieces int, own, other, closed []string) *engine.View {
	t.Helper()
	ids := func(names []string) []engine.RouteID {
		var out []engine.RouteID
		for _, n := range names {
			r, ok := amsterdam.Title.Lexicon().Route(n)
			if !ok {
				t.Fatalf("there is no route %s", n)
			}
			out = append(out, r)
		}
		return out
	}
	return &engine.View{Viewer: 1, Closed: ids(closed), Seats: []engine.SeatView{
		{Seat: 1, Pieces: []int{pieces}, Routes: ids(own)}, {Seat: 2, Pieces: []int{16}, Routes: ids(other)},
	}}
}

func TestATicketIsCompletePossibleOrOutOfReach(t *testing.T) {
	lex := amsterdam.Title.Lexicon()
	waag, _ := lex.City("waag")
	dam, _ := lex.City("dam")
	ticket := &railmap.Ticket{Cities: []engine.CityID{waag, dam}}
	for _, c := range []struct {
		name string
		view *engine.View
		want Progress
	}{
		{"nothing claimed", position(t, 16, nil, nil, nil), Progress{Possible: true, missing: 3}},
		{"half of it", position(t, 16, []string{"oude-kerk--waag.1"}, nil, nil), Progress{Possible: true, missing: 2}},
		{"all of it", position(t, 0, []string{"oude-kerk--waag.1", "dam--oude-kerk.2"}, nil, nil), Progress{Complete: true, Possible: true}},
		{"the other lane is free", position(t, 16, nil, []string{"oude-kerk--waag.1"}, nil), Progress{Possible: true, missing: 3}},
		{
			"the other lane is closed",
			position(t, 16, nil, []string{"oude-kerk--waag.1"}, []string{"oude-kerk--waag.2"}),
			Progress{Possible: true, missing: 4},
		},
		{"too few pieces", position(t, 2, nil, nil, nil), Progress{missing: 3}},
		{"pieces still to be chosen (W2)", yetToChoose(position(t, 0, nil, nil, nil)), Progress{Possible: true, missing: 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := amsterdam.Title.Map()
			if got := NewReach(m, c.view, c.view.Own()).Ticket(ticket); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func yetToChoose(v *engine.View) *engine.View {
	v.Seats[0].Pieces = nil
	return v
}
