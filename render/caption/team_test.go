package caption

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/nordic"
	"konduktor/render/rendertest"
)

func TestBoardTextNamesFerriesTunnelsAndRemarks(t *testing.T) {
	n, _ := rendertest.Simulated(t, nordic.Title, 3, 0, "")
	rendertest.MustSay(t, New(nordic.Title.Map(),
		rendertest.Words(t, "en")).Of(rendertest.Ref(n.View(engine.Public))).BoardText(),
		"ferry with 1 locomotive", "ferry with 2 locomotives", "tunnel that turns up 3 cards",
		"Lieksa – Murmansk: any colour, 9 spaces, any 4 cards stand for one of the colour, free")
	a, _ := rendertest.Simulated(t, asia.Title, 4, 0, "")
	rendertest.MustSay(t, New(asia.Title.Map(),
		rendertest.Words(t, "pl")).Of(rendertest.Ref(a.View(engine.Public))).BoardText(),
		"tunel, odkrywa 6 kart", "tunel, odkrywa 4 karty")
}

func TestAChoiceToShareIsNotShownTwice(t *testing.T) {
	g, _ := rendertest.Simulated(t, asia.Title, 4, 0, engine.OwesShare)
	v := g.View(g.ToMove()[0])
	c := ChoiceOf(&v)
	if c.Title != "render.hand-share" || len(c.Offer) < 3 || len(c.Rest) != 0 {
		t.Errorf("got %+v, want all kept tickets to choose from and no others", c)
	}
}

func TestPartnersShareOneFinalLine(t *testing.T) {
	g, _ := rendertest.Simulated(t, asia.Title, 6, 10000, "")
	v := g.View(engine.Public)
	text := New(asia.Title.Map(), rendertest.Words(t, "en")).Of(&v).Sheet().String()
	rendertest.MustSay(t, text, "Team 1 (Ala and Bartek): ", "Team 2 (Celina and Dorota): ",
		"Team 3 (Edward and Franciszka): ", "longest path ")
	if got := strings.Count(text, "Total "); got != 3 {
		t.Errorf("got %d totals, want one a team:\n%s", got, text)
	}
	if got := strings.Count(text, "★ winner"); got != len(v.Winners)/2 {
		t.Errorf("got %d winners, want %d teams", got, len(v.Winners)/2)
	}
	rendertest.MustSay(t, text,
		"Won by "+New(asia.Title.Map(), rendertest.Words(t, "en")).Of(&v).Seats(&v, v.Winners)+".")
}

func TestPartiesAreTeamsOrSingleSeats(t *testing.T) {
	six, _ := rendertest.Simulated(t, asia.Title, 6, 0, "")
	three, _ := rendertest.Simulated(t, nordic.Title, 3, 0, "")
	v, w := six.View(engine.Public), three.View(engine.Public)
	same := func(a, b Side) bool { return slices.Equal(a, b) }
	if got, want := Sides(&v), []Side{{1, 2}, {3, 4}, {5, 6}}; !slices.EqualFunc(got, want, same) {
		t.Errorf("got the teams %v, want %v", got, want)
	}
	if got, want := Sides(&w), []Side{{1}, {2}, {3}}; !slices.EqualFunc(got, want, same) {
		t.Errorf("got the parties %v, want %v", got, want)
	}
}
