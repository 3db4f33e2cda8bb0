package board

import (
	"konduktor/render/raster"
	"konduktor/render/theme"
)

const iconSize = 24

type icons struct {
	harbor raster.Sprite
	crown  raster.Sprite // of a winner
}

func newIcons(ws *theme.Builder) *icons {
	k := &icons{}
	ws.Make(&k.harbor, iconSize, iconSize, ws.Card, func(s *theme.Sketch) {
		s.Disc(12, 12, 11, s.Harbor)
		s.Anchor(12, 12, 8)
		s.Paint(s.Card)
	})
	ws.Make(&k.crown, iconSize, iconSize, ws.Card, func(s *theme.Sketch) {
		s.SymbolPath(theme.Star, 12, 12, 11)
		s.PaintEdged(s.Mark, s.Ink, 1.6)
	})
	return k
}
