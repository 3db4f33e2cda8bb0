package board

import (
	"fmt"
	"image"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
)

// A close-up is a part of the board of private pictures, on which all can be read on a phone. Where a phone shows that board whole,
// the close-up is a picture of fewer pixels: a phone shows it as wide as any other, so all in it is larger.
const (
	closeUpTall  = 900  // of a city, at most, in pixels
	closeUpPart  = 0.62 // of the board's width that the surroundings of a city may take
	closeUpShare = 0.8  // of its height
	partEdge     = 24   // pixels around the cities of a part, with their names
	leastPart    = 560  // pixels: the least width of a part
	leastShape   = 0.55 // the least height of a part, of its width
)

// closeUp draws what is around a city, or a part of the board, and below it what its signs mean. If o.Private, the viewer's tickets
// have their letters.
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
	lines, room := d.legend(), window.Dx()-2*phoneEdge
	p.begin(window.Dx(), window.Dy()+legendH(lines, room))
	d.Canvas = p.Canvas
	d.drawBoard(0)
	d.Fill(0, window.Dy(), d.W, d.H-window.Dy(), d.theme.Paper)
	d.drawLegend(lines, window.Dy(), room)
	return nil
}

// focus is what a close-up of a city or part shows of a board; false if there is no such city or part.
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

// around is the part of a board that shows the surroundings of a city.
func around(l *geometry.Layout, city engine.CityID) image.Rectangle {
	w, h := min(phoneW, closeUpPart*l.W), min(closeUpTall, closeUpShare*l.H)
	return window(l, l.Surroundings(city), l.Cities[city], w, h)
}

// partWindow shows all cities of a part of a board with their names.
func partWindow(l *geometry.Layout, part *caption.Part) image.Rectangle {
	seen := l.CityArea(int(part.Cities[0]))
	for _, c := range part.Cities[1:] {
		seen = seen.With(l.CityArea(int(c)))
	}
	seen = seen.Grown(partEdge)
	w := min(phoneW, l.W, max(seen.X1-seen.X0, leastPart))
	h := min(l.H, max(seen.Y1-seen.Y0, leastShape*w))
	return window(l, seen, geometry.Pt((seen.X0+seen.X1)/2, (seen.Y0+seen.Y1)/2), w, h)
}

// window is w × h pixels of a board that show an area, or if it is larger, what of it is around a place.
func window(l *geometry.Layout, seen geometry.Area, at geometry.Point, w, h float64) image.Rectangle {
	x, y := l.OffSigns(geometry.Window(seen.X0, seen.X1, at.X, w, l.W), w), geometry.Window(seen.Y0, seen.Y1, at.Y, h, l.H)
	return image.Rect(int(x), int(y), int(x)+int(w), int(y)+int(h))
}
