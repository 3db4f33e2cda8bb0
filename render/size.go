package render

import "github.com/konduktor-bot/konduktor/engine/railmap"

// The size of a map's board, in pixels: it fits into leastRoom × leastTall, or where a map is so crowded that its spaces
// and codes would become too small, into up to mostRoom × mostTall.
const (
	leastRoom, mostRoom = 1280, 1520
	leastTall, mostTall = 1240, 1400
	roomStep            = 80
)

// pleasant is the scale of a board's signs from which on they can be read well.
const pleasant = 0.95

// boardSize is the size of a map's board in pixels: the smallest at which its signs are of a pleasant size.
func boardSize(m *railmap.Map) (w, h float64) {
	w = min(leastRoom, float64(int(m.Aspect*leastTall)))
	for {
		h = float64(int(w / m.Aspect))
		wider := w + roomStep
		if wider > mostRoom || wider/m.Aspect > mostTall || newNetwork(m, w, h, 1).mt.scale >= pleasant {
			return w, h
		}
		w = wider
	}
}
