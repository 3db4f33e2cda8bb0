package match

import (
	"errors"
	"time"

	"konduktor/engine"
)

// Draft is a player's plan for a seat's next turn while they make it.
type Draft struct {
	Row   Plan // as it is kept; Rev 0: it is not kept yet
	Plan  Intention
	View  engine.View // what the player would see if it were the seat's turn
	table *Table
}

// DraftPlan returns what the actor has planned. kept is the plan of the seat, nil if there is none;
// that of another player, or of another branch, gives way to a new one. *Illegal if the seat cannot
// plan now; a *Refusal.
func (t *Table) DraftPlan(by Actor, kept *Plan, now time.Time) (*Draft, error) {
	seat, err := t.Game.Seated(by)
	if err == nil {
		err = t.IsRunning()
	}
	if err != nil {
		return nil, err
	}
	d := &Draft{table: t}
	if d.View, err = t.Planned(seat); err != nil {
		return nil, err
	}
	if kept == nil || kept.User != by.User || kept.Branch != t.Branch {
		d.Row = Plan{
			Game: t.ID, Seat: seat, User: by.User, Ply: t.Ply, Branch: t.Branch, Made: now,
		}
		if kept != nil {
			d.Row.Rev = kept.Rev
		}
		return d, nil
	}
	if kept.Begun {
		return nil, Refuse("plan-waits")
	}
	d.Row = *kept
	d.Plan, err = ReadIntention(*kept, t.title.Lexicon())
	return d, err
}

// Last returns what the player would see after the last step; *Illegal if something has happened
// since that forbids it. There must be a step.
func (d *Draft) Last() (engine.View, error) { return d.after(d.Plan.Steps[len(d.Plan.Steps)-1]) }

func (d *Draft) after(s Step) (engine.View, error) {
	return d.table.Planned(d.Row.Seat, s.Made()...)
}

// Full reports whether there can be no further step.
func (d *Draft) Full() bool { return len(d.Plan.Steps) >= MaxSteps }

// ErrPlanFull says that a plan can have no further step.
var ErrPlanFull = errors.New("the plan is full")

// Add adds a step, which must be possible as far as anybody knows; *Illegal if it is not. Else
// ErrPlanFull if there can be no further step.
func (d *Draft) Add(s Step) error {
	if _, err := d.after(s); err != nil {
		return err
	}
	if d.Full() {
		return ErrPlanFull
	}
	d.Plan.Steps = append(d.Plan.Steps, s)
	return nil
}

// Extend adds a move to the last step, which must be possible as far as anybody knows; *Illegal if
// it is not.
func (d *Draft) Extend(w Wish) error {
	last := &d.Plan.Steps[len(d.Plan.Steps)-1]
	longer := Step{Moves: append(last.Moves[:len(last.Moves):len(last.Moves)], w), Toll: last.Toll}
	if _, err := d.after(longer); err != nil {
		return err
	}
	*last = longer
	return nil
}

// Write returns the plan as the store keeps it; now is when its player changed it.
func (d *Draft) Write(now time.Time) Plan {
	d.Plan.Write(&d.Row, d.View.Lexicon())
	d.Row.Made = now
	return d.Row
}

// Drops reports whether the actor has the plan of a seat that they want to give up. A *Refusal once
// it is being carried out.
func (t *Table) Drops(by Actor, kept *Plan) (bool, error) {
	if kept == nil || kept.User != by.User {
		return false, nil
	}
	if kept.Begun {
		return false, Refuse("plan-waits")
	}
	return true, nil
}
