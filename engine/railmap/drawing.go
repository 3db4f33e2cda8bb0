package railmap

import (
	"fmt"
	"math"
)

// Limits of the drawing of a map on offer; the titles' own have up to 81 shapes. Lengths are in
// widths of the board.
const (
	maxShapes  = 200
	maxPoints  = 3000 // of the outlines of all shapes
	maxOutline = 100  // length of all outlines
	maxLane    = 3    // length of one lane
	maxLanes   = 80   // length of all lanes
)

// Overdrawn says why a map would take too long to paint. Games under way are not asked.
func (m *Map) Overdrawn() error {
	points, outline := 0, 0.0
	for _, s := range m.Shapes {
		points += len(s.Points)
		outline += m.length(s.Points)
	}
	lanes := 0.0
	for i := range m.Routes {
		r := &m.Routes[i]
		way := append([]Point{m.Cities[r.A].At}, r.Bends...)
		length := m.length(append(way, m.Cities[r.B].At))
		if lanes += length; length > maxLane {
			return fmt.Errorf("route %s is drawn over %.1f widths of the board, "+
				"at most %d are allowed: take bends out", r.ID, length, maxLane)
		}
	}
	switch {
	case len(m.Shapes) > maxShapes:
		return fmt.Errorf("there are %d shapes, at most %d are allowed", len(m.Shapes), maxShapes)
	case points > maxPoints:
		return fmt.Errorf("the shapes have %d points in all, at most %d are allowed", points, maxPoints)
	case outline > maxOutline:
		return fmt.Errorf("the shapes have outlines of %.0f widths of the board, at most %d are allowed",
			outline, maxOutline)
	case lanes > maxLanes:
		return fmt.Errorf("the routes are drawn over %.0f widths of the board, "+
			"at most %d are allowed: take bends out", lanes, maxLanes)
	}
	return nil
}

func (m *Map) length(way []Point) (sum float64) {
	for i := 1; i < len(way); i++ {
		sum += math.Hypot(way[i].X-way[i-1].X, (way[i].Y-way[i-1].Y)/m.Aspect)
	}
	return sum
}
