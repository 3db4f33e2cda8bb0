package speech

import (
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railway"
)

// finalNotes say what the final sheet's numbers do not: which ports served complete tickets (W13), how the tours were met
// (W9), and how many pieces were exchanged (W11). A seat of which there is nothing to say has no line.
func (s *Speaker) finalNotes(v *engine.View) []string {
	var lines []string
	for i := range v.Seats {
		seat := &v.Seats[i]
		if seat.Final == nil || !v.Uses(engine.UsesPorts) {
			continue
		}
		parts := slices.Concat(s.portNotes(seat), s.tourNotes(seat.Final), s.exchangeNote(seat))
		if len(parts) > 0 {
			lines = append(lines, s.say("final.line", "Name", s.Seat(v, seat.Seat), "Notes", strings.Join(parts, "; ")))
		}
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}

func (s *Speaker) portNotes(seat *engine.SeatView) []string {
	var notes []string
	for _, c := range seat.Ports {
		n := 0
		for _, t := range seat.Final.Completed {
			if slices.Contains(s.board.Tickets[t].Cities, c) {
				n++
			}
		}
		notes = append(notes, s.say("final.port", "City", s.City(c), "Count", n))
	}
	return notes
}

func (s *Speaker) tourNotes(f *engine.Final) []string {
	var notes []string
	for i, t := range f.Completed {
		ticket := &s.board.Tickets[t]
		switch {
		case ticket.InOrder == 0 || i >= len(f.Earned):
		case f.Earned[i] == ticket.InOrder:
			notes = append(notes, s.say("final.in-order", "Tour", s.stops(t), "Points", f.Earned[i]))
		default:
			notes = append(notes, s.say("final.out-of-order", "Tour", s.stops(t), "Points", f.Earned[i]))
		}
	}
	for _, t := range f.Failed {
		if ticket := &s.board.Tickets[t]; ticket.InOrder > 0 {
			notes = append(notes, s.say("final.missed", "Tour", s.stops(t), "Points", ticket.Penalty))
		}
	}
	return notes
}

// exchangeNote says how many points were paid for exchanges: what the claims scored and the public score lacks.
func (s *Speaker) exchangeNote(seat *engine.SeatView) []string {
	n := -seat.Final.Routes
	for _, r := range seat.Routes {
		n += railway.Points(s.board.Routes[r].Length)
	}
	if n <= 0 {
		return nil
	}
	return []string{s.say("final.exchanged", "Count", n)}
}
