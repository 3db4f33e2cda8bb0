package match

import (
	"hash/fnv"
	"slices"
)

// signs tell games apart at a glance. Each has a colour, a shape and words for both, so that nobody
// needs to see the colour.
var signs = []string{
	"circle-red", "circle-blue", "circle-green", "circle-yellow", "circle-purple", "circle-brown",
	"square-red", "square-blue", "square-green", "square-yellow", "square-purple", "square-brown",
	"heart-red", "heart-blue", "heart-green", "heart-yellow", "heart-purple", "heart-brown",
}

// SignOf returns the sign of a game: the one that was chosen, or one that follows from its ID.
func SignOf(game GameID, chosen string) string {
	if slices.Contains(signs, chosen) {
		return chosen
	}
	return signs[signByID(game)]
}

// FreeSign chooses the sign of a game that is dealt: the first, beginning with that of its ID, that
// no other game of its players has.
func FreeSign(game GameID, taken []string) string {
	first := signByID(game)
	for i := range signs {
		if s := signs[(first+i)%len(signs)]; !slices.Contains(taken, s) {
			return s
		}
	}
	return signs[first]
}

func signByID(game GameID) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(game)) // never fails
	return int(h.Sum32() % uint32(len(signs)))
}
