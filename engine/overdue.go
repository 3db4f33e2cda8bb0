package engine

// Overdue returns the move that is made for a seat which does not answer in time, false where the rules name none: then
// the game waits. A tunnel that nobody pays for is withdrawn from (issue 3, N6): its seat
// loses nothing but the turn. It is the caller who knows the time; the engine has no clock.
func (v *View) Overdue(s Seat) (Move, bool) {
	if v.Owes == OwesPay && v.Moves(s) {
		return Move{Verb: Withdraw}, true
	}
	return Move{}, false
}
