package board

import (
	"bytes"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// twins are two games equal in public: only the hands and tickets of seats 1 and 2 and what is left
// in the piles differ.
func twins(t *testing.T) [2]engine.Game {
	t.Helper()
	lex := amsterdam.Title.Lexicon()
	card := func(name string) engine.Card { c, _ := lex.Card(name); return c }
	market := []engine.Card{card("red"), card("blue"), card("green"), card("black"), card("orange")}
	var games [2]engine.Game
	for i, hands := range [2][]engine.Card{
		{card("red"), card("red"), card("wild"), card("pink"), card("blue"), card("blue")},
		{card("green"), card("black"), card("pink"), card("red"), card("blue"), card("blue")},
	} {
		g, err := amsterdam.Title.New(engine.Setup{
			Names: []string{"Ala", "Bartek", "Celina"}, Seed: engine.Seed{byte(i)},
			Stacked: map[string][]engine.Card{"Deck": append(hands, market...)},
			Tickets: []engine.TicketID{
				engine.TicketID(i), engine.TicketID(5 - i), engine.TicketID(8 + i),
				engine.TicketID(12 - i), 20, 21,
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for len(g.ToMove()) > 0 && g.View(engine.Public).Phase == engine.InSetup {
			seat := g.ToMove()[0]
			if _, err := g.Apply(seat, g.AppendLegal(nil, seat)[0]); err != nil {
				t.Fatal(err)
			}
		}
		games[i] = g
	}
	return games
}

func TestPicturesAndTextsOfGamesEqualInPublicAreEqual(t *testing.T) {
	p := amsterdamPainter(t)
	w := rendertest.Words(t, "en")
	games := twins(t)
	first, second := games[0].View(1), games[1].View(1)
	if first.Own().Hand.Cards == second.Own().Hand.Cards {
		t.Fatalf("the twins do not differ in secret: both hold %v", first.Own().Hand.Cards)
	}
	for _, seat := range []engine.Seat{engine.Public, 3} {
		var boards, alts, saids [2]string
		for i, g := range games {
			pic, err := p.Board(g.View(seat), caption.Options{Words: w, Private: true})
			if err != nil {
				t.Fatal(err)
			}
			boards[i], alts[i], saids[i] = string(pic.PNG), pic.Alt,
				caption.New(p.m, w).Of(rendertest.Ref(g.View(seat))).BoardText()
		}
		if boards[0] != boards[1] {
			t.Errorf("viewer %d: the pictures differ", seat)
		}
		if d := cmp.Diff(alts[0], alts[1]); d != "" {
			t.Errorf("viewer %d: the alternative texts differ:\n%s", seat, d)
		}
		if d := cmp.Diff(saids[0], saids[1]); d != "" {
			t.Errorf("viewer %d: the texts differ:\n%s", seat, d)
		}
	}
}

func TestABystanderHasNoHand(t *testing.T) {
	p := amsterdamPainter(t)
	g, _ := rendertest.AmsterdamGame(t, 2, 20)
	if pic, err := p.Hand(g.View(engine.Public),
		caption.Options{Words: rendertest.Terse}); err == nil {
		t.Errorf("got a picture of %d bytes, want an error", len(pic.PNG))
	}
	if got := caption.New(p.m,
		rendertest.Terse).Of(rendertest.Ref(g.View(engine.Public))).Hand().String(); got != "" {
		t.Errorf("got the text %q, want none", got)
	}
}

func TestTheSameInputGivesTheSameBytes(t *testing.T) {
	g, last := rendertest.AmsterdamGame(t, 4, 62)
	o := caption.Options{Words: rendertest.Words(t, "en"), Marked: last}
	first, err := amsterdamPainter(t).Board(g.View(engine.Public), o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newAmsterdam()
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 3 {
				pic, err := p.Board(g.View(engine.Public), o)
				if err != nil || !bytes.Equal(pic.PNG, first.PNG) {
					t.Errorf("got other bytes at the same time (error: %v)", err)
				}
			}
		})
	}
	wait.Wait()
}

func TestAViewOfAnotherMapIsRefused(t *testing.T) {
	p := amsterdamPainter(t)
	g, _ := rendertest.AmsterdamGame(t, 2, 20)
	for name, spoil := range map[string]func(*engine.View, *caption.Options){
		"another title": func(v *engine.View, _ *caption.Options) { v.Title = "nordic" },
		"too many seats": func(v *engine.View, _ *caption.Options) {
			v.Seats = make([]engine.SeatView, 7)
		},
		"no words":                 func(_ *engine.View, o *caption.Options) { o.Words = nil },
		"a city that is not there": func(_ *engine.View, o *caption.Options) { o.Focus = "atlantis" },
	} {
		t.Run(name, func(t *testing.T) {
			v, o := g.View(1), caption.Options{Words: rendertest.Terse}
			spoil(&v, &o)
			if _, err := p.Board(v, o); err == nil {
				t.Error("got a picture, want an error")
			}
		})
	}
}
