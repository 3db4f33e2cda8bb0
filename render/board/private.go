package board

import (
	"fmt"
	"image"
	"slices"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/moment"
	"konduktor/render/raster"
)

// A private picture is a part of the board for one player: about square, since a square is the
// largest picture that Discord shows both on a desktop (350 × 350) and on a phone (300 × 300). The
// viewer's cards stand below the map; market, tickets and scores are text in the message around it.

type private struct {
	*picture
	own     *engine.SeatView
	board   *phoneBoard
	tickets []ownTicket
	lost    []engine.RouteID // needed by the viewer's tickets before they were claimed or closed
	window  image.Rectangle  // of the board
}

// Hand draws the viewer's private picture.
func (p *Painter) Hand(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckHand(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	if o.Telling {
		if pic, ok, err := moment.Draw(&p.theme, p.say, &v, &o); ok {
			return pic, err
		}
	}
	board, err := p.phone()
	if err != nil {
		return raster.Picture{}, fmt.Errorf("draw a hand: %w", err)
	}
	d := p.private(board, p.say.Drawn(&v, &o), &o)
	if err := d.composeHand(); err != nil {
		return raster.Picture{}, fmt.Errorf("draw a hand: %w", err)
	}
	return d.finish(p.say.PrivateAlt(&v, &o))
}

// private starts the private picture of a viewer with a seat.
func (p *Painter) private(board *phoneBoard, v *engine.View, o *caption.Options) *private {
	return &private{picture: p.picture(v, o), own: v.Own(), board: board}
}

func (d *private) composeHand() error {
	if d.o.Unaided {
		d.say.WithoutHints(d.v.Viewer)
	}
	d.assess()
	d.choose(0)
	switch {
	case d.choosing() && d.cropped():
		if err := d.composeChoice(); err != nil {
			return err
		}
	case d.o.Wide:
		d.o.Private = true
		d.compose()
	default:
		rows := d.chooseAll()
		d.begin(d.window.Dx(), d.window.Dy()+d.kit.foot.h*len(rows))
		d.drawBoard(0)
		d.drawFoot(rows)
	}
	d.drawHeld()
	return nil
}

// chooseAll chooses the window and returns the rows at its foot, above the cards.
func (d *private) chooseAll() [][]beyond {
	_, held := d.lay(min(phoneW, int(d.board.lay.W)))
	d.choose(held)
	rows := d.beyondRows()
	for room := 0; room < len(rows); rows = d.beyondRows() { // a lower window may show less
		room = len(rows)
		d.choose(d.kit.foot.h*room + held)
	}
	return rows
}

// choosing reports whether tickets are on offer: a city of one may lie anywhere on the board.
func (d *private) choosing() bool {
	return slices.ContainsFunc(d.tickets, func(t ownTicket) bool { return t.offer })
}

// cropped reports whether the window leaves out a part of the board.
func (d *private) cropped() bool {
	return d.window.Dx() < int(d.board.lay.W) || d.window.Dy() < int(d.board.lay.H)
}

// askedTall is the height of a picture that asks: what it is about is small, and its answers are
// on the same screen.
const askedTall = phoneW * 5 / 6

// asks reports whether the picture is low: it asks about a route, a port, or a drawn card.
func (d *private) asks() bool {
	return d.question() != nil || d.v.Owes == engine.OwesPlace && d.v.Moves(d.own.Seat)
}

// choose picks the part of the board that shows most of what matters to the viewer: with a foot
// below it, it makes about a square.
func (d *private) choose(foot int) {
	l, tall := d.board.lay, phoneW
	if d.asks() {
		tall = askedTall
	}
	w, h := min(phoneW, int(l.W)), min(tall-foot, int(l.H))
	at := l.BestWindow(float64(w), float64(h), d.targets())
	x, y := int(at.X), int(at.Y)
	d.window = image.Rect(x, y, x+w, y+h)
}

// Weights of what the window should show.
const (
	moveWeight    = 100 // the subject of a question
	cityWeight    = 8   // of an incomplete ticket
	wayWeight     = 4   // on an open way
	wayCityWeight = 1   // at the end of a route on an open way
	newWeight     = 1.5 // marked as new
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
	for _, r := range d.o.Marked {
		weights[r] += newWeight
	}
	cities := make([]float64, len(l.Cities))
	var all []geometry.Target
	if q := d.question(); q != nil {
		asked := d.asked(q)
		for _, city := range asked {
			at := l.Cities[city]
			room := geometry.Area{
				X0: max(at.X-askRoom, 0), Y0: max(at.Y-askRoom, 0),
				X1: min(at.X+askRoom, l.W), Y1: min(at.Y+askRoom, l.H),
			}
			all = append(all, geometry.Target{Area: room, Weight: moveWeight / float64(len(asked))})
		}
		if !q.port { // as much as possible of a long route, or of one across the edge
			for _, s := range l.Lanes[q.route].Slots {
				all = append(all, geometry.Target{Area: s.Bounds(0), Weight: moveWeight})
			}
			a := l.Lanes[q.route].Bounds(askRoom) // for the question mark
			a = geometry.Box(max(a.X0, 0), max(a.Y0, 0), min(a.X1, l.W), min(a.Y1, l.H))
			all = append(all, geometry.Target{Area: a, Weight: cityWeight})
		}
	}
	for i := range d.tickets {
		t := &d.tickets[i]
		for _, r := range t.way {
			weights[r] += wayWeight
			cities[d.m.Routes[r].A] += wayCityWeight
			cities[d.m.Routes[r].B] += wayCityWeight
		}
		if t.done {
			continue
		}
		for _, c := range d.m.Tickets[t.id].Cities {
			cities[c] += cityWeight
		}
	}
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
	d.drawWays(b.boardCache)
	d.drawQuestion(b.boardCache)
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
		b.putName(d.Canvas, d.read(i, &a.part.Labels[i]))
	}
	d.drawLost(b.boardCache)
	d.Origin(0, 0)
	d.drawTags(a, off)
}

// drawWays draws the bands of open ways, drawLost the crosses over routes that the viewer needed.
func (d *private) drawWays(b *boardCache) {
	for _, r := range d.openWays() {
		d.PutAll(b.way(r.ticket%len(wayLooks), r.route))
	}
}

func (d *private) drawLost(b *boardCache) {
	for _, r := range d.lost {
		d.PutAll(b.strike(r))
	}
}

// offered are the cities of the tickets on offer.
func (d *private) offered() []engine.CityID {
	var all []engine.CityID
	for i := range d.tickets {
		if t := &d.tickets[i]; t.offer && !d.returns(t) {
			for _, c := range d.m.Tickets[t.id].Cities {
				if !slices.Contains(all, c) {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// frame is the area for writing in the window.
func (d *private) frame() geometry.Area {
	a, b := d.window.Min, d.window.Max
	return geometry.Box(float64(a.X), float64(a.Y), float64(b.X), float64(b.Y)).Grown(-frameEdge)
}
