package board

import (
	"slices"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Below a map stands a line that says what is new, large enough for a phone.
const (
	newsW, newsH = 76, 42
	newsGap      = 30 // between two headlines
	pieceGap     = 8  // behind a piece
	flag         = 40 // of the last round
)

var newsFont = raster.Narrow(geometry.NewsText)

// drawNews writes what is new, in the last round also how many turns are left.
func (p *picture) drawNews(y int) {
	p.Fill(0, y, p.W, geometry.News, p.Mark)
	p.Fill(0, y, p.W, 3, p.Ink)
	x, base := float64(stripEdge), y+39
	if ending(p.v) {
		for _, rows := range []int{0, flag / 2} {
			p.Chequer(int(x), y+(geometry.News-flag)/2+rows, flag, flag/2, p.Ink)
		}
		said := p.words("render.last-round", "Count", p.v.TurnsLeft)
		x = p.TextFit(newsFont, x+flag+8, base, float64(p.W)/2, p.Ink, said) + newsGap
	}
	right := float64(p.W - stripEdge)
	for _, n := range p.news(p.say.Headlines(p.o.News), right-x) {
		for _, seat := range n.seats {
			p.PutAt(&p.pieces[seat-1], int(x), y+6)
			x += newsW + pieceGap
		}
		x = p.TextFit(newsFont, x, base, right-x, p.Ink, n.text)
		if signs := p.tokens[n.took]; signs != nil {
			p.PutAt(&signs[onNews], int(x)+pieceGap, y+(geometry.News-tokenSize)/2)
			x += pieceGap + tokenSize
		}
		x += newsGap
	}
}

// newsItem is what is new of a seat, or that some seats have news for which there is no room.
type newsItem struct {
	seats []engine.Seat
	text  string
	took  string // a token, or ""
}

func (n newsItem) ofSameSeat(o newsItem) bool { return slices.Equal(n.seats, o.seats) }

// leftOut stands for news without room.
const leftOut = "…"

// news are the headlines as they have room: without points, those of a seat together, at last the
// oldest only as their seats' pieces.
func (p *picture) news(all []caption.Headline, room float64) []newsItem {
	full, brief := make([]newsItem, len(all)), make([]newsItem, len(all))
	for i, h := range all {
		full[i] = newsItem{text: h.Text, took: h.Took}
		if h.Seat != engine.Public {
			full[i].seats = []engine.Seat{h.Seat}
		}
		brief[i] = full[i]
		brief[i].text = h.Brief
	}
	for _, items := range [][]newsItem{full, brief} {
		if p.newsWidth(items) <= room {
			return items
		}
	}
	var short []newsItem
	for first := range brief {
		if short = bySeat(brief, first); p.newsWidth(short) <= room {
			break
		}
	}
	return short
}

// bySeat joins the news of each seat, in the order of its last one. It leaves out those before
// first.
func bySeat(all []newsItem, first int) []newsItem {
	var list []newsItem
	old := newsItem{text: leftOut}
	for _, n := range all[first:] {
		same := slices.IndexFunc(list, n.ofSameSeat)
		switch {
		case same >= 0:
			n.text = list[same].text + ", " + n.text
			list = slices.Delete(list, same, same+1)
		case slices.ContainsFunc(all[:first], n.ofSameSeat):
			n.text = leftOut + " " + n.text
		}
		list = append(list, n)
	}
	for _, n := range all[:first] {
		if !slices.ContainsFunc(list, n.ofSameSeat) && !slices.Contains(old.seats, n.seats[0]) {
			old.seats = append(old.seats, n.seats[0])
		}
	}
	if len(old.seats) > 0 {
		list = slices.Insert(list, 0, old)
	}
	return list
}

// newsWidth is the width of news side by side.
func (p *picture) newsWidth(all []newsItem) float64 {
	w := -float64(newsGap)
	for i := range all {
		n := &all[i]
		w += float64(len(n.seats))*(newsW+pieceGap) + newsFont.Width(n.text) + newsGap
		if p.tokens[n.took] != nil {
			w += pieceGap + tokenSize
		}
	}
	return w
}
