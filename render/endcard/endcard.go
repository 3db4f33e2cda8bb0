// Package endcard draws the card that a finished game leaves, made for sharing: the winner's
// network in the night, who played, and what there is to remember.
package endcard

import (
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
	rowH    = 52
	leftW   = 560 // of the list of players
	factGap = 74
	pieceW  = 62
)

// Room is the size of the largest scene of a shape, its width divided by its height.
func Room(shape float64) (w, h int) {
	w = min(side-2*edge, int(sceneH*shape))
	return w, int(float64(w) / shape)
}

// Draw draws the end card of a finished game in the look of its title, with a scene in its middle.
func Draw(look *theme.Theme, say *caption.Phrases, v *engine.View, o *caption.Options,
	scene *raster.Sketch,
) (raster.Picture, error) {
	by := look.Night()
	s := theme.NewSketch(&by, side, side)
	for i := range side * side {
		s.Img.SetRGBA(i%side, i/side, by.Paper)
	}
	card := say.Caption(say.Drawn(v, o), o.Words).EndCard(o)
	w, h := scene.Img.Rect.Dx(), scene.Img.Rect.Dy()
	box := geometry.Box(float64(side-w)/2, titleH, float64(side+w)/2, titleH+float64(h))
	at := scene.Img.Rect.Add(image.Pt((side-w)/2, titleH))
	draw.Draw(s.Img, at, scene.Img, image.Point{}, draw.Src)
	frame(s, box)
	heading(s, &card)
	top := box.Y1 + 54
	players(s, look, &card, top)
	facts(s, &card, top)
	ws := raster.NewBuilder()
	ws.CountBackdrop(thinned(s.Sketch))
	pal := ws.Finish(nil, nil)
	canvas := pal.Quantize(s.Sketch)
	pic, err := canvas.Picture(say.Caption(v, o.Words).EndCardAlt(o))
	if err != nil {
		return raster.Picture{}, fmt.Errorf("draw an end card: %w", err)
	}
	return pic, nil
}

// thinned is a ninth of a sketch's pixels, enough to choose colours by.
func thinned(s *raster.Sketch) *raster.Sketch {
	const step = 3
	few := raster.NewSketch(side/step, side/step)
	for y := range side / step {
		for x := range side / step {
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
	won := raster.Bold(38).Shrunk(26, side/2-edge, card.Won)
	room := side - 2*edge - 30 - won.Width(won.Fit(side/2-edge, card.Won))
	title := raster.Serif(92).Shrunk(40, room, card.Title)
	s.Text(title, edge, 96, 0, s.Accent, title.Fit(room, card.Title))
	text := won.Fit(side/2-edge, card.Won)
	s.Text(won, side-edge-won.Width(text), 92, 0, s.Ink, text)
}

// players lists the sides with their pieces and totals, winners first.
func players(s *theme.Sketch, look *theme.Theme, card *caption.EndCard, top float64) {
	by := s.Theme
	for i, it := range card.Sides {
		y := top + float64(i)*rowH
		x, ink := float64(edge), by.Faint
		if it.Won {
			ink = by.Accent
		}
		s.Theme = look // pieces have their own colours by night, too
		for _, seat := range it.Side {
			s.Piece(geometry.Slot{
				At: geometry.Pt(x+pieceW/2, y), Length: pieceW - 8, Width: 34,
			}, 1, int(seat-1))
			x += pieceW
		}
		s.Theme = by
		points := raster.Bold(40)
		s.Text(points, edge+leftW-points.Width(it.Points), y+14, 0, ink, it.Points)
		name := raster.Bold(34)
		room := edge + leftW - points.Width(it.Points) - 24 - x - 12
		name = name.Shrunk(24, room, it.Name)
		s.Text(name, x+12, y+12, 0, by.Ink, name.Fit(room, it.Name))
	}
}

// facts writes what there is to remember beside the players, and where and when that was below it.
func facts(s *theme.Sketch, card *caption.EndCard, top float64) {
	const x, room = edge + leftW + 56, side - edge - (edge + leftW + 56)
	small, foot := raster.Regular(24), raster.Regular(24)
	y := top - 10
	for _, f := range card.Facts {
		s.Text(small, x, y+6, 0, s.Faint, small.Fit(room, f.Name))
		value := raster.Bold(31).Shrunk(22, room, f.Value)
		for _, line := range value.Wrap(room, f.Value) {
			y += 36
			s.Text(value, x, y+3, 0, s.Ink, line)
		}
		y += factGap - 36
	}
	text := foot.Fit(side-2*edge, raster.Plain(card.Foot))
	s.Text(foot, side-edge-foot.Width(text), side-22, 0, s.Faint, text)
}
