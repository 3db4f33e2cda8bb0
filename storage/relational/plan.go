package relational

import (
	"context"
	"errors"
	"fmt"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	// the last two first: of a plan that cannot be read, all else can
	planColumns = `p.game, p.seat, p.user, p.rev, p.ply, p.branch, p.made, p.begun`
	planLists   = `, p.steps, p.stops`
	selectPlan  = `SELECT ` + planColumns + `, NULL` + planLists + ` FROM plan AS p
		WHERE p.game = ? AND p.seat = ?`

	// upsertPlan writes nothing if the game has moved on or the plan has another revision.
	upsertPlan = `INSERT INTO plan (game, seat, user, rev, ply, branch, made, steps, stops, begun)
		SELECT ?1, ?2, ?3, ?4 + 1, ?5, ?6, ?7, ?8, ?9, ?10
		WHERE EXISTS (SELECT 1 FROM game WHERE id = ?1 AND state = 'running' AND link = ?11)
		AND ?4 = coalesce((SELECT rev FROM plan WHERE game = ?1 AND seat = ?2), 0)
		ON CONFLICT (game, seat) DO UPDATE
			SET (user, rev, ply, branch, made, steps, stops, begun) = (excluded.user, excluded.rev,
				excluded.ply, excluded.branch, excluded.made, excluded.steps, excluded.stops,
				excluded.begun)
			WHERE plan.rev = ?4`
)

// Plan implements storage.Plans.
func (s *Store) Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error) {
	return look(ctx, s, func(tx Tx) (match.Plan, error) {
		return first(All(ctx, tx, "plans", scanPlan, selectPlan, id, seat))
	})
}

func scanPlan(rows Rows) (p match.Plan, err error) {
	err = rows.Scan(&p.Game, &p.Seat, &p.User, &p.Rev, &p.Ply, &p.Branch, (*timeColumn)(&p.Made),
		&p.Begun, (*timeColumn)(&p.Due), jsonColumn{&p.Steps}, jsonColumn{&p.Stops})
	if err != nil {
		err = fmt.Errorf("plan of seat %d in game %s: %w", p.Seat, p.Game, err)
	}
	return p, err
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

// SavePlan implements storage.Plans.
func (s *Store) SavePlan(
	ctx context.Context, p match.Plan, head match.Link, why storage.Origin,
) error {
	return s.change(ctx, func(tx Tx) error {
		// first, because a repetition would also be stale
		if err := saveAnswer(ctx, tx, why, p.Made); err != nil {
			return err
		}
		return tx.hit(ctx, storage.ErrStale, "save a plan", upsertPlan,
			p.Game, p.Seat, p.User, p.Rev, p.Ply, p.Branch, p.Made.UnixMicro(),
			asJSON(p.Steps), asJSON(p.Stops), p.Begun, head[:])
	})
}

// EndPlan implements storage.Plans.
func (s *Store) EndPlan(ctx context.Context, p match.Plan, out []storage.Message) error {
	return s.change(ctx, func(tx Tx) error {
		err := tx.hit(ctx, storage.ErrStale, "end a plan of game "+string(p.Game),
			`DELETE FROM plan WHERE game = ? AND seat = ? AND rev = ?`, p.Game, p.Seat, p.Rev)
		if err != nil {
			return err
		}
		return enqueueMissing(ctx, tx, out)
	})
}

// ReadyPlans implements storage.Plans. Where processes divide plans, it returns those of this one.
func (s *Store) ReadyPlans(ctx context.Context, n int) ([]match.Plan, error) {
	return division[match.Plan]{
		what: "plans", query: s.texts.readyPlans, scan: scanReady,
		lease: `UPDATE plan SET holder = ?, held = ` + s.texts.leaseEnd + ` WHERE game = ? AND seat = ?`,
		key:   func(p match.Plan) []any { return []any{p.Game, p.Seat} },
	}.take(ctx, s, n)
}
