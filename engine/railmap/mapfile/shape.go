package mapfile

import (
	"fmt"
	"slices"
	"strings"

	"konduktor/engine/railmap"
)

const (
	maxOutline = 1500 // points of a shape
	offBoard   = 1.0  // shapes may reach so far beyond the board
)

var shapeKinds = []string{"canal", "water", "land", "park", "border"}

func (d *draft) readShape(i int, v *value) {
	t := open(v, fmt.Sprintf("shape %d", i+1), d.report)
	if t == nil {
		return
	}
	t.need("kind", "points")
	s := railmap.Shape{Kind: t.text("kind")}
	if t.isText("kind") && !slices.Contains(shapeKinds, s.Kind) {
		t.fault(t.lineFor("kind"), "there is no kind %s; the kinds are %s", shown(s.Kind),
			strings.Join(shapeKinds, ", "))
	}
	s.Width, _ = t.number("width", 0, 1)
	s.Points = d.ground.readPoints(t, "points", maxOutline, offBoard)
	least := 3
	if s.Width > 0 {
		least = 2
	}
	if t.isList("points") && len(s.Points) < least {
		t.fault(t.lineFor("points"), "points: there must be at least %d", least)
	}
	t.done()
	d.Shapes = append(d.Shapes, s)
}
