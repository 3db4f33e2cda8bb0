package engine

import "slices"

// Standing is what the machines share: who may move, whose turn it is, and when play ends.
type Standing struct {
	Phase     Phase
	Owes      Owes // in play: what the seat to move owes
	N         int  // seats
	Turn      Seat // in play: whose turn it is
	Made      Ply
	Turns     int // that have been played
	LastRound bool
	TurnsLeft int // only in the last round
	Passed    int // passes in a row (C12)
	Idle      int // turns in a row without progress (C12)
	Finals    []Final
	Winners   []Seat
	Events    []Event // of the present move
}

// idleRounds is how many full rounds without progress end play (C12).
const idleRounds = 3

// everySeat backs lists of seats, so that asking whose turn it is costs no memory.
var everySeat = [MaxSeats]Seat{1, 2, 3, 4, 5, 6}

// Seats lists the seats, ascending. The list must not be changed.
func (p *Standing) Seats() []Seat { return everySeat[:p.N:p.N] }

// Ply is the number of moves made.
func (p *Standing) Ply() Ply { return p.Made }

// Over reports whether the game has ended.
func (p *Standing) Over() bool { return p.Phase == IsOver }

// Report adds an event to those of the present move.
func (p *Standing) Report(e Event) { p.Events = append(p.Events, e) }

// Next is the seat after another one.
func (p *Standing) Next(s Seat) Seat { return s%Seat(p.N) + 1 }

// Movers lists the seats that owe something, ascending. The list must not be changed.
func (p *Standing) Movers(owedBy func(Seat) Owes) []Seat {
	if p.Phase == InPlay {
		return everySeat[p.Turn-1 : p.Turn : p.Turn]
	}
	var list []Seat
	for _, s := range p.Seats() {
		if owedBy(s) != OwesNothing {
			list = append(list, s)
		}
	}
	return list
}

// Deed says why a move of one verb cannot be made now, and how it is made.
type Deed[G any] struct {
	Refuse func(G, Seat, Move) error
	Do     func(G, Seat, Move)
}

// Deeds are those of a machine, by verb.
type Deeds[G any] [Pass + 1]Deed[G]

// Refuse says why a seat that owes something cannot make a move; count is how many cards, tickets
// or pieces it owes.
func (d *Deeds[G]) Refuse(g G, s Seat, m Move, owes Owes, count int) error {
	if err := refuseOwing(owes, m.Verb, count); err != nil {
		return err
	}
	if int(m.Verb) >= len(d) || d[m.Verb].Refuse == nil {
		return Refuse(RefuseForeign)
	}
	return d[m.Verb].Refuse(g, s, m)
}

// Begin begins a move that is legal.
func (p *Standing) Begin(v Verb) {
	p.Events = p.Events[:0]
	p.Made++
	if v != Pass {
		p.Passed = 0 // C12
	}
}

// EndTurn ends a turn, and reports whether that ends play. One with progress restarts the count of
// idle turns (C12); if last is due, each seat has that many more turns (C11, K7).
func (p *Standing) EndTurn(progress, due bool, last int) (ended bool) {
	p.Turns++
	p.Idle++
	if progress {
		p.Idle = 0
	}
	if p.LastRound {
		p.TurnsLeft--
	} else if due {
		p.BeginLastTurns(p.Turn, last)
	}
	stalled := p.Passed == p.N || p.Idle == idleRounds*p.N // C12
	if stalled || p.LastRound && p.TurnsLeft == 0 {
		p.TurnsLeft = 0
		return true
	}
	p.Turn, p.Owes = p.Next(p.Turn), OwesTurn
	return false
}

// BeginLastTurns gives each seat some last turns; Public: no seat is the cause.
func (p *Standing) BeginLastTurns(cause Seat, each int) {
	p.LastRound, p.TurnsLeft = true, p.N*each
	p.Report(Event{Kind: EventLastRound, Seat: cause, Card: NoCard, N: p.TurnsLeft})
}

func (p *Standing) refuseSeat(s Seat) error {
	switch {
	case p.Phase == IsOver:
		return Refuse(RefuseOver)
	case s < 1 || int(s) > p.N:
		return Refuse(RefuseSeat)
	}
	return nil
}

// Refuse says why a seat cannot move now, whatever it owes.
func (p *Standing) Refuse(s Seat) error {
	if err := p.refuseSeat(s); err != nil || p.Phase != InPlay || p.Turn == s {
		return err
	}
	return Refuse(RefuseTurn, "seat", p.Turn)
}

// RefusePlan says why a seat has no turn to plan: it has one now, or gets none.
func (p *Standing) RefusePlan(s Seat) error {
	switch err := p.refuseSeat(s); {
	case err != nil:
		return err
	case p.Phase != InPlay || p.Turn == s:
		return Refuse(RefusePlanNow)
	case p.LastRound && (int(s)-int(p.Turn)+p.N)%p.N >= p.TurnsLeft:
		return Refuse(RefusePlanEnd)
	}
	return nil
}

// refuseOwing says why a seat that owes something cannot make a move of a verb (C3).
func refuseOwing(owes Owes, v Verb, count int) error {
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
		return Refuse(code, "count", count)
	}
	return Refuse(code)
}

// MakePlan makes the moves of a plan in a copy of the game while the turn goes on: each is refused,
// or assumed. turn is whose turn it really is.
func (p *Standing) MakePlan(turn Seat, moves []Move, refuse func(Move) error, assume func(*Move),
) error {
	for i := range moves {
		if p.Owes == OwesNothing {
			return Refuse(RefuseTurn, "seat", turn)
		}
		if err := refuse(moves[i]); err != nil {
			return err
		}
		assume(&moves[i])
	}
	return nil
}

// Show sets the part of a view that all titles have.
func (p *Standing) Show(v *View) {
	v.Ply, v.Turns, v.Phase = p.Made, p.Turns, p.Phase
	v.LastRound, v.TurnsLeft, v.Winners = p.LastRound, p.TurnsLeft, slices.Clone(p.Winners)
}
