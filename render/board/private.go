package board

import (
	"fmt"
	"image"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// A private picture is all that a player needs for a turn, in one picture that is taller than wide: the board or the part of it that
// matters to the player, the market, the own cards and tickets, the other seats, and what the signs mean.

// Measures of a private picture, in pixels.
const (
	phoneEdge = 20
	phoneRoom = phoneW - 2*phoneEdge
	phoneTall = 1920 // it is not taller, unless the board would be less tall than boardTall
	phoneLine = 36   // from one line of text to the next
	bandH     = 58
)

// private is what a private picture is laid out from.
type private struct {
	*picture
	own     *engine.SeatView
	board   *phoneBoard
	tickets []ownTicket
	claims  []claim          // since the viewer's last turn, in order
	lost    []engine.RouteID // that the viewer's tickets needed before these
	window  image.Rectangle  // the part of the board that is shown
	dense   density
}

// block is a part of a private picture, over its whole width.
type block struct {
	h    int // pixels
	draw func(y int)
}

// Hand draws what a player needs for a turn in one picture for a phone: the board, or what of it matters to the viewer, the
// market, the viewer's cards and tickets, and the seats. What o.News tells of is marked and numbered.
func (p *Painter) Hand(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckHand(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	board, err := p.phone()
	if err != nil {
		return raster.Picture{}, fmt.Errorf("draw a hand: %w", err)
	}
	d := p.private(board, p.say.Drawn(&v, &o), &o)
	d.composeHand()
	return d.finish(p.say.PrivateAlt(&v, &o))
}

// private starts the private picture of a viewer who has a seat.
func (p *Painter) private(board *phoneBoard, v *engine.View, o *caption.Options) *private {
	return &private{picture: p.picture(v, o), own: v.Own(), board: board}
}

// composeHand lays out the private picture.
func (d *private) composeHand() {
	if d.o.Unaided {
		d.say.WithoutHints(d.v.Viewer)
	}
	d.look()
	blocks, rest := d.fit()
	d.begin(phoneW, rest+d.window.Dy())
	d.drawBoard(bandH)
	d.drawBand()
	y := bandH + d.window.Dy()
	d.Fill(0, y, phoneW, d.H-y, d.theme.Paper)
	for i := range blocks {
		blocks[i].draw(y)
		y += blocks[i].h
	}
}

// density is how densely a private picture is written. A hand that is fuller than usual leaves out what one can do without.
type density uint8

const (
	loose   density = iota
	close           // cards without words, tickets that are decided in one line
	closest         // and no legend: a board for all to see has it too
)

// boardTall is how tall the board is at the least, by density.
var boardTall = [...]int{loose: 720, close: 560, closest: 560}

// fit lays out what stands below the board, chooses the part of the board that there is room for, and returns the parts and how
// tall they are with the band.
func (d *private) fit() (blocks []block, rest int) {
	for d.dense = loose; ; d.dense++ {
		lay := func() {
			blocks, rest = d.blocks(), bandH
			for i := range blocks {
				rest += blocks[i].h
			}
			d.choose(max(boardTall[d.dense], phoneTall-rest))
		}
		lay()
		if d.cropped() { // the overview takes room beside the cards
			lay()
		}
		if d.dense == closest || rest+d.window.Dy() <= phoneTall {
			return blocks, rest
		}
	}
}

// blocks are the parts below the board, in order.
func (d *private) blocks() []block {
	var all []block
	add := func(h int, draw func(y int)) {
		if h > 0 {
			all = append(all, block{h, draw})
		}
	}
	last := phoneRegular.Wrap(phoneRoom, d.say.LastRound())
	add(len(last)*phoneLine, func(y int) {
		for i, line := range last {
			d.Text(phoneRegular, phoneEdge, y+34+i*phoneLine, d.theme.Bad, line)
		}
	})
	add(d.sinceH(), d.drawSince)
	add(d.digH(), d.drawDug)
	add(d.cardsH(), d.drawCards)
	for _, s := range d.ticketSections() {
		add(d.sectionH(&s), func(y int) { d.drawSection(&s, y) })
	}
	add(d.seatsH(), d.drawSeats)
	add(d.signsH(), d.drawSeatSigns)
	if lines := d.legend(); d.dense < closest {
		lines = lines[d.beside(lines):]
		add(legendH(lines, phoneRoom), func(y int) { d.drawLegend(lines, y, phoneRoom) })
	}
	return all
}

// drawBand writes the dark band at the top: whose picture it is, and where the game stands.
func (d *private) drawBand() {
	d.Fill(0, 0, phoneW, bandH, d.theme.Ink)
	text := d.words("render.hand", "Name", caption.ShortName(d.own.Name))
	end := d.TextFit(raster.Bold(30), phoneEdge, 40, 430, d.theme.Card, text) + 24
	switch state := d.state(); {
	case d.v.LastRound && d.v.Phase == engine.InPlay:
		room := phoneW - phoneEdge - end
		state = phoneBold.Fit(room-20, state)
		d.Fill(phoneW-phoneEdge-int(phoneBold.Width(state))-20, 9, int(phoneBold.Width(state))+20, 40, d.theme.Bad)
		d.TextRight(phoneBold, phoneW-phoneEdge-10, 38, d.theme.Card, state)
	default:
		d.TextRight(phoneRegular, phoneW-phoneEdge, 38, d.theme.Card, phoneRegular.Fit(phoneW-phoneEdge-end, state))
	}
}

// state is where the game stands, in a few words.
func (d *private) state() string {
	switch v := d.v; {
	case v.Phase == engine.IsOver:
		return d.words("render.over")
	case v.Phase == engine.InSetup:
		return d.words(caption.SetupWord(v))
	case v.LastRound:
		return d.words("render.last-round", "Count", v.TurnsLeft)
	case v.Moves(d.own.Seat):
		return d.words("render.your-turn")
	case len(v.ToMove) > 0:
		return d.say.ToMove(v.ToMove)
	}
	return ""
}

// choose finds the window of the board: as wide as the picture, at most tall pixels tall, where most of what matters is.
func (d *private) choose(tall int) {
	l := d.board.lay
	w, h := min(phoneW, int(l.W)), min(tall, int(l.H))
	at := l.Framed(float64(w), float64(h), d.things())
	x := int(l.OffSigns(at.X, float64(w)))
	d.window = image.Rect(x, int(at.Y), x+w, int(at.Y)+h)
}

// cropped reports whether the window leaves much of the board out.
func (d *private) cropped() bool {
	l := d.board.lay
	return float64(d.window.Dx()*d.window.Dy()) < 0.9*l.W*l.H
}

// shows reports whether the window shows a place of the board.
func (d *private) shows(p geometry.Point) bool {
	return image.Pt(int(p.X), int(p.Y)).In(d.window)
}

// What matters how much in the window.
const (
	cityWeight    = 8   // of a ticket that is not complete
	wayWeight     = 4   // on an open way of a ticket
	newWeight     = 1.5 // claimed since the viewer's last turn
	ownWeight     = 1
	anyCityWeight = 0.2
)

// things are what the window should show.
func (d *private) things() []geometry.Thing {
	l := d.board.named
	weights := make([]float64, len(l.Lanes))
	for _, r := range d.own.Routes {
		weights[r] += ownWeight
	}
	for i := range d.claims {
		weights[d.claims[i].route] += newWeight
	}
	cities := make([]float64, len(l.Cities))
	for i := range d.tickets {
		t := &d.tickets[i]
		for _, r := range t.way {
			weights[r] += wayWeight
		}
		if t.done {
			continue
		}
		for _, c := range d.m.Tickets[t.id].Cities {
			cities[c] += cityWeight
		}
	}
	var all []geometry.Thing
	for i, w := range cities {
		all = append(all, geometry.Thing{Area: l.CityArea(i), Weight: w + anyCityWeight})
	}
	for r, w := range weights {
		if w > 0 && len(l.Lanes[r].Stretches) == 1 {
			all = append(all, geometry.Thing{Area: l.Lanes[r].Bounds(0), Weight: w})
		}
	}
	return all
}

// frameEdge is how far from the edges of the window writing keeps, in pixels.
const frameEdge = 4

// drawBoard draws the window of the board at y.
func (d *private) drawBoard(y int) {
	b, w := d.board, d.window
	a := d.arrange(b.boardCache, b.named, d.frame())
	b.base.PutPart(d.Canvas, w.Min, image.Pt(0, y))
	d.Origin(-w.Min.X, y-w.Min.Y)
	for _, r := range d.openWays() {
		d.PutAll(b.way(r.ticket%len(wayLooks), r.route))
	}
	for i := range a.codes {
		if e := &a.codes[i]; e.moved {
			d.PutAll(b.code(e.route, e.space))
		}
	}
	b.put(d.Canvas, d.v, d.o, d.ringed())
	off := geometry.Pt(float64(-w.Min.X), float64(y-w.Min.Y))
	d.Origin(0, 0)
	d.drawLeaders(a, off) // names lie above them
	d.Origin(-w.Min.X, y-w.Min.Y)
	for i := range a.part.Labels {
		b.putName(d.Canvas, &a.part.Labels[i])
	}
	for _, r := range d.lost {
		d.PutAll(b.strike(r))
	}
	d.Origin(0, 0)
	d.drawTags(a, off)
}

// frame is where something may be written in the window of the board.
func (d *private) frame() geometry.Area {
	w := d.window
	return geometry.Box(float64(w.Min.X), float64(w.Min.Y), float64(w.Max.X), float64(w.Max.Y)).Grown(-frameEdge)
}

// drawFrame marks on a small map, whose corner is at (x, y), which part of the board the picture shows.
func (d *private) drawFrame(x, y int) {
	l := d.board.lay
	k := float64(d.mini.base.W) / l.W
	r := image.Rect(int(float64(d.window.Min.X)*k), int(float64(d.window.Min.Y)*k), int(float64(d.window.Max.X)*k), int(float64(d.window.Max.Y)*k))
	r = r.Add(image.Pt(x, y)).Intersect(image.Rect(x, y, x+d.mini.base.W, y+d.mini.base.H))
	outline(d.Canvas, r, 4, d.theme.Card)
	outline(d.Canvas, r.Inset(1), 2, d.theme.Ink)
}
