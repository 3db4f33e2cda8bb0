package caption

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/world"
	"konduktor/render/rendertest"
)

func TestTheTextsSayPortsPiecesDecksAndTours(t *testing.T) {
	g, _ := rendertest.Simulated(t, world.Title, 5, 110, "")
	v := rendertest.WithPorts(rendertest.Touring(t, g))
	say := New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v)
	rendertest.MustSay(t, New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v).BoardText(), "Train deck: ", "Train discards: ", "Ship deck: ", "Ship discards: ",
		" trains, ", " ships, ", "1 port to build", "\n\nPorts:\n1. Ala: "+say.Cities(v.Seats[0].Ports), "\nHarbours without a port: ",
		"2 pair spaces", ", sea, ")
	rendertest.MustSay(t, New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v).Hand().String(), "In the box, to exchange for: ", "Double ships: ",
		say.HeldTicket(ToursOf(world.Title.Map(), &v)[0]), " in this order, −")
}

// W2, W11: a way may need pieces of every kind, and what is out of the supply can be exchanged for.
func TestPiecesOfAllKindsCountForATicket(t *testing.T) {
	m, lex := world.Title.Map(), world.Title.Lexicon()
	id, _ := lex.Ticket("al-qahira--sydney")
	for _, c := range []struct {
		name   string
		pieces []int
		want   bool
	}{{"enough of both together", []int{10, 10}, true}, {"too few of both together", []int{3, 3}, false}} {
		t.Run(c.name, func(t *testing.T) {
			v := &engine.View{Viewer: 1, Seats: []engine.SeatView{{Seat: 1, Pieces: c.pieces}}}
			if got := NewReach(m, v, v.Own()).Ticket(&m.Tickets[id]); got.Possible != c.want {
				t.Errorf("got %+v, want possible %t", got, c.want)
			}
		})
	}
}

func TestATourTellsWhetherItIsInOrder(t *testing.T) {
	m, lex := world.Title.Map(), world.Title.Lexicon()
	id, _ := lex.Ticket("lagos--luanda--dar-es-salaam--djibouti")
	routes := func(names ...string) []engine.RouteID {
		var all []engine.RouteID
		for _, n := range names {
			r, ok := lex.Route(n)
			if !ok {
				t.Fatalf("there is no route %s", n)
			}
			all = append(all, r)
		}
		return all
	}
	for _, c := range []struct {
		name   string
		routes []engine.RouteID
		want   Progress
	}{
		{
			"W9 along its way", routes("lagos--luanda.1", "dar-es-salaam--luanda", "dar-es-salaam--djibouti.1"),
			Progress{Complete: true, Possible: true, ordered: true},
		},
		{
			"W9 in pieces that meet elsewhere",
			routes("lagos--luanda.1", "casablanca--lagos", "al-qahira--casablanca", "al-qahira--djibouti.1", "dar-es-salaam--djibouti.1"),
			Progress{Complete: true, Possible: true},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &engine.View{Viewer: 1, Seats: []engine.SeatView{{Seat: 1, Pieces: []int{9, 9}, Routes: c.routes}}}
			if got := NewReach(m, v, v.Own()).Ticket(&m.Tickets[id]); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
