package speech

import "konduktor/engine"

// finalNotes say what the final sheet's numbers do not show: how many points each seat spent on exchanges (W11). A seat that
// exchanged nothing has no line.
func (s *Speaker) finalNotes(v *engine.View) []string {
	var lines []string
	for i := range v.Seats {
		if seat := &v.Seats[i]; seat.Exchanged > 0 {
			lines = append(lines, s.say("final.exchanged", "Name", s.Seat(v, seat.Seat), "Count", seat.Exchanged))
		}
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}
