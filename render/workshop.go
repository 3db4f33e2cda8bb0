package render

import (
	"bytes"
	"image"
	"image/color"
	"math"
)

// workshop makes sprites. They are drawn in full colour first, since the palette is chosen from what has been drawn.
type workshop struct {
	theme *Theme
	seen  seenColors
	board seenColors // those of them on the board
	jobs  []job
	pal   *palette
}

// job is a sprite that waits for the palette.
type job struct {
	into *sprite
	rgba []color.RGBA // A 0: transparent
}

// cut draws on the sketch, takes what has changed within the area as a sprite, and cleans up after itself: base is the
// sketch as it was.
func (ws *workshop) cut(into *sprite, s, base *Sketch, a area, draw func()) {
	draw()
	r := a.pixels().Intersect(s.img.Rect)
	*into = sprite{x: r.Min.X, y: r.Min.Y, w: r.Dx(), h: r.Dy()}
	rgba := make([]color.RGBA, 0, into.w*into.h)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := s.img.PixOffset(r.Min.X, y), s.img.PixOffset(r.Max.X, y)
		for i := from; i < to; i += 4 {
			p, q := s.img.Pix[i:i+3], base.img.Pix[i:i+3]
			if p[0] == q[0] && p[1] == q[1] && p[2] == q[2] {
				rgba = append(rgba, color.RGBA{})
				continue
			}
			c := color.RGBA{p[0], p[1], p[2], 0xFF}
			ws.seen[c]++
			rgba = append(rgba, c)
		}
	}
	restore(s, base, r)
	ws.jobs = append(ws.jobs, job{into, rgba})
}

// pixels are the whole pixels that an area touches.
func (a area) pixels() image.Rectangle {
	return image.Rect(int(math.Floor(a.x0)), int(math.Floor(a.y0)), int(math.Ceil(a.x1)), int(math.Ceil(a.y1)))
}

// restore makes the sketch what base is, in the rectangle and a good way around it.
func restore(s, base *Sketch, r image.Rectangle) {
	r = r.Inset(-40).Intersect(s.img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := s.img.PixOffset(r.Min.X, y), s.img.PixOffset(r.Max.X, y)
		copy(s.img.Pix[from:to], base.img.Pix[from:to])
	}
}

// make draws a sprite of its own, of w × h pixels, on a ground.
func (ws *workshop) make(into *sprite, w, h int, ground color.RGBA, draw func(*Sketch)) {
	s := newSketch(ws.theme, w, h)
	s.fillArea(area{0, 0, float64(w), float64(h)}, ground)
	base := copySketch(s)
	ws.cut(into, s, base, area{0, 0, float64(w), float64(h)}, func() { draw(s) })
}

// sampled is what one sample stands for: so many pieces and marks lie on a board in the middle of a game.
const sampled = 20

// sample counts the colours of what will be drawn later, so that the palette has them: on the ground, at two angles.
func (ws *workshop) sample(k float64) {
	const side = 120
	for _, angle := range []float64{0.4, 1.1} {
		sl := newSlot(point{side / 2, side / 2}, angle, 60, 27)
		bare := newSketch(ws.theme, side, side)
		bare.fillArea(area{0, 0, side, side}, ws.theme.Ground)
		count := func(draw func(s *Sketch)) {
			s := copySketch(bare)
			draw(s)
			for _, c := range colorsOf(s.img) {
				ws.seen[c] += sampled
			}
		}
		for seat := range ws.theme.Seats {
			count(func(s *Sketch) { s.piece(sl, k, seat) })
		}
		count(func(s *Sketch) { s.closed(sl, k) })
		for _, c := range []color.RGBA{ws.theme.Mark, ws.theme.Accent} {
			count(func(s *Sketch) { s.plank(sl, 8*k, ws.theme.Ink); s.plank(sl, 4*k, c); s.plank(sl, 0, ws.theme.Card) })
		}
	}
}

// finish chooses the palette and turns all sprites into its indices.
func (ws *workshop) finish() {
	pal := newPalette(ws.theme.colors(), ws.seen)
	pal.weigh(ws.board)
	for _, c := range ws.theme.inks() {
		pal.ink(c)
	}
	t := pal.thrift(aloneSlack)
	for _, j := range ws.jobs {
		j.into.pix = bytes.Repeat([]uint8{transparent}, len(j.rgba))
		t.settle(j.into.w, j.rgba, j.into.pix)
	}
	ws.jobs, ws.pal = nil, pal
}
