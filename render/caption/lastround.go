package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
)

// LastTurns returns who began the last round, or Public if unknown, and how many turns each seat
// has left in it. A round goes in turn order and ends with the seat that began it (C11). Before the
// last round left is nil.
func LastTurns(v *engine.View) (began engine.Seat, left []int) {
	n := len(v.Seats)
	if !v.LastRound || v.Phase != engine.InPlay || n == 0 || len(v.ToMove) != 1 {
		return engine.Public, nil
	}
	left = make([]int, n)
	for i := range v.TurnsLeft {
		last := (int(v.ToMove[0]) - 1 + i) % n
		left[last]++
		began = engine.Seat(last + 1)
	}
	if v.Uses(engine.UsesYards) { // a deck can run out through nobody's move (K7)
		began = engine.Public
	}
	return began, left
}

// LastRound is "Ala began it. Still to move: Bartek, Celina", or "" before the last round.
func (s *Caption) LastRound() string {
	began, left := LastTurns(s.View)
	var names []string
	for i := range left { // in turn order from the seat to move
		seat := (int(s.View.ToMove[0])-1+i)%len(left) + 1
		switch n := left[seat-1]; {
		case n == 1:
			names = append(names, s.seat(engine.Seat(seat)))
		case n > 1:
			names = append(names, s.seat(engine.Seat(seat))+" ×"+strconv.Itoa(n))
		}
	}
	if len(names) == 0 {
		return ""
	}
	text := s.Words("render.still-to-move", "Names", strings.Join(names, ", "))
	if began != engine.Public {
		text = s.Words("render.last-begun", "Name", s.seat(began)) + ". " + text
	}
	return text
}
