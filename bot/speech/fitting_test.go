package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

func TestCardsThatFitTheSameWordsAreAllNamed(t *testing.T) {
	s := rails(t, "", "").underWay()
	v := s.view(1)
	card := func(name string) engine.Card {
		c, _ := v.Lexicon().Card(name)
		return c
	}
	v.Market = []engine.Card{
		card("red"), card("red-ships"), card("red-ship"), card("blue"),
		card("wild"), card("red-ship"),
	}
	cases := []struct{ typed, draw, which string }{
		{"red", "", "Slot 1: red train; Slot 2: red double ship; Slot 3: red ship"},
		{"red ship", "draw 3", "Slot 3: red ship"},
		{"red double ship", "draw 2", "Slot 2: red double ship"},
		{"red train", "draw 1", "Slot 1: red train"},
		{"wild", "draw 5", "Slot 5: wild"},
		{"white", "", ""},
	}
	for _, c := range cases {
		m, ok := s.reads(v, engine.Move{Verb: engine.Draw}, 0, c.typed)
		if ok != (c.draw != "") || ok && !strings.HasPrefix(notation.PrintMove(v.Lexicon(), m), c.draw) {
			t.Errorf("%q is read as %s, %t", c.typed, notation.PrintMove(v.Lexicon(), m), ok)
		}
		if got := s.whichDraws(v, c.typed); got != c.which {
			t.Errorf("%q fits %q, want %q", c.typed, got, c.which)
		}
	}
	s.has(s.InsteadOpen(v, "white"), "You can take: ")
	if got := s.InsteadOpen(v, "zebra"); got != "" {
		t.Errorf("zebra is no card, but is answered %q", got)
	}
}

func TestLocomotiveCanBeTypedAsInNotation(t *testing.T) {
	s, v := reader(t, "nordic", "pl")
	v.Market = []engine.Card{0, v.Lexicon().Wild(), 1, 2, 3}
	v.WithRules(v.Lexicon(), 0, []engine.Move{
		{Verb: engine.Draw, Slot: 1},
		{Verb: engine.Draw, Slot: 2},
	}, nil)
	for _, typed := range []string{"wild", "lokomotywa"} {
		if m, ok := s.reads(v, engine.Move{Verb: engine.Draw}, 0, typed); !ok || m.Slot != 2 {
			t.Errorf("%q is read as %v, %t", typed, m, ok)
		}
	}
}

func TestRoutesThatFitTheSameWordsAreNamed(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	one, _ := v.Lexicon().Route("dam--jan-roodenpoortstoren.1")
	two, _ := v.Lexicon().Route("dam--jan-roodenpoortstoren.2")
	both := s.Route(one) + "; " + s.Route(two)
	number := strings.TrimRight(s.code(one), "ab")
	for _, typed := range []string{number, "dam jan roodenp"} {
		if m, ok := s.reads(v, engine.Move{Verb: engine.Claim}, 0, typed); ok {
			t.Errorf("%q is read as %s", typed, s.Route(m.Route))
		}
		if got := s.whichRoutes(v, typed); got != both {
			t.Errorf("%q fits %q, want %q", typed, got, both)
		}
	}
	if got := s.whichRoutes(v, "any"); strings.Count(got, ";") != maxNamed ||
		!strings.HasSuffix(got, "; …") {
		t.Errorf("any fits %q", got)
	}
	v.WithRules(v.Lexicon(), 0, []engine.Move{{Verb: engine.Pass}}, nil)
	if got := s.whichRoutes(v, number); got != both {
		t.Errorf("with nothing to claim %q fits %q, want %q", number, got, both)
	}
	if m, ok := s.reads(v, engine.Move{Verb: engine.Claim}, 0, "dam jan red"); !ok || m.Route != two {
		t.Errorf("a route that cannot be claimed is read as %s, %t", s.Route(m.Route), ok)
	}
}
