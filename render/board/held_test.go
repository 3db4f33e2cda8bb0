package board

import (
	"fmt"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/world"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// pictured are the public board, and the hand, as pictures alone.
func pictured(t *testing.T, g engine.Game, viewer engine.Seat) (board, hand string) {
	t.Helper()
	p, o := painterOf(t, asia.Title), caption.Options{Words: rendertest.Words(t, "en")}
	v := g.View(viewer)
	public, err := p.Board(v, o)
	if err != nil {
		t.Fatal(err)
	}
	private, err := p.Hand(v, o)
	if err != nil {
		t.Fatal(err)
	}
	return string(public.PNG), string(private.PNG)
}

func TestCardsAreInPrivatePicturesOnly(t *testing.T) {
	first := secrets{Card: "red", Ticket: 1, Shared: 0, Racked: "green"}
	hand, rack := first, first
	hand.Card, rack.Racked = "white", "black"
	for _, c := range []struct {
		name string
		is   secrets
		see  map[engine.Seat]bool
	}{
		{"of the hand", hand, map[engine.Seat]bool{1: true}},
		{"on the rack", rack, map[engine.Seat]bool{1: true, 2: true}},
	} {
		one, other := teamGame(t, first), teamGame(t, c.is)
		for viewer := engine.Seat(1); viewer <= 4; viewer++ {
			board, own := pictured(t, one, viewer)
			elseBoard, elseOwn := pictured(t, other, viewer)
			if board != elseBoard {
				t.Errorf("a card %s: seat %d sees it on the board", c.name, viewer)
			}
			if got := own != elseOwn; got != c.see[viewer] {
				t.Errorf("a card %s: in the private picture of seat %d: %v", c.name, viewer, got)
			}
		}
	}
}

// A hand of many kinds needs several rows; a row keeps cards and numbers inside the picture.
func TestAllCardsOfAHandAreShownAtAReadableSize(t *testing.T) {
	p, board := phoneOf(t, world.Title)
	g, _ := rendertest.Simulated(t, world.Title, 2, 40, "")
	v, o := g.View(1), caption.Options{Words: rendertest.Words(t, "pl")}
	own := v.Own()
	for c := range p.lex.Faces {
		own.Hand.Cards[c] = uint8(c + 1)
	}
	d := p.private(board, &v, &o)
	for i, wide := range askWidths {
		s := newHeld(wide)
		if got := s.font.Size * shownWidth / float64(wide); got < 9 {
			t.Errorf("numbers are %.1f pixels tall on a phone, want 9", got)
		}
		all, high := d.lay(wide)
		if len(all) != len(p.lex.Faces) {
			t.Errorf("got %d cards, want %d", len(all), len(p.lex.Faces))
		}
		taken := map[string]bool{}
		for _, e := range all {
			right := float64(e.x+d.kit.cards[i][e.card].W) + s.gap/2 + s.font.Width(e.text)
			at := fmt.Sprint(e.x, e.y)
			if right > float64(wide) || e.y+s.row > high || taken[at] || e.text != fmt.Sprint(e.card+1) {
				t.Errorf("%s × %s stands at (%d, %d) of %d × %d", p.lex.Faces[e.card].Name, e.text,
					e.x, e.y, wide, high)
			}
			taken[at] = true
		}
	}
}

// A question's message does not list the cards, so its picture's text does.
func TestTheTextOfAQuestionsPictureListsTheCards(t *testing.T) {
	p := painterOf(t, asia.Title)
	v := teamGame(t, secrets{Card: "red", Ticket: 1, Shared: 0, Racked: "green"}).View(1)
	words := rendertest.Words(t, "en")
	o := caption.Options{Words: words}
	const cards = "Cards: 1 blue, 3 red\nYour team’s rack: 1 green"
	if got := p.say.PrivateAlt(&v, &o); strings.Contains(got, "rack:") {
		t.Errorf("the message lists the cards already:\n%s", got)
	}
	o.Move = engine.Move{Verb: engine.Claim, Route: 0}
	rendertest.MustSay(t, p.say.PrivateAlt(&v, &o), cards)
}
