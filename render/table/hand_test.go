package table

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/prospect"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// ticketsWith lists tickets that need cards of a colour.
func ticketsWith(card engine.Card, n int) []engine.TicketID {
	m, lex := cardgame.Title.Map(), cardgame.Title.Lexicon()
	var list []engine.TicketID
	for i := range m.Tickets {
		needs := caption.NeedsOf(m, lex, engine.TicketID(i))
		if needs[card] > 0 && len(list) < n {
			list = append(list, engine.TicketID(i))
		}
	}
	return list
}

// One red card in the railyard pays for one red of one ticket (K8), however many tickets need red.
func TestALaidCardCountsOnce(t *testing.T) {
	g, _ := cardGame(t, 2, 20, nil)
	v := g.View(1)
	red, _ := v.Lexicon().Card("red")
	own := v.Own()
	ids := ticketsWith(red, 6)
	own.Yard = []engine.Row{{Card: red, N: 1}}
	for _, c := range []struct {
		name    string
		offered int
	}{
		{"kept tickets", 0}, {"the last two are kept", 4}, {"all are on offer", 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := cardTable(t).undrawn(&v, &caption.Options{Words: rendertest.Terse})
			all := prospect.Of(&v, cardgame.Title.Map(), 1, ids)
			sum := 0
			for i, laid := range d.allot(all, c.offered) {
				if sum += laid.Total(); laid[red] > 0 && c.offered < len(ids) && i < c.offered {
					t.Errorf("the card counts for offered ticket %d, not for a kept one", i)
				}
			}
			if sum != 1 {
				t.Errorf("one red card in the railyard counts %d times, want once", sum)
			}
		})
	}
}

// A question about tickets shows which are kept and which go back, and the text says it. The cards
// of those that go back are not needed.
func TestChoiceShowsKeptTickets(t *testing.T) {
	p, w := cardTable(t), rendertest.Words(t, "en")
	g, _ := cardGame(t, 3, 2, nil)
	v := g.View(3)
	offer := v.Own().Offer.IDs
	drawn := map[string]int{}
	for n := range offer {
		move := engine.Move{Verb: engine.Keep, Tickets: offer[:n]}
		pic, err := p.Hand(v, caption.Options{Words: w, Move: move})
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := drawn[string(pic.PNG)]; ok {
			t.Errorf("got the same picture for %d and %d kept tickets", other, n)
		}
		drawn[string(pic.PNG)] = n
		if kept := "You keep: A"; strings.Contains(pic.Alt, kept) != (n > 0) {
			t.Errorf("%d tickets are kept: %q in\n%s", n, kept, pic.Alt)
		}
		rendertest.MustSay(t, pic.Alt, "Not kept: ")
	}
}

// A victim's own picture names the robber and the stolen cards (K5).
func TestAVictimsPictureTellsOfTheRobbery(t *testing.T) {
	p, w := cardTable(t), rendertest.Words(t, "en")
	g, _ := cardGame(t, 3, 40, nil)
	v := g.View(2)
	white, _ := v.Lexicon().Card("white")
	robbery := engine.Event{Kind: engine.EventRobbed, Seat: 1, Victim: 2, Card: white, N: 3}
	robbery.Payment.Hand[white], robbery.Payment.Hand[v.Lexicon().Wild()] = 2, 1
	draw := func(news ...engine.Event) (string, []byte) {
		pic, err := p.Hand(v, caption.Options{Words: w, News: news})
		if err != nil {
			t.Fatal(err)
		}
		if pic.Crossed != "" {
			t.Errorf("crossed: %s", pic.Crossed)
		}
		return pic.Alt, pic.PNG
	}
	quiet, _ := draw()
	told, _ := draw(robbery)
	const want = "Ala robbed your train: 2 white, 1 wild"
	if !strings.Contains(told, want) || strings.Contains(quiet, want) {
		t.Errorf("got %q, want it to say %q", told, want)
	}
	robbery.Victim = 3
	if other, _ := draw(robbery); other != quiet {
		t.Errorf("got %q of another's loss, want %q", other, quiet)
	}
	robbery.Victim = 2
	d := p.undrawn(&v, &caption.Options{Words: w, News: []engine.Event{robbery}})
	d.composeHand()
	defer d.Free()
	if got := d.Pix[(boxGap+10)*(d.W+1)+1+tableEdge+10]; got != markOf(d) {
		t.Error("the robbery has no bright line above the cards")
	}
}

// markOf is the palette's number of the ground of news.
func markOf(d *picture) uint8 {
	d.Fill(0, 0, 1, 1, d.Mark)
	return d.Pix[1]
}

// An own track's number of cards is in the picture, even where the cards are secret (K3).
func TestAHandShowsHowManyCardsLieOnTheOwnTrack(t *testing.T) {
	p := cardTable(t)
	g, _ := cardGame(t, 2, 30, nil)
	v := g.View(1)
	draw := func(n int) []byte {
		v.Own().Track.N = n
		pic, err := p.Hand(v, caption.Options{Words: rendertest.Terse})
		if err != nil {
			t.Fatal(err)
		}
		return pic.PNG
	}
	if string(draw(5)) == string(draw(6)) {
		t.Error("a sixth card on the track changes nothing in its owner's picture")
	}
}

// Nobody takes the own railyard for another's.
func TestViewersRailyardIsCalledYours(t *testing.T) {
	p := cardTable(t)
	g, _ := cardGame(t, 2, 30, nil)
	v := g.View(1)
	v.ToMove = []engine.Seat{1} // the head says "your turn", not "you"
	for _, c := range []struct {
		owner engine.Seat
		want  bool
	}{{1, true}, {2, false}} {
		v.Seats[0].Yard, v.Seats[1].Yard = nil, nil
		v.Seat(c.owner).Yard = []engine.Row{{Card: 0, N: 3}}
		said := false
		words := func(id string, args ...any) string {
			said = said || id == "render.you"
			return rendertest.Terse(id, args...)
		}
		if _, err := p.Hand(v, caption.Options{Words: words}); err != nil {
			t.Fatal(err)
		}
		if said != c.want {
			t.Errorf("the railyard of seat %d: it says %t that it is the viewer's", c.owner, said)
		}
	}
}

// The table says whose turn it is, and so does each seat's own picture.
func TestAPrivatePictureSaysWhoseTurnItIs(t *testing.T) {
	p, w := cardTable(t), rendertest.Words(t, "pl")
	g, _ := cardGame(t, 4, 40, nil)
	v := g.View(1)
	drawn := map[string][]engine.Seat{}
	for _, turn := range [][]engine.Seat{nil, {1}, {2}, {3}, {4}} {
		v.ToMove = turn
		pic, err := p.Hand(v, caption.Options{Words: w})
		if err != nil {
			t.Fatal(err)
		}
		if pic.Crossed != "" {
			t.Errorf("crossed: %s", pic.Crossed)
		}
		if other, ok := drawn[string(pic.PNG)]; ok {
			t.Errorf("got the same picture if the seats %v and %v are to move", other, turn)
		}
		drawn[string(pic.PNG)] = turn
	}
}

// The viewer's own piece always stands first: the piece of the seat to move was taken for it.
func TestPrivatePictureNamesItsOwner(t *testing.T) {
	p := cardTable(t)
	g, _ := cardGame(t, 4, 40, nil)
	head := func(viewer engine.Seat, turn ...engine.Seat) []color.Color {
		v := g.View(viewer)
		v.ToMove = turn
		pic, err := p.Hand(v, caption.Options{Words: rendertest.Words(t, "en")})
		if err != nil {
			t.Fatal(err)
		}
		img := rendertest.Decode(t, pic.PNG)
		var all []color.Color
		for x := yardX; x < yardX+tokenW; x++ {
			all = append(all, img.At(x, boxGap+5+tokenH/2))
		}
		return all
	}
	want := head(1)
	for _, turn := range [][]engine.Seat{{1}, {2}, {2, 3, 4}} {
		if !slices.Equal(head(1, turn...), want) {
			t.Errorf("on the turn of %v, the first piece is not that of the viewer", turn)
		}
	}
	if slices.Equal(head(2), want) {
		t.Error("two viewers have the same piece")
	}
}
