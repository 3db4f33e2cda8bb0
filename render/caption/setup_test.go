package caption

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/nordic"
	"konduktor/engine/world"
	"konduktor/render/rendertest"
)

func TestTextsTellTheChoiceAtSetup(t *testing.T) {
	w, _ := rendertest.Simulated(t, world.Title, 3, 0, "")
	n, _ := rendertest.Simulated(t, nordic.Title, 3, 0, "")
	for _, c := range []struct {
		name, lang, want string
		text             func(Words) string
	}{
		{"W2 tickets and pieces", "en", "Choosing tickets and pieces.", func(words Words) string {
			return New(world.Title.Map(), words).Of(rendertest.Ref(w.View(engine.Public))).BoardText()
		}},
		{"W2 tickets and pieces", "pl", "Wybór biletów i figurek.", func(words Words) string {
			return New(world.Title.Map(), words).Of(rendertest.Ref(w.View(engine.Public))).BoardText()
		}},
		{"tickets alone", "en", "Choosing the first tickets.", func(words Words) string {
			return New(nordic.Title.Map(), words).Of(rendertest.Ref(n.View(engine.Public))).BoardText()
		}},
	} {
		t.Run(c.name+" "+c.lang, func(t *testing.T) {
			rendertest.MustSay(t, c.text(rendertest.Words(t, c.lang)), c.want)
		})
	}
}

// W2: before its pieces are chosen a seat has none to tell of.
func TestHandTextOmitsPiecesNotYetChosen(t *testing.T) {
	g, _ := rendertest.Simulated(t, world.Title, 2, 0, "")
	v := g.View(1)
	text := New(world.Title.Map(), rendertest.Words(t, "en")).Of(&v).Glance(v.Own(), true)
	if d := cmp.Diff("0 pts ⚓3", text); d != "" {
		t.Errorf("figures (-want +got):\n%s", d)
	}
}

// W11: an exchange costs points, so a score can be less than 0.
func TestPointsBelowZeroHaveATrueMinus(t *testing.T) {
	g, _ := rendertest.Simulated(t, world.Title, 2, 20, "")
	v := g.View(1)
	v.Seats[0].Score = -5
	m, words := world.Title.Map(), rendertest.Words(t, "en")
	rendertest.MustSay(t, New(m, words).Of(&v).BoardText(), "1. Ala: −5 points, ")
	rendertest.MustSay(t, New(m, words).Of(&v).Glance(v.Own(), true), "−5 pts ")
}

func TestNumbersOfShipsHaveTheirPluralForm(t *testing.T) {
	g, _ := rendertest.Simulated(t, world.Title, 2, 0, "")
	view := g.View(1)
	lex := world.Title.Lexicon()
	for _, c := range []struct {
		lang, card string
		n          int
		want       string
	}{
		{"en", "black-ships", 1, "1 black double ship"},
		{"en", "black-ships", 3, "3 black double ships"},
		{"en", "red-ship", 2, "2 red ships"},
		{"en", "green-port", 2, "2 green with port mark"},
		{"en", "white", 2, "2 white"},
		{"pl", "black-ships", 1, "1 czarny podwójny statek"},
		{"pl", "black-ships", 3, "3 czarne podwójne statki"},
		{"pl", "red-ship", 5, "5 czerwonych statków"},
		{"pl", "green-port", 2, "2 zielone ze znakiem portu"},
		{"pl", "white", 1, "1 biała"},
		{"pl", "white", 7, "7 białych"},
	} {
		t.Run(c.want, func(t *testing.T) {
			card, ok := lex.Card(c.card)
			if !ok {
				t.Fatalf("there is no card %s", c.card)
			}
			if got := New(world.Title.Map(), rendertest.Words(t, c.lang)).Of(&view).Number(&view, card,
				c.n); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
