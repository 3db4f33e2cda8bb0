package board

import (
	"fmt"
	"image"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// A private picture has everything a player needs for a turn, in portrait format: the board or the
// part that matters, the market, the player's cards and tickets, the seats, the legend.

// Sizes of a private picture, in pixels.
const (
	phoneEdge = 20
	phoneRoom = phoneW - 2*phoneEdge
	phoneTall = 1920 // largest height, unless the board would be lower than boardTall
	phoneLine = 36   // between two lines of text
	bandH     = 58
)

type private struct {
	*picture
	own     *engine.SeatView
	board   *phoneBoard
	tickets []ownTicket
	claims  []claim          // since the viewer's last turn, in order
	lost    []engine.RouteID // needed by the viewer's tickets before they were claimed or closed
	window  image.Rectangle  // of the board
	dense   density
}

// block is a full-width part of a private picture.
type block struct {
	h    int
	draw func(y int)
}

// Hand draws the viewer's private picture. The claims in o.News are marked and numbered.
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

// private starts the private picture of a viewer with a seat.
func (p *Painter) private(board *phoneBoard, v *engine.View, o *caption.Options) *private {
	return &private{picture: p.picture(v, o), own: v.Own(), board: board}
}

func (d *private) composeHand() {
	if d.o.Unaided {
		d.say.WithoutHints(d.v.Viewer)
	}
	d.assess()
	blocks, rest := d.fit()
	d.begin(phoneW, rest+d.window.Dy())
	d.drawBoard(bandH)
	d.drawBand()
	y := bandH + d.window.Dy()
	d.Fill(0, y, phoneW, d.H-y, d.Paper)
	for i := range blocks {
		blocks[i].draw(y)
		y += blocks[i].h
	}
}

// density is how much a private picture leaves out to stay within phoneTall.
type density uint8

const (
	loose   density = iota
	close           // cards without words, decided tickets on one line
	closest         // no legend either: the public board has it
)

// boardTall is the least height of the board, by density.
var boardTall = [...]int{loose: 720, close: 560, closest: 560}

// fit lays out the blocks below the board and chooses the window that the remaining height allows.
// rest is the height without the window.
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
		if d.cropped() { // the overview needs room beside the cards
			lay()
		}
		if d.dense == closest || rest+d.window.Dy() <= phoneTall {
			return blocks, rest
		}
	}
}

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
			d.Text(phoneRegular, phoneEdge, y+34+i*phoneLine, d.Bad, line)
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

func (d *private) drawBand() {
	d.Fill(0, 0, phoneW, bandH, d.Ink)
	text := d.words("render.hand", "Name", caption.ShortName(d.own.Name))
	end := d.TextFit(raster.Bold(30), phoneEdge, 40, 430, d.Card, text) + 24
	switch state := d.state(); {
	case d.v.LastRound && d.v.Phase == engine.InPlay:
		room := phoneW - phoneEdge - end
		state = phoneBold.Fit(room-20, state)
		w := int(phoneBold.Width(state)) + 20
		d.Fill(phoneW-phoneEdge-w, 9, w, 40, d.Bad)
		d.TextRight(phoneBold, phoneW-phoneEdge-10, 38, d.Card, state)
	default:
		state = phoneRegular.Fit(phoneW-phoneEdge-end, state)
		d.TextRight(phoneRegular, phoneW-phoneEdge, 38, d.Card, state)
	}
}

// state is the state of the game in a few words.
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

// choose picks the window of the board that shows most of what matters, as wide as the picture and
// at most tall pixels high.
func (d *private) choose(tall int) {
	l := d.board.lay
	w, h := min(phoneW, int(l.W)), min(tall, int(l.H))
	at := l.BestWindow(float64(w), float64(h), d.targets())
	x := int(l.AvoidSigns(at.X, float64(w)))
	d.window = image.Rect(x, int(at.Y), x+w, int(at.Y)+h)
}

// cropped reports whether the window leaves out much of the board.
func (d *private) cropped() bool {
	l := d.board.lay
	return float64(d.window.Dx()*d.window.Dy()) < 0.9*l.W*l.H
}

func (d *private) shows(p geometry.Point) bool {
	return image.Pt(int(p.X), int(p.Y)).In(d.window)
}

// Weights of what the window should show.
const (
	cityWeight    = 8   // of an incomplete ticket
	wayWeight     = 4   // on an open way
	newWeight     = 1.5 // claimed since the viewer's last turn
	ownWeight     = 1
	anyCityWeight = 0.2
)

// targets are what the window should show.
func (d *private) targets() []geometry.Target {
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
	var all []geometry.Target
	for i, w := range cities {
		all = append(all, geometry.Target{Area: l.CityArea(engine.CityID(i)), Weight: w + anyCityWeight})
	}
	for r, w := range weights {
		if w > 0 && len(l.Lanes[r].Stretches) == 1 {
			all = append(all, geometry.Target{Area: l.Lanes[r].Bounds(0), Weight: w})
		}
	}
	return all
}

// frameEdge is the distance of writing from the edges of the window, in pixels.
const frameEdge = 4

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
	b.drawView(d.Canvas, d.v, d.o, d.ringed())
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

// frame is the area for writing in the window.
func (d *private) frame() geometry.Area {
	a, b := d.window.Min, d.window.Max
	return geometry.Box(float64(a.X), float64(a.Y), float64(b.X), float64(b.Y)).Grown(-frameEdge)
}

// drawFrame marks the window on a small map with its corner at (x, y).
func (d *private) drawFrame(x, y int) {
	l := d.board.lay
	k := float64(d.mini.base.W) / l.W
	small := func(p image.Point) image.Point {
		return image.Pt(int(float64(p.X)*k), int(float64(p.Y)*k))
	}
	r := image.Rectangle{Min: small(d.window.Min), Max: small(d.window.Max)}
	r = r.Add(image.Pt(x, y)).Intersect(image.Rect(x, y, x+d.mini.base.W, y+d.mini.base.H))
	outline(d.Canvas, r, 4, d.Card)
	outline(d.Canvas, r.Inset(1), 2, d.Ink)
}
