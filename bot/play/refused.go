package play

import (
	"errors"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Refused is a rule's reason against a move at a table.
type Refused struct {
	*match.Illegal
	Table *Table
}

// Unwrap returns the rule's refusal.
func (e *Refused) Unwrap() error { return e.Illegal }

// refused adds the table to a rule's reason.
func refused(err error, t *Table) error {
	if reason, ok := errors.AsType[*match.Illegal](err); ok {
		return &Refused{reason, t}
	}
	return err
}

// Refused adds the table to a rule's reason, as Do does.
func (t *Table) Refused(err error) error { return refused(err, t) }

// Refusal says why a move would be refused now: *Refused, or nil.
func (t *Table) Refusal(seat engine.Seat, m engine.Move) error {
	return refused(t.Refuses(seat, m), t)
}

// Planned returns what a seat would see if it were its turn and it had made these moves; see
// match.Table. *Refused if it cannot plan.
func (t *Table) Planned(seat engine.Seat, made ...engine.Move) (engine.View, error) {
	v, err := t.Table.Planned(seat, made...)
	return v, refused(err, t)
}

// SeatOf returns where a user sits, Public if nowhere.
func (t *Table) SeatOf(user match.UserID) engine.Seat { return t.Game.SeatOf(user) }

// Begun reports whether the cards have been dealt.
func (t *Table) Begun() bool { return t.Dealt() }
