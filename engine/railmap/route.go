package railmap

import (
	"math"

	"konduktor/engine"
)

// Rim is the distance from the edge of the board at which a bend counts as lying on it.
const Rim = 1e-6

// WrapsAt returns the index of the last bend before a wrapping route leaves the board; at the next
// one it returns at the other edge. -1 if it does not wrap.
func (r *Route) WrapsAt() int {
	for i := 0; i+1 < len(r.Bends); i++ {
		x, next := r.Bends[i].X, r.Bends[i+1].X
		if math.Abs(x-next) >= 1-2*Rim {
			return i
		}
	}
	return -1
}

// Far returns the other end of a route that ends in a city.
func (r *Route) Far(c engine.CityID) engine.CityID { return r.A ^ r.B ^ c }

// CardsPerSymbol is how many coloured cards stand for the locomotive of a ferry's symbol (N5).
const CardsPerSymbol = 3

// points are the points for a route by its length (C7).
var points = [MaxLength + 1]int{1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}

// Points returns the points for claiming a route of a length (C7); 0 for a length that no route
// has.
func Points(length int) int {
	if length < 0 || length >= len(points) {
		return 0
	}
	return points[length]
}
