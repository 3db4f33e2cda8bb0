package mapfile

import (
	"math"

	"konduktor/engine/railmap"
)

// projection turns places in a file into places on the board. The zero value changes nothing.
// Others take longitude and latitude in degrees, and a window of the world that fills the board.
type projection struct {
	kind                     string
	west, south, east, north float64
}

const (
	flat     = "flat"     // degrees are equally long everywhere in a direction
	mercator = "mercator" // angles are right
)

func readProjection(t *table) projection {
	p := projection{kind: t.text("projection")}
	w := t.list("window", 4)
	switch {
	case p.kind == "":
		if t.has("window") {
			t.fault(t.lineFor("window"), "window is only for a map with a projection")
		}
		return projection{}
	case p.kind != flat && p.kind != mercator:
		t.fault(t.lineFor("projection"),
			"there is no projection %s, only %q and %q", shown(p.kind), flat, mercator)
		p.kind = flat
	}
	degrees, ok := (&value{kind: arrayKind, items: w}).numbers(4)
	if !ok || !p.frame(degrees) {
		t.fault(t.lineFor("window"),
			"window must be [west, south, east, north] in degrees, from -360 to 360 and from -85 to 85")
		return projection{kind: p.kind, west: -180, south: -85, east: 180, north: 85}
	}
	return p
}

// frame sets the window; false if it is not a valid one.
func (p *projection) frame(degrees []float64) bool {
	p.west, p.south, p.east, p.north = degrees[0], degrees[1], degrees[2], degrees[3]
	return p.west >= -360 && p.east <= 360 && p.west < p.east && p.east-p.west <= 360 &&
		p.south >= -85 && p.north <= 85 && p.south < p.north
}

// place projects a pair of coordinates of the file: x and y, or longitude and latitude.
func (p *projection) place(a, b float64) railmap.Point {
	switch p.kind {
	case flat:
		return railmap.Point{X: (a - p.west) / (p.east - p.west), Y: (p.north - b) / (p.north - p.south)}
	case mercator:
		top, bottom := stretch(p.north), stretch(p.south)
		return railmap.Point{X: (a - p.west) / (p.east - p.west), Y: (top - stretch(b)) / (top - bottom)}
	}
	return railmap.Point{X: a, Y: b}
}

// stretch is the distance of a latitude from the equator on a Mercator map.
func stretch(latitude float64) float64 {
	return math.Log(math.Tan(math.Pi/4 + max(-85, min(85, latitude))*math.Pi/360))
}

// readPlace reads a city's place; false if it is not on the board.
func (p *projection) readPlace(t *table) (railmap.Point, bool) {
	if p.kind == "" {
		t.need("x", "y")
		x, right := t.number("x", 0, 1)
		y, good := t.number("y", 0, 1)
		return railmap.Point{X: x, Y: y}, right && good
	}
	t.need("lon", "lat")
	lon, right := t.number("lon", -360, 360)
	lat, good := t.number("lat", -85, 85)
	if !right || !good {
		return railmap.Point{}, false
	}
	at := p.place(lon, lat)
	if !onBoard(at, 0) {
		t.fault(t.lineFor("lon"), "it lies off the board, whose window is %g to %g and %g to %g degrees",
			p.west, p.east, p.south, p.north)
		return at, false
	}
	return at, true
}

// onBoard reports whether a point is on the board or at most margin outside.
func onBoard(a railmap.Point, margin float64) bool {
	return a.X >= -margin && a.X <= 1+margin && a.Y >= -margin && a.Y <= 1+margin
}

// readOffset reads a label's offset, in units of the board on every map.
func readOffset(t *table) railmap.Point {
	f := t.take("label", arrayKind)
	if f == nil {
		return railmap.Point{}
	}
	xy, ok := f.numbers(2)
	if !ok || math.Abs(xy[0]) > 1 || math.Abs(xy[1]) > 1 {
		t.fault(f.line, "label must be [right, down], each -1 to 1 of the board")
		return railmap.Point{}
	}
	return railmap.Point{X: xy[0], Y: xy[1]}
}

// readPoints reads a list of places that may lie a little outside the board.
func (p *projection) readPoints(t *table, key string, most int, margin float64) []railmap.Point {
	var out []railmap.Point
	for _, v := range t.list(key, most) {
		xy, ok := v.numbers(2)
		if !ok {
			t.fault(v.line, "%s: a point must be two numbers [a, b]", key)
			continue
		}
		at := p.place(xy[0], xy[1])
		if !onBoard(at, margin) {
			t.fault(v.line, "%s: [%g, %g] lies off the board", key, xy[0], xy[1])
			continue
		}
		out = append(out, at)
	}
	return out
}
