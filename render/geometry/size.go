package geometry

import (
	"konduktor/engine/railmap"
)

// The size of a map's board, in pixels: it fits into leastRoom × leastTall, or where a map is so crowded that its spaces
// and codes would become too small, into up to mostRoom × mostTall; one with more than crowd spaces into vastRoom × mostTall.
const (
	leastRoom, mostRoom = 1280, 1520
	widestRoom, crowd   = 1680, 350
	leastTall, mostTall = 1240, 1400
	roomStep            = 80
)

// pleasant is the scale of a board's signs from which on they can be read well.
const pleasant = 0.95

// boardNetwork lays the network of a map out on a board of its size: the smallest at which its signs are of a pleasant
// size.
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
		if l := networkFrom(m, w, float64(int(w/m.Aspect)), 1, pleasant); l != nil {
			return l
		}
	}
	return NewNetwork(m, w, float64(int(w/m.Aspect)), 1)
}

// ForBoard is the same with its texts.
func ForBoard(m *railmap.Map, text Lettering) *Layout {
	l := boardNetwork(m)
	l.layTexts(text)
	l.layGround()
	return l
}

// Rows is how many rows n things need.
func Rows(n, each int) int { return (n + each - 1) / each }
