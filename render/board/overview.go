package board

import (
	"cmp"
	"image"
	"slices"
	"strconv"

	"konduktor/render/geometry"
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
	outline(d.Canvas, image.Rect(x, y, x+d.mini.base.W, y+d.mini.base.H), 2, d.theme.Ink)
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
		if ln := &l.Lanes[d.claims[i].route]; !d.shows(d.board.lay.Lanes[d.claims[i].route].Slots[0].Head()) {
			all = append(all, overviewTag{at: ln.Slots[len(ln.Slots)/2].At, text: strconv.Itoa(i + 1), number: true, dot: -1})
		}
	}
	for _, e := range d.cityLetters() {
		if !e.lost {
			all = append(all, overviewTag{at: l.Cities[e.city], text: e.text, dot: int(e.city), shown: d.shows(d.board.lay.Cities[e.city])})
		}
	}
	slices.SortStableFunc(all, func(a, b overviewTag) int { return cmp.Compare(rank(a.shown), rank(b.shown)) })
	return all
}

func rank(shown bool) int {
	if shown {
		return 1
	}
	return 0
}

// overviewPlace finds a free place for a tag at a point or close to it.
func (d *private) overviewPlace(at geometry.Point, half float64, taken []geometry.Area) (geometry.Point, bool) {
	w, h := float64(d.mini.base.W), float64(d.mini.base.H)
	for _, far := range []float64{0, 10, 18} {
		for _, by := range [][2]float64{{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-0.7, -0.7}, {0.7, -0.7}, {-0.7, 0.7}, {0.7, 0.7}} {
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
	ground, ink := d.theme.Card, d.theme.Accent
	if e.number {
		ground, ink = d.theme.Ink, d.theme.Card
	}
	d.Pill(at.X, at.Y, half+1, overviewR+1, d.theme.Ink)
	d.Pill(at.X, at.Y, half-0.5, overviewR-0.5, ground)
	d.TextAround(phoneBold, at.X, at.Y, ink, e.text)
}
