package match_test

import (
	"errors"
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
)

// drawing is the step of drawing from the deck.
func drawing() match.Step {
	draw := match.Wish{Move: engine.Move{Verb: engine.Draw}, Card: engine.NoCard}
	return match.Step{Moves: []match.Wish{draw}, Toll: match.AskToll}
}

func TestAPlanCountsOnlyForItsPlayerAndInItsBranch(t *testing.T) {
	w := newTable(t, "")
	bo := w.actor("bo")
	d, err := w.table.DraftPlan(bo, nil, w.now)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Add(drawing()); err != nil {
		t.Fatal(err)
	}
	kept := d.Write(w.now)
	kept.Rev = 3
	for name, c := range map[string]struct {
		change func(*match.Plan)
		steps  int
		code   string
	}{
		"his own":                    {func(*match.Plan) {}, 1, ""},
		"of who had the seat before": {func(p *match.Plan) { p.User = "di" }, 0, ""},
		"of what was taken back":     {func(p *match.Plan) { p.Branch++ }, 0, ""},
		"that is being carried out":  {func(p *match.Plan) { p.Begun = true }, 0, "plan-waits"},
	} {
		plan := kept
		c.change(&plan)
		d, err := w.table.DraftPlan(bo, &plan, w.now)
		if refusal, _ := errors.AsType[*match.Refusal](err); refusal != nil {
			if refusal.Code != c.code {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || c.code != "" || len(d.Plan.Steps) != c.steps || d.Row.Rev != 3 ||
			d.Row.User != "bo" {
			t.Errorf("%s: got %+v of %s, %v; want %d steps", name, d.Plan, d.Row.User, err, c.steps)
		}
	}
	for user, drops := range map[match.UserID]bool{"bo": true, "cy": false} {
		if got, err := w.table.Drops(w.actor(user), &kept); got != drops || err != nil {
			t.Errorf("%s gives up the plan of bo: %t, %v", user, got, err)
		}
	}
}

func TestDraftRefusesStrangersAndStaysBounded(t *testing.T) {
	w := newTable(t, "")
	_, err := w.table.DraftPlan(w.actor("zoe"), nil, w.now)
	refusal, _ := errors.AsType[*match.Refusal](err)
	if refusal == nil || refusal.Code != "not-seated" {
		t.Errorf("a stranger plans: %v", err)
	}
	d, err := w.table.DraftPlan(w.actor("bo"), nil, w.now)
	if err != nil {
		t.Fatal(err)
	}
	for range match.MaxSteps {
		if err := d.Add(drawing()); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Add(drawing()); !errors.Is(err, match.ErrPlanFull) {
		t.Errorf("one step more: %v", err)
	}
	if len(d.Plan.Steps) != match.MaxSteps || !d.Full() {
		t.Errorf("%d steps, want %d", len(d.Plan.Steps), match.MaxSteps)
	}
	pass := match.Wish{Move: engine.Move{Verb: engine.Pass}, Card: engine.NoCard}
	if err := d.Extend(pass); err == nil {
		t.Error("a step goes on with a move that is not possible")
	}
	if n := len(d.Plan.Steps[match.MaxSteps-1].Moves); n != 1 {
		t.Errorf("what is refused stays in the plan: %d moves", n)
	}
}
