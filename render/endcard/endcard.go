// Package endcard draws cards: of a finished game and of somebody's season, squares that are made
// for sharing, with the map by night and the routes that count; and of a lobby, as high as its
// seats need, with the board by day. Their smallest letters are 9 pixels high when a phone shows
// them 300 pixels wide.
package endcard

import (
	"cmp"
	"fmt"
	"image"
	"image/draw"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of the card, in pixels.
const (
	side    = 1080
	edge    = 44
	titleH  = 128
	sceneH  = 580 // at most
	rowH    = 54
	nameH   = 43  // of a further line of a name
	leftW   = 500 // of the list of players
	factGap = 66
	footH   = 48
	pieceW  = 62
	least   = 34 // smallest letters
	badgeH  = 50
	moreW   = 80 // of the number of badges without room
)

var small, medium = raster.Regular(least), raster.Bold(38)

// Room is the size of the largest scene of a shape, its width divided by its height.
func Room(shape float64) (w, h int) {
	w = min(side-2*edge, int(sceneH*shape))
	return w, int(float64(w) / shape)
}

// Of is the card of a finished game. Its alternative text has the names that the picture may not be
// able to write.
func Of(say *caption.Phrases, v *engine.View, o *caption.Options) caption.EndCard {
	card := say.Caption(say.Drawn(v, o), o.Words).EndCard(o)
	card.Alt = say.Caption(v, o.Words).EndCardAlt(o)
	return card
}

// Draw draws a card in the look of a title, with a scene in its middle.
func Draw(look *theme.Theme, card *caption.EndCard, scene *raster.Sketch) (raster.Picture, error) {
	by := look.Night()
	w, h := scene.Img.Rect.Dx(), scene.Img.Rect.Dy()
	half, high := (len(card.Sides)+1)/2, side
	if card.Lobby {
		high = titleH + h + half*rowH + edge
	}
	if card.Lobby && card.Foot != "" {
		high += footH
	}
	s := theme.NewSketch(&by, side, high)
	s.Least = 33
	for i := range side * high {
		s.Img.SetRGBA(i%side, i/side, by.Paper)
	}
	box := geometry.Box(float64(side-w)/2, titleH, float64(side+w)/2, titleH+float64(h))
	at := scene.Img.Rect.Add(image.Pt((side-w)/2, titleH))
	draw.Draw(s.Img, at, scene.Img, image.Point{}, draw.Src)
	frame(s, box)
	heading(s, card)
	top := box.Y1 + 54
	switch {
	case card.Lobby:
		players(s, look, card.Sides[:half], edge, top, 1)
		players(s, look, card.Sides[half:], side/2+16, top, 1)
	case len(card.Sides) > 0:
		const x = edge + leftW + 48
		lines, lowest := 1, top+float64(len(card.Sides)*(rowH+nameH)-rowH) // of names in two lines
		if lowest < side-footH {
			lines = 2
		}
		players(s, look, card.Sides, edge, top, lines)
		facts(s, card.Facts, x, side-edge-x, top, 2)
	default:
		const room = side/2 - edge - 16
		half := (len(card.Facts) + 1) / 2
		low := facts(s, card.Facts[:half], edge, room, top, 1)
		facts(s, card.Facts[half:], side/2+16, room, top, 1)
		badges(s, card.Badges, low)
	}
	foot := small.Fit(side-2*edge, raster.Plain(card.Foot))
	s.Text(small, side-edge-small.Width(foot), float64(high)-22, 0, s.Faint, foot)
	ws := raster.NewBuilder()
	ws.CountBackdrop(thinned(s.Sketch))
	pal := ws.Finish(nil, nil)
	canvas := pal.Quantize(s.Sketch)
	pic, err := canvas.Picture(card.Alt)
	if err != nil {
		return raster.Picture{}, fmt.Errorf("draw a card: %w", err)
	}
	return pic, nil
}

// thinned is a ninth of a sketch's pixels, enough to choose colours by.
func thinned(s *raster.Sketch) *raster.Sketch {
	const step = 3
	w, h := s.Img.Rect.Dx()/step, s.Img.Rect.Dy()/step
	few := raster.NewSketch(w, h)
	for y := range h {
		for x := range w {
			few.Img.SetRGBA(x, y, s.Img.RGBAAt(step*x+1, step*y+1))
		}
	}
	return few
}

// frame draws the double line around the scene.
func frame(s *theme.Sketch, a geometry.Area) {
	for _, line := range [][2]float64{{1, 3}, {8, 1.2}} {
		b := a.Grown(line[0])
		s.DrawRectangle(b.X0, b.Y0, b.X1-b.X0, b.Y1-b.Y0)
		s.StrokeWith(s.Accent, line[1])
	}
}

func heading(s *theme.Sketch, card *caption.EndCard) {
	const gap = 30
	title, name := raster.Serif(92), raster.Plain(card.Title)
	free := side - 2*edge - gap - min(title.Width(name), side/2-edge)
	won := raster.Bold(42).Shrunk(least, free, card.Won)
	text := won.Fit(free, card.Won)
	x := side - edge - won.Width(text)
	s.Text(won, x, 92, 0, s.Ink, text)
	room := x - edge - gap
	title = title.Shrunk(40, room, name)
	s.Text(title, edge, 96, 0, s.Accent, title.Fit(room, name))
}

// players lists sides with their pieces and totals in a column, a name in at most so many lines.
func players(s *theme.Sketch, look *theme.Theme, sides []caption.EndSide, left, top float64,
	lines int,
) {
	by, y := s.Theme, top
	for _, it := range sides {
		x, ink := left, by.Faint
		if it.Won {
			ink = by.Accent
		}
		s.Theme = look // pieces have their own colours by night, too
		for _, seat := range it.Side {
			if seat == engine.Public {
				s.Box(x+3, y-22, pieceW-6, 44, 10, by.Paper, by.Faint, 2)
			} else {
				s.Piece(geometry.Slot{
					At: geometry.Pt(x+pieceW/2, y), Length: pieceW - 6, Width: 44,
				}, 1, int(seat-1))
			}
			x += pieceW
		}
		s.Theme = by
		points := raster.Bold(46)
		s.Text(points, left+leftW-points.Width(it.Points), y+16, 0, ink, it.Points)
		said := cmp.Or(raster.Plain(it.Name), "?")
		room := left + leftW - points.Width(it.Points) - 24 - x - 12
		name := raster.Bold(40).Shrunk(least, room, said)
		parts := name.Wrap(room, said)
		if len(parts) > lines {
			parts = []string{name.Fit(room, said)}
		}
		for _, part := range parts {
			s.Text(name, x+12, y+14, 0, by.Ink, part)
			y += nameH
		}
		y += rowH - nameH
	}
}

// facts writes what there is to remember in a column, with one or two lines for each value, and
// returns where the next one would begin.
func facts(s *theme.Sketch, list []caption.EndFact, x, room, y float64, lines int) float64 {
	y -= 4
	for _, f := range list {
		name, said := raster.Plain(f.Name), raster.Plain(f.Value)
		s.Text(small, x, y, 0, s.Faint, small.Fit(room, name))
		value := medium.Shrunk(least, room, said)
		if lines == 1 {
			said = value.Fit(room, said)
		}
		for _, line := range value.Wrap(room, said) {
			y += 43
			s.Text(value, x, y, 0, s.Ink, line)
		}
		y += factGap
	}
	return y
}

// badges writes the names of badges, each behind a star, in the rows that there is room for.
func badges(s *theme.Sketch, names []string, y float64) {
	x := float64(edge)
	for i, name := range names {
		w, right := 52+small.Width(name), float64(side-edge)
		last := y+badgeH > side-edge/2
		if last && i < len(names)-1 {
			right -= moreW
		}
		if x > edge && x+w > right {
			if last {
				s.Text(small, x, y, 0, s.Faint, "+"+caption.Number(len(names)-i))
				return
			}
			x, y = edge, y+badgeH
		}
		s.SymbolPath(theme.Star, x+19, y-12, 19)
		s.Paint(s.Accent)
		s.Text(small, x+46, y, 0, s.Ink, small.Fit(side-edge-x-46, name))
		x += w + 30
	}
}
