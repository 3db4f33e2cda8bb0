package rendertest

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"slices"
	"testing"

	"konduktor/engine"
)

// mostFilm is the limit for a film of 220 frames, in bytes; longer films may have more in
// proportion.
const (
	mostFilm   = 600 << 10
	mostFrames = 220
)

// Played is a film as a viewer shows it.
type Played struct {
	*gif.GIF
	seen  *image.RGBA // the first shown pictures over one another
	shown int
}

// Frame is what is seen after picture n, from 0.
func (p *Played) Frame(n int) *image.RGBA {
	if p.seen == nil || p.shown > n+1 {
		p.seen, p.shown = image.NewRGBA(image.Rect(0, 0, p.Config.Width, p.Config.Height)), 0
	}
	for ; p.shown <= n; p.shown++ {
		paint(p.seen, p.Image[p.shown], p.Image[p.shown].Rect, p.Image[p.shown].Rect.Min)
	}
	return &image.RGBA{
		Pix: slices.Clone(p.seen.Pix), Stride: p.seen.Stride, Rect: p.seen.Rect,
	}
}

// paint draws a part of a picture, with its corner at a point of another: package draw takes ten
// times as long for pictures with a palette.
func paint(onto *image.RGBA, a *image.Paletted, part image.Rectangle, at image.Point) {
	var colors [256][4]uint8
	for i, c := range a.Palette {
		r, g, b, alpha := c.RGBA()
		colors[i] = [4]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(alpha >> 8)}
	}
	part = part.Intersect(a.Rect)
	for y := range part.Dy() {
		from := a.Pix[a.PixOffset(part.Min.X, part.Min.Y+y):][:part.Dx()]
		to := onto.Pix[onto.PixOffset(at.X, at.Y+y):]
		for x, i := range from {
			if c := &colors[i]; c[3] != 0 {
				copy(to[4*x:4*x+4], c[:])
			}
		}
	}
}

// Play decodes a film and checks what all have in common: a picture for each turn, ticket and
// bonus, the beginning and the result; it loops, holds its end, and is small.
func Play(t *testing.T, file []byte, turns []engine.Turn) *Played {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	v := &turns[len(turns)-1].View
	want, counted := len(turns)+1, map[int]bool{}
	for i := range v.Seats {
		s := &v.Seats[i]
		if v.Uses(engine.UsesTeams) && counted[s.Team] {
			continue
		}
		counted[s.Team] = true
		want += len(s.Final.Completed) + len(s.Final.Failed) + len(s.Final.Bonuses)
	}
	last := len(g.Delay) - 1
	switch {
	case len(g.Image) != want:
		t.Errorf("got %d pictures, want %d", len(g.Image), want)
	case g.Config.Width != 720:
		t.Errorf("got a film %d pixels wide", g.Config.Width)
	case g.LoopCount != 0:
		t.Errorf("it is repeated %d times, want for ever", g.LoopCount)
	case g.Delay[last] < 3*g.Delay[last-1]:
		t.Errorf("its end is held for %d hundredths of a second, the picture before it for %d",
			g.Delay[last], g.Delay[last-1])
	}
	if most := mostFilm * max(mostFrames, want) / mostFrames; len(file) > most {
		t.Errorf("got %d bytes for %d frames, want at most %d", len(file), want, most)
	}
	return &Played{GIF: g}
}

// Blocks is the percentage of 12-pixel squares in which two pictures differ visibly.
func Blocks(a, b *image.RGBA) float64 {
	const side, off = 12, 40
	r, n, far := a.Bounds(), 0, 0
	for y := 0; y+side <= r.Dy(); y += side {
		for x := 0; x+side <= r.Dx(); x += side {
			box := image.Rect(x, y, x+side, y+side)
			p, q := mean(a, box), mean(b, box)
			for i := range p {
				if p[i] > q[i]+off || q[i] > p[i]+off {
					far++
					break
				}
			}
			n++
		}
	}
	return 100 * float64(far) / float64(n)
}

// Shrunk is a part of a picture made smaller by averaging.
func Shrunk(a image.Image, part image.Rectangle, w, h int) *image.RGBA {
	whole, out := Colored(a, part), image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m := mean(whole, image.Rect(x*part.Dx()/w, y*part.Dy()/h, (x+1)*part.Dx()/w, (y+1)*part.Dy()/h))
			out.SetRGBA(x, y, color.RGBA{uint8(m[0]), uint8(m[1]), uint8(m[2]), 0xFF})
		}
	}
	return out
}

// Colored is a part of a picture without a palette, its corner at (0, 0).
func Colored(a image.Image, part image.Rectangle) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, part.Dx(), part.Dy()))
	if a, ok := a.(*image.Paletted); ok {
		paint(out, a, part, image.Point{})
		return out
	}
	draw.Draw(out, out.Rect, a, part.Min, draw.Src)
	return out
}

func mean(a *image.RGBA, box image.Rectangle) [3]int {
	var sum [3]int
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := a.Pix[a.PixOffset(box.Min.X, y):a.PixOffset(box.Max.X, y)]
		for i := 0; i < len(row); i += 4 {
			sum[0], sum[1], sum[2] = sum[0]+int(row[i]), sum[1]+int(row[i+1]), sum[2]+int(row[i+2])
		}
	}
	for i := range sum {
		sum[i] /= box.Dx() * box.Dy()
	}
	return sum
}
