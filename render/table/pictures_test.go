package table

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// TestPicturesOfATable compares whole pictures with golden ones. The table of the README is one of
// them.
func TestPicturesOfATable(t *testing.T) {
	p := cardTable(t)
	en, pl := rendertest.Words(t, "en"), rendertest.Words(t, "pl")
	mid, news := cardGame(t, 4, 34, nil)
	second, newsSecond := cardGame(t, 4, 170, nil)
	open, newsOpen := cardGame(t, 2, 50, map[string]string{"open-track": "on"})
	fresh, _ := cardGame(t, 3, 2, nil)
	crowded, newsCrowded := crowdedTable(t, 2)
	over, course := finishedTable(t), rendertest.Course(t, cardgame.Title, 3)
	for _, c := range []struct {
		file string
		draw func(engine.View, caption.Options) (raster.Picture, error)
		view engine.View
		o    caption.Options
	}{
		{"../../docs/board-cardgame.png", p.Board, mid.View(engine.Public), caption.Options{
			Words: en,
			News:  news,
		}},
		{
			"../testdata/table-second-journey-pl.png", p.Board, second.View(engine.Public),
			caption.Options{Words: pl, News: newsSecond},
		},
		{"../testdata/table-crowded.png", p.Board, crowded, caption.Options{
			Words: en,
			News:  newsCrowded,
		}},
		{"../testdata/table-over.png", p.Board, over, caption.Options{Words: en}},
		{"../testdata/table-hand.png", p.Hand, mid.View(2), caption.Options{Words: en}},
		{"../testdata/table-hand-open-track.png", p.Hand, open.View(2), caption.Options{
			Words: en,
			News:  newsOpen,
		}},
		{"../testdata/table-hand-offer-pl.png", p.Hand, fresh.View(3), caption.Options{Words: pl}},
		{"../testdata/table-hand-crowded-pl.png", p.Hand, crowded, caption.Options{
			Words: pl,
			News:  newsCrowded,
		}},
		{
			"../testdata/table-hand-declare.png", p.Hand, declaringTable(t).View(1),
			caption.Options{Words: en},
		},
		{"../testdata/table-card-pl.png", p.EndCard, over, caption.Options{
			Words: pl, Place: "2026-08-01",
		}},
		{
			"../testdata/table-lobby-pl.png",
			func(engine.View, caption.Options) (raster.Picture, error) {
				return p.Lobby(caption.EndCard{
					Title: "The Card Game", Lobby: true, Sides: []caption.EndSide{
						{Side: caption.Side{1}, Name: "Ola"}, {Side: caption.Side{0}, Name: "wolne"},
					},
				})
			}, over,
			caption.Options{},
		},
		{"../testdata/table-sheet.png", p.Sheet, over, caption.Options{Words: en}},
		{
			"../testdata/table-sheet-course-pl.png", p.Sheet, course[len(course)-1].View,
			caption.Options{Words: pl, Turns: course},
		},
	} {
		t.Run(strings.TrimSuffix(filepath.Base(c.file), ".png"), func(t *testing.T) {
			pic, err := c.draw(c.view, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if most := 200 << 10; len(pic.PNG) > most {
				t.Errorf("got a picture of %d bytes, want at most %d", len(pic.PNG), most)
			}
			rendertest.Golden(t, c.file, pic.PNG)
		})
	}
}

// declaringTable is a game whose seats declare what their tracks pay for (K8).
func declaringTable(t *testing.T) engine.Game {
	t.Helper()
	text, err := os.ReadFile("../../engine/cardgame/testdata/json/declare.rec")
	if err != nil {
		t.Fatal(err)
	}
	record, err := notation.ParseRecord(string(text), titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	g, err := record.Replay(-1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTheSameTableGivesTheSameBytes(t *testing.T) {
	g, news := cardGame(t, 4, 34, nil)
	again, err := newCardTable()
	if err != nil {
		t.Fatal(err)
	}
	o := caption.Options{Words: rendertest.Words(t, "en"), News: news}
	first := draws(t, cardTable(t), g, o)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			if !bytes.Equal(draws(t, again, g, o), first) {
				t.Error("got other bytes at the same time from another painter")
			}
		})
	}
	wait.Wait()
}

// draws are the bytes of a game's table and of a hand.
func draws(t *testing.T, p *Painter, g engine.Game, o caption.Options) []byte {
	board, err := p.Board(g.View(engine.Public), o)
	if err != nil {
		t.Error(err)
	}
	hand, err := p.Hand(g.View(2), o)
	if err != nil {
		t.Error(err)
	}
	return append(board.PNG, hand.PNG...)
}

// TestATableTakesFewAllocations holds a picture to the measure of boards (performance.md, section
// 2).
func TestATableTakesFewAllocations(t *testing.T) {
	p := cardTable(t)
	g, news := cardGame(t, 4, 34, nil)
	over := finishedTable(t)
	for _, c := range []struct {
		name string
		draw func(engine.View, caption.Options) (raster.Picture, error)
		view engine.View
		o    caption.Options
		most float64
	}{
		{
			"table", p.Board, g.View(engine.Public),
			caption.Options{Words: rendertest.Terse, News: news},
			100,
		},
		// some for the prospect of each ticket
		{"hand", p.Hand, g.View(2), caption.Options{Words: rendertest.Terse}, 140},
		// once a game, every ticket in its text; drawn anew as shapes
		{"sheet", p.Sheet, over, caption.Options{Words: rendertest.Terse}, 2000},
	} {
		if got := rendertest.Allocations(t, c.most,
			func() error { _, err := c.draw(c.view, c.o); return err }); got > c.most {
			t.Errorf("%s: got %g allocations, want at most %g", c.name, got, c.most)
		}
	}
}

// BenchmarkTable is a table from a view to the bytes of its PNG.
func BenchmarkTable(b *testing.B) {
	g, news := cardGame(b, 4, 34, nil)
	p, v, o := cardTable(b), g.View(engine.Public), caption.Options{
		Words: rendertest.Terse,
		News:  news,
	}
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

// The private picture of a table is read on a phone too, as render/board's is.
func TestAPrivateTableCanBeReadOnAPhone(t *testing.T) {
	p := cardTable(t)
	for _, lang := range []string{"en", "pl"} {
		for _, plies := range []int{2, 34, 170} {
			g, news := cardGame(t, 4, plies, nil)
			v := g.View(1)
			pic, err := p.Hand(v, caption.Options{Words: rendertest.Words(t, lang), News: news})
			if err != nil {
				t.Fatal(err)
			}
			if got := pic.Least * 400 / float64(pic.Width); got < 9 {
				t.Errorf("%s, ply %d: the smallest lettering is %.1f pixels tall where the "+
					"picture is 400 wide, want at least 9", lang, plies, got)
			}
		}
	}
}
