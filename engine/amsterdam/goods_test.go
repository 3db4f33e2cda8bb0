package amsterdam

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/enginetest"
)

func TestA7PointsForGoodsByRank(t *testing.T) {
	for _, c := range []struct {
		name       string
		held, want []int
	}{
		{"two seats", []int{3, 5}, []int{4, 8}},
		{"two seats tied both get the first place", []int{4, 4}, []int{8, 8}},
		{"two seats, one without goods", []int{0, 1}, []int{0, 8}},
		{"nobody has goods", []int{0, 0, 0}, []int{0, 0, 0}},
		{"three seats", []int{1, 2, 3}, []int{2, 5, 8}},
		{"three seats, two first: the second place is skipped", []int{3, 3, 1}, []int{8, 8, 2}},
		{"three seats, two second", []int{5, 2, 2}, []int{8, 5, 5}},
		{"four seats", []int{7, 1, 4, 2}, []int{8, 2, 6, 4}},
		{"four seats, three first", []int{2, 2, 1, 2}, []int{8, 8, 2, 8}},
		{"four seats, two second", []int{4, 2, 2, 1}, []int{8, 6, 6, 2}},
		{"four seats, the last without goods", []int{4, 3, 0, 0}, []int{8, 6, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := &goods{held: c.held}
			got := make([]int, len(c.held))
			for i := range c.held {
				for _, b := range x.Bonuses(engine.Seat(i + 1)) {
					got[i] += b.Points
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("points for %v goods (-want +got):\n%s", c.held, diff)
			}
		})
	}
}

// A game on a map of a user's own (design D3) gives goods by that map's cart symbols.
func TestA4GoodsFollowTheMapInPlay(t *testing.T) {
	bare := *board
	bare.Routes = slices.Clone(board.Routes)
	for i := range bare.Routes {
		bare.Routes[i].Carts = false
	}
	title, err := Title.On(&bare)
	if err != nil {
		t.Fatal(err)
	}
	_, g := enginetest.Play(t, title, "greedy", 4, 0, 3)
	v := g.View(engine.Public)
	if left := v.Tokens[0].Left; left != goodsCards {
		t.Errorf("%d goods cards are left, want all %d: no route of this map shows a cart",
			left, goodsCards)
	}
}

func TestA1BoxHoldsCardsContractsAndCarts(t *testing.T) {
	if got := Rules.Decks[0].Cards.Total(); got != 44 {
		t.Errorf("%d cards, want 44", got)
	}
	if got := len(board.Tickets); got != 24 {
		t.Errorf("%d contracts, want 24", got)
	}
	carts := 0
	for i := range board.Routes {
		if board.Routes[i].Carts {
			carts++
		}
	}
	if carts != 16 || goodsCards != 16 {
		t.Errorf("%d routes with cart symbols and %d goods cards, want 16 of each", carts, goodsCards)
	}
}
