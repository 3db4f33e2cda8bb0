package engine

// Planning is the part of Game.Planned that the machines share.
type Planning struct {
	Phase     Phase
	Seats     int
	Turn      Seat // whose turn it is
	LastRound bool
	TurnsLeft int // only in the last round
}

// Refuse says why a seat has no turn to plan: it has one now, or none before the game or the pass
// ends.
func (p Planning) Refuse(s Seat) error {
	switch {
	case p.Phase == IsOver:
		return Refuse(RefuseOver)
	case s < 1 || int(s) > p.Seats:
		return Refuse(RefuseSeat)
	case p.Phase == InSetup || p.Turn == s:
		return Refuse(RefusePlanNow)
	case p.LastRound && (int(s)-int(p.Turn)+p.Seats)%p.Seats >= p.TurnsLeft:
		return Refuse(RefusePlanEnd)
	}
	return nil
}

// Make makes the moves of a plan while owes says that the turn goes on. Each is refused, or assumed
// to have been made.
func (p Planning) Make(moves []Move, owes func() Owes, refuse func(*Move) error,
	assume func(*Move),
) error {
	for i := range moves {
		if owes() == OwesNothing {
			return Refuse(RefuseTurn, Arg{Key: "seat", Value: p.Turn})
		}
		if err := refuse(&moves[i]); err != nil {
			return err
		}
		assume(&moves[i])
	}
	return nil
}
