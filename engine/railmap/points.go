package railmap

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
