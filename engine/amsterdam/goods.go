package amsterdam

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railway"
)

// name is what views, events, bonuses and texts call the goods cards.
const name = "goods"

// goodsCards is the size of the pile of goods cards (A1).
const goodsCards = 16

// goodsPoints are the points of each rank, by the number of seats (A7).
var goodsPoints = map[int][]int{2: {8, 4}, 3: {8, 5, 2}, 4: {8, 6, 4, 2}}

// goods are the goods cards of one game. All are public and alike (A4).
type goods struct {
	pile int
	held []int  // by seat
	on   []bool // by route: it has cart symbols
}

func newGoods(board *railmap.Map, seats int) railway.Extra {
	x := &goods{pile: goodsCards, held: make([]int, seats), on: make([]bool, len(board.Routes))}
	for r := range board.Routes {
		x.on[r] = board.Routes[r].Carts
	}
	return x
}

// Claimed gives one goods card for a route with cart symbols, whatever its length (A4).
func (x *goods) Claimed(g *railway.Game, s engine.Seat, r engine.RouteID) {
	if !x.on[r] || x.pile == 0 {
		return
	}
	x.pile--
	x.held[s-1]++
	g.Report(engine.Event{Kind: engine.EventTook, Seat: s, Card: engine.NoCard, N: 1, Word: name})
}

// Bonuses returns the points of the seat's rank (A7): one more than the number of seats that hold
// more.
func (x *goods) Bonuses(s engine.Seat) []engine.Bonus {
	mine := x.held[s-1]
	if mine == 0 {
		return nil
	}
	ahead := 0
	for _, n := range x.held {
		if n > mine {
			ahead++
		}
	}
	return []engine.Bonus{{Name: name, Points: goodsPoints[len(x.held)][ahead]}}
}

// Show tells everybody the goods.
func (x *goods) Show(v *engine.View) {
	v.AddTokens(engine.Tokens{Name: name, Left: x.pile, Held: x.held, On: x.on})
}

// Resume takes the goods from a view.
func (x *goods) Resume(v *engine.View) {
	x.pile = v.Tokens[0].Left
	copy(x.held, v.Tokens[0].Held)
}

// Clone returns an independent copy.
func (x *goods) Clone() railway.Extra {
	c := *x
	c.held = slices.Clone(x.held)
	return &c
}
