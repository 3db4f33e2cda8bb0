package table

import (
	"testing"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// The number of completed tickets lay half under the railyard.
func TestTextsOfASeatStayInTheHeadOfItsBox(t *testing.T) {
	v, news := crowdedTable(t, 2)
	p := cardTable(t)
	d := p.picture(&v, &caption.Options{Words: rendertest.Words(t, "en"), News: news})
	d.begin(tableW, tableW)
	defer d.Free()
	n := newsOf(&v, news)
	gains := 0
	for i := range v.Seats {
		x := headPad
		for _, c := range d.counts(&n[i], &v.Seats[i]) {
			x, gains = d.drawCount(&c, x, 0), gains+c.fresh
		}
		if most := seatHead - headPad; x-countGap > most {
			t.Errorf("seat %d: got counts up to %d, want at most %d", i+1, x-countGap, most)
		}
	}
	if gains == 0 {
		t.Error("nothing is said to be new")
	}
}
