package board

import (
	"fmt"
	"image"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
)

// A close-up is a part of the phone board. It has fewer pixels than a private picture: shown at the
// same width, everything in it is larger.
const (
	closeUpW   = 720  // pixels, the most for a city's surroundings
	partEdge   = 24   // pixels around a part's cities and names
	leastPart  = 560  // pixels
	leastShape = 0.55 // height, in widths
	mostShape  = 0.9
)

// closeUp draws the surroundings of a city or a part of the board. With o.Private the viewer's
// tickets have their letters.
func (p *picture) closeUp() error {
	board, err := p.phone()
	if err != nil {
		return fmt.Errorf("draw a close-up: %w", err)
	}
	window, ok := p.focus(board.named, p.o.Focus)
	if !ok {
		return fmt.Errorf("draw a board: there is no city or part %q", p.o.Focus)
	}
	d := p.reader()
	if d == nil {
		d = &private{picture: p}
	}
	d.board, d.window = board, window
	p.begin(window.Dx(), window.Dy())
	d.Canvas = p.Canvas
	d.drawBoard(0)
	return nil
}

// focus returns the window of a city or part; false if there is none of that ID.
func (p *Painter) focus(l *geometry.Layout, id string) (image.Rectangle, bool) {
	if part, ok := caption.FindPart(p.m, id); ok {
		return partWindow(l, &part), true
	}
	city, ok := p.lex.City(id)
	if !ok {
		return image.Rectangle{}, false
	}
	return around(l, city), true
}

func around(l *geometry.Layout, city engine.CityID) image.Rectangle {
	seen := l.Surroundings(city)
	w := max(leastPart, min(closeUpW, seen.X1-seen.X0))
	h := min(l.H, max(leastShape*w, min(mostShape*w, seen.Y1-seen.Y0)))
	return window(l, seen, l.Cities[city], w, h)
}

// partWindow shows all cities of a part with their names.
func partWindow(l *geometry.Layout, part *caption.Part) image.Rectangle {
	seen := l.CityArea(part.Cities[0])
	for _, c := range part.Cities[1:] {
		seen = seen.With(l.CityArea(c))
	}
	seen = seen.Grown(partEdge)
	w := min(phoneW, l.W, max(seen.X1-seen.X0, leastPart))
	h := min(l.H, max(seen.Y1-seen.Y0, leastShape*w))
	return window(l, seen, geometry.Pt((seen.X0+seen.X1)/2, (seen.Y0+seen.Y1)/2), w, h)
}

// window returns w × h pixels of a board that show an area, or as much of it as fits around a
// point. It grows wider to the edge of the board rather than cut the signs there.
func window(
	l *geometry.Layout, seen geometry.Area, at geometry.Point, w, h float64,
) image.Rectangle {
	usual := geometry.Window(seen.X0, seen.X1, at.X, w, l.W)
	x := l.AvoidSigns(usual, w)
	if x < usual {
		w = max(w, min(phoneW, seen.X1-x))
	} else if x > usual {
		w = max(w, min(phoneW, l.W-seen.X0))
		x = l.W - w
	}
	y := geometry.Window(seen.Y0, seen.Y1, at.Y, h, l.H)
	return image.Rect(int(x), int(y), int(x)+int(w), int(y)+int(h))
}
