package board

import (
	"image/color"

	"konduktor/render/raster"
	"konduktor/render/theme"
)

const (
	iconSize  = 24
	tokenSize = 34
)

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

// Where the sign of a token stands.
const (
	onStrip = iota
	onNews
)

// newTokens are the signs of a title's tokens, by where they stand.
func newTokens(ws *theme.Builder) map[string][]raster.Sprite {
	all := map[string][]raster.Sprite{}
	for name, draw := range ws.Tokens {
		signs := make([]raster.Sprite, 2)
		for i, ground := range []color.RGBA{onStrip: ws.Card, onNews: ws.Mark} {
			ws.Make(&signs[i], tokenSize, tokenSize, ground, func(s *theme.Sketch) {
				s.Scale(tokenSize/24., tokenSize/24.) // it is drawn 24 pixels large
				s.Disc(12, 12, 12, s.Card)
				draw(s)
			})
		}
		all[name] = signs
	}
	return all
}
