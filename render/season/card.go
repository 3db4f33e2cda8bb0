package season

import (
	"math"
	"slices"
	"strconv"

	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Card is the season of a person.
type Card struct {
	Name   string // hostile text
	Below  string // which season
	Alt    string
	Rating string // "512 ± 60"; "": none is shown
	Note   string // below the rating: "early", or why there is none
	Line   []Point
	// Dates are the ends of the line.
	Dates  [2]string
	Places []int  // how often each place was reached, the first first
	Games  string // how many games
	Facts  []Fact
}

// Point is the rating on a day.
type Point struct {
	At        float64 // share of the season that has passed, from 0 to 1
	Rating    int
	PlusMinus int
}

// Fact is something that the season tells.
type Fact struct{ Label, Value string }

// Sizes of a card, in pixels.
const (
	chartGap = 26
	chartH   = 250
	chartX0  = edge + 78
	chartX1  = wide - edge
	barsH    = 180
	barW     = 72
	barStep  = 96
	factH    = 62
)

// Draw draws a card: the line of the rating, the places, and the facts.
func (c *Card) Draw() (raster.Picture, error) {
	h := headH + edge + barsH + 74 + factH*len(c.Facts)
	if len(c.Line) > 0 {
		h += chartGap + chartH + 80
	}
	p := newPage(h)
	p.head(c.Name, c.Below)
	if c.Rating != "" {
		p.write(name, wide-edge, 68, -330, false, c.Rating)
	}
	if c.Note != "" {
		p.write(small, wide-edge, 114, -430, true, c.Note)
	}
	y := headH
	if len(c.Line) > 0 {
		p.line(c, y+chartGap)
		y += chartGap + chartH + 80
	}
	p.places(c, y)
	y += barsH + 74
	for i, f := range c.Facts {
		if i%2 == 0 {
			p.Fill(0, y, wide, factH, p.Card)
		}
		room := wide - 2*edge - small.Width(raster.Plain(f.Label)) - 30
		p.write(small, edge, y+43, wide/2, true, f.Label)
		p.write(smallB, wide-edge, y+43, -room, false, f.Value)
		y += factH
	}
	return p.finish(c.Alt)
}

// line draws how the rating went, with the band that it lies in.
func (p *page) line(c *Card, top int) {
	low, high := math.MaxInt, math.MinInt
	for _, a := range c.Line {
		low, high = min(low, a.Rating-a.PlusMinus), max(high, a.Rating+a.PlusMinus)
	}
	const step, w = 100, chartX1 - chartX0
	low, high = low/step*step, (high+step-1)/step*step
	s := theme.NewSketch(&p.Theme, w, chartH+2)
	x := func(a Point) float64 { return 18 + (w-36)*a.At }
	y := func(rating int) float64 {
		return 1 + chartH - chartH*float64(rating-low)/float64(max(high-low, 1))
	}
	s.FillArea(geometry.Box(0, 0, w, chartH+2), p.Card)
	for _, a := range c.Line {
		s.LineTo(x(a), y(a.Rating+a.PlusMinus))
	}
	for _, a := range slices.Backward(c.Line) {
		s.LineTo(x(a), y(a.Rating-a.PlusMinus))
	}
	s.ClosePath()
	s.PaintEdged(p.Park, p.Park, 2)
	each := step * max(1, (high-low)/step/3)
	for r := low; r <= high; r += each {
		s.FillArea(geometry.Box(0, y(r)-1, w, y(r)+1), p.Line)
		p.write(small, chartX0-12, top+int(y(r))+12, -chartX0, true, strconv.Itoa(r))
	}
	for _, a := range c.Line {
		s.LineTo(x(a), y(a.Rating))
	}
	s.SetLineJoinRound()
	s.StrokeWith(p.Ink, 7)
	for _, a := range c.Line {
		s.Disc(x(a), y(a.Rating), 8, p.Ink)
	}
	p.Lay(p.pal.Quantize(s.Sketch), chartX0, top)
	last := c.Line[len(c.Line)-1]
	p.PutAt(&p.dot, chartX0+int(x(last))-dotW/2, top+int(y(last.Rating))-dotW/2)
	p.write(small, chartX0, top+chartH+46, 300, true, c.Dates[0])
	p.write(small, chartX1, top+chartH+46, -300, true, c.Dates[1])
}

// places draws a bar for each place.
func (p *page) places(c *Card, top int) {
	most := 1
	for _, n := range c.Places {
		most = max(most, n)
	}
	bottom := top + barsH
	for i, n := range c.Places {
		x, h := edge+i*barStep, max(3, (barsH-50)*n/most)
		fill := p.Bed
		if i == 0 {
			fill = p.Good
		}
		p.Fill(x, bottom-h, barW, h, fill)
		p.TextMid(smallB, float64(x)+barW/2, bottom-h-12, p.Ink, strconv.Itoa(n))
		p.TextMid(small, float64(x)+barW/2, bottom+42, p.Faint, strconv.Itoa(i+1)+".")
	}
	x := float64(edge + len(c.Places)*barStep + 20)
	p.write(heading, x, top+barsH/2+20, wide-edge-x, false, c.Games)
}
