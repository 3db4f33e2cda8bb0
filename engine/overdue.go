package engine

// Overdue returns the default move for a viewer who does not answer in time, false if they cannot
// move. It commits the seat to as little as possible. A game that goes on by defaults alone ends.
func (v *View) Overdue() (Move, bool) {
	verb, found := v.defaultVerb()
	var best Move
	chosen := false
	for _, m := range v.legal {
		if m.Verb != verb || !v.Propose(&m) {
			continue
		}
		if !chosen || v.betterDefault(&m, &best) {
			best, chosen = m, true
		}
	}
	return best, found && chosen
}

// defaultOrder ranks the verbs of a state, best first. Withdrawing loses only the turn (N6). Cards
// help any plan. When they have run out, a route gives points and frees cards; it comes before
// tickets, which can cost points, and before an exchange, which does (W11). Verbs that are missing
// answer a question that allows no other.
var defaultOrder = [...]Verb{Withdraw, Pay, Draw, Claim, Lay, Port, Share, Tickets, Exchange, Pass}

func defaultRank(verb Verb) int {
	for i, known := range defaultOrder {
		if known == verb {
			return i
		}
	}
	return len(defaultOrder)
}

func (v *View) defaultVerb() (verb Verb, found bool) {
	for i := range v.legal {
		if m := &v.legal[i]; !found || defaultRank(m.Verb) < defaultRank(verb) {
			verb, found = m.Verb, true
		}
	}
	return verb, found
}

// betterDefault reports whether m is a better default than an earlier legal move of the same verb.
func (v *View) betterDefault(m, than *Move) bool {
	switch m.Verb {
	case Draw:
		return m.Slot == 0 && than.Slot != 0 // others may be waiting for a market card
	case Keep, Share:
		if len(m.Tickets) != len(than.Tickets) {
			return len(m.Tickets) < len(than.Tickets)
		}
		return v.atStake(m.Tickets) < v.atStake(than.Tickets)
	case Claim, Port, Lay:
		return m.Payment.size() < than.Payment.size()
	case Exchange:
		return m.N < than.N
	}
	return false
}

// atStake is what tickets cost if all stay incomplete.
func (v *View) atStake(tickets []TicketID) int {
	sum := 0
	for _, t := range tickets {
		sum += v.lexicon.Stakes[t]
	}
	return sum
}

// Propose completes a legal move with the best proposal of a payment, or of tickets to declare, if
// there is one.
func (v *View) Propose(m *Move) bool {
	switch {
	case m.Verb == Declare:
		for m.Tickets = range v.Declarations() {
			return true
		}
		return false
	case !m.Verb.Paid():
		return true
	}
	for payment := range v.Payments(*m) {
		m.Payment = payment
		return true
	}
	return false
}

// Forced returns the only answer left in mid-turn: withdrawing from a tunnel that the viewer cannot
// pay for (N6).
func (v *View) Forced() (Move, bool) {
	if v.Owes != OwesPay || len(v.legal) != 1 {
		return Move{}, false
	}
	return v.legal[0], true
}
