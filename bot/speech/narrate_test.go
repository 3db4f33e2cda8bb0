package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"

	"github.com/google/go-cmp/cmp"
)

// dealt returns a speaker and a game of Amsterdam of Ala, Bartek and Celina.
func dealt(t *testing.T, lang string) (*Speaker, engine.Game) {
	t.Helper()
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ala", "Bartek", "Celina"}, Seed: engine.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	return New(texts(t, lang), titles.Map("amsterdam")), g
}

func TestNarrateMakesOneSentenceOfASeatsTurn(t *testing.T) {
	s, g := dealt(t, "en")
	v := g.View(2)
	route, _ := v.Lexicon().Route("dam--oude-kerk.1")
	ticket, _ := v.Lexicon().Ticket("dam--westermarkt")
	events := []engine.Event{
		{Kind: engine.EventBegan, Seat: 1, Card: engine.NoCard},
		{Kind: engine.EventDrewMarket, Seat: 1, Card: 4, N: 2},
		{Kind: engine.EventFilled, Card: 6, N: 2},
		{Kind: engine.EventFlushed, Card: engine.NoCard},
		{Kind: engine.EventDrewBlind, Seat: 1, Card: engine.NoCard},
		{Kind: engine.EventDrewBlind, Seat: 2, Card: 0},
		{Kind: engine.EventDrewMarket, Seat: 2, Card: 6, N: 1},
		{Kind: engine.EventOffered, Seat: 3, Card: engine.NoCard, N: 2},
		{Kind: engine.EventKept, Seat: 3, Card: engine.NoCard, N: 1, M: 1},
		{
			Kind: engine.EventClaimed, Seat: 1, Card: engine.NoCard, Route: route, N: 2,
			Payment: engine.Payment{Hand: engine.Cards{0: 1, 6: 1}},
		},
		{Kind: engine.EventTook, Seat: 1, Card: engine.NoCard, N: 1, Word: "goods"},
		{
			Kind: engine.EventOffered, Seat: 2, Card: engine.NoCard, N: 1,
			Tickets: []engine.TicketID{ticket},
		},
		{Kind: engine.EventKept, Seat: 2, Card: engine.NoCard, N: 1, Tickets: []engine.TicketID{ticket}},
		{Kind: engine.EventPassed, Seat: 3, Card: engine.NoCard},
		{Kind: engine.EventOffered, Seat: 1, Card: engine.NoCard, N: 2},
	}
	want := []string{
		"Everybody has chosen. Ala begins.",
		"Ala draws a red card from the market and a hidden card from the deck.",
		"Too many face-up wilds: the market is swept and dealt again.",
		"You draw a pink card from the deck and a wild from the market.",
		"Celina draws tickets and keeps 1 of 2.",
		"Ala claims " + s.Route(route) + " with 1 pink, 1 wild: 2 points.",
		"Ala takes 1 goods card.",
		"You draw tickets and keep 1 of 1. Kept: Dam – Westermarkt (2).",
		"Celina has no possible move and passes.",
		"Ala draws 2 tickets to choose from.",
	}
	if diff := cmp.Diff(want, s.Narrate(&v, events)); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

func TestNarrateTellsBystandersNothingSecret(t *testing.T) {
	s, g := dealt(t, "en")
	v := g.View(engine.Public)
	secret := []engine.Event{
		{Kind: engine.EventDrewBlind, Seat: 1, Card: 4},
		{Kind: engine.EventOffered, Seat: 2, Card: engine.NoCard, N: 1, Tickets: []engine.TicketID{3}},
		{Kind: engine.EventKept, Seat: 2, Card: engine.NoCard, N: 1, Tickets: []engine.TicketID{3}},
		{Kind: engine.EventChose, Seat: 3, Card: engine.NoCard, Tickets: []engine.TicketID{5}},
	}
	var public []engine.Event
	for _, e := range secret {
		public = append(public, e.For(engine.Public))
	}
	told := strings.Join(s.Narrate(&v, public), " ")
	for _, word := range []string{"red", s.Ticket(3), s.Ticket(5)} {
		if strings.Contains(told, word) {
			t.Errorf("%q tells %q", told, word)
		}
	}
}

func TestBystandersGetNoPanel(t *testing.T) {
	s, g := dealt(t, "en")
	v := g.View(engine.Public)
	m := s.Panel(Panel{Place: Place{Game: gameID}, View: &v})
	if m.Rows != nil || strings.Contains(m.Content, "Cards:") {
		t.Errorf("a bystander is shown %+v", m)
	}
}

func TestRecapIsCutBeforeTheHand(t *testing.T) {
	s, g := dealt(t, "en")
	v := g.View(1)
	var since []string
	for range 60 {
		since = append(since, strings.Repeat("x", 70))
	}
	since = append(since, "the newest sentence")
	m := s.Panel(Panel{Place: Place{Game: gameID}, View: &v, Since: since})
	for _, part := range []string{
		"the newest sentence", "Hand:", "choose your tickets",
	} {
		if !strings.Contains(m.Content, part) {
			t.Errorf("%q is not in %q", part, m.Content)
		}
	}
	if f := faults(m); len(f) > 0 {
		t.Error(f)
	}
}

// Two cards from one place are told together, in words in which a person would tell it.
func TestDrawnCardsAreToldWithTheirSource(t *testing.T) {
	market := func(c engine.Card) engine.Event {
		return engine.Event{
			Kind: engine.EventDrewMarket,
			Seat: 1, Card: c,
		}
	}
	blind := func(c engine.Card, p engine.Pile) engine.Event {
		return engine.Event{Kind: engine.EventDrewBlind, Seat: 1, Card: c, Pile: p}
	}
	for _, c := range []struct {
		title, language string
		drawn           []engine.Event
		want            string
	}{
		{"nordic", "en", []engine.Event{market(0), market(0)}, "Ala draws 2 white from the market."},
		{
			"nordic", "en",
			[]engine.Event{blind(engine.NoCard, 0), blind(engine.NoCard, 0)},
			"Ala draws 2 hidden cards from the deck.",
		},
		{
			"nordic", "pl",
			[]engine.Event{market(0), blind(engine.NoCard, 0)},
			"Ala dobiera %s z rynku i zakrytą kartę z talii.",
		},
		{
			"nordic", "pl",
			[]engine.Event{blind(engine.NoCard, 0), blind(engine.NoCard, 0)},
			"Ala dobiera 2 zakryte karty z talii.",
		},
		{
			"world", "en",
			[]engine.Event{blind(engine.NoCard, engine.Trains), blind(engine.NoCard, engine.Ships)},
			"Ala draws a hidden card from the train deck and a hidden card from the ship deck.",
		},
		{
			"world", "en",
			[]engine.Event{blind(0, engine.Trains), blind(0, engine.Ships)},
			"Ala draws %s from the train deck and %s from the ship deck.",
		},
		{
			"world", "pl",
			[]engine.Event{blind(0, engine.Ships), market(0)},
			"Ala dobiera %s z talii statków i %s z rynku.",
		},
	} {
		s, v := reader(t, c.title, c.language)
		v.Viewer = engine.Public
		got := s.Narrate(v, c.drawn)
		if want := strings.ReplaceAll(c.want, "%s", s.drawnCard(v, 0)); len(got) != 1 || got[0] != want {
			t.Errorf("%s, %s: got %q, want %q", c.title, c.language, got, want)
		}
	}
}
