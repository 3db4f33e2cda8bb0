package table

import (
	"image/color"
	"math"

	"konduktor/engine"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// tableKit are the sprites shared by the pictures.
type tableKit struct {
	tops    [2]raster.Sprite // of boxes: waiting, to move
	bottoms [2]raster.Sprite
	badges  []raster.Sprite // by seat: its piece, on a box
	yards   []raster.Sprite // the same on gravel
	tokens  []raster.Sprite // the same, small
	hand    raster.Sprite   // icons
	ticket  raster.Sprite
	crown   raster.Sprite
	signs   []raster.Sprite  // done, lost
	disc    raster.Sprite    // for a number on gravel
	star    raster.Sprite    // a locomotive beside a number
	laid    [2]raster.Sprite // a laid card: on one of a ticket, on a box
	robbers []raster.Sprite  // by seat: its piece, on the ground of news
	taken   []raster.Sprite  // by card, on the ground of news
	track   raster.Sprite    // cards face down
	ghost   raster.Sprite    // for the legend: a robbed row
	papers  []raster.Sprite  // the frame of a ticket: own or going back, on offer
}

// Sizes of the kit's parts, in pixels.
const (
	capH   = 26 // top and bottom of a box
	signW  = 40 // of icons
	pieceW = 96
	pieceH = 52
	tokenW = 39
	tokenH = 40
	discW  = 46
	starW  = 28
	laidW  = 22

	trackIconW, trackIconH = 48, 38
	ghostW, ghostH         = 54, 36
)

func newTableKit(ws *theme.Builder, faces []engine.Face) *tableKit {
	t := ws.Theme
	k := &tableKit{
		badges: ws.Pieces(pieceW, pieceH, 12, 14, 1, 0, t.Card),
		yards:  ws.Pieces(pieceW, pieceH, 12, 14, 1, 0, t.Land),
		tokens: ws.Pieces(tokenW, tokenH, 8, 12, 0.8, leastText, t.Card),
	}
	for i, edge := range [2]struct {
		c    color.RGBA
		line float64
	}{{t.Line, 3}, {t.Ink, 7}} {
		box := func(s *theme.Sketch, y float64) {
			s.Box(edge.line/2, y+edge.line/2, boxW-edge.line, 200-edge.line, 16, t.Card, edge.c, edge.line)
		}
		ws.Make(&k.tops[i], boxW, capH, t.Ground, func(s *theme.Sketch) { box(s, 0) })
		ws.Make(&k.bottoms[i], boxW, capH, t.Ground, func(s *theme.Sketch) { box(s, capH-200) })
	}
	icon := func(into *raster.Sprite, draw func(*theme.Sketch)) {
		ws.Make(into, signW, signW, t.Card, draw)
	}
	icon(&k.hand, func(s *theme.Sketch) {
		s.Box(4, 9, 20, 27, 3, t.Card, t.Ink, 2.6)
		s.Box(15, 4, 20, 27, 3, t.Border, t.Ink, 2.6)
	})
	icon(&k.ticket, func(s *theme.Sketch) { drawTicketIcon(s) })
	icon(&k.crown, func(s *theme.Sketch) {
		s.SymbolPath(theme.Star, 20, 21, 18)
		s.PaintEdged(t.Mark, t.Ink, 2.6)
	})
	ended, inks := [2]theme.Standing{theme.Done, theme.Lost}, [2]color.RGBA{t.Good, t.Bad}
	k.signs = ws.Each(2, signW, signW, t.Card, func(s *theme.Sketch, i int) {
		s.Translate(2, 2)
		s.Scale(1.2, 1.2)
		s.StandingSign(ended[i], inks[i])
	})
	ws.Make(&k.disc, discW, discW, t.Land, func(s *theme.Sketch) { drawDisc(s, discW) })
	ws.Make(&k.star, starW, starW, t.Land, func(s *theme.Sketch) {
		s.SymbolPath(theme.Star, starW/2, starW/2+1, starW/2-1)
		s.PaintEdged(t.Mark, t.Ink, 2)
	})
	for i, ground := range []color.RGBA{t.Paper, t.Card} {
		ws.Make(&k.laid[i], laidW, laidW, ground, func(s *theme.Sketch) {
			s.Disc(laidW/2, laidW/2, laidW/2, t.Card)
			s.Disc(laidW/2, laidW/2, laidW/2-2.5, t.Good)
		})
	}
	k.robbers = ws.Pieces(pieceW, pieceH, 12, 14, 1, 0, t.Mark)
	k.taken = ws.Faces(faces, theme.SmallW, theme.SmallH, 7, t.Mark)
	ws.Make(&k.track, trackIconW, trackIconH, t.Card, func(s *theme.Sketch) {
		drawBack(s, 6, 1, trackIconW-7, trackIconH-8)
		drawBack(s, 1, 6, trackIconW-7, trackIconH-8)
	})
	ws.Make(&k.ghost, ghostW, ghostH, t.Paper, func(s *theme.Sketch) {
		s.Scale(float64(ghostW)/wagonW, float64(ghostW)/wagonW)
		drawGhost(s, &faces[0])
	})
	k.papers = ws.Each(2, ticketCellW, ticketCellH, t.Card, func(s *theme.Sketch, i int) {
		s.Box(2, 2, ticketCellW-4, ticketCellH-4, 12, t.Paper, []color.RGBA{t.Line, t.Accent}[i], 4)
	})
	return k
}

func drawDisc(s *theme.Sketch, w float64) {
	s.Disc(w/2, w/2, w/2-1, s.Card)
	s.Disc(w/2, w/2, w/2-2.5, s.Ink)
}

func drawTicketIcon(s *theme.Sketch) {
	s.Box(3, 7, 34, 26, 5, s.Card, s.Ink, 2.6)
	s.DrawLine(12, 25, 27, 15)
	s.StrokeWith(s.Bad, 2.6)
	s.DrawCircle(12, 25, 4.2)
	s.NewSubPath()
	s.Disc(27, 15, 4.2, s.Bad)
}

// drawExpress draws a steam engine with a wagon. It runs to the right on rails at y.
func drawExpress(s *theme.Sketch, x, y, k float64) {
	t := s.Theme
	s.Push()
	s.Translate(x, y)
	s.Scale(k, k)
	part := func(c color.RGBA, draw func()) { draw(); s.Paint(c) }
	part(t.Paper, func() { // steam
		for _, p := range [][3]float64{{176, -82, 9}, {160, -90, 12}, {138, -94, 9}, {122, -96, 6}} {
			s.DrawCircle(p[0], p[1], p[2])
			s.NewSubPath()
		}
	})
	part(t.Bad, func() { s.DrawRoundedRectangle(4, -44, 66, 30, 4) })    // wagon
	part(t.Mark, func() { s.DrawRectangle(4, -36, 66, 5) })              // its stripe
	part(t.Border, func() { s.DrawRectangle(68, -20, 16, 5) })           // coupling
	part(t.Good, func() { s.DrawRoundedRectangle(82, -60, 40, 46, 4) })  // cab
	part(t.Ink, func() { s.DrawRoundedRectangle(90, -52, 20, 16, 3) })   // its window
	part(t.Border, func() { s.DrawRoundedRectangle(78, -66, 48, 8, 3) }) // its roof
	part(t.Good, func() { s.DrawRoundedRectangle(118, -44, 76, 28, 8) }) // boiler
	part(t.Mark, func() { s.DrawRectangle(144, -44, 4, 28) })            // its bands
	part(t.Mark, func() { s.DrawRectangle(166, -44, 4, 28) })
	part(t.Border, func() { s.Polygon(174, -44, 190, -44, 194, -66, 170, -66) }) // chimney
	part(t.Border, func() { s.Polygon(194, -20, 214, -4, 190, -4) })             // plough
	for _, w := range [][2]float64{{20, 9}, {54, 9}, {98, 13}, {130, 10}, {156, 10}, {182, 10}} {
		part(t.Card, func() { s.DrawCircle(w[0], -w[1], w[1]) })
		part(t.Bed, func() { s.DrawCircle(w[0], -w[1], w[1]*0.62) })
	}
	s.Pop()
}

// drawBox draws an empty box; lit frames a seat that is to move.
func (p *picture) drawBox(y, h int, lit bool) {
	i, line, edge := 0, 3, p.Line
	if lit {
		i, line, edge = 1, 7, p.Ink
	}
	p.Fill(tableEdge, y+capH, boxW, h-2*capH, edge)
	p.Fill(tableEdge+line, y+capH, boxW-2*line, h-2*capH, p.Card)
	p.PutAt(&p.kit.tops[i], tableEdge, y)
	p.PutAt(&p.kit.bottoms[i], tableEdge, y+h-capH)
}

// drawRails draws a track from x to x+w with its rails at y.
func (p *picture) drawRails(x, y, w int) {
	for at := x + 6; at+12 <= x+w; at += 24 {
		p.Fill(at, y-2, 12, 9, p.Border)
	}
	p.Fill(x, y, w, 3, p.Bed)
}

// drawDisc draws a dark disc with a number.
func (p *picture) drawDisc(disc *raster.Sprite, x, y int, text string) {
	p.PutAt(disc, x, y)
	most := disc.W * 3 / 5
	font := raster.Bold(float64(most)).Shrunk(float64(most/2), float64(disc.W)-8, text)
	mid := y + disc.H/2 + int(math.Round(0.36*font.Size))
	p.TextMid(font, float64(x)+float64(disc.W)/2, mid, p.Card, text)
}

// flow places things in lines, like words.
type flow struct {
	room    int // width of a line
	x, line int
}

// place returns where something of width w begins.
func (f *flow) place(w int) (x, line int) {
	if f.x > 0 && f.x+w > f.room {
		f.x, f.line = 0, f.line+1
	}
	x = f.x
	f.x += w
	return x, f.line
}
