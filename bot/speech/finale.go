package speech

import (
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railway"
)

// finalNotes say what the final sheet's numbers do not: how many points of the routes were spent on exchanges (W11). A seat
// that exchanged nothing has no line.
func (s *Speaker) finalNotes(v *engine.View) []string {
	var lines []string
	for i := range v.Seats {
		seat := &v.Seats[i]
		if n := exchanged(s, seat); v.Uses(engine.UsesPorts) && n > 0 {
			lines = append(lines, s.say("final.exchanged", "Name", s.Seat(v, seat.Seat), "Count", n))
		}
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}

// exchanged is how many pieces a seat has exchanged, at a point each: what its claims scored and its public score lacks.
func exchanged(s *Speaker, seat *engine.SeatView) int {
	n := -seat.Score
	for _, r := range seat.Routes {
		n += railway.Points(s.board.Routes[r].Length)
	}
	return n
}
