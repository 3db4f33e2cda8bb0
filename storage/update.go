package storage

import (
	"errors"
	"fmt"
	"maps"
)

// CheckUpdate refuses a row in the place of another, for Update: ErrStale if its revision is another's. What a game's moves rest on
// cannot change: the same moves would replay to another game (design D1).
func (g Game) CheckUpdate(after Game) error {
	switch {
	case g.Rev != after.Rev:
		return ErrStale
	case g.Ply != after.Ply:
		return fmt.Errorf("the number of moves changes by appending only: it is %d, not %d", g.Ply, after.Ply)
	case g.Ply == 0:
		return nil
	case g.Head != after.Head:
		return errors.New("the head of a game changes by appending only")
	case g.Title != after.Title, g.Version != after.Version, g.Map != after.Map, !maps.Equal(g.Options, after.Options):
		return errors.New("the rules of a game cannot change under its moves")
	case g.Seed != after.Seed:
		return errors.New("the seed of a game cannot change under its moves")
	case len(g.Seats) != len(after.Seats):
		return errors.New("the number of seats cannot change under a game's moves")
	}
	return nil
}
