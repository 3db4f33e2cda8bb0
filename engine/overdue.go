package engine

// Overdue returns the default of the state that the game is in: the move that is made for the viewer if they do not answer in
// time. It is legal, and it commits the seat to as little as possible. Every state has one for every seat that can move; false
// for a viewer who cannot. If a game goes on by defaults alone, it ends. The engine has no clock: the caller knows the time.
func (v *View) Overdue() (Move, bool) {
	verb, found := v.defaultVerb()
	var best Move
	chosen := false
	for _, m := range v.legal {
		if m.Verb != verb || m.Verb.Paid() && !v.propose(&m) {
			continue
		}
		if !chosen || v.betterDefault(&m, &best) {
			best, chosen = m, true
		}
	}
	return best, found && chosen
}

// defaultOrder ranks what can be done in one state, best first. Withdrawing loses only the turn (N6). Cards are an asset whatever
// the plan is, so the seat draws while it can. When the cards have run out, a route gives points and frees cards; it comes
// before tickets, which can cost points, and before an exchange, which does (W11). The verbs that are missing answer a
// question that allows no other verb.
var defaultOrder = [...]Verb{Withdraw, Pay, Draw, Claim, Lay, Port, Share, Tickets, Exchange, Pass}

func defaultRank(verb Verb) int {
	for i, known := range defaultOrder {
		if known == verb {
			return i
		}
	}
	return len(defaultOrder)
}

// defaultVerb returns the first verb of defaultOrder that is legal for the viewer; false if no move is.
func (v *View) defaultVerb() (verb Verb, found bool) {
	for i := range v.legal {
		if m := &v.legal[i]; !found || defaultRank(m.Verb) < defaultRank(verb) {
			verb, found = m.Verb, true
		}
	}
	return verb, found
}

// betterDefault reports whether a legal move is a better default than another one of the same verb, which Legal lists before it.
func (v *View) betterDefault(m, than *Move) bool {
	switch m.Verb {
	case Draw:
		return m.Slot == 0 && than.Slot != 0 // a market card might be the one that others wait for
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

// atStake is what tickets cost if none of them is complete at the end.
func (v *View) atStake(tickets []TicketID) int {
	sum := 0
	for _, t := range tickets {
		sum += v.lexicon.Stakes[t]
	}
	return sum
}

// propose completes a move with the best proposal of a payment; false if there is none.
func (v *View) propose(m *Move) bool {
	for payment := range v.Payments(*m) {
		m.Payment = payment
		return true
	}
	return false
}

// Forced returns the only answer that is left to the viewer in the middle of a turn: to withdraw from a tunnel that they cannot
// pay for (N6). Nobody needs to be asked for it. False if there is a choice.
func (v *View) Forced() (Move, bool) {
	if v.Owes != OwesPay || len(v.legal) != 1 {
		return Move{}, false
	}
	return v.legal[0], true
}
