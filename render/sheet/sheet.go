// Package sheet draws the final scoring of a game: each side, winners first, with its points and
// tickets, and what else there is room for. It has the shape in which Discord shows pictures,
// 550 × 350, and can be read at 300 × 191, as on a phone.
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
	width, height = 1080, 687
	edge          = 10
	band          = 58
	pad           = 12
	head          = 56 // of a side: pieces, name, points
	line          = 30
	text          = 27
	name          = 34
	total         = 40
	pieceW        = 60
	nameRoom      = 80 // of each piece, and of what else stands beside a name
	signW         = 34 // of a ticket, with the gap behind it
	leastText     = 26
	leastMap      = 100
	leastChart    = 110
	winnersShare  = 1.2 // of a row, in shares of the others
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
	d := &drawing{
		Sketch: theme.NewSketch(m.Theme, width, height), Maker: m, v: v, o: o,
		say: m.Say.Caption(v, o.Words), mapH: height,
	}
	d.Least = leastText
	d.draw()
	c := raster.Borrow(m.Pal, width, height)
	defer c.Free()
	c.Lay(m.Pal.Quantize(d.Sketch.Sketch), 0, 0)
	return c.Picture(d.say.SheetAlt(o.Turns))
}

type drawing struct {
	*theme.Sketch
	*Maker
	v    *engine.View
	o    *caption.Options
	say  *caption.Caption
	mapH float64 // most height of a network
}

func (d *drawing) draw() {
	s := d.Sketch
	s.FillArea(geometry.Box(0, 0, width, height), s.Paper)
	s.FillArea(geometry.Box(0, 0, width, band), s.Ink)
	title := d.o.Words("render.sheet", "Map", d.say.MapName()) + " · " + d.say.State()
	f := raster.Narrow(total).Shrunk(leastText, width-4*edge, title)
	s.Text(f, 2*edge, 43, 0, s.Card, f.Fit(width-4*edge, title))
	all := caption.Ranking(d.v)
	rows := [][]caption.Side{all}
	if n := len(all); n > 3 {
		rows = [][]caption.Side{all[:(n+1)/2], all[(n+1)/2:]}
	}
	h := float64(height-band-edge) / float64(len(rows))
	for i, row := range rows {
		columns, parties, need := d.parties(row, winnersShare)
		if d.Network == nil || need > h { // the lists come first
			columns, parties, need = d.parties(row, 1)
		}
		y := band + edge + float64(i)*h
		if room := h - need - 2*edge; len(rows) == 1 && len(d.o.Turns) > 1 &&
			room >= float64(chart.H(leastChart)) {
			h = need
			d.drawChart(y+need+edge, int(room))
		}
		for n := range parties {
			d.drawParty(&parties[n], geometry.Box(columns[n], y, columns[n+1]-edge, y+h-edge))
		}
	}
}

// parties are the parts of the sheet for the sides in a row, their left edges with the right edge
// of the last, and the height that they need. Winners, who mostly have the longest lists, get a
// larger share of the row, so that their networks are not smaller than others'.
func (d *drawing) parties(row []caption.Side, winners float64) ([]float64, []party, float64) {
	share := func(side caption.Side) float64 {
		if caption.Won(d.v, side[0]) {
			return winners
		}
		return 1
	}
	sum, need := 0.0, 0.0
	for _, side := range row {
		sum += share(side)
	}
	x, all := []float64{edge}, make([]party, len(row))
	for i, side := range row {
		x = append(x, x[i]+(width-edge)*share(side)/sum)
		all[i] = d.party(side, x[i+1]-x[i]-edge-2*pad)
		need = max(need, all[i].h()+edge)
	}
	return x, all, need
}

func (d *drawing) drawChart(y float64, h int) {
	d.Push()
	d.Translate(2*edge, y)
	chart.Draw(d.Sketch, chart.Of(d.say, d.o.Turns), width-4*edge, h-chart.H(0))
	d.Pop()
}

// party is the part of a sheet for one side.
type party struct {
	side    caption.Side
	name    string   // "": it is long and stands in the lines
	lines   []string // points by source
	tickets []row
}

// row is a ticket or a port.
type row struct {
	sign   theme.Standing
	port   bool
	lines  []string
	points int // 0 for a port
}

func (p *party) h() float64 {
	n := len(p.lines)
	for i := range p.tickets {
		n += len(p.tickets[i].lines)
	}
	return float64(head + n*line + pad)
}

func (d *drawing) party(side caption.Side, room float64) party {
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
		r.lines = wrapped(room-signW-font.Width("−00 "), text)
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
	ground, ink, rim := s.Line, s.Line, 2.0
	if won {
		ground, ink, rim = s.Mark, s.Ink, 4
	}
	s.FillArea(box, ink)
	s.FillArea(box.Grown(-rim), s.Card)
	top := box.Grown(-rim)
	top.Y1 = box.Y0 + head - 6
	s.FillArea(top, ground)
	left, right, mid := box.X0+pad, box.X1-pad, box.Y0+head/2-2
	x := left
	for _, seat := range p.side {
		piece := geometry.Slot{At: geometry.Pt(x+pieceW/2, mid), Length: pieceW - 6, Width: 32}
		s.Piece(piece, 1, int(seat-1))
		x += pieceW + 4
	}
	if won {
		s.SymbolPath(theme.Star, x+18, mid, 17)
		s.PaintEdged(s.Card, s.Ink, 2)
		x += 40
	}
	points := caption.Number(final.Total)
	at := right - raster.Bold(total).Width(points)
	s.Text(raster.Bold(total), at, mid+14, 0, s.Ink, points)
	f := raster.Narrow(name).Shrunk(leastText, at-x-16, p.name)
	s.Text(f, x+4, mid+12, 0, s.Ink, f.Fit(at-x-16, p.name))
	y := box.Y0 + head
	for _, text := range p.lines {
		s.Text(font, left, y+22, 0, s.Faint, text)
		y += line
	}
	d.drawTickets(p.tickets, left, y, right, int(box.Y1-y-1)/line)
	h := min(box.Y1-box.Y0-p.h()-pad, d.mapH)
	if won {
		d.mapH = h // the others' networks are not larger
	}
	if d.Network != nil && h >= leastMap {
		s.Push()
		s.Translate(left, box.Y1-pad-h)
		d.Network(s, d.v, p.side, right-left, h)
		s.Pop()
	}
}

// drawTickets lists tickets and ports in some lines. The last line counts those without room.
func (d *drawing) drawTickets(all []row, x, y, right float64, lines int) {
	s, rest := d.Sketch, 0
	for i := range all {
		rest += len(all[i].lines)
	}
	for i := range all {
		t := &all[i]
		if len(t.lines) >= lines && rest > lines {
			more, points := d.more(all[i:])
			room := right - x - signW - font.Width("−00 ")
			f := font.Shrunk(leastText, room, more)
			s.Text(f, x+signW, y+22, 0, s.Ink, f.Fit(room, more))
			d.drawPoints(points, right, y)
			return
		}
		d.drawSign(t, x, y)
		d.drawPoints(t.points, right, y)
		for _, text := range t.lines {
			s.Text(font, x+signW, y+22, 0, s.Ink, text)
			y, lines, rest = y+line, lines-1, rest-1
		}
	}
}

// more counts the tickets and ports of rows, and the points of the tickets. Ports pay together, as
// the lines above the rows say.
func (d *drawing) more(rows []row) (text string, points int) {
	tickets := 0
	for i := range rows {
		if !rows[i].port {
			tickets++
		}
		points += rows[i].points
	}
	var said []string
	if tickets > 0 {
		said = append(said, d.o.Words("render.tickets", "Count", tickets))
	}
	if ports := len(rows) - tickets; ports > 0 {
		said = append(said, d.o.Words("render.ports", "Count", ports))
	}
	return "+ " + strings.Join(said, ", "), points
}

func (d *drawing) drawPoints(n int, right, y float64) {
	ink := d.Good
	if n < 0 {
		ink = d.Bad
	}
	if said := caption.Signed(n); n != 0 {
		d.Text(font, right-font.Width(said), y+22, 0, ink, said)
	}
}

func (d *drawing) drawSign(t *row, x, y float64) {
	s := d.Sketch
	if t.port {
		s.Disc(x+15, y+line/2, 11, s.Harbor)
		s.Anchor(x+15, y+line/2, 8)
		s.Paint(s.Card)
		return
	}
	ink := s.Good
	if t.sign == theme.Lost {
		ink = s.Bad
	}
	s.Push()
	s.Translate(x, y)
	s.StandingSign(t.sign, ink)
	s.Pop()
}
