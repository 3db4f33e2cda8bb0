package play

import (
	"context"

	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/storage"
)

// Course returns how a finished game went from turn to turn, as everybody may know it. *route.Problem "film-not-over" while
// it is under way: what comes of it opens all tickets.
func (g *Games) Course(ctx context.Context, row storage.Game) ([]engine.Turn, error) {
	if row.State != storage.Finished {
		return nil, route.Fail("film-not-over", "Game", string(row.ID))
	}
	edition, err := g.editions.Edition(ctx, row)
	if err != nil {
		return nil, err
	}
	moves, err := g.moves(ctx, row.ID, -1)
	if err != nil {
		return nil, err
	}
	var c engine.Course
	_, err = replay(edition, row, moves, func(i int, game engine.Game, events []engine.Event) { c.Add(game, moves[i].Seat, events) })
	return c.Turns, err
}
