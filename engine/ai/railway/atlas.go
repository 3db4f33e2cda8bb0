// Package railway thinks for a seat of a title with a board. It plans the seat's tickets as one
// network, counts cards, pieces and turns, and ranks moves by their worth in points. It knows a
// View and the map.
package railway

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Sizes of the arrays.
const (
	maxColors = 12
	maxKinds  = 2
)

const gray = -1

// atlas is what never changes at a table: the map, and the rules that planning needs.
type atlas struct {
	m      *railmap.Map
	facts  *engine.RuleFacts
	faces  []engine.Face
	colors int
	color  [engine.MaxCards]int8 // by card: the index of its colour; gray: the wild
	wild   engine.Card
	roads  []road // by route
	ports  int    // ports that a seat can build
}

// road is what planning needs to know about a route.
type road struct {
	a, b    engine.CityID
	length  int
	points  float64
	color   int8 // gray: any one colour
	kind    uint8
	ship    bool // takes ship cards
	wilds   bool // wilds pay
	symbols int
	pairs   int
	reveals int
	anyFor  int
}

// newAtlas reads map and rules. Colours beyond maxColors count as gray.
func newAtlas(v *engine.View, m *railmap.Map) *atlas {
	a := &atlas{m: m, facts: v.Facts(), faces: v.Lexicon().Faces, wild: v.Lexicon().Wild()}
	var names []string
	twoDecks := false
	for i := range a.color {
		a.color[i] = gray
	}
	for c := range a.faces {
		f := &a.faces[c]
		twoDecks = twoDecks || f.Ship
		if f.Wild {
			continue
		}
		i := slices.Index(names, f.Color)
		if i < 0 {
			i = len(names)
			names = append(names, f.Color)
		}
		if i < maxColors {
			a.color[c] = int8(i)
		}
	}
	a.colors = min(len(names), maxColors)
	for i := range m.Routes {
		r := &m.Routes[i]
		a.roads = append(a.roads, road{
			a: r.A, b: r.B, length: r.Length, points: float64(railmap.Points(r.Length)),
			color: int8(slices.Index(names, r.Color)),
			kind:  a.facts.Kinds[i], ship: twoDecks && r.Kind == railmap.Sea, wilds: a.facts.Wilds[i],
			symbols: r.Symbols,
			pairs:   r.Pairs, reveals: r.Reveals, anyFor: int(a.facts.AnyFor[i]),
		})
	}
	if own := v.Own(); own != nil {
		a.ports = len(own.Ports) + own.PortsLeft
	}
	return a
}

func (r *road) far(c engine.CityID) engine.CityID { return r.a ^ r.b ^ c }
