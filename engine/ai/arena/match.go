// Package arena lets computer players play whole games against each other and counts the results.
// Each player is told what its seat may know.
package arena

// Seating says which of the named players sits in each seat: game by game they move on by one
// place. Partners are the same player; the last one named takes the places left.
func Seating(named, seats, teamSize, game int) []int {
	places := seats / teamSize
	list := make([]int, seats)
	for s := range list {
		list[s] = min((s/teamSize+game)%places, named-1)
	}
	return list
}
