package render

import (
	"bytes"
	"image/color"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
	"github.com/konduktor-bot/konduktor/engine/cardgame"
)

// TestPicturesOfATable compares whole pictures with golden ones. The table of the README is one of them.
func TestPicturesOfATable(t *testing.T) {
	p := cardTable(t)
	en, pl := texts(t, "en"), texts(t, "pl")
	mid, news := cardGame(t, 4, 34, nil)
	second, newsSecond := cardGame(t, 4, 170, nil)
	open, newsOpen := cardGame(t, 2, 50, map[string]string{"open-track": "on"})
	fresh, _ := cardGame(t, 3, 2, nil)
	crowded, newsCrowded := crowdedTable(t, 2)
	over := finishedTable(t)
	for _, c := range []struct {
		file string
		draw func(engine.View, Options) (Picture, error)
		view engine.View
		o    Options
	}{
		{"../docs/board-cardgame.png", p.Board, mid.View(engine.Public), Options{Words: en, News: news}},
		{"testdata/table-second-journey-pl.png", p.Board, second.View(engine.Public), Options{Words: pl, News: newsSecond}},
		{"testdata/table-crowded.png", p.Board, crowded, Options{Words: en, News: newsCrowded}},
		{"testdata/table-over.png", p.Board, over, Options{Words: en}},
		{"testdata/table-hand.png", p.Hand, mid.View(2), Options{Words: en}},
		{"testdata/table-hand-open-track.png", p.Hand, open.View(2), Options{Words: en, News: newsOpen}},
		{"testdata/table-hand-offer-pl.png", p.Hand, fresh.View(3), Options{Words: pl}},
		{"testdata/table-hand-crowded-pl.png", p.Hand, crowded, Options{Words: pl, News: newsCrowded}},
		{"testdata/table-sheet.png", p.Sheet, over, Options{Words: en}},
	} {
		t.Run(strings.TrimSuffix(filepath.Base(c.file), ".png"), func(t *testing.T) {
			pic, err := c.draw(c.view, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if most := 200 << 10; len(pic.PNG) > most {
				t.Errorf("got a picture of %d bytes, want at most %d", len(pic.PNG), most)
			}
			golden(t, c.file, pic.PNG)
		})
	}
}

func TestAMapWithoutRoutesIsDrawnAsATable(t *testing.T) {
	p, err := New(cardgame.Title.Map(), cardgame.Title.Lexicon(), ThemeFor("cardgame"))
	if _, ok := p.(*tablePainter); !ok || err != nil {
		t.Errorf("got a %T (error: %v), want a table", p, err)
	}
	m := *amsterdam.Title.Map()
	m.Routes = nil
	for name, make := range map[string]func() (Painter, error){
		"a map of routes": func() (Painter, error) {
			return NewTable(amsterdam.Title.Map(), amsterdam.Title.Lexicon(), plainTheme())
		},
		"tickets without cards": func() (Painter, error) { return NewTable(&m, amsterdam.Title.Lexicon(), plainTheme()) },
		"another lexicon":       func() (Painter, error) { return New(cardgame.Title.Map(), amsterdam.Title.Lexicon(), plainTheme()) },
		"no lexicon":            func() (Painter, error) { return New(cardgame.Title.Map(), nil, plainTheme()) },
	} {
		if _, err := make(); err == nil {
			t.Errorf("%s: got a table, want an error", name)
		}
	}
}

func TestTextsStandOutFromTheGroundsOfATable(t *testing.T) {
	theme := ThemeFor("cardgame")
	for name, ground := range map[string]color.RGBA{"gravel": theme.Land, "track": theme.Park, "box": theme.Card} {
		for i, ink := range theme.inks() {
			if got := contrast(ink, ground); got < 4.5 && ink != theme.Card {
				t.Errorf("ink %d on %s: got a contrast of %.2f, want at least 4.5", i, name, got)
			}
		}
	}
	for name, ground := range map[string]color.RGBA{"the band": theme.Ink, "the last round": theme.Bad} {
		if got := contrast(theme.Card, ground); got < 4.5 {
			t.Errorf("white on %s: got a contrast of %.2f, want at least 4.5", name, got)
		}
	}
}

func TestTheSameTableGivesTheSameBytes(t *testing.T) {
	g, news := cardGame(t, 4, 34, nil)
	again, err := newCardTable()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Words: texts(t, "en"), News: news}
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
func draws(t *testing.T, p *tablePainter, g engine.Game, o Options) []byte {
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

// TestATableTakesFewAllocations holds a picture to the measure of boards (performance.md, section 2).
func TestATableTakesFewAllocations(t *testing.T) {
	p := cardTable(t)
	g, news := cardGame(t, 4, 34, nil)
	over := finishedTable(t)
	for _, c := range []struct {
		name string
		draw func() (Picture, error)
		most float64
	}{
		{"table", func() (Picture, error) { return p.Board(g.View(engine.Public), Options{Words: terse, News: news}) }, 100},
		{"hand", func() (Picture, error) { return p.Hand(g.View(2), Options{Words: terse}) }, 120},
		{"sheet", func() (Picture, error) { return p.Sheet(over, Options{Words: terse}) }, 300}, // once a game, every ticket in its text
	} {
		if got := allocations(t, c.most, c.draw); got > c.most {
			t.Errorf("%s: got %g allocations, want at most %g", c.name, got, c.most)
		}
	}
}

// BenchmarkTable is a table from a view to the bytes of its PNG.
func BenchmarkTable(b *testing.B) {
	g, news := cardGame(b, 4, 34, nil)
	p, v, o := cardTable(b), g.View(engine.Public), Options{Words: terse, News: news}
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
