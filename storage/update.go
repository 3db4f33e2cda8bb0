package storage

import (
	"errors"
	"fmt"
	"maps"

	"konduktor/engine/match"
)

// CheckUpdate says why after cannot replace a game's row: ErrStale if its revision is another's.
// What the moves depend on cannot change: the same moves would replay to another game (design D1).
func CheckUpdate(g, after match.Game) error {
	switch {
	case g.Rev != after.Rev:
		return ErrStale
	case len(after.Opening) > 0:
		return checkOpening(g, after)
	case g.Ply != after.Ply:
		return fmt.Errorf(
			"only appending changes the number of moves: it is %d, not %d", g.Ply, after.Ply,
		)
	case g.Ply == 0:
		return nil
	case g.Head != after.Head:
		return errors.New("only appending changes the head of a game")
	case g.Title != after.Title, g.Version != after.Version, g.Map != after.Map,
		!maps.Equal(g.Options, after.Options):
		return errors.New("the rules of a game cannot change under its moves")
	case g.Seed != after.Seed:
		return errors.New("the seed of a game cannot change under its moves")
	case len(g.Seats) != len(after.Seats):
		return errors.New("the number of seats cannot change under a game's moves")
	}
	return nil
}

// checkOpening says why a game cannot begin with the moves of after.
func checkOpening(g, after match.Game) error {
	first := after.Opening[0]
	if g.Begun() || first.Ply != 0 || first.After != match.FirstLink(after) {
		return errors.New("a game begins with moves only when its cards are dealt")
	}
	line, head, err := match.RowUpdate{Then: after.Opening[1:]}.Line(first)
	if err == nil && (len(line) != int(after.Ply) || head != after.Head) {
		err = fmt.Errorf("%d moves do not lead to move %d", len(line), after.Ply)
	}
	if err != nil {
		return fmt.Errorf("begin game %s: %w", g.ID, err)
	}
	return nil
}

// CheckRollback says why a game cannot go back: ErrStale if it is not running, not in the position
// r.From, or its row has another revision than p; another error for what no caller may ask for.
func CheckRollback(g match.Game, r match.Rollback, p match.RowUpdate) error {
	switch {
	case g.State != match.Running || g.Head != r.From || p.Rev != g.Rev:
		return ErrStale
	case r.To < 0 || r.To >= g.Ply || p.State != match.Running:
		return fmt.Errorf("game %s of %d moves cannot go back to %d", g.ID, g.Ply, r.To)
	}
	return nil
}
