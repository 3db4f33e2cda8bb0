package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Meanwhile returns what has been done in a seat since somebody else, or the house, began to play it for a user who has just taken it
// back, as the seat may know it; and the table as it is now. No events: nobody else has played it, or they have made no move.
func (g *Games) Meanwhile(ctx context.Context, row match.Game, seat engine.Seat, user match.UserID) (*Table, []engine.Event, error) {
	tenures, err := g.store.Tenures(ctx, row.ID)
	if err != nil {
		return nil, nil, fmt.Errorf("load who has played game %s: %w", row.ID, err)
	}
	moves, err := g.store.Moves(ctx, row.ID, int(row.Ply))
	if err != nil {
		return nil, nil, fmt.Errorf("load the moves of game %s: %w", row.ID, err)
	}
	c, err := g.Chronicle(ctx, row, route.AnyPly, seat)
	if err != nil {
		return nil, nil, err
	}
	since, away := awaySince(tenures, seat, user)
	var done []engine.Event
	for i, m := range moves[:min(len(moves), len(c.chapters))] {
		if away && m.Seat == seat && !m.At.Before(since) {
			done = append(done, c.chapters[i].Events...)
		}
	}
	return c.Table, done, nil
}

// awaySince returns from when on others played a seat before its user took it back; false if nobody did.
func awaySince(tenures []match.Tenure, seat engine.Seat, user match.UserID) (since time.Time, away bool) {
	for _, t := range slices.Backward(tenures) {
		switch {
		case t.Seat != seat:
		case t.User != user:
			since, away = t.From, true
		case away:
			return since, true
		}
	}
	return since, false
}
