package board

import (
	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// phoneKit are the sprites of private pictures.
type phoneKit struct {
	faces []raster.Sprite // by card
	empty raster.Sprite   // an empty slot of the market
	mates []raster.Sprite // by seat: its piece, on the ground of a card
	way   raster.Sprite   // an open way, in the legend
	cross raster.Sprite   // a route that was needed, in the legend
}

// mateW and mateH are the size of a seat's piece.
const (
	mateW, pieceH = 64, 38
)

func newPhoneKit(ws *theme.Builder, lex *engine.Lexicon) *phoneKit {
	t := ws.Theme
	k := &phoneKit{faces: make([]raster.Sprite, len(lex.Faces)), mates: make([]raster.Sprite, len(t.Seats))}
	for i := range lex.Faces {
		ws.Make(&k.faces[i], faceW, faceH, t.Paper, func(s *theme.Sketch) { s.Face(&lex.Faces[i], faceW, faceH, 9) })
	}
	ws.Make(&k.empty, faceW, faceH, t.Paper, func(s *theme.Sketch) {
		s.SetDash(7, 6)
		s.Box(2, 2, faceW-4, faceH-4, 9, t.Paper, t.Faint, 2)
	})
	for i := range k.mates {
		ws.Make(&k.mates[i], mateW, pieceH, t.Card, func(s *theme.Sketch) {
			s.Least = phoneText
			s.Piece(geometry.Slot{At: geometry.Pt(mateW/2, pieceH/2), Length: mateW - 10, Width: pieceH - 10}, 1, i)
		})
	}
	ws.Make(&k.way, legendW, legendH, t.Paper, func(s *theme.Sketch) {
		sl := sampleSlot(geometry.Rectangular)
		sl.Width -= 6
		s.Space(sl, 5, t.Accent)
		s.Space(sl, 3, t.Card)
		s.Space(sl, 0, t.Ink)
		s.Space(sl, -1.3, t.Gray.Fill)
	})
	ws.Make(&k.cross, legendW, legendH, t.Paper, func(s *theme.Sketch) {
		drawSample(s, geometry.Rectangular)
		s.SetLineCapRound()
		s.DrawLine(legendW/2-11, 5, legendW/2+11, legendH-5)
		s.DrawLine(legendW/2-11, legendH-5, legendW/2+11, 5)
		s.StrokePreserveWith(t.Card, 9)
		s.StrokeWith(t.Bad, 5)
	})
	return k
}
