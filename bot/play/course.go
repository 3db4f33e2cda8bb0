package play

import (
	"context"
	"fmt"

	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
	"konduktor/engine/notation"
)

// Course returns how a finished game went from turn to turn, as everybody may know it. *route.Problem "film-not-over" while
// it is under way: what comes of it opens all tickets.
func (g *Games) Course(ctx context.Context, row match.Game) ([]engine.Turn, error) {
	if row.State != match.Finished {
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

// Tape returns a finished game as it can be reviewed: what each player saw and was told at each turn. *route.Problem "review-not-over"
// while it is under way.
func (g *Games) Tape(ctx context.Context, row match.Game) (review.Game, error) {
	if row.State != match.Finished {
		return review.Game{}, route.Fail("review-not-over", "Game", string(row.ID))
	}
	edition, err := g.editions.Edition(ctx, row)
	if err != nil {
		return review.Game{}, err
	}
	stored, err := g.moves(ctx, row.ID, -1)
	if err != nil {
		return review.Game{}, err
	}
	moves := make([]engine.Move, len(stored))
	for i, m := range stored {
		if moves[i], err = notation.ParseMove(edition.Lexicon(), m.Text); err != nil {
			return review.Game{}, fmt.Errorf("parse move %d of game %s: %w", m.Ply, row.ID, err)
		}
	}
	tape := review.Tape{Game: review.Game{Title: edition}}
	_, err = replay(edition, row, stored, func(i int, game engine.Game, events []engine.Event) { tape.Add(game, stored[i].Seat, moves[i], events) })
	return tape.Game, err
}
