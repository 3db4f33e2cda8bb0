package engine

// Standing is what the machines share: who may move, and who has a turn to plan.
type Standing struct {
	Phase     Phase
	Seats     int
	Turn      Seat // in play: whose turn it is
	LastRound bool
	TurnsLeft int // only in the last round
}

func (p Standing) refuseSeat(s Seat) error {
	switch {
	case p.Phase == IsOver:
		return Refuse(RefuseOver)
	case s < 1 || int(s) > p.Seats:
		return Refuse(RefuseSeat)
	}
	return nil
}

// Refuse says why a seat cannot move now, whatever it owes.
func (p Standing) Refuse(s Seat) error {
	if err := p.refuseSeat(s); err != nil || p.Phase != InPlay || p.Turn == s {
		return err
	}
	return Refuse(RefuseTurn, Arg{Key: "seat", Value: p.Turn})
}

// RefusePlan says why a seat has no turn to plan: it has one now, or gets none.
func (p Standing) RefusePlan(s Seat) error {
	switch err := p.refuseSeat(s); {
	case err != nil:
		return err
	case p.Phase != InPlay || p.Turn == s:
		return Refuse(RefusePlanNow)
	case p.LastRound && (int(s)-int(p.Turn)+p.Seats)%p.Seats >= p.TurnsLeft:
		return Refuse(RefusePlanEnd)
	}
	return nil
}

// RefuseOwing says why a seat that owes something cannot make a move of a verb (C3). count is how
// many cards, tickets or pieces the answer is about.
func RefuseOwing(owes Owes, v Verb, count int) error {
	var answer Verb
	var code Code
	switch owes {
	case OwesNothing:
		return Refuse(RefuseChosen) // C2
	case OwesTurn:
		return nil
	case OwesKeep:
		answer, code = Keep, RefuseOwesKeep
	case OwesPieces:
		answer, code = Pieces, RefuseOwesPieces
	case OwesSecond:
		answer, code = Draw, RefuseOwesSecond
	case OwesPlace:
		answer, code = Place, RefuseOwesPlace
	case OwesPay:
		answer, code = Pay, RefuseOwesPay
	case OwesShare:
		answer, code = Share, RefuseOwesShare
	case OwesDeclare:
		answer, code = Declare, RefuseOwesDeclare
	}
	switch {
	case v == answer || owes == OwesPay && v == Withdraw:
		return nil
	case count > 0:
		return Refuse(code, Arg{Key: "count", Value: count})
	}
	return Refuse(code)
}

// MakePlan makes the moves of a plan while owes says that the turn goes on: each is refused, or
// assumed.
func (p Standing) MakePlan(moves []Move, owes func() Owes, refuse func(Move) error,
	assume func(*Move),
) error {
	for i := range moves {
		if owes() == OwesNothing {
			return Refuse(RefuseTurn, Arg{Key: "seat", Value: p.Turn})
		}
		if err := refuse(moves[i]); err != nil {
			return err
		}
		assume(&moves[i])
	}
	return nil
}
