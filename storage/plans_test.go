package storage_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// planOf returns a plan of the guest, who has seat 2 and does not move first, with every field
// filled.
func planOf(id match.GameID) match.Plan {
	return match.Plan{
		Game: id, Seat: 2, User: "guest", Branch: 3, Made: noon.UTC(), Steps: []string{
			"claim 42a 3red",
			"draw deck; draw deck",
		},
		Stops: []string{"taken"},
	}
}

// ready returns the seats of games that have plans to be looked at.
func ready(t *testing.T, s storage.Store) []string {
	t.Helper()
	list, err := s.ReadyPlans(t.Context(), 9)
	must(t, err)
	seats := []string{}
	for _, p := range list {
		seats = append(seats, fmt.Sprintf("%s/%d", p.Game, p.Seat))
	}
	return seats
}

// starts creates a game in which it is the host's turn, and saves the guest's plan.
func starts(t *testing.T, s storage.Store, id match.GameID) match.Plan {
	t.Helper()
	must(t, s.Create(t.Context(), runningOf(id), storage.Origin{}, nil))
	must(t, s.SavePlan(t.Context(), planOf(id), match.FirstLink(runningOf(id)), storage.Origin{}))
	p, err := s.Plan(t.Context(), id, 2)
	must(t, err)
	return p
}

var plans = []behaviour{
	{
		"a plan that is saved again for the same interaction stays as it is",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			head, why := match.FirstLink(runningOf("game1")), storage.Origin{
				Interaction: "click",
				Answer:      "planned",
			}
			must(t, s.SavePlan(t.Context(), planOf("game1"), head, why))
			got, err := s.Plan(t.Context(), "game1", planOf("game1").Seat)
			must(t, err)
			changed := got
			changed.Steps = append(slices.Clone(got.Steps), got.Steps...)
			wantError(t, s.SavePlan(t.Context(), changed, head, why), storage.ErrRepeated)
			again, err := s.Plan(t.Context(), "game1", got.Seat)
			must(t, err)
			equal(t, "the steps", again.Steps, got.Steps)
			must(t, s.Forget(t.Context(), got.Made)) // the answer is no older than the plan
			wantError(t, s.SavePlan(t.Context(), changed, head, why), storage.ErrRepeated)
		},
	},
	{
		"a plan comes back as it was saved, and every change raises its revision",
		func(t *testing.T, s storage.Store) {
			_, err := s.Plan(t.Context(), "game1", 2)
			wantError(t, err, storage.ErrNotFound)
			got := starts(t, s, "game1")
			want := planOf("game1")
			want.Rev = 1
			equalPlans(t, got, want)
			head := match.FirstLink(runningOf("game1"))
			wantError(t, s.SavePlan(t.Context(), planOf("game1"), head, storage.Origin{}), storage.ErrStale)
			got.Steps, got.Stops, got.Begun = []string{"tickets"}, nil, true
			must(t, s.SavePlan(t.Context(), got, head, storage.Origin{}))
			after, err := s.Plan(t.Context(), "game1", 2)
			must(t, err)
			got.Rev = 2
			equalPlans(t, after, got)
		},
	},
	{
		"a plan is saved in the position that it was made in, while the game runs",
		func(t *testing.T, s storage.Store) {
			p := starts(t, s, "game1")
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
			wantError(t, s.SavePlan(t.Context(), p, match.FirstLink(runningOf("game1")), storage.Origin{}),
				storage.ErrStale)
			must(t, s.SavePlan(t.Context(), p, moveOf("game1", 0).Head(), storage.Origin{}))
			over := match.RowUpdate{State: match.Finished}
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 1), over, storage.Origin{}, nil))
			p.Rev++
			wantError(t, s.SavePlan(t.Context(), p, moveOf("game1", 1).Head(), storage.Origin{}),
				storage.ErrStale)
			wantError(t, s.SavePlan(t.Context(), planOf("game2"), match.Link{}, storage.Origin{}),
				storage.ErrStale)
		},
	},
	{
		"a plan ends together with what is told of it, or not at all",
		func(t *testing.T, s storage.Store) {
			p := starts(t, s, "game1")
			must(t, s.Enqueue(t.Context(), []storage.Message{saying("l", "taken", noon)}))
			other := p
			other.Rev++
			wantError(t, s.EndPlan(t.Context(), other, nil), storage.ErrStale)
			must(t, s.EndPlan(t.Context(), p, []storage.Message{
				saying("l", "taken", noon), saying("l", "new", noon),
			}))
			wantError(t, s.EndPlan(t.Context(), p, nil), storage.ErrStale)
			_, err := s.Plan(t.Context(), "game1", 2)
			wantError(t, err, storage.ErrNotFound)
			due, err := s.Due(t.Context(), noon, 9)
			must(t, err)
			equal(t, "messages", nonces(due), []string{"taken"}) // the second of its lane comes later
		},
	},
	{"a plan is ready once its user can move, and not before", func(t *testing.T, s storage.Store) {
		starts(t, s, "game1")
		equal(t, "ready", ready(t, s), []string{})
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
		list, err := s.ReadyPlans(t.Context(), 9)
		must(t, err)
		equal(t, "number of plans", len(list), 1)
		equal(t, "due", list[0].Due, moveOf("game1", 0).At.UTC())
		none, err := s.ReadyPlans(t.Context(), 0)
		must(t, err)
		equal(t, "number of plans if none is asked for", len(none), 0)
	}},
	{
		"a plan is ready if nothing can come of it, or if it is under way",
		func(t *testing.T, s storage.Store) {
			change := map[match.GameID]func(g *match.Game){
				"gone": func(g *match.Game) { g.State = match.Cancelled },
				"back": func(g *match.Game) { g.Branch++ },
				"left": func(g *match.Game) { g.Seats[1].User = "friend" },
				"same": func(g *match.Game) { g.Thread = "" },
			}
			for id, to := range change {
				starts(t, s, id)
				g, err := s.Game(t.Context(), id)
				must(t, err)
				to(&g)
				g.Updated = g.Updated.Add(time.Duration(id[0]) * time.Minute)
				must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
			}
			p := starts(t, s, "under")
			p.Begun = true
			must(t, s.SavePlan(t.Context(), p, match.FirstLink(runningOf("under")), storage.Origin{}))
			starts(t, s, "moved")
			must(t, s.Append(t.Context(), "moved", moveOf("moved", 0), goesOn, storage.Origin{}, nil))
			hosts := match.RowUpdate{State: match.Running, ToMove: []match.UserID{"host"}}
			must(t, s.Append(t.Context(), "moved", moveOf("moved", 1), hosts, storage.Origin{}, nil))
			equal(t, "ready", ready(t, s), []string{"under/2", "moved/2", "back/2", "gone/2", "left/2"})
		},
	},
}

func equalPlans(t *testing.T, got, want match.Plan) {
	t.Helper()
	equal(t, "steps", got.Steps, want.Steps)
	equal(t, "stops", got.Stops, want.Stops)
	type rest struct {
		Game        match.GameID
		Seat        engine.Seat
		User        match.UserID
		Rev, Branch int
		Ply         engine.Ply
		Made        time.Time
		Begun       bool
	}
	of := func(p match.Plan) rest {
		return rest{p.Game, p.Seat, p.User, p.Rev, p.Branch, p.Ply, p.Made, p.Begun}
	}
	equal(t, "plan", of(got), of(want))
}
