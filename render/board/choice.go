package board

import (
	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// A city on offer may lie anywhere, so a choice of tickets is shown on the whole map. On a phone
// that is 300 pixels wide: the picture names and letters the cities of tickets alone, large, and
// all else is small.
const (
	choiceH   = 56 // of letters at a city
	choiceDot = 13 // radius of a city without letters
)

var choiceBold = raster.Bold(42)

// choiceBoard is the board of choices.
type choiceBoard struct {
	*boardCache
	named *geometry.Layout
}

func (p *Painter) newChoiceBoard() (*choiceBoard, error) {
	l := geometry.ForChoice(p.m, p.named.Text)
	bare := *l
	bare.Labels, bare.Sizes.Dot = nil, choiceDot
	b := &choiceBoard{newBoardCache(&bare, &p.theme), l}
	var err error
	b.base, err = raster.NewBackdrop(p.pal, b.drawEmpty(&bare, int(l.W), int(l.H)).Sketch, emptySize)
	return b, err
}

// composeChoice draws the map with the tickets on offer, those chosen filled, and the viewer's own.
func (d *private) composeChoice() error {
	b, err := d.choice()
	if err != nil {
		return err
	}
	d.Canvas = b.base.Canvas()
	d.drawWays(b.boardCache)
	b.drawView(d.Canvas, d.v, d.o, d.ringed())
	all := d.cityLetters()
	named, cities := *b.named, make([]engine.CityID, len(all))
	for i := range all {
		e := &all[i]
		cities[i] = e.city
		named.Obstacles = append(named.Obstacles, geometry.Obstacle{
			Slot: geometry.NewSlot(named.Cities[e.city], 0, 2*choiceHalf(e), choiceH), Strict: true,
		})
	}
	only := named.Only(cities)
	for i := range only.Labels {
		b.putName(d.Canvas, d.read(i, &only.Labels[i]))
	}
	for i := range all {
		e := &all[i]
		d.drawLetters(choiceBold, named.Cities[e.city], choiceHalf(e), choiceH, e)
	}
	return nil
}

func choiceHalf(e *letters) float64 {
	return max(choiceH/2, choiceBold.Width(e.label())/2+12)
}
