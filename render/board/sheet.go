package board

import (
	"fmt"
	"image"
	"strings"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/chart"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of the final sheet, in pixels. It is made for a phone like a private picture.
const (
	sheetBand  = 104
	sheetGap   = 16
	sheetPad   = 18
	chartLines = 340
	headLine   = 64 // of a side: pieces, name, points
	sheetHead  = 14 // below it
	ticketLine = 36
	pointsW    = 92
)

type finalSheet struct {
	*picture
	atlas *atlas
}

// Sheet draws the final scoring for everybody: the course of the game, then each side, winners
// first, with its points, network and tickets.
func (p *Painter) Sheet(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckSheet(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	atlas, err := p.atlas()
	if err != nil {
		return raster.Picture{}, fmt.Errorf("draw a final sheet: %w", err)
	}
	d := &finalSheet{p.picture(p.say.Drawn(&v, &o), &o), atlas}
	d.compose()
	return d.finish(p.say.Caption(&v, o.Words).SheetAlt(o.Turns))
}

func (d *finalSheet) compose() {
	all := caption.Ranking(d.v)
	parties := make([]party, len(all))
	h := sheetBand + d.chartH() + sheetGap
	for i, side := range all {
		parties[i] = d.party(side)
		h += parties[i].h + sheetGap
	}
	d.begin(phoneW, h)
	d.drawBand()
	y := sheetBand + sheetGap
	if d.chartH() > 0 {
		d.drawChart(y)
		y += d.chartH()
	}
	for i := range parties {
		d.drawParty(&parties[i], y)
		y += parties[i].h + sheetGap
	}
}

func (d *finalSheet) drawBand() {
	d.Fill(0, 0, phoneW, sheetBand, d.Ink)
	for i, text := range []string{d.words("render.sheet", "Map", d.say.MapName()), d.say.State()} {
		d.TextShrunk(raster.Bold(float64(38-8*i)), phoneText, phoneEdge, 46+42*i, phoneRoom, d.Card, text)
	}
}

// chartH is the height of the chart with the gap below it, 0 without turns.
func (d *finalSheet) chartH() int {
	if len(d.o.Turns) < 2 {
		return 0
	}
	return chart.H(chartLines) + sheetGap
}

func (d *finalSheet) drawChart(y int) {
	s := theme.NewSketch(&d.theme, phoneRoom, chart.H(chartLines))
	s.FillArea(wholeOf(s), d.Paper)
	chart.Draw(s, chart.Of(d.say, d.o.Turns), phoneRoom, chartLines)
	drawn := d.pal.Quantize(s.Sketch)
	d.Lay(drawn, phoneEdge, y)
}

// party is the part of a sheet for one side.
type party struct {
	side    caption.Side
	parts   []string // points by source, in lines
	tickets []ticketRow
	h       int
}

// ticketRow is a ticket or a port on a final sheet.
type ticketRow struct {
	icon   *raster.Sprite
	lines  []string
	points string // "" for a port
	missed bool
}

func (d *finalSheet) party(side caption.Side) party {
	p := party{side: side}
	f := d.v.Seat(side[0]).Final
	p.parts = raster.Regular(phoneText+1).Wrap(phoneRoom-2*sheetPad,
		strings.ReplaceAll(strings.Join(glued(d.say.FinalParts(f, false)), " · "), " ·", glue+"·"))
	add := func(icon *raster.Sprite, text, points string, missed bool) {
		room := float64(phoneRoom - 2*sheetPad - d.atlas.w - 20 - 40 - pointsW)
		p.tickets = append(p.tickets, ticketRow{
			icon, raster.Regular(phoneText+1).Wrap(room, text),
			points, missed,
		})
	}
	for i, t := range f.Completed {
		add(&d.papers.signs[theme.Done], d.cities(t), caption.Signed(f.Earned[i]), false)
	}
	for _, t := range f.Failed {
		add(&d.papers.signs[theme.Lost], d.cities(t), caption.Signed(-d.m.Tickets[t].Penalty), true)
	}
	for _, city := range d.v.Seat(side[0]).Ports {
		add(&d.icons.harbor, d.say.PortLine(f, city), "", false)
	}
	list := 0
	for i := range p.tickets {
		list += len(p.tickets[i].lines) * ticketLine
	}
	p.h = headLine + sheetHead + len(p.parts)*ticketLine + 10 + max(d.atlas.h, list) + sheetPad
	return p
}

// glue replaces spaces where lines must not break.
const glue = "_"

func glued(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = strings.ReplaceAll(text, " ", glue)
	}
	return out
}

// cities are a ticket's cities, numbered for a tour. Lines break only between cities.
func (d *finalSheet) cities(t engine.TicketID) string {
	names := d.say.TicketCities(t)
	if d.m.Tickets[t].InOrder > 0 {
		names = d.say.TourCities(d.m.Tickets[t].Cities)
	}
	return strings.ReplaceAll(strings.ReplaceAll(names, " ", glue), glue+"–"+glue, glue+"– ")
}

func (d *finalSheet) drawParty(p *party, y int) {
	e := d.v.Seat(p.side[0])
	box := image.Rect(phoneEdge, y, phoneEdge+phoneRoom, y+p.h)
	d.Fill(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), d.Card)
	if caption.Won(d.v, e.Seat) {
		outline(d.Canvas, box, 6, d.Ink)
		d.PutAt(&d.papers.winner, box.Min.X+6, y+8)
	} else {
		outline(d.Canvas, box, 2, d.Line)
	}
	left, right := box.Min.X+sheetPad, box.Max.X-sheetPad
	x := left
	for _, seat := range p.side {
		d.PutAt(&d.kit.pieces[seat-1], x, y+21)
		x += pieceW + 4
	}
	total := caption.Number(e.Final.Total)
	d.TextRight(raster.Bold(44), float64(right), y+56, d.Ink, total)
	room := float64(right-x-24) - raster.Bold(44).Width(total)
	if caption.Won(d.v, e.Seat) {
		room -= iconSize + 12
	}
	end := d.TextFit(raster.Bold(32), float64(x+8), y+51, room, d.Ink, d.say.SideName(p.side))
	if caption.Won(d.v, e.Seat) {
		d.PutAt(&d.icons.crown, int(end)+12, y+28)
	}
	y += headLine + sheetHead
	for _, line := range p.parts {
		d.Text(raster.Regular(phoneText+1), float64(left), y+26, d.Ink, strings.ReplaceAll(line, glue,
			" "))
		y += ticketLine
	}
	y += 10
	d.atlas.draw(d.Canvas, d.v, p.side, image.Pt(left, y))
	d.drawTickets(p, left+d.atlas.w+20, y, right)
}

func (d *finalSheet) drawTickets(p *party, x, y, right int) {
	for i := range p.tickets {
		t := &p.tickets[i]
		d.PutAt(t.icon, x+(30-t.icon.W)/2, y+3+(30-t.icon.H)/2)
		ink := d.Good
		if t.missed {
			ink = d.Bad
		}
		d.TextRight(raster.Bold(phoneText+3), float64(right), y+28, ink, t.points)
		for _, line := range t.lines {
			d.Text(raster.Regular(phoneText+1), float64(x+40), y+27, d.Ink, strings.ReplaceAll(line, glue,
				" "))
			y += ticketLine
		}
	}
}
