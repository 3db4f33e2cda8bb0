package board

import (
	"image/color"
	"math"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

type phoneKit struct {
	faces  []raster.Sprite                  // by card
	empty  raster.Sprite                    // an empty slot of the market
	pieces []raster.Sprite                  // by seat
	space  raster.Sprite                    // a space to claim
	needs  map[prospect.Need]*raster.Sprite // by needKey: a card that a way takes
	way    raster.Sprite                    // for the legend: an open way
	spaces raster.Sprite                    // for the legend: spaces to claim
	ring   raster.Sprite                    // for the legend: a city of a complete ticket
	cross  raster.Sprite                    // for the legend: a lost route
	arrows []raster.Sprite                  // up, right, down, left
}

const (
	pieceW, pieceH = 64, 38
)

func newPhoneKit(ws *theme.Builder, lex *engine.Lexicon) *phoneKit {
	t := ws.Theme
	k := &phoneKit{
		faces:  ws.Faces(lex.Faces, faceW, faceH, 9, t.Paper),
		pieces: ws.Pieces(pieceW, pieceH, 10, 10, 1, phoneText, t.Card),
	}
	ws.Make(&k.empty, faceW, faceH, t.Paper, func(s *theme.Sketch) {
		s.SetDash(7, 6)
		s.Box(2, 2, faceW-4, faceH-4, 9, t.Paper, t.Faint, 2)
	})
	newNeeds(ws, k, lex)
	k.arrows = ws.Each(4, arrowSide, arrowSide, t.Card, func(s *theme.Sketch, side int) {
		s.RotateAbout(float64(side)*math.Pi/2, 12, 12)
		s.Polygon(12, 2, 22, 20, 2, 20)
		s.Paint(t.Accent)
	})
	ws.Make(&k.way, legendW, signH, t.Paper, drawWaySample)
	ws.Make(&k.spaces, legendW, signH, t.Paper, func(s *theme.Sketch) {
		drawToClaim(s, (legendW-needW)/2, 1)
	})
	ws.Make(&k.ring, legendW, signH, t.Paper, func(s *theme.Sketch) {
		for i, c := range []color.RGBA{t.Accent, t.Card, t.Ink, t.Card, t.Bad} {
			s.Disc(legendW/2, signH/2, []float64{15.5, 12, 9, 7, 3.8}[i], c)
		}
	})
	ws.Make(&k.cross, legendW, signH, t.Paper, func(s *theme.Sketch) {
		drawSample(s, geometry.Rectangular)
		s.SetLineCapRound()
		s.DrawLine(legendW/2-11, 5, legendW/2+11, signH-5)
		s.DrawLine(legendW/2-11, signH-5, legendW/2+11, 5)
		s.StrokePreserveWith(t.Card, 9)
		s.StrokeWith(t.Bad, 5)
	})
	return k
}

const (
	needW, needH = 38, 30
)

// needKey is a need without its number.
func needKey(n *prospect.Need) prospect.Need {
	return prospect.Need{Color: n.Color, Ship: n.Ship, Pairs: min(n.Pairs, 1), Wilds: min(n.Wilds, 1)}
}

// newNeeds draws the cards that a way takes: colours, rounded for ships, gray for any one colour;
// pairs and wilds.
func newNeeds(ws *theme.Builder, k *phoneKit, lex *engine.Lexicon) {
	t := ws.Theme
	k.needs = map[prospect.Need]*raster.Sprite{}
	sign := func(n prospect.Need, p theme.Paint) {
		icon := new(raster.Sprite)
		ws.Make(icon, needW, needH, t.Card, func(s *theme.Sketch) {
			r := 4.0
			if n.Ship {
				r = needH/2 - 2
			}
			s.Box(1.5, 1.5, needW-3, needH-3, r, p.Fill, t.Ink, 2)
			s.SetColor(p.Ink)
			switch {
			case n.Pairs > 0:
				s.PairMark(needW/2, needH/2, 11)
			case n.Wilds > 0:
				s.SymbolPath(p.Symbol, needW/2, needH/2+1, 12.5)
				s.PaintEdged(t.Mark, t.Ink, 1.5)
			case p.Symbol != theme.NoSymbol:
				s.SymbolPath(p.Symbol, needW/2, needH/2, 10.5)
				s.Paint(p.Ink)
			}
		})
		k.needs[n] = icon
	}
	for i := range lex.Faces {
		if f := &lex.Faces[i]; !f.Wild {
			sign(prospect.Need{Color: f.Color}, t.PaintOf(f.Color))
			sign(prospect.Need{Color: f.Color, Ship: true}, t.PaintOf(f.Color))
		}
	}
	for _, ship := range []bool{false, true} {
		sign(prospect.Need{Color: railmap.Gray, Ship: ship}, t.Gray)
	}
	sign(prospect.Need{Pairs: 1}, t.Gray)
	sign(prospect.Need{Wilds: 1}, t.Wild)
	ws.Make(&k.space, needW, needH, t.Card, func(s *theme.Sketch) { drawToClaim(s, 0, 0) })
}

// drawToClaim draws an unclaimed space with its corner at (x, y).
func drawToClaim(s *theme.Sketch, x, y float64) {
	s.SetDash(4, 3)
	s.Box(x+2, y+7, needW-4, needH-14, 3, s.Paper, s.Ink, 2)
	s.SetDash()
}

type papers struct {
	signs  []raster.Sprite // by theme.Standing
	winner raster.Sprite   // behind a winner's name on a final sheet
}

func newPapers(ws *theme.Builder) *papers {
	t := ws.Theme
	inks := [...]color.RGBA{theme.Underway: t.Line, theme.Done: t.Good, theme.Lost: t.Bad}
	p := &papers{signs: ws.Each(len(inks), 30, 30, t.Card, func(s *theme.Sketch, i int) {
		s.StandingSign(theme.Standing(i), inks[i])
	})}
	ws.Make(&p.winner, phoneRoom-12, headLine, t.Card, func(s *theme.Sketch) {
		s.Box(2, 2, phoneRoom-16, headLine-4, 12, t.Mark, t.Ink, 3)
	})
	return p
}

type cards struct {
	small []raster.Sprite // by card
	none  raster.Sprite   // an empty slot of the market
}

func newCards(ws *theme.Builder, lex *engine.Lexicon) *cards {
	c := &cards{small: ws.Faces(lex.Faces, theme.SmallW, theme.SmallH, 7, ws.Paper)}
	ws.Make(&c.none, theme.SmallW, theme.SmallH, ws.Paper, func(s *theme.Sketch) {
		s.SetDash(5, 4)
		s.Box(1.5, 1.5, theme.SmallW-3, theme.SmallH-3, 7, s.Paper, s.Faint, 1.5)
	})
	return c
}
