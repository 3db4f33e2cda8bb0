package board

import (
	"fmt"
	"image"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// On a phone the names of a large map are too small to be read. A message that tells what is new
// there shows that part of it, with the whole in a corner.
const (
	partW     = 860 // pixels, so that capitals are 7 pixels tall on a phone
	insetW    = 300 // of the whole
	wholeName = 5.0 // of names on a phone; below that a part is shown
	sideW     = 280 // of a seat's box on the strip
	sideRows  = 3   // at most, where there is room for columns
)

// small reports whether the names on the whole board are too small for a phone.
func (p *Painter) small() bool { return p.named.Sizes.Name*300 < wholeName*p.named.W }

// fresh are the cities at which something is new.
func (p *picture) fresh() []engine.CityID {
	all := p.changed()
	for i := range p.o.News {
		if p.o.News[i].Kind == engine.EventBuilt {
			all = append(all, p.o.News[i].City)
		}
	}
	return all
}

func (p *Painter) newInset() (*boardCache, error) {
	l := p.shrunk(insetW)
	b := newBoardCache(l, &p.theme)
	var err error
	b.base, err = raster.NewBackdrop(p.pal, b.drawEmpty(l, insetW, int(l.H)).Sketch, emptySize)
	return b, err
}

// shrunk is the board's layout without names and codes, w pixels wide.
func (p *Painter) shrunk(w float64) *geometry.Layout {
	big := p.board.lay
	k := w / big.W
	l := geometry.NewNetwork(p.m, w, float64(int(big.H*k)), k*big.Sizes.Scale)
	l.Bare, l.Quiet = true, true
	return l
}

// composePart draws the part of the board around some cities, what is new, and below it the whole
// board beside the strip.
func (p *picture) composePart(fresh []engine.CityID) error {
	board, err := p.phone()
	if err != nil {
		return fmt.Errorf("draw a part of a board: %w", err)
	}
	inset, err := p.inset()
	if err != nil {
		return fmt.Errorf("draw a part of a board: %w", err)
	}
	l, foot := board.named, int(inset.lay.H)
	w, h := min(partW, int(l.W)), min(partW-geometry.News-foot, int(l.H))
	var targets []geometry.Target
	for _, c := range fresh {
		targets = append(targets, geometry.Target{Area: l.CityArea(c), Weight: cityWeight})
	}
	for _, r := range p.o.Marked {
		for _, s := range l.Lanes[r].Slots {
			targets = append(targets, geometry.Target{Area: s.Bounds(0), Weight: newWeight})
		}
	}
	at := l.BestWindow(float64(w), float64(h), targets)
	p.begin(w, h+geometry.News+foot)
	d := &private{picture: p, board: board}
	d.window = image.Rect(int(at.X), int(at.Y), int(at.X)+w, int(at.Y)+h)
	d.drawBoard(0)
	p.drawNews(h)
	p.drawInset(inset, d.window, l.W)
	sides := caption.Sides(p.v)
	columns := max(1, min(geometry.Rows(len(sides), sideRows), (w-insetW)/sideW/len(sides[0])))
	rows := geometry.Rows(len(sides), columns)
	p.drawStrip(insetW, p.H-foot, foot/rows, columns)
	return nil
}

// drawInset draws the whole board in the lower left corner, with a frame around the part above.
func (p *picture) drawInset(inset *boardCache, part image.Rectangle, wide float64) {
	const line = 3
	c, top := inset.base.Canvas(), p.H-int(inset.lay.H)
	defer c.Free()
	inset.drawView(c, p.v, p.o, nil)
	p.Lay(c, 0, top)
	p.Fill(0, top, insetW, line, p.Ink)
	at := func(v int) int { return int(float64(v) * insetW / wide) }
	x, y, w, h := at(part.Min.X), top+at(part.Min.Y), at(part.Dx()), at(part.Dy())
	for _, far := range []int{0, 1} {
		p.Fill(x+far*(w-line), y, line, h, p.Accent)
		p.Fill(x, y+far*(h-line), w, line, p.Accent)
	}
}
