package board

import (
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
)

// The last rows of a private picture show the viewer's cards and, in a team, its rack, so that they
// and the map are on one screen. Only their owner gets the picture.

// held are the sizes of these rows, in pixels: on a phone their numbers are 9.5 pixels tall.
type held struct {
	w, h, row int // of a card, of a row
	gap       float64
	font      raster.Font
}

// newHeld returns the sizes for one of askWidths.
func newHeld(wide int) held {
	k := float64(wide) / 300
	return held{int(18 * k), int(12 * k), int(15 * k), 2 * k, raster.Bold(9.5 * k)}
}

// heldItem is a number of cards, or a text before some.
type heldItem struct {
	card engine.Card
	text string
	x, y int
}

// lay places the viewer's cards in rows of a width and returns the height of the rows.
func (d *private) lay(wide int) (all []heldItem, high int) {
	s := newHeld(askWidths[widthOf(wide)])
	edge := 2 * s.gap
	x, y := edge, 0
	add := func(card engine.Card, text string) {
		w := s.font.Width(text)
		if card != engine.NoCard {
			w += float64(s.w) + s.gap/2
		}
		if x > edge && x+w > float64(wide)-edge {
			x, y = edge, y+s.row
		}
		all = append(all, heldItem{card, text, int(x), y})
		x += w + 2*s.gap
	}
	cards := func(cards *engine.Cards) {
		for _, sort := range caption.Sorts {
			for c, n := range caption.OfSort(d.lex, cards, sort) {
				if n > 0 {
					add(engine.Card(c), strconv.Itoa(int(n)))
				}
			}
			x += 2 * s.gap
		}
	}
	if d.own.Hand.N == 0 {
		add(engine.NoCard, d.words("render.hand-cards")+": "+d.words("render.no-cards"))
	}
	cards(&d.own.Hand.Cards)
	if d.own.Drawn != engine.NoCard {
		add(engine.NoCard, d.words("render.drawn")+":")
		add(d.own.Drawn, "")
	}
	if d.own.Rack.N > 0 {
		add(engine.NoCard, d.words("render.hand-rack")+":")
		cards(&d.own.Rack.Cards)
	}
	return all, y + s.row
}

// drawHeld adds the rows to a finished picture.
func (d *private) drawHeld() {
	top, i := d.H, widthOf(d.W)
	s, faces := newHeld(askWidths[i]), d.kit.cards[i]
	all, high := d.lay(d.W)
	d.Resize(top + high)
	d.Fill(0, top, d.W, high, d.Paper)
	d.Fill(0, top, d.W, 3, d.Ink)
	for _, e := range all {
		mid := top + e.y + s.row/2 + 1
		if e.card != engine.NoCard {
			d.PutAt(&faces[e.card], e.x, mid-s.h/2)
			e.x += s.w + int(s.gap/2)
		}
		d.Text(s.font, float64(e.x), mid+int(0.36*s.font.Size), d.Ink, e.text)
	}
}
