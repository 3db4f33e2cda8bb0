package engine

// Overdue returns the move to make for a seat that does not answer in time; false if there is none, and the game waits. A seat
// that does not pay for its tunnel withdraws (N6) and loses only its turn. The caller knows the time; the engine has no clock.
func (v *View) Overdue(s Seat) (Move, bool) {
	if v.Owes == OwesPay && v.Moves(s) {
		return Move{Verb: Withdraw}, true
	}
	return Move{}, false
}
