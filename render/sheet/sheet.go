// Package sheet draws the final scoring of a game: one column with a box for each side, winners
// first, with its points, tickets and network, and below them how the game went. It is made to be
// opened: then it fills the width of a phone, 300 pixels and more. In a conversation it would be a
// stamp, so messages show the end card, and a button leads to the sheet.
package sheet

import (
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/chart"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes in pixels.
const (
	width      = 1080
	edge       = 14
	band       = 84
	pad        = 20
	head       = 84 // of a side: pieces, name, points
	line       = 44
	baseline   = 33 // of a line
	text       = 37
	name       = 50
	total      = 58
	pieceW     = 90
	nameRoom   = 110 // of each piece, and of what else stands beside a name
	signW      = 44  // of a ticket, with the gap behind it
	signScale  = 1.3
	leastText  = 34 // 9 pixels on a phone
	mapW       = 470
	mostMap    = 370 // height
	chartLines = 330
)

var font = raster.Narrow(text)

// Maker draws sheets in the look of a title.
type Maker struct {
	Theme *theme.Theme
	Pal   *raster.Palette
	Map   *railmap.Map
	Say   *caption.Phrases
	// Network draws a side's network into w × h pixels at the origin; nil if there is none.
	Network func(s *theme.Sketch, v *engine.View, side caption.Side, w, h float64)
}

// Draw draws the sheet of a finished game.
func (m *Maker) Draw(v *engine.View, o *caption.Options) (raster.Picture, error) {
	v = m.Say.Drawn(v, o)
	d := &drawing{Maker: m, v: v, o: o, say: m.Say.Caption(v, o.Words)}
	all, h := []party(nil), float64(band+edge)
	for _, side := range caption.Ranking(v) {
		all = append(all, d.party(side, width-2*edge-2*pad))
		h += all[len(all)-1].h + edge
	}
	rows := h
	if len(o.Turns) > 1 {
		h += float64(chart.H(chartLines)) + edge
	}
	d.Sketch = theme.NewSketch(m.Theme, width, int(h))
	d.Least = leastText
	d.draw(all, h)
	if h > rows {
		d.Translate(2*edge, rows)
		chart.Draw(d.Sketch, chart.Of(d.say, o.Turns), width-4*edge, chartLines)
	}
	c := raster.Borrow(m.Pal, width, int(h))
	defer c.Free()
	c.Lay(m.Pal.Quantize(d.Sketch.Sketch), 0, 0)
	return c.Picture(d.say.SheetAlt(o.Turns))
}

type drawing struct {
	*theme.Sketch
	*Maker
	v   *engine.View
	o   *caption.Options
	say *caption.Caption
}

func (d *drawing) draw(all []party, h float64) {
	s := d.Sketch
	s.FillArea(geometry.Box(0, 0, width, h), s.Paper)
	s.FillArea(geometry.Box(0, 0, width, band), s.Ink)
	title := d.o.Words("render.sheet", "Map", d.say.MapName()) + " · " + d.say.State()
	f := raster.Narrow(total).Shrunk(leastText, width-4*edge, title)
	s.Text(f, 2*edge, 60, 0, s.Card, f.Fit(width-4*edge, title))
	y := float64(band + edge)
	for i := range all {
		d.drawParty(&all[i], geometry.Box(edge, y, width-edge, y+all[i].h))
		y += all[i].h + edge
	}
}

// party is the part of a sheet for one side.
type party struct {
	side    caption.Side
	name    string   // "": it is long and stands in the lines
	lines   []string // points by source
	tickets []row
	list    float64 // width of the lists
	h       float64
}

// row is a ticket or a port.
type row struct {
	sign   theme.Standing
	port   bool
	lines  []string
	points int // 0 for a port
}

// party makes the part of a side of a width. The lists stand beside its network.
func (d *drawing) party(side caption.Side, room float64) party {
	list := room
	if d.Network != nil {
		list -= mapW + pad
	}
	p := party{side: side, name: d.say.SideName(side)}
	f := d.v.Seat(side[0]).Final
	parts := strings.Join(glued(d.say.FinalParts(f, false)), " · ")
	p.lines = wrapped(room, strings.ReplaceAll(parts, " ·", glue+"·"))
	for i := range p.lines {
		p.lines[i] = strings.TrimSuffix(p.lines[i], " ·")
	}
	if font.Width(p.name) > room-nameRoom*float64(len(side)+1) && len(side) > 1 {
		p.name, p.lines = "", append(font.Wrap(room, p.name), p.lines...)
	}
	add := func(r row, text string) {
		r.lines = wrapped(list-signW-font.Width("−00 "), text)
		p.tickets = append(p.tickets, r)
	}
	for i, t := range f.Completed {
		add(row{sign: theme.Done, points: f.Earned[i]}, d.cities(t))
	}
	for _, t := range f.Failed {
		add(row{sign: theme.Lost, points: -d.Map.Tickets[t].Penalty}, d.cities(t))
	}
	for _, city := range d.v.Seat(side[0]).Ports {
		text := d.say.PortLine(f, city)
		count := strings.LastIndex(text, ": ") + 2 // a number stays with its noun
		add(row{port: true}, text[:count]+strings.ReplaceAll(text[count:], " ", glue))
	}
	n := 0
	for i := range p.tickets {
		n += len(p.tickets[i].lines)
	}
	p.h = float64(n) * line
	if d.Network != nil {
		p.h = max(p.h, min(mostMap, mapW/d.Map.Aspect))
	}
	p.list = list
	p.h += head + float64(len(p.lines))*line + pad
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

// wrapped breaks a text into lines, not at its glue, which becomes spaces.
func wrapped(room float64, text string) []string {
	lines := font.Wrap(room, text)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], glue, " ")
	}
	return lines
}

// cities are a ticket's cities, numbered for a tour. Lines break only between cities.
func (d *drawing) cities(t engine.TicketID) string {
	names := d.say.TicketCities(t)
	if d.Map.Tickets[t].InOrder > 0 {
		names = d.say.TourCities(d.Map.Tickets[t].Cities)
	}
	return strings.ReplaceAll(strings.ReplaceAll(names, " ", glue), glue+"–"+glue, glue+"– ")
}

func (d *drawing) drawParty(p *party, box geometry.Area) {
	s, final := d.Sketch, d.v.Seat(p.side[0]).Final
	won := caption.Won(d.v, p.side[0])
	ground, ink, rim := s.Line, s.Line, 3.0
	if won {
		ground, ink, rim = s.Mark, s.Ink, 5
	}
	s.FillArea(box, ink)
	s.FillArea(box.Grown(-rim), s.Card)
	top := box.Grown(-rim)
	top.Y1 = box.Y0 + head - 8
	s.FillArea(top, ground)
	left, right, mid := box.X0+pad, box.X1-pad, box.Y0+head/2-2
	x := left
	for _, seat := range p.side {
		piece := geometry.Slot{At: geometry.Pt(x+pieceW/2, mid), Length: pieceW - 6, Width: 50}
		s.Piece(piece, 1, int(seat-1))
		x += pieceW + 4
	}
	if won {
		s.SymbolPath(theme.Star, x+26, mid, 25)
		s.PaintEdged(s.Card, s.Ink, 3)
		x += 58
	}
	points := caption.Number(final.Total)
	at := right - raster.Bold(total).Width(points)
	s.Text(raster.Bold(total), at, mid+20, 0, s.Ink, points)
	f := raster.Narrow(name).Shrunk(leastText, at-x-16, p.name)
	s.Text(f, x+6, mid+17, 0, s.Ink, f.Fit(at-x-16, p.name))
	y := box.Y0 + head
	for _, text := range p.lines {
		s.Text(font, left, y+baseline, 0, s.Faint, text)
		y += line
	}
	d.drawTickets(p.tickets, left, y, left+p.list)
	if d.Network != nil {
		s.Push()
		s.Translate(right-mapW, y)
		d.Network(s, d.v, p.side, mapW, box.Y1-y-pad)
		s.Pop()
	}
}

func (d *drawing) drawTickets(all []row, x, y, right float64) {
	for i := range all {
		d.drawSign(&all[i], x, y)
		d.drawPoints(all[i].points, right, y)
		for _, text := range all[i].lines {
			d.Text(font, x+signW, y+baseline, 0, d.Ink, text)
			y += line
		}
	}
}

func (d *drawing) drawPoints(n int, right, y float64) {
	ink := d.Good
	if n < 0 {
		ink = d.Bad
	}
	if said := caption.Signed(n); n != 0 {
		d.Text(font, right-font.Width(said), y+baseline, 0, ink, said)
	}
}

func (d *drawing) drawSign(t *row, x, y float64) {
	s := d.Sketch
	if t.port {
		s.Disc(x+19, y+line/2, 15, s.Harbor)
		s.Anchor(x+19, y+line/2, 11)
		s.Paint(s.Card)
		return
	}
	ink := s.Good
	if t.sign == theme.Lost {
		ink = s.Bad
	}
	s.Push()
	s.Translate(x, y)
	s.Scale(signScale, signScale)
	s.StandingSign(t.sign, ink)
	s.Pop()
}
