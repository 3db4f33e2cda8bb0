package speech

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
)

// WaysKept says what the shortest ways take for the tickets that a move would leave the viewer
// with: the points of the tickets, the routes by their spaces, what they bring, and how many
// spaces any colour pays for. Two choices of equal points and spaces differ there.
func (s *Speaker) WaysKept(v *engine.View, m engine.Move) string {
	var lengths []int
	routes := map[engine.RouteID]bool{}
	points, tickets, gray := 0, 0, 0
	for _, t := range prospect.Of(v, s.board, v.Viewer, append(prospect.Own(v), m.Tickets...)) {
		tickets += s.board.Tickets[t.ID].Points
		for _, id := range t.Way.Routes {
			r := &s.board.Routes[id]
			if routes[id] {
				continue
			}
			routes[id] = true
			lengths, points = append(lengths, r.Length), points+railmap.Points(r.Length)
			if r.Color == railmap.Gray {
				gray += r.Length
			}
		}
	}
	slices.SortFunc(lengths, func(a, b int) int { return b - a })
	var list []string
	for _, n := range lengths {
		list = append(list, caption.Number(n))
	}
	return s.say("puzzle.ways", "Tickets", s.Points(tickets), "Lengths", s.Join(list),
		"Points", s.Points(points), "Count", gray)
}
