package season

import (
	"strconv"

	"konduktor/render/raster"
)

// Table is the ratings of a server.
type Table struct {
	Heading string
	Below   string // what is said below the heading
	Alt     string
	Rows    []Row // the best first
}

// Row is one person's.
type Row struct {
	Rank      int
	Name      string // hostile text
	Rating    int
	PlusMinus int    // 0: no interval is drawn
	Shown     string // rating and ± in words: "512 ± 60"
	Own       bool   // the reader's
}

// Sizes of a table, in pixels.
const (
	rowH   = 84
	rankW  = 80
	plotX0 = 470
	plotX1 = 730
)

// Draw draws the ratings, each as a point with the interval that it lies in.
func (t *Table) Draw() (raster.Picture, error) {
	p := newPage(headH + rowH*max(1, len(t.Rows)) + edge)
	p.head(t.Heading, t.Below)
	low, high := t.span()
	x := func(rating int) int { return plotX0 + (plotX1-plotX0)*(rating-low)/(high-low) }
	for i, r := range t.Rows {
		y := headH + i*rowH
		p.band(y, r.Own, i%2 == 0)
		base := y + rowH/2 + 15
		p.write(smallB, edge+rankW-18, base, -rankW, true, strconv.Itoa(r.Rank)+".")
		room := plotX1 - edge - rankW
		if r.PlusMinus > 0 {
			room = plotX0 - edge - rankW - 30
			p.interval(x(r.Rating-r.PlusMinus), x(r.Rating), x(r.Rating+r.PlusMinus), y+rowH/2)
		}
		p.write(name, edge+rankW, base, float64(room), false, r.Name)
		p.write(name, wide-edge-8, base, -(wide - edge - plotX1 - 40), false, r.Shown)
	}
	return p.finish(t.Alt)
}

// span is what the intervals lie in.
func (t *Table) span() (low, high int) {
	low, high = 1<<30, -(1 << 30)
	for _, r := range t.Rows {
		low, high = min(low, r.Rating-r.PlusMinus), max(high, r.Rating+r.PlusMinus)
	}
	return low, max(high, low+1)
}

func (p *page) band(y int, own, light bool) {
	switch {
	case own:
		p.Fill(0, y, wide, rowH, p.Mark)
	case light:
		p.Fill(0, y, wide, rowH, p.Card)
	}
}

func (p *page) interval(from, at, to, y int) {
	p.Fill(from, y-6, to-from, 12, p.Bed)
	p.Fill(from-2, y-14, 5, 28, p.Bed)
	p.Fill(to-2, y-14, 5, 28, p.Bed)
	p.PutAt(&p.dot, at-dotW/2, y-dotW/2)
}
