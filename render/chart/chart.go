// Package chart draws the standing of the sides from turn to turn, and who was ahead.
package chart

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Chart is what a chart shows.
type Chart struct {
	Course  *caption.Course
	Heading string   // what is counted
	Ahead   string   // label of the band of leaders
	Names   []string // by side
	Totals  []int    // by side: final points, where the lines end; nil: they end with the last turn
	Scoring string   // label of the part after the last turn
}

// Sizes of a chart, in pixels. Phones show its 1080 pixels at 300.
const (
	text     = 34
	headH    = 58
	axisW    = 92  // numbers, left of the lines
	leastW   = 280 // names, right of them
	mostW    = 480
	nameGaps = 56  // between a line's end, its disc, its name and its value
	scoringW = 130 // the part after the last turn
	axisH    = 56  // turns, below the lines
	bandH    = 52  // leaders
	labelH   = 52  // between two names
	disc     = 20  // radius
	discTop  = 80  // the highest middle of a disc
	drop     = 12  // from the middle of a text to its foot
	lineH    = 40
)

const belowLines = axisH + lineH + bandH + 16

var regular, bold = raster.Regular(text), raster.Bold(text)

// H is the height of a chart whose lines have a height.
func H(lines int) int { return headH + lines + belowLines }

// dashes tell the lines apart without colour.
var dashes = [][]float64{nil, {16, 9}, {5, 7}, {24, 7, 5, 7}, {11, 5}, {3, 10}}

type plot struct {
	*Chart
	s        *theme.Sketch
	box      geometry.Area // of the lines up to the last turn
	end      float64       // where the lines end
	names    float64       // width for the names
	low, top int           // range of values
}

// Draw draws a chart at the top left of a sketch, w wide, its lines so high; nothing without turns.
func Draw(s *theme.Sketch, c *Chart, w, lines int) {
	if c.Course.Turns() == 0 {
		return
	}
	p := &plot{Chart: c, s: s, names: c.roomForNames()}
	p.end = float64(w) - p.names
	p.box = geometry.Box(axisW, headH, p.end, float64(headH+lines))
	if c.Totals != nil {
		p.box.X1 -= scoringW
	}
	s.Text(bold, 0, lineH-2, 0, s.Ink, bold.Fit(float64(w), c.Heading))
	p.measure()
	p.drawGrid()
	for i := range c.Names {
		p.drawLine(i)
	}
	for i := range c.Names {
		p.drawMarks(i)
	}
	p.drawNames()
	p.drawReigns(p.box.Y1 + axisH)
}

// roomForNames is the width of the names with discs and values, within limits.
func (c *Chart) roomForNames() float64 {
	most := 0.0
	for i, name := range c.Names {
		most = max(most, regular.Width(name)+bold.Width(caption.Number(c.last(i))))
	}
	return max(leastW, min(mostW, most+2*disc+nameGaps))
}

func (c *Chart) last(i int) int {
	if c.Totals != nil {
		return c.Totals[i]
	}
	return c.Course.Values[c.Course.Turns()][i]
}

func (p *plot) measure() {
	for _, row := range p.Course.Values {
		p.low, p.top = min(p.low, slices.Min(row)), max(p.top, slices.Max(row))
	}
	if p.Totals != nil {
		p.low, p.top = min(p.low, slices.Min(p.Totals)), max(p.top, slices.Max(p.Totals))
	}
	p.top = max(p.top, p.low+1)
}

// step is the distance of the grid's lines, such that there are about four.
func (p *plot) step() int {
	for _, n := range []int{1, 2, 5, 10, 20, 25, 50, 100, 200} {
		if (p.top-p.low)/n <= 4 {
			return n
		}
	}
	return (p.top - p.low) / 4
}

func (p *plot) x(turn int) float64 {
	return p.box.X0 + (p.box.X1-p.box.X0)*float64(turn)/float64(p.Course.Turns())
}

func (p *plot) y(value int) float64 {
	return p.box.Y1 - (p.box.Y1-p.box.Y0)*float64(value-p.low)/float64(p.top-p.low)
}

func (p *plot) drawGrid() {
	s, t := p.s, p.s.Theme
	s.FillArea(geometry.Box(p.box.X0, p.box.Y0, p.end, p.box.Y1), t.Card)
	if p.Totals != nil {
		s.FillArea(geometry.Box(p.box.X1, p.box.Y0, p.end, p.box.Y1), t.Paper)
		word := regular.Fit(scoringW+p.names-12, p.Scoring)
		s.Text(regular, p.box.X1+12, p.box.Y1+lineH, 0, t.Faint, word)
	}
	step := p.step()
	for v := int(math.Ceil(float64(p.low)/float64(step))) * step; v <= p.top; v += step {
		y := math.Round(p.y(v))
		s.FillArea(geometry.Box(p.box.X0, y-1, p.end, y+1), t.Line)
		word := caption.Number(v)
		s.Text(regular, p.box.X0-10-regular.Width(word), y+drop, 0, t.Faint, word)
	}
	all := []int{1}
	for _, q := range p.Course.Quarters() {
		if q > 1 {
			all = append(all, q)
		}
	}
	free := math.Inf(1)
	for _, turn := range slices.Backward(slices.Compact(all)) {
		x, word := p.x(turn), strconv.Itoa(turn)
		s.FillArea(geometry.Box(x-1, p.box.Y1, x+1, p.box.Y1+6), t.Faint)
		left := min(x-regular.Width(word)/2, p.box.X1-regular.Width(word))
		if left+regular.Width(word)+8 < free {
			s.Text(regular, left, p.box.Y1+lineH, 0, t.Faint, word)
			free = left
		}
	}
}

func (p *plot) livery(i int) (seat int, l theme.Livery) {
	seat = int(p.Course.Sides[i][0]) - 1
	return seat, p.s.Seats[seat]
}

func (p *plot) path(i int) {
	for turn := range p.Course.Values {
		p.s.LineTo(p.x(turn), p.y(p.Course.Values[turn][i]))
	}
	if p.Totals != nil {
		p.s.LineTo(p.end, p.y(p.Totals[i]))
	}
}

func (p *plot) drawLine(i int) {
	_, l := p.livery(i)
	p.path(i)
	p.s.SetLineJoinRound()
	p.s.SetLineCapButt()
	p.s.SetDash(dashes[i%len(dashes)]...)
	p.s.StrokePreserveWith(p.s.Ink, 8)
	p.s.StrokePreserveWith(l.Body, 4.5)
	p.s.ClearPath()
	p.s.SetDash()
}

// drawMarks puts two numbered discs on a line, away from those of other lines.
func (p *plot) drawMarks(i int) {
	n, sides := p.Course.Turns(), len(p.Names)
	for part := range 2 {
		turn := (2*(part*sides+i) + 1) * n / (4 * sides)
		p.drawDisc(i, p.x(turn), p.y(p.Course.Values[turn][i]))
	}
}

func (p *plot) drawDisc(i int, x, y float64) {
	seat, l := p.livery(i)
	s := p.s
	y = max(y, discTop) // below the heading
	s.Disc(x, y, disc+3, l.Body)
	s.DrawCircle(x, y, disc+3)
	s.StrokeWith(s.Ink, 2.5)
	s.Disc(x, y, disc-2, s.Card)
	s.Centred(bold, x, y, 0, s.Ink, strconv.Itoa(seat+1))
}

// drawNames writes names and last values at the ends of the lines without overlaps.
func (p *plot) drawNames() {
	order, at := make([]int, len(p.Names)), make([]float64, len(p.Names))
	last := make([]int, len(p.Names))
	for i := range order {
		order[i], last[i] = i, p.last(i)
		at[i] = p.y(last[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return last[b] - last[a] })
	free := p.box.Y0 + 10
	for _, i := range order { // push down from the first
		at[i] = max(at[i], free)
		free = at[i] + labelH
	}
	free = p.box.Y1 - 4
	for _, i := range slices.Backward(order) { // push up where that went too far
		at[i] = min(at[i], free)
		free = at[i] - labelH
	}
	for _, i := range order {
		p.s.DrawLine(p.end, p.y(last[i]), p.end+16, at[i])
		p.s.StrokeWith(p.s.Faint, 2)
		p.drawDisc(i, p.end+16+disc, at[i])
		value := caption.Number(last[i])
		room := p.names - 16 - 2*disc - 12 - 10
		p.s.Text(bold, p.end+p.names-bold.Width(value), at[i]+drop, 0, p.s.Ink, value)
		name := regular.Fit(room-bold.Width(value)-4, p.Names[i])
		p.s.Text(regular, p.end+16+2*disc+10, at[i]+drop, 0, p.s.Ink, name)
	}
}

func (p *plot) drawReigns(y float64) {
	s, t := p.s, p.s.Theme
	s.Text(regular, p.box.X0, y+drop+18, 0, t.Faint, regular.Fit(p.end+p.names-p.box.X0, p.Ahead))
	y += lineH
	whole := geometry.Box(p.x(0), y, p.x(p.Course.Turns()), y+bandH)
	s.FillArea(whole, t.Paper)
	for _, r := range p.Course.Reigns() {
		if r.Side == caption.Nobody {
			continue
		}
		_, l := p.livery(r.Side)
		part := geometry.Box(p.x(r.First-1), y, p.x(r.Last), y+bandH)
		s.FillArea(part, l.Body)
		s.FillArea(geometry.Box(part.X0, y, part.X0+1.5, y+bandH), t.Ink)
		s.FillArea(geometry.Box(part.X1-1.5, y, part.X1, y+bandH), t.Ink)
		if part.X1-part.X0 > 2*disc+8 {
			p.drawDisc(r.Side, (part.X0+part.X1)/2, y+bandH/2)
		}
	}
	edge(s, whole, t.Ink)
}

func edge(s *theme.Sketch, a geometry.Area, c color.RGBA) {
	s.DrawRectangle(a.X0, a.Y0, a.X1-a.X0, a.Y1-a.Y0)
	s.StrokeWith(c, 2.5)
}

// Of is the chart of a finished game.
func Of(say *caption.Caption, turns []engine.Turn) *Chart {
	c := caption.CourseOf(turns)
	chart := &Chart{
		Course: &c, Heading: say.CourseOf(), Ahead: say.LeadLine(&c),
		Scoring: say.Words("render.film-end"),
	}
	for _, side := range c.Sides {
		chart.Names = append(chart.Names, say.SideName(side))
		if f := say.View.Seat(side[0]).Final; f != nil && !say.View.Uses(engine.UsesYards) {
			chart.Totals = append(chart.Totals, f.Total)
		}
	}
	return chart
}

// ofChances is the chart of chances to win, in percent by turn and side. The step to the last row
// is the final scoring's.
func ofChances(say *caption.Caption, o *caption.Options) *Chart {
	c, result := caption.ChancesOf(say.View, o.Chances)
	chart := &Chart{
		Course: &c, Heading: say.Words("render.chances"), Ahead: say.Words("render.chances-ahead"),
		Totals: result, Scoring: say.Words("render.chances-scoring"),
	}
	for _, side := range c.Sides {
		chart.Names = append(chart.Names, say.SideName(side))
	}
	return chart
}

// Sizes of a chart as a picture, in pixels.
const (
	pictureW     = 1080
	pictureEdge  = 24
	pictureLines = 407
)

// Chances draws the chart of a finished game's chances (o.Chances) as a picture.
func Chances(
	look *theme.Theme, pal *raster.Palette, say *caption.Phrases, v *engine.View, o *caption.Options,
) (raster.Picture, error) {
	const w, h = pictureW - 2*pictureEdge, headH + pictureLines + belowLines
	s := theme.NewSketch(look, w, h)
	s.FillArea(geometry.Box(0, 0, w, h), look.Paper)
	c := ofChances(say.Caption(say.Drawn(v, o), o.Words), o)
	Draw(s, c, w, pictureLines)
	canvas := raster.Borrow(pal, pictureW, h+2*pictureEdge)
	defer canvas.Free()
	canvas.Fill(0, 0, pictureW, h+2*pictureEdge, look.Paper)
	canvas.Lay(pal.Quantize(s.Sketch), pictureEdge, pictureEdge)
	return canvas.Picture(say.Caption(v, o.Words).ChancesAlt(o))
}
