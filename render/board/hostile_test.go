package board

import (
	"bytes"
	"image"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// namedView is a position whose seats have these names.
func namedView(names [4]string) engine.View {
	v := rendertest.Finished()
	v.Seats = slices.Clone(v.Seats)
	for i, n := range names {
		v.Seats[i].Name = n
	}
	return v
}

func TestHostileNamesStayInTheirBoxes(t *testing.T) {
	p := amsterdamPainter(t)
	o := caption.Options{Words: rendertest.Terse}
	quiet := namedView([4]string{})
	plain := composed(p, quiet, o)
	names := rendertest.HostileNames()
	for i := 0; i+4 <= len(names); i += 4 {
		four := [4]string(names[i : i+4])
		got := composed(p, namedView(four), o)
		for seat := range four {
			p.blank(got, nameBox(p, seat, 4, 1, 0))
			p.blank(plain, nameBox(p, seat, 4, 1, 0))
		}
		if !bytes.Equal(got.Pix, plain.Pix) {
			t.Errorf("names %q: the picture changed outside of their boxes", four)
		}
	}
}

// nameBox is where the strip has room for the name of a seat. Seats that play together stand in one
// box, with their points between them.
func nameBox(p *Painter, place, places, together, points int) image.Rectangle {
	b, side, n := p.board.base, place/together, places/together
	x, w := b.W*side/n, b.W*(side+1)/n-b.W*side/n
	score, tips := caption.New(p.m, rendertest.Terse).Pts(points), 0
	if together > 1 {
		tips = 2 * sharedTip
	}
	room := int(raster.Narrow(stripText*p.named.Sizes.Name).Width(score)) + 2*stripEdge + tips
	w -= room
	i := place % together
	if x += w * i / together; i > 0 {
		x += room
	}
	return image.Rect(x+2*stripEdge+mateW-3, b.H-p.named.Strip()+stripLine, x+w/together, b.H)
}

// composed is a whole board on a canvas.
func composed(p *Painter, v engine.View, o caption.Options) *raster.Canvas {
	d := p.picture(p.say.Drawn(&v, &o), &o)
	d.compose()
	return d.Canvas
}

// blank covers a part of a canvas.
func (p *Painter) blank(c *raster.Canvas, r image.Rectangle) {
	c.Fill(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), p.theme.Ink)
}

func TestHostileNamesBreakNoPictureOrText(t *testing.T) {
	p := amsterdamPainter(t)
	w := rendertest.Echo
	o := caption.Options{Words: w}
	phone, err := p.phone()
	if err != nil {
		t.Fatal(err)
	}
	names, lines := rendertest.HostileNames(),
		strings.Count(caption.New(p.m, w).Of(rendertest.Ref(namedView([4]string{}))).BoardText(), "\n")
	for i := 0; i+4 <= len(names); i += 4 {
		v := namedView([4]string(names[i : i+4]))
		p.private(phone, p.say.Drawn(&v, &o), &o).composeHand()
		for _, alt := range []string{
			p.say.BoardAlt(&v, &o), p.say.PrivateAlt(&v, &o),
			caption.Clip(caption.New(p.m, w).Of(&v).Sheet().String()),
		} {
			if n := len(utf16.Encode([]rune(alt))); n > caption.MaxAlt || n == 0 {
				t.Errorf("names %q: got an alternative text of %d characters, want 1 to %d", names[i:i+4], n,
					caption.MaxAlt)
			}
		}
		if got := strings.Count(caption.New(p.m, w).Of(&v).BoardText(), "\n"); got != lines {
			t.Errorf("names %q: got %d lines of text, want %d", names[i:i+4], got, lines)
		}
	}
}
