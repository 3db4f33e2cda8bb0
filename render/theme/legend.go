package theme

import (
	"konduktor/render/raster"
)

// LegendLine explains a sign. Put draws it in W × LegendH pixels with the corner at (x, y).
type LegendLine struct {
	Text string
	W    int
	Put  func(c *raster.Canvas, x, y int)
}

// Sizes of a legend, in pixels.
const (
	LegendH = 32 // of a sign

	legendW      = 1080
	legendColumn = 520
	legendSide   = (legendW - 2*legendColumn) / 2
	legendEdge   = 18 // above the first line and below the last
	legendStep   = 34 // between two lines of one text
	legendPad    = 18 // below a text
	legendGap    = 16 // between a sign and its text
)

var legendText = raster.Regular(26)

// Legend draws lines in two columns, whose signs all have the width signW. The last lines have
// rows of their own below.
func (t *Theme) Legend(pal *raster.Palette, signW int, lines, last []LegendLine) *raster.Canvas {
	wrapped := func(l *LegendLine, column int) []string {
		return legendText.Wrap(float64(column-l.W-2*legendGap-12), l.Text)
	}
	rows := (len(lines) + 1) / 2
	heights, h := make([]int, rows+len(last)), 2*legendEdge
	for i := range lines {
		lines[i].W = signW
		n := len(wrapped(&lines[i], legendColumn))
		heights[i%rows] = max(heights[i%rows], n*legendStep+legendPad)
	}
	for i := range last {
		heights[rows+i] = len(wrapped(&last[i], 2*legendColumn))*legendStep + legendPad
	}
	for _, row := range heights {
		h += row
	}
	c := raster.Borrow(pal, legendW, h)
	c.Fill(0, 0, legendW, h, t.Paper)
	put := func(l *LegendLine, x, y, column int) {
		l.Put(c, x, y)
		for i, text := range wrapped(l, column) {
			c.Text(legendText, float64(x+l.W+legendGap), y+25+i*legendStep, t.Ink, text)
		}
	}
	y := legendEdge
	for i, row := range heights {
		if i < rows {
			put(&lines[i], legendSide, y, legendColumn)
			if next := i + rows; next < len(lines) {
				put(&lines[next], legendSide+legendColumn, y, legendColumn)
			}
		} else {
			put(&last[i-rows], legendSide, y, 2*legendColumn)
		}
		y += row
	}
	return c
}
