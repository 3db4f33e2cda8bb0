package table

import (
	"bytes"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// twinTables are two games equal in public: only the hands and tickets of seats 1 and 2 differ.
// Seat 1 has laid a row.
func twinTables(t *testing.T) [2]engine.Game {
	t.Helper()
	lex := cardgame.Title.Lexicon()
	cards := func(names ...string) (list []engine.Card) {
		for _, n := range names {
			c, _ := lex.Card(n)
			list = append(list, c)
		}
		return list
	}
	both := cards("red", "red", "red")
	one, other := cards("blue", "blue", "wild", "green"), cards("white", "black", "yellow", "orange")
	third, market := cards("red", "red", "blue", "white", "black", "black", "wild"),
		cards("red", "blue", "green", "black", "orange", "white")
	var games [2]engine.Game
	for i, rest := range [2][2][]engine.Card{{one, other}, {other, one}} {
		deck := append(append([]engine.Card(nil), both...), rest[0]...)
		deck = append(append(deck, both...), rest[1]...)
		g, err := cardgame.Title.New(engine.Setup{
			Names: []string{"Ala", "Bartek", "Celina"}, Seed: engine.Seed{byte(i)},
			Stacked: map[string][]engine.Card{"Deck": append(append(deck, third...), market...)},
			Tickets: append(every(1, 6*i, 6), append(every(1, 6-6*i, 6), every(1, 20, 6)...)...),
		})
		if err != nil {
			t.Fatal(err)
		}
		play := func(m engine.Move) {
			if _, err := g.Apply(g.ToMove()[0], m); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 {
			v := g.View(g.ToMove()[0])
			play(engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs[:2]})
		}
		var row engine.Cards
		row[both[0]] = 3
		play(engine.Move{Verb: engine.Lay, Payment: engine.Payment{Hand: row}})
		games[i] = g
	}
	return games
}

func TestPicturesAndTextsOfTablesEqualInPublicAreEqual(t *testing.T) {
	p, w := cardTable(t), rendertest.Words(t, "en")
	games := twinTables(t)
	first, second := games[0].View(1), games[1].View(1)
	if first.Own().Hand.Cards == second.Own().Hand.Cards ||
		cmp.Equal(first.Own().Tickets, second.Own().Tickets) {
		t.Fatalf("the twins do not differ in secret: both hold %v and %v", first.Own().Hand.Cards,
			first.Own().Tickets)
	}
	for name, draw := range map[string]func(engine.Game) (raster.Picture, error){
		"to a bystander": func(g engine.Game) (raster.Picture, error) {
			return p.Board(g.View(engine.Public), caption.Options{Words: w})
		},
		"to a third": func(g engine.Game) (raster.Picture, error) {
			return p.Board(g.View(3), caption.Options{Words: w, Private: true})
		},
		"a third's hand": func(g engine.Game) (raster.Picture, error) {
			return p.Hand(g.View(3), caption.Options{Words: w})
		},
	} {
		same(t, name, games, draw)
	}
	for _, seat := range []engine.Seat{engine.Public, 3} {
		if d := cmp.Diff(caption.New(p.m, w).Of(rendertest.Ref(games[0].View(seat))).BoardText(),
			caption.New(p.m, w).Of(rendertest.Ref(games[1].View(seat))).BoardText()); d != "" {
			t.Errorf("viewer %d: the texts differ:\n%s", seat, d)
		}
	}
}

// same compares the pictures of two games.
func same(t *testing.T, name string, games [2]engine.Game, draw func(engine.Game) (raster.Picture,
	error),
) {
	t.Helper()
	var pics [2]raster.Picture
	for i, g := range games {
		var err error
		if pics[i], err = draw(g); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(pics[0].PNG, pics[1].PNG) {
		t.Errorf("%s: the pictures differ", name)
	}
	if d := cmp.Diff(pics[0].Alt, pics[1].Alt); d != "" {
		t.Errorf("%s: the alternative texts differ:\n%s", name, d)
	}
}

// Even what a view should not hold is not drawn: the table shows how many cards and tickets there
// are, never which.
func TestTableShowsNoSeatsCardsOrTickets(t *testing.T) {
	p, w := cardTable(t), rendertest.Words(t, "en")
	g, news := cardGame(t, 3, 40, map[string]string{"open-track": "on"})
	o := caption.Options{Words: w, News: news, Private: true}
	plain, err := p.Board(g.View(engine.Public), o)
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.Board(g.Unveiled(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(plain.PNG, all.PNG) || plain.Alt != all.Alt {
		t.Error("the table shows more of a view that holds more")
	}
	if d := cmp.Diff(caption.New(p.m, w).Of(rendertest.Ref(g.View(engine.Public))).BoardText(),
		caption.New(p.m, w).Of(rendertest.Ref(g.Unveiled())).BoardText()); d != "" {
		t.Errorf("the texts differ:\n%s", d)
	}
}

func TestAClosedTrackIsShownToNobody(t *testing.T) {
	p, w := cardTable(t), rendertest.Words(t, "en")
	g, _ := cardGame(t, 3, 40, nil)
	v := g.View(2)
	if v.Own().Track.N == 0 {
		t.Fatal("nothing lies on the track")
	}
	plain, err := p.Hand(v, caption.Options{Words: w})
	if err != nil {
		t.Fatal(err)
	}
	said := caption.New(p.m, w).Of(&v).Hand().String()
	v.Own().Track.Cards = engine.Cards{1, 2, 3}
	more, err := p.Hand(v, caption.Options{Words: w})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(plain.PNG, more.PNG) || plain.Alt != more.Alt ||
		caption.New(p.m, w).Of(&v).Hand().String() != said {
		t.Error("the hand shows a track that is not known")
	}
}

func TestABystanderOfATableHasNoHand(t *testing.T) {
	p := cardTable(t)
	g, _ := cardGame(t, 2, 20, nil)
	if pic, err := p.Hand(g.View(engine.Public),
		caption.Options{Words: rendertest.Terse}); err == nil {
		t.Errorf("got a picture of %d bytes, want an error", len(pic.PNG))
	}
	if got := caption.New(p.m,
		rendertest.Terse).Of(rendertest.Ref(g.View(engine.Public))).Hand().String(); got != "" {
		t.Errorf("got the text %q, want none", got)
	}
	if pic, err := p.Sheet(g.View(engine.Public),
		caption.Options{Words: rendertest.Terse}); err == nil {
		t.Errorf("got a final sheet of %d bytes of a running game, want an error", len(pic.PNG))
	}
}

func TestAViewOfAnotherTableIsRefused(t *testing.T) {
	p := cardTable(t)
	g, _ := cardGame(t, 3, 40, nil)
	for name, spoil := range map[string]func(*engine.View, *caption.Options){
		"no words":      func(_ *engine.View, o *caption.Options) { o.Words = nil },
		"another title": func(v *engine.View, _ *caption.Options) { v.Title = "amsterdam" },
		"too many seats": func(v *engine.View, _ *caption.Options) {
			v.Seats = make([]engine.SeatView, 5)
		},
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

func TestHostileNamesStayInTheirPlacesAtATable(t *testing.T) {
	p := cardTable(t)
	over, names := finishedTable(t), rendertest.HostileNames()
	g, news := cardGame(t, 4, 150, nil)
	o := caption.Options{Words: rendertest.Terse, News: news}
	named := func(v engine.View, four [4]string) engine.View {
		for i, n := range four {
			v.Seats[i].Name = n
		}
		return v
	}
	table := func(four [4]string) *raster.Canvas {
		v := named(g.View(2), four)
		d := p.undrawn(&v, &o)
		d.compose()
		d.blankNames()
		return d.Canvas
	}
	quiet := table([4]string{})
	for i := 0; i+4 <= len(names); i += 32 {
		four := [4]string(names[i : i+4])
		if !bytes.Equal(table(four).Pix, quiet.Pix) {
			t.Errorf("names %q: the picture changed outside of their places", four)
		}
		v, end := named(g.View(2), four), named(over, four)
		p.undrawn(&v, &o).composeHand()
		if _, err := p.Sheet(end, o); err != nil {
			t.Error(err)
		}
		for _, alt := range []string{
			p.say.TableAlt(&v, &o),
			caption.Clip(caption.New(p.m, rendertest.Echo).Of(&v).Hand().String()),
			caption.Clip(caption.New(p.m, rendertest.Echo).Of(&end).Sheet().String()),
		} {
			if n := len(utf16.Encode([]rune(alt))); n > caption.MaxAlt || n == 0 {
				t.Errorf("names %q: got an alternative text of %d characters, want 1 to %d", four, n,
					caption.MaxAlt)
			}
		}
	}
}

// undrawn starts a picture with the names as they are, however hostile.
func (p *Painter) undrawn(v *engine.View, o *caption.Options) *picture {
	text := p.say.Caption(v, o.Words)
	return &picture{Painter: p, Theme: &p.theme, v: v, own: v.Own(), o: o, text: text, words: o.Words}
}

// blankNames blanks where a table writes names: a line in each seat's head.
func (p *picture) blankNames() {
	for i, n := 0, len(p.v.Seats); i < n; i++ {
		y := seatGap + i*(p.H-seatGap)/n
		p.Fill(seatGap+headPad-4, y+78, seatHead-2*headPad+8, 52, p.theme.Ink)
	}
}
