package board

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"strconv"

	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// The overview of a private picture is the whole map in small: the viewer's network, open ways,
// letters of tickets, numbers of new claims, and a frame around the part shown large.

// overviewR is half the height of a tag on the overview, in pixels.
const overviewR = 13.0

type overviewTag struct {
	at     geometry.Point
	text   string
	number bool
	dot    int // the city to mark if the tag finds no place; -1: none
	shown  bool
}

// drawOverview draws the overview with its corner at (x, y).
func (d *private) drawOverview(x, y int) {
	d.drawMiniature(x, y)
	d.drawFrame(x, y)
	outline(d.Canvas, image.Rect(x, y, x+d.mini.base.W, y+d.mini.base.H), 2, d.Ink)
	var taken []geometry.Area
	for _, e := range d.overviewTags() {
		half := max(overviewR, phoneBold.Width(e.text)/2+3)
		at, ok := d.overviewPlace(e.at, half, taken)
		switch {
		case ok:
			taken = append(taken, tagArea(at, half, overviewR))
			d.drawOverviewTag(at.Plus(geometry.Pt(float64(x), float64(y))), half, &e)
		case e.dot >= 0:
			dot := &d.mini.cities[e.dot]
			d.PutAt(dot, x+dot.X, y+dot.Y)
		}
	}
}

// overviewTags are the tags of the overview. Those not in the large part come first; numbers of
// claims in the large part are left out.
func (d *private) overviewTags() []overviewTag {
	l := d.mini.lay
	var all []overviewTag
	for i := range d.claims {
		r := d.claims[i].route
		if slots := l.Lanes[r].Slots; !d.shows(d.board.lay.Lanes[r].Slots[0].Head()) {
			at := slots[len(slots)/2].At
			all = append(all, overviewTag{at: at, text: strconv.Itoa(i + 1), number: true, dot: -1})
		}
	}
	for _, e := range d.cityLetters() {
		if !e.lost {
			shown := d.shows(d.board.lay.Cities[e.city])
			all = append(all, overviewTag{
				at: l.Cities[e.city], text: e.text, dot: int(e.city),
				shown: shown,
			})
		}
	}
	slices.SortStableFunc(all, func(a, b overviewTag) int {
		return cmp.Compare(rank(a.shown), rank(b.shown))
	})
	return all
}

func rank(shown bool) int {
	if shown {
		return 1
	}
	return 0
}

// overviewPlace finds a free place for a tag at a point or close to it.
func (d *private) overviewPlace(
	at geometry.Point, half float64, taken []geometry.Area,
) (geometry.Point, bool) {
	ways := [][2]float64{
		{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-0.7, -0.7}, {0.7, -0.7}, {-0.7, 0.7}, {0.7, 0.7},
	}
	w, h := float64(d.mini.base.W), float64(d.mini.base.H)
	for _, far := range []float64{0, 10, 18} {
		for _, by := range ways {
			p := at.Plus(geometry.Pt(by[0]*far, by[1]*far))
			p = geometry.Pt(max(half+3, min(w-half-3, p.X)), max(overviewR+3, min(h-overviewR-3, p.Y)))
			a := tagArea(p, half, overviewR)
			if !slices.ContainsFunc(taken, func(b geometry.Area) bool { return b.Overlap(a) > 0 }) {
				return p, true
			}
		}
	}
	return at, false
}

func (d *private) drawOverviewTag(at geometry.Point, half float64, e *overviewTag) {
	ground, ink := d.Card, d.Accent
	if e.number {
		ground, ink = d.Ink, d.Card
	}
	d.Pill(at.X, at.Y, half+1, overviewR+1, d.Ink)
	d.Pill(at.X, at.Y, half-0.5, overviewR-0.5, ground)
	d.TextAround(phoneBold, at.X, at.Y, ink, e.text)
}

const miniW = 276

// miniature is the map in a size that only shows where things are.
type miniature struct {
	base   raster.Sprite
	own    []raster.Sprite // by route: claimed by the viewer
	taken  []raster.Sprite // by route: claimed by others
	ways   []raster.Sprite // by route: on an open way
	lay    *geometry.Layout
	cities []raster.Sprite // by city of a ticket
}

func newMiniature(ws *theme.Builder, m *railmap.Map) *miniature {
	w, h := float64(miniW), float64(int(miniW/m.Aspect))
	l := geometry.NewNetwork(m, w, h, 0.2)
	mini := &miniature{cities: make([]raster.Sprite, len(m.Cities)), lay: l}
	for _, all := range []*[]raster.Sprite{&mini.own, &mini.taken, &mini.ways} {
		*all = make([]raster.Sprite, len(m.Routes))
	}
	base := theme.NewSketch(ws.Theme, int(w), int(h))
	base.FillArea(geometry.Box(0, 0, w, h), ws.Card)
	blank := theme.CopySketch(base)
	base.Terrain(l, false)
	for r := range l.Lanes {
		drawThread(base, &l.Lanes[r], 2, ws.Bed, 0)
	}
	drawDots(base, l)
	drawn := theme.CopySketch(base)
	ws.Cut(&mini.base, theme.CopySketch(base), blank, geometry.Box(0, 0, w, h), func() {})
	for r := range l.Lanes {
		ln := &l.Lanes[r]
		cut := func(into *raster.Sprite, draw func()) {
			ws.Cut(into, base, drawn, ln.WayBounds(6), func() { draw(); drawDots(base, l) })
		}
		cut(&mini.own[r], func() { drawThread(base, ln, 5, ws.Accent, 1.5) })
		cut(&mini.ways[r], func() { drawDashed(base, ln, 3.5, ws.Accent) })
		cut(&mini.taken[r], func() { drawThread(base, ln, 3, ws.Line, 0) })
	}
	for i, c := range l.Cities {
		ws.Cut(&mini.cities[i], base, drawn, c.Around(11), func() {
			base.Disc(c.X, c.Y, 10, ws.Card)
			base.Disc(c.X, c.Y, 8.5, ws.Ink)
			base.Disc(c.X, c.Y, 5.5, ws.Mark)
		})
	}
	return mini
}

func drawDots(s *theme.Sketch, l *geometry.Layout) {
	for _, c := range l.Cities {
		s.Disc(c.X, c.Y, 3.2, s.Ink)
	}
}

// drawThread draws a lane as a line of width w, with a light edge if edge > 0.
func drawThread(s *theme.Sketch, ln *geometry.Lane, w float64, c color.RGBA, edge float64) {
	wayPath(s, ln)
	s.SetLineCapRound()
	if edge > 0 {
		s.StrokePreserveWith(s.Card, w+2*edge)
	}
	s.StrokeWith(c, w)
}

func drawDashed(s *theme.Sketch, ln *geometry.Lane, w float64, c color.RGBA) {
	wayPath(s, ln)
	s.SetLineCapButt()
	s.StrokePreserveWith(s.Card, w+2.5)
	s.SetDash(5, 3)
	s.StrokeWith(c, w)
	s.SetDash()
}

func (d *private) drawMiniature(x, y int) {
	at := func(s *raster.Sprite) { d.PutAt(s, x+s.X, y+s.Y) }
	at(&d.mini.base)
	for _, w := range d.openWays() {
		at(&d.mini.ways[w.route])
	}
	for _, own := range []bool{false, true} {
		for i := range d.v.Seats {
			s := &d.v.Seats[i]
			if caption.Allied(d.v, s.Seat, d.own.Seat) != own {
				continue
			}
			for _, r := range s.Routes {
				if own {
					at(&d.mini.own[r])
				} else {
					at(&d.mini.taken[r])
				}
			}
		}
	}
}
