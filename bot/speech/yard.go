package speech

import "konduktor/engine"

// inYards tells an event of a title with railyards (K3, K5, K8, K9); "" for any other.
func (t *teller) inYards(e *engine.Event) string {
	switch e.Kind {
	case engine.EventLaid:
		return t.by(e.Seat, "laid", "Cards", t.Payment(t.view, e.Payment))
	case engine.EventRobbed:
		args := []any{"Row", t.Payment(t.view, e.Payment)}
		if e.Victim != engine.Public && e.Victim == t.view.Viewer {
			return t.say("narrate.robbed-you", append(args, "Who", t.Seat(t.view, e.Seat))...)
		}
		return t.by(e.Seat, "robbed", append(args, "Victim", t.Seat(t.view, e.Victim))...)
	case engine.EventMoved:
		return t.by(e.Seat, "moved", "Cards", t.Payment(t.view, e.Payment), "Count", e.Payment.Hand.Total())
	case engine.EventScored:
		return t.withTickets(t.by(e.Seat, "scored", "Count", e.N, "Points", e.M), "scored-which", e)
	case engine.EventDealtAnew:
		return t.say("narrate.dealt-anew", "Who", t.Seat(t.view, e.Seat), "Count", e.N)
	}
	return ""
}

// yardLines list what lies in the railyards, the viewer's first, how many cards are on the viewer's track, and which cards of
// the hand cannot be laid now.
func (s *Speaker) yardLines(v *engine.View) []string {
	own := v.Own()
	if !v.Uses(engine.UsesYards) {
		return nil
	}
	track := s.say("yard.track", "Count", own.Track.N)
	if own.Track.Known && own.Track.N > 0 {
		track += " (" + s.Cards(v, own.Track.Cards) + ")" // K3
	}
	lines := []string{s.say("yard.own", "Rows", s.yard(v, own), "Track", track)}
	for i := range v.Seats {
		if seat := &v.Seats[i]; seat.Seat != v.Viewer && len(seat.Yard) > 0 {
			lines = append(lines, s.say("yard.theirs", "Who", s.Seat(v, seat.Seat), "Rows", s.yard(v, seat)))
		}
	}
	if line := s.blockedLine(v); line != "" {
		return append(lines, line)
	}
	if colors, single := rowColors(v); owes(v) == engine.OwesTurn && len(colors) == 0 && !single {
		lines = append(lines, s.say("lay.nothing"))
	}
	return lines
}

// tellsPoints reports whether to show the seats' points: in titles that only score at the end of a pass, not before the
// first scoring (K8).
func tellsPoints(v *engine.View) bool {
	return !v.Uses(engine.UsesYards) || v.Pass > 1 || v.Phase == engine.IsOver
}

// yardCity says what a city of a map without routes is worth (K10).
func (s *Speaker) yardCity(c engine.CityID) string {
	if bonus := s.board.Cities[c].Bonus; bonus > 0 {
		return s.say("board.big-city", "City", s.City(c), "Count", bonus)
	}
	return s.say("board.small-city", "City", s.City(c))
}
