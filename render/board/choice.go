package board

import (
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// A city on offer may lie anywhere, so a choice of tickets is shown on the whole map. On a phone
// that is 300 pixels wide: the picture names and letters the cities of tickets alone, large, and
// all else is small.
const (
	choiceH    = 56  // of letters at a city
	choiceText = 46  // at the foot
	choiceDot  = 13  // radius of a city without letters
	choiceGap  = 8   // between the letters at two cities
	choiceWay  = 22  // half the height of letters of a way
	sameWay    = 140 // between equal letters of ways that meet
)

var choiceBold, choiceSmall = raster.Bold(42), raster.Bold(36)

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
	empty := b.drawEmpty(&bare, int(l.W), int(l.H)+p.kit.choice.h)
	b.base, err = raster.NewBackdrop(p.pal, empty.Sketch, emptySize)
	return b, err
}

// composeChoice draws the map with the tickets on offer, those chosen filled, and the viewer's own.
func (d *private) composeChoice() error {
	b, err := d.choice()
	if err != nil {
		return err
	}
	d.Canvas = b.base.Canvas()
	b.drawView(d.Canvas, d.v, d.o, nil) // rings would be too thin, and are not what is asked
	d.drawWays(b.boardCache)            // pieces on the next lane are wide here
	named, all := d.choiceNames(b)
	for i := range named.Labels {
		b.putName(d.Canvas, d.read(i, &named.Labels[i]))
	}
	for _, t := range d.choiceWays(named) {
		d.drawWayTag(choiceSmall, &t)
	}
	for i := range all {
		d.drawLetters(choiceBold, named.Obstacles[i].At, choiceHalf(&all[i]), choiceH, &all[i])
	}
	d.drawChoiceFoot()
	return nil
}

// drawChoiceFoot draws the row below a choice of tickets.
func (d *private) drawChoiceFoot() {
	f := &d.kit.choice
	y := d.H - f.h
	d.Fill(0, y, d.W, f.h, d.Paper)
	d.drawPlate(f, y)
	if d.asksTickets() {
		d.drawKept(f, y)
	}
	d.Fill(0, y, d.W, 4, d.Ink)
}

// choiceWays finds places for the letters of open ways, where there is room: not at each route.
func (d *private) choiceWays(named *geometry.Layout) []tag {
	ways := d.openWays()
	room := tagRoom{lay: named, frame: geometry.Box(0, 0, named.W, named.H), looks: d.looks(ways)}
	var placed []tag
	for _, w := range ways {
		half := max(choiceWay, choiceSmall.Width(w.text)/2+8)
		t := tag{kind: wayTag, way: &w, route: w.route, half: half, r: choiceWay, optional: true}
		all := append(placed, t)
		room.put(all, len(placed))
		last := &all[len(placed)]
		if last.placed && !slices.ContainsFunc(placed, func(o tag) bool {
			return o.way.text == w.text && o.at.Distance(last.at) < sameWay && d.meet(o.route, w.route) ||
				o.area().Overlap(last.area()) > 0
		}) && !slices.ContainsFunc(named.Labels, func(lb geometry.Label) bool {
			return lb.Overlap(last.area()) > 0
		}) && !slices.ContainsFunc(named.Obstacles, func(o geometry.Obstacle) bool {
			return o.Under(last.area())
		}) {
			placed = all
		}
	}
	return placed
}

// meet reports whether two routes end in the same city, so that their bands look like one way.
func (d *private) meet(a, b engine.RouteID) bool {
	q, r := &d.m.Routes[a], &d.m.Routes[b]
	return q.A == r.A || q.A == r.B || q.B == r.A || q.B == r.B
}

// choiceNames finds places for the letters at cities and for the names of these beside them. The
// letters are the obstacles of the layout.
func (d *private) choiceNames(b *choiceBoard) (*geometry.Layout, []letters) {
	all := d.cityLetters()
	named, cities := *b.named, make([]engine.CityID, len(all))
	for i := range all {
		cities[i] = all[i].city
		named.Obstacles = append(named.Obstacles, geometry.Obstacle{
			Slot: geometry.NewSlot(b.letterPlace(all, i), 0, 2*choiceHalf(&all[i]), choiceH), Strict: true,
			City: int(cities[i]) + 1,
		})
	}
	return named.Only(cities), all
}

// letterPlace is the middle of the letters at a city: wide ones give way to those of its neighbours
// and stay above their city.
func (b *choiceBoard) letterPlace(all []letters, i int) geometry.Point {
	at, half := b.named.Cities[all[i].city], choiceHalf(&all[i])
	aside := 0.0
	for j := range all {
		off := at.Minus(b.named.Cities[all[j].city])
		over := half + choiceHalf(&all[j]) + choiceGap - math.Abs(off.X)
		if j == i || over <= 0 || math.Abs(off.Y) > choiceH+choiceGap {
			continue
		}
		aside += math.Copysign(over*half/(half+choiceHalf(&all[j])), off.X)
	}
	room := half - choiceH/2
	at.X += max(-room, min(room, aside))
	x, y := half+choiceGap, choiceH/2.0+choiceGap
	return geometry.Pt(max(x, min(b.named.W-x, at.X)), max(y, min(b.named.H-y, at.Y)))
}

func choiceHalf(e *letters) float64 {
	return max(choiceH/2, e.width(choiceBold)/2+12)
}
