package geometry

import (
	"konduktor/engine/railmap"
)

// The size of a board in pixels: within leastRoom × leastTall, or where that makes spaces and codes
// too small, up to mostRoom × mostTall; widestRoom × mostTall with more than crowd spaces.
const (
	leastRoom, mostRoom = 1280, 1520
	widestRoom, crowd   = 1680, 350
	leastTall, mostTall = 1240, 1400
	roomStep            = 80
)

// readable is the scale from which on a board's signs are easy to read.
const readable = 0.95

// boardNetwork lays the network out on the smallest board with readable signs.
func boardNetwork(m *railmap.Map) *Layout {
	w := min(leastRoom, float64(int(m.Aspect*leastTall)))
	room, spaces := float64(mostRoom), 0
	for i := range m.Routes {
		spaces += m.Routes[i].Length
	}
	if spaces > crowd {
		room = widestRoom
	}
	for ; w+roomStep <= room && (w+roomStep)/m.Aspect <= mostTall; w += roomStep {
		if l := networkFrom(m, w, float64(int(w/m.Aspect)), 1, readable); l != nil {
			return l
		}
	}
	return NewNetwork(m, w, float64(int(w/m.Aspect)), 1)
}

// ForBoard lays out a board with its texts.
func ForBoard(m *railmap.Map, text Lettering) *Layout {
	l := boardNetwork(m)
	l.layTexts(text)
	l.sumCosts()
	return l
}

// Rows is how many rows n targets need, each to a row.
func Rows(n, each int) int { return (n + each - 1) / each }
