package render

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
)

// terse are words that cost nothing, so that a benchmark measures drawing.
func terse(id string, _ ...any) string { return id }

// midGame is what the benchmarks draw: four seats, more than half of the routes claimed.
func midGame(b *testing.B) (*painter, engine.View, Options) {
	g, last := amsterdamGame(b, 4, 100)
	return amsterdamPainter(b), g.View(engine.Public), Options{Words: terse, Marked: last}
}

// BenchmarkBoard is a board from a view to the bytes of its PNG.
func BenchmarkBoard(b *testing.B) {
	p, v, o := midGame(b)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		pic, err := p.Board(v, o)
		if err != nil {
			b.Fatal(err)
		}
		size = len(pic.PNG)
	}
	b.ReportMetric(float64(size), "bytes")
}

// BenchmarkBoardOf is the same for the other titles with the most seats.
func BenchmarkBoardOf(b *testing.B) {
	for title, seats := range map[string]int{"asia": 6, "nordic": 3} {
		b.Run(title, func(b *testing.B) {
			g, last := simulated(b, shipped[title], seats, 130, "")
			p, v, o := painterOf(b, shipped[title]), g.View(engine.Public), Options{Words: terse, Marked: last}
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				pic, err := p.Board(v, o)
				if err != nil {
					b.Fatal(err)
				}
				size = len(pic.PNG)
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// BenchmarkBoardFullRedraw is the same picture as gg and image/png make it, with nothing kept: what BenchmarkBoard is
// measured against (performance.md, section 2).
func BenchmarkBoardFullRedraw(b *testing.B) {
	p, v, o := midGame(b)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		s := newSketch(&p.theme, p.board.w, p.board.h)
		s.scene(p.board.lay, &v, &o, nil, nil)
		redrawPanel(s, p, &v)
		var out bytes.Buffer
		if err := png.Encode(&out, s.img); err != nil {
			b.Fatal(err)
		}
		size = out.Len()
	}
	b.ReportMetric(float64(size), "bytes")
}

// redrawPanel draws the panel with gg.
func redrawPanel(s *Sketch, p *painter, v *engine.View) {
	t := s.theme
	left, wide := float64(p.board.w-panelWidth), float64(p.board.w)
	s.fillArea(area{left, 0, wide, float64(p.board.h)}, t.Paper)
	s.text(bold, 28, left+16, 42, 0, t.Ink, 0, p.m.Name)
	for i := range v.Seats {
		y := float64(82 + i*seatStep)
		s.dc.Push()
		s.dc.Translate(left+panelEdge, y)
		s.seatBox(i, v.Moves(v.Seats[i].Seat))
		s.dc.Pop()
		s.text(bold, 22, left+94, y+38, 0, t.Ink, 0, v.Seats[i].Name)
		for j, n := range []int{v.Seats[i].Score, v.Seats[i].Hand.N, v.Seats[i].Tickets.N, v.Seats[i].Goods} {
			s.text(bold, 19, left+50+float64(j)*66, y+75, 0, t.Ink, 0, itoa(n))
		}
	}
	for i, card := range v.Market {
		s.dc.Push()
		s.dc.Translate(left+44, 540+float64(i)*marketRow)
		s.face(&p.lex.Faces[card], smallW, smallH, 7)
		s.dc.Pop()
		s.text(bold, 20, left+120, 566+float64(i)*marketRow, 0, t.Ink, 0, p.lex.Faces[card].Name)
	}
}

// BenchmarkNewBoard is what a title costs once, at the start.
func BenchmarkNewBoard(b *testing.B) {
	for name, title := range shipped {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := newPainterOf(title); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
