// Package season draws tables of how people have played, such as the ratings of a server. It knows
// no games: what it draws comes in words and numbers.
//
// The pictures are about square, since Discord shows pictures in 550 × 350 pixels on desktops and
// in about 300 × 320 on phones: 1000 pixels of width are 300 there, so the smallest letters, of 34
// pixels, are 10.
package season

import (
	"sync"

	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes in pixels.
const (
	wide   = 1000
	edge   = 28
	headH  = 132
	least  = 34 // smallest letters
	nameSz = 44
)

var (
	small   = raster.Regular(least)
	smallB  = raster.Bold(least)
	name    = raster.Bold(nameSz)
	heading = raster.Bold(54)
)

// look is the look of all pictures here.
var look = sync.OnceValue(func() *style {
	s := &style{Theme: theme.Default()}
	b := theme.NewBuilder(&s.Theme)
	b.Make(&s.dot, dotW, dotW, s.Card, func(k *theme.Sketch) {
		k.Disc(dotW/2, dotW/2, dotW/2, s.Ink)
		k.Disc(dotW/2, dotW/2, dotW/2-5, s.Accent)
	})
	s.pal = b.Finish()
	return s
})

const dotW = 30

// style is a theme with its palette, and the mark of a rating.
type style struct {
	theme.Theme
	pal *raster.Palette
	dot raster.Sprite
}

// page is a picture under way.
type page struct {
	*raster.Canvas
	*style
}

func newPage(h int) *page {
	s := look()
	p := &page{raster.Borrow(s.pal, wide, h), s}
	p.Fill(0, 0, wide, h, s.Paper)
	return p
}

// write writes a text in a room from x, or that ends at x if the room is negative.
func (p *page) write(f raster.Font, x float64, y int, room float64, faint bool, say string) {
	if say = raster.Plain(say); say == "" { // a name of signs that the typeface has not
		say = "…"
	}
	ink := p.Ink
	if faint {
		ink = p.Faint
	}
	if room > 0 {
		p.TextShrunk(f, least, x, y, room, ink, say)
		return
	}
	f = f.Shrunk(least, -room, say)
	p.TextRight(f, x, y, ink, f.Fit(-room, say))
}

// head writes the heading and what is said below it.
func (p *page) head(title, below string) {
	p.write(heading, edge, 68, wide-2*edge, false, title)
	if below != "" {
		p.write(small, edge, 114, wide-2*edge, true, below)
	}
}

// finish packs the picture with its alternative text.
func (p *page) finish(alt string) (raster.Picture, error) {
	defer p.Free()
	return p.Picture(alt)
}
