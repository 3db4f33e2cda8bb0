package table

import (
	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/chart"
	"konduktor/render/raster"
)

// Chances draws a finished game's chances of winning from turn to turn (o.Chances). It fails while
// the game is not over.
func (p *Painter) Chances(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckChances(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	say := p.say.OnPicture(p.say.Drawn(&v, &o), o.Words)
	return chart.Picture(&p.theme, p.pal, chart.OfChances(say, o.Chances), p.say.InText(&v, o.Words).ChancesAlt(o.Chances))
}
