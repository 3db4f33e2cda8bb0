package board

import (
	"fmt"
	"image"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// closeUpTall is how tall the board of a close-up is at the most, in pixels.
const closeUpTall = 900

// closeUp draws what is around a city: a part of the board of private pictures, on which all can be read on a phone, and below it
// what its signs mean. If o.Private, the viewer's tickets have their letters.
func (p *Painter) closeUp(v *engine.View, o *caption.Options) (raster.Picture, error) {
	city, ok := p.lex.City(o.Focus)
	if !ok {
		return raster.Picture{}, fmt.Errorf("draw a board: there is no city %q", o.Focus)
	}
	board, err := p.phone()
	if err != nil {
		return raster.Picture{}, fmt.Errorf("draw a close-up: %w", err)
	}
	d := p.reader(v, o)
	if d == nil {
		d = &private{Painter: p, v: v, o: o, say: p.say.OnPicture(v, o.Words)}
	}
	d.board, d.window = board, around(board.named, city)
	lines := d.legend()
	c := raster.Borrow(p.pal, phoneW, d.window.Dy()+legendH(lines, phoneRoom))
	defer c.Free()
	c.Fill(0, 0, c.W, c.H, p.theme.Paper)
	d.drawBoard(c, 0)
	c.Fill(0, d.window.Dy(), c.W, c.H-d.window.Dy(), p.theme.Paper)
	d.drawLegend(c, lines, d.window.Dy(), phoneRoom)
	return c.Picture(p.say.BoardAlt(v, o))
}

// around is the part of a board that shows the surroundings of a city.
func around(l *geometry.Layout, city engine.CityID) image.Rectangle {
	seen, at := l.Surroundings(city), l.Cities[city]
	w, h := min(phoneW, l.W), min(closeUpTall, l.H)
	x, y := l.OffSigns(geometry.Window(seen.X0, seen.X1, at.X, w, l.W), w), geometry.Window(seen.Y0, seen.Y1, at.Y, h, l.H)
	return image.Rect(int(x), int(y), int(x)+int(w), int(y)+int(h))
}
