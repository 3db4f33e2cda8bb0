package relational

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	planColumns = `p.game, p.seat, p.user, p.rev, p.ply, p.branch, p.made, p.steps, p.stops, p.begun`
	selectPlan  = `SELECT ` + planColumns + `, NULL FROM plan AS p WHERE p.game = ? AND p.seat = ?`

	// upsertPlan writes nothing if the game has moved on or the plan has another revision.
	upsertPlan = `INSERT INTO plan (game, seat, user, rev, ply, branch, made, steps, stops, begun)
		SELECT ?1, ?2, ?3, ?4 + 1, ?5, ?6, ?7, ?8, ?9, ?10
		WHERE EXISTS (SELECT 1 FROM game WHERE id = ?1 AND state = 'running' AND link = ?11)
		AND ?4 = coalesce((SELECT rev FROM plan WHERE game = ?1 AND seat = ?2), 0)
		ON CONFLICT (game, seat) DO UPDATE SET (user, rev, ply, branch, made, steps, stops, begun) = (excluded.user, excluded.rev,
		excluded.ply, excluded.branch, excluded.made, excluded.steps, excluded.stops, excluded.begun) WHERE plan.rev = ?4`
)

// Plan returns the plan of a seat; see storage.Store.
func (s *Store) Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error) {
	return look(ctx, s, func(tx Tx) (match.Plan, error) {
		list, err := All(ctx, tx, "plans", scanPlan, selectPlan, id, seat)
		if err != nil {
			return match.Plan{}, err
		}
		if len(list) == 0 {
			return match.Plan{}, storage.ErrNotFound
		}
		return list[0], nil
	})
}

func scanPlan(rows Rows) (p match.Plan, err error) {
	var made int64
	var steps, stops string
	var due sql.NullInt64
	if err = rows.Scan(&p.Game, &p.Seat, &p.User, &p.Rev, &p.Ply, &p.Branch, &made, &steps, &stops,
		&p.Begun, &due); err != nil {
		return p, fmt.Errorf("scan: %w", err)
	}
	p.Made, p.Due = fromMicros(made), orZero(due)
	for text, list := range map[string]*[]string{steps: &p.Steps, stops: &p.Stops} {
		if err := json.Unmarshal([]byte(text), list); err != nil {
			return p, fmt.Errorf(
				"%w: the plan of seat %d in game %s cannot be read", storage.ErrDamaged, p.Seat, p.Game,
			)
		}
	}
	return p, nil
}

// scanReady is scanPlan for plans to be looked at: one that cannot be read has no steps, so that it
// ends and holds no other up.
func scanReady(rows Rows) (match.Plan, error) {
	p, err := scanPlan(rows)
	if errors.Is(err, storage.ErrDamaged) {
		p.Steps, p.Stops, err = nil, nil, nil
	}
	return p, err
}

// SavePlan adds or replaces a plan; see storage.Store.
func (s *Store) SavePlan(
	ctx context.Context, p match.Plan, head match.Link, why storage.Origin,
) error {
	return s.change(ctx, func(tx Tx) error {
		// first, because a repetition would also be stale
		if err := saveAnswer(ctx, tx, why, p.Made); err != nil {
			return err
		}
		result, err := tx.Exec(
			ctx, upsertPlan, p.Game, p.Seat, p.User, p.Rev, p.Ply, p.Branch, p.Made.UnixMicro(),
			asJSON(p.Steps), asJSON(p.Stops), p.Begun, head[:],
		)
		if err != nil {
			return fmt.Errorf("save a plan in game %s: %w", p.Game, err)
		}
		return expectRow(result, storage.ErrStale)
	})
}

// EndPlan removes a plan; see storage.Store.
func (s *Store) EndPlan(ctx context.Context, p match.Plan, out []storage.Message) error {
	return s.change(ctx, func(tx Tx) error {
		result, err := tx.Exec(ctx, `DELETE FROM plan WHERE game = ? AND seat = ? AND rev = ?`,
			p.Game, p.Seat, p.Rev)
		if err != nil {
			return fmt.Errorf("end a plan in game %s: %w", p.Game, err)
		}
		if err := expectRow(result, storage.ErrStale); err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}

// ReadyPlans returns the plans to be looked at; see storage.Store. Where processes divide them,
// those of this one.
func (s *Store) ReadyPlans(ctx context.Context, n int) ([]match.Plan, error) {
	return division[match.Plan]{
		what: "plans", query: s.texts.readyPlans, scan: scanReady,
		lease: `UPDATE plan SET holder = ?, held = ` + s.texts.leaseEnd + ` WHERE game = ? AND seat = ?`,
		key:   func(p match.Plan) []any { return []any{p.Game, p.Seat} },
	}.take(ctx, s, n)
}
