package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// placeOf is a seat of a game.
type placeOf struct {
	game match.GameID
	seat engine.Seat
}

// Plan returns the plan of a seat; see storage.Store.
func (s *Store) Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return match.Plan{}, err
	}
	defer end()
	p, ok := s.plans[placeOf{id, seat}]
	if !ok {
		return match.Plan{}, storage.ErrNotFound
	}
	return keptPlan(p), nil
}

// SavePlan adds or replaces a plan; see storage.Store.
func (s *Store) SavePlan(ctx context.Context, p match.Plan, head match.Link, why storage.Origin) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := s.takes(why, nil); err != nil {
		return err
	}
	g, ok := s.games[p.Game]
	if !ok || g.State != match.Running || g.Head != head || s.plans[placeOf{p.Game, p.Seat}].Rev != p.Rev {
		return fmt.Errorf("save a plan in game %s: %w", p.Game, storage.ErrStale)
	}
	p.Rev++
	s.plans[placeOf{p.Game, p.Seat}] = keptPlan(p)
	s.note(why, p.Made, nil)
	return nil
}

// EndPlan removes a plan; see storage.Store.
func (s *Store) EndPlan(ctx context.Context, p match.Plan, out []storage.Message) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	before, ok := s.plans[placeOf{p.Game, p.Seat}]
	if !ok || before.Rev != p.Rev {
		return fmt.Errorf("end a plan in game %s: %w", p.Game, storage.ErrStale)
	}
	if err := s.takes(storage.Origin{}, out); err != nil {
		return err
	}
	delete(s.plans, placeOf{p.Game, p.Seat})
	s.note(storage.Origin{}, p.Made, out)
	return nil
}

// ReadyPlans returns the plans to be looked at; see storage.Store.
func (s *Store) ReadyPlans(ctx context.Context, n int) ([]match.Plan, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var list []match.Plan
	for _, p := range s.plans {
		if g, ok := s.games[p.Game]; ok && ready(g, &p) {
			p = keptPlan(p)
			p.Due = g.Updated
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b match.Plan) int {
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Seat, b.Seat))
	})
	return list[:min(len(list), max(n, 0))], nil
}

// ready reports whether a plan needs to be looked at.
func ready(g *record, p *match.Plan) bool {
	if g.State != match.Running || p.Begun || g.Branch != p.Branch || int(p.Seat) > len(g.Seats) || g.Seats[p.Seat-1].User != p.User {
		return true
	}
	if slices.Contains(g.ToMove, p.User) {
		return true
	}
	return slices.ContainsFunc(g.moves[min(int(p.Ply), len(g.moves)):], func(m match.Move) bool { return m.Seat == p.Seat })
}

// keptPlan is a plan as it is kept and returned: nobody else holds its lists.
func keptPlan(p match.Plan) match.Plan {
	p.Steps, p.Stops, p.Made, p.Due = orNil(p.Steps), orNil(p.Stops), moment(p.Made), moment(p.Due)
	return p
}
