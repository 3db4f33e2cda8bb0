package board

import (
	"image"
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// The market, the piles and the viewer's cards. Beside them stands the overview if the picture
// shows only a part of the board.

// Sizes of the cards, in pixels.
const (
	faceW, faceH = 108, 70
	cardStep     = 124        // least distance of two cards
	wordStep     = 130        // the same with words
	cardRow      = faceH + 50 // with the word below
	cardsTop     = 20         // above the first row
	headH        = 46         // of a heading
	overviewGap  = phoneEdge  // between cards and overview
	boxGap       = 12         // below the cards
)

var headFont = raster.Bold(27)

// overviewMost is the largest height of an overview. Taller maps have none.
const overviewMost = 400

type cardGroup struct {
	title string
	kinds []engine.Card
	count *engine.Cards
}

// groups are the viewer's cards: one drawn and not placed, the hand, and the team's rack.
func (d *private) groups() []cardGroup {
	var all []cardGroup
	team := d.v.Uses(engine.UsesTeams)
	if team && d.own.Drawn != engine.NoCard {
		var drawn engine.Cards
		drawn[d.own.Drawn]++
		all = append(all, d.group("render.drawn", &drawn, "render.empty-hand"))
	}
	all = append(all, d.group("render.hand-cards", &d.own.Hand.Cards, "render.empty-hand"))
	if team {
		all = append(all, d.group("render.hand-rack", &d.own.Rack.Cards, "render.rack-no-cards"))
	}
	return all
}

func (d *private) group(title string, cards *engine.Cards, none string) cardGroup {
	g := cardGroup{title: d.words(title), count: cards}
	for _, sort := range caption.Sorts {
		held := caption.OfSort(d.lex, cards, sort)
		for c := range d.lex.Faces {
			if held[c] > 0 {
				g.kinds = append(g.kinds, engine.Card(c))
			}
		}
	}
	if n := cards.Total(); n > 0 {
		g.title += " · " + strconv.Itoa(n)
	} else if none := d.words(none); title == "render.hand-cards" {
		g.title = none
	} else {
		g.title += ": " + none
	}
	return g
}

// cardsRoom is the width for cards, without the overview.
func (d *private) cardsRoom() int {
	if d.window != (image.Rectangle{}) && d.cropped() && d.mini.base.H <= overviewMost {
		return phoneRoom - d.mini.base.W - overviewGap
	}
	return phoneRoom
}

// columns is the number of cards in a row.
func (d *private) columns() int {
	if d.dense > loose {
		return d.cardsRoom() / cardStep
	}
	return d.cardsRoom() / wordStep
}

// piles are lines with the sizes of the piles and the pieces to exchange for (W11).
func (d *private) piles() []string {
	lines := phoneRegular.Wrap(float64(d.cardsRoom()), d.say.Piles())
	if d.own.Box != nil {
		lines = append(lines, phoneRegular.Wrap(float64(d.cardsRoom()), d.say.Box(d.own))...)
	}
	return lines
}

func (d *private) marketH() int { return cardsTop + cardRow + len(d.piles())*phoneLine }

// row is the distance of two rows of cards.
func (d *private) row() int {
	if d.dense > loose {
		return faceH + 18
	}
	return cardRow + 4
}

// groupRows puts groups side by side where they fit.
func (d *private) groupRows() [][]cardGroup {
	var rows [][]cardGroup
	used := 0
	for _, g := range d.groups() {
		if w := d.groupWide(&g); len(rows) == 0 || used+w > d.cardsRoom() {
			rows, used = append(rows, []cardGroup{g}), w
		} else {
			rows[len(rows)-1], used = append(rows[len(rows)-1], g), used+w
		}
	}
	return rows
}

func (d *private) groupWide(g *cardGroup) int {
	const gap = 30
	return max(len(g.kinds)*d.step(), int(headFont.Width(g.title))+gap)
}

// step is the distance of two cards.
func (d *private) step() int { return d.cardsRoom() / d.columns() }

func (d *private) rowsH(groups []cardGroup) int {
	h := 0
	for i := range groups {
		h = max(h, headH+geometry.Rows(len(groups[i].kinds), d.columns())*d.row())
	}
	return h
}

// cardsAlone is the height of market and cards without the overview.
func (d *private) cardsAlone() int {
	h := d.marketH()
	for _, groups := range d.groupRows() {
		h += d.rowsH(groups)
	}
	return h
}

// cardsH is the height of market, cards and overview.
func (d *private) cardsH() int {
	h := d.cardsAlone()
	if d.cardsRoom() < phoneRoom {
		h = max(h, d.mini.base.H+cardsTop)
	}
	return h + boxGap
}

// beside is how many lines of a legend fit below the cards, beside a tall overview.
func (d *private) beside(lines []legendLine) int {
	if d.cardsRoom() == phoneRoom {
		return 0
	}
	n := len(lines)
	for n > 0 && d.cardsAlone()+legendH(lines[:n], d.cardsRoom()) > d.mini.base.H+cardsTop {
		n--
	}
	if len(lines)-n == 1 { // one line alone below
		n--
	}
	if n == 1 && len(lines) > 1 { // or one alone here
		return 0
	}
	return n
}

func (d *private) drawCards(y int) {
	if d.cardsRoom() < phoneRoom {
		d.drawOverview(phoneW-phoneEdge-d.mini.base.W, y+cardsTop)
	}
	d.drawMarketRow(y + cardsTop)
	y += cardsTop + cardRow
	for _, line := range d.piles() {
		d.Text(phoneRegular, phoneEdge, y+25, d.Faint, line)
		y += phoneLine
	}
	for _, groups := range d.groupRows() {
		x := phoneEdge
		for i := range groups {
			d.drawGroup(&groups[i], x, y)
			x += d.groupWide(&groups[i])
		}
		y += d.rowsH(groups)
	}
	lines := d.legend()
	d.drawLegend(lines[:d.beside(lines)], y, d.cardsRoom())
}

func (d *private) drawGroup(g *cardGroup, x, y int) {
	d.TextFit(headFont, float64(x), y+31, float64(phoneEdge+d.cardsRoom()-x), d.Ink, g.title)
	words := d.cardWords(g.kinds, d.step())
	for i, kind := range g.kinds {
		at, top := x+i%d.columns()*d.step(), y+headH+i/d.columns()*d.row()
		if d.dense > loose {
			d.PutAt(&d.kit.faces[kind], at, top+6)
		} else {
			d.drawCard(kind, words[i], at, top)
		}
		d.drawCount(at+faceW-4, top+8, strconv.Itoa(int(g.count[kind])))
	}
}

func (d *private) drawMarketRow(y int) {
	n := max(len(d.v.Market), 1)
	step := min(d.cardsRoom()/n, 190)
	words := d.cardWords(d.v.Market, step)
	for i, card := range d.v.Market {
		x := phoneEdge + i*step + 14
		if !d.isCard(card) {
			d.PutAt(&d.kit.empty, x, y+6)
			base, room := y+6+faceH+29, float64(step-18)
			d.TextFit(phoneRegular, float64(x), base, room, d.Faint, d.words("render.empty"))
		} else {
			d.drawCard(card, words[i], x, y)
		}
		d.drawCount(x-2, y+12, strconv.Itoa(i+1))
	}
}

// cardWords are the words for cards a step apart, colours where the face shows the rest. A word
// that would run into the next is replaced by a short one.
func (d *private) cardWords(cards []engine.Card, step int) []string {
	const gap = 8
	words, wide := make([]string, len(cards)+1), make([]float64, len(cards)+1)
	set := func(i int, word string) {
		words[i], wide[i] = word, phoneRegular.Width(word)
	}
	colored := func(i int) bool {
		return i < len(cards) && d.isCard(cards[i]) && !d.lex.Faces[cards[i]].Wild
	}
	for i, card := range cards {
		switch {
		case colored(i):
			set(i, d.say.Color(d.lex.Faces[card].Color))
		case !d.isCard(card):
			set(i, d.words("render.empty"))
		default:
			set(i, d.card(card))
		}
	}
	for i := range cards {
		for _, j := range []int{i, i + 1} {
			if (wide[i]+wide[i+1])/2+gap > float64(step) && colored(j) {
				set(j, d.words("render.card-short."+d.lex.Faces[cards[j]].Color))
			}
		}
	}
	return words
}

func (d *private) drawCard(card engine.Card, word string, x, y int) {
	d.PutAt(&d.kit.faces[card], x, y+6)
	mid := max(float64(x)+faceW/2, 6+phoneRegular.Width(word)/2)
	d.TextMid(phoneRegular, mid, y+6+faceH+29, d.Ink, word)
}

func (d *private) digH() int {
	if d.v.Tunnel == nil {
		return 0
	}
	return headH + cardRow + 10
}

// drawDug tells of an undecided tunnel: who digs where, the cards turned up, the cards asked for
// (N6).
func (d *private) drawDug(y int) {
	t := d.v.Tunnel
	d.TextFit(headFont, phoneEdge, y+34, 560, d.Ink, d.digTitle())
	asks := phoneBold.Fit(460, d.words("render.asks", "Count", t.Asks))
	d.TextRight(phoneBold, phoneW-phoneEdge, y+34, d.Bad, asks)
	step := min(190, phoneRoom/max(1, len(t.Revealed)))
	words := d.cardWords(t.Revealed, step)
	for i, card := range t.Revealed {
		d.drawCard(card, words[i], phoneEdge+i*step, y+headH)
	}
}

// drawCount draws a number on a dark disc around (x, y).
func (d *private) drawCount(x, y int, text string) {
	half := max(18, phoneBold.Width(text)/2+8)
	d.Pill(float64(x), float64(y), half+2, 20, d.Card)
	d.Pill(float64(x), float64(y), half, 18, d.Ink)
	d.TextMid(phoneBold, float64(x), y+9, d.Card, text)
}
