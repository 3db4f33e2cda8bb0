package board

import (
	"bytes"
	"image/png"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
)

// midGame is what the benchmarks draw: four seats, more than half of the routes claimed.
func midGame(b *testing.B) (*Painter, engine.View, caption.Options) {
	g, last := rendertest.AmsterdamGame(b, 4, 100)
	return amsterdamPainter(b), g.View(engine.Public), caption.Options{
		Words:  rendertest.Terse,
		Marked: last,
	}
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
	for title, seats := range map[string]int{"asia": 6, "nordic": 3, "world": 5} {
		b.Run(title, func(b *testing.B) {
			g, last := rendertest.Simulated(b, rendertest.Titles[title], seats, 130, "")
			p, v, o := painterOf(b, rendertest.Titles[title]), g.View(engine.Public),
				caption.Options{Words: rendertest.Terse, Marked: last}
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

// BenchmarkQuestion asks about each claim that is possible in the middle of a game, one after the
// other: most get a window of their own.
func BenchmarkQuestion(b *testing.B) {
	for name, title := range rendertest.Titles {
		b.Run(name, func(b *testing.B) {
			p := painterOf(b, title)
			g, last := rendertest.Simulated(b, title, slices.Max(title.SeatCounts()), 60, "")
			v := g.View(g.ToMove()[0])
			o := caption.Options{
				Words: rendertest.Terse, Marked: last, News: claimsOf(v, last), Private: true, Ways: true,
			}
			var asked []engine.RouteID
			for r := range p.m.Routes {
				id := engine.RouteID(r)
				if v.Owner(id) == engine.Public && !slices.Contains(v.Closed, id) {
					asked = append(asked, id)
				}
			}
			ask := func(i int) {
				o.Move = engine.Move{Verb: engine.Claim, Route: asked[i%len(asked)]}
				if _, err := p.Hand(v, o); err != nil {
					b.Fatal(err)
				}
			}
			ask(0) // makes the empty board
			for i := 1; b.Loop(); i++ {
				ask(i)
			}
		})
	}
}

// BenchmarkPrivate is a private picture of each title, from a view to the bytes of its PNG, in the
// middle of a game with the most seats, with what is new and the open ways of tickets.
func BenchmarkPrivate(b *testing.B) {
	for name, title := range rendertest.Titles {
		b.Run(name, func(b *testing.B) {
			g, last := rendertest.Simulated(b, title, slices.Max(title.SeatCounts()), 90, "")
			p, v := painterOf(b, title), g.View(1)
			o := caption.Options{
				Words: rendertest.Terse, Marked: last, News: claimsOf(v, last),
				Private: true, Ways: true,
			}
			if _, err := p.Hand(v, o); err != nil { // makes the board and the sprites, once
				b.Fatal(err)
			}
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				pic, err := p.Hand(v, o)
				if err != nil {
					b.Fatal(err)
				}
				size = len(pic.PNG)
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// BenchmarkNewPhone is what the first private picture of a title costs once.
func BenchmarkNewPhone(b *testing.B) {
	for name, title := range rendertest.Titles {
		b.Run(name, func(b *testing.B) {
			p := painterOf(b, title)
			for b.Loop() {
				if _, err := newPhoneBoard(title.Map(), title.Lexicon(), &p.theme, p.pal); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBoardFullRedraw is the same picture as gg and image/png make it, with nothing kept: what
// BenchmarkBoard is measured against (performance.md, section 2).
func BenchmarkBoardFullRedraw(b *testing.B) {
	p, v, o := midGame(b)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		s := theme.NewSketch(&p.theme, p.board.base.W, p.board.base.H)
		drawScene(s, p.board.lay, &v, &o, nil)
		var out bytes.Buffer
		if err := png.Encode(&out, s.Img); err != nil {
			b.Fatal(err)
		}
		size = out.Len()
	}
	b.ReportMetric(float64(size), "bytes")
}

// BenchmarkNewBoard is what a title costs once, at the start.
func BenchmarkNewBoard(b *testing.B) {
	for name, title := range rendertest.Titles {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := newPainterOf(title); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// drawScene draws a whole position in full colour.
func drawScene(s *theme.Sketch, l *geometry.Layout, v *engine.View, o *caption.Options,
	ringed []bool,
) {
	k := l.Sizes.Scale
	s.Ground(l)
	drawNetwork(s, l)
	if t := v.Tunnel; t != nil {
		drawDug(s, l, t.Route, false)
	}
	for _, r := range v.Closed {
		for _, sl := range l.Lanes[r].Slots {
			drawClosed(s, sl, k)
		}
	}
	for _, r := range o.Marked {
		newBand(s.Theme).around(s, l, &l.Lanes[r])
		drawTops(s, l, r)
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			for _, sl := range l.Lanes[r].Slots {
				s.Piece(sl, k, i)
			}
		}
	}
	for i := range ringed {
		if ringed[i] {
			drawRing(s, l, engine.CityID(i))
		}
	}
	for i := range v.Seats {
		for _, city := range v.Seats[i].Ports {
			drawPort(s, l.Cities[city], l.Port(), i)
		}
	}
}
