package railmap

import (
	"strings"
	"testing"
)

func TestMapTooSlowToPaintIsOverdrawn(t *testing.T) {
	across := func(n int) (way []Point) { // n points, each a width of the board from the next
		for i := range n {
			way = append(way, Point{X: float64(i % 2)})
		}
		return way
	}
	shapes := func(n int, points []Point) (all []Shape) {
		for range n {
			all = append(all, Shape{Kind: "water", Points: points})
		}
		return all
	}
	lanes := func(n int, bends []Point) (all []Route) {
		for range n {
			all = append(all, Route{ID: "a-b", A: 0, B: 1, Bends: bends})
		}
		return all
	}
	for name, c := range map[string]struct {
		shapes []Shape
		routes []Route
		want   string // "": it can be painted
	}{
		"as much as is allowed": {shapes(200, make([]Point, 15)), lanes(80, nil), ""},
		"too many shapes":       {shapes(201, make([]Point, 3)), nil, "201 shapes"},
		"too many points":       {shapes(10, make([]Point, 301)), nil, "3010 points"},
		"tangled shapes":        {shapes(20, across(8)), nil, "140 widths"},
		"a tangled lane":        {nil, lanes(1, across(6)), "route a-b is drawn over 5.0 widths"},
		"tangled lanes":         {nil, lanes(41, []Point{{X: 0.5, Y: 1}}), "92 widths"},
	} {
		m := Map{
			Aspect: 1, Cities: []City{{At: Point{X: 0}}, {At: Point{X: 1}}}, Shapes: c.shapes,
			Routes: c.routes,
		}
		err := m.Overdrawn()
		if c.want == "" && err != nil || c.want != "" &&
			(err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}
