package cardgame

import (
	"math/rand/v2"
	"slices"

	"konduktor/engine/cardgame/assign"
)

// worlds is how many deals of the unknown tickets say how likely a big city's card is. Nineteen of
// twenty chances are within 7 percentage points of those of all deals.
const worlds = 200

// sample sets the worths of the big cities at the end of the last pass by worlds: the others hold
// any tickets that the seat does not know, and declare those first that give most for a card.
func (d *declarer) sample() {
	rng := rand.New(rand.NewPCG(d.luck, 8))
	unknown := slices.Collect(d.unknown.Each)
	// by city and number of tickets: the worlds in which the best of the others completes so many
	by := make([][assign.MaxTickets + 1]int, len(d.cities))
	most := make([]int, len(d.cities))
	for range worlds {
		rng.Shuffle(len(unknown), func(i, j int) { unknown[i], unknown[j] = unknown[j], unknown[i] })
		clear(most)
		left := unknown
		for i := range d.rivals {
			o := &d.rivals[i]
			var held assign.Set
			for range min(o.open, len(left)) {
				held, left = held.With(left[0]), left[1:]
			}
			done := o.done | d.edition.tickets.InTurn(&o.track, held, d.edition.byCard)
			for k := range d.cities {
				most[k] = max(most[k], (d.cities[k].names & done).Size())
			}
		}
		for k, n := range most {
			by[k][n]++
		}
	}
	for k := range d.cities {
		c, no := &d.cities[k], by[k][0]
		for m := 1; m < len(c.worth); m++ {
			no += by[k][m]
			c.worth[m] = no * point * c.bonus / worlds
		}
	}
}
