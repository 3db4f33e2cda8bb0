package speech

import (
	"fmt"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// scene is a game that is played in notation.
type scene struct {
	*Speaker
	t testing.TB
	g engine.Game
}

// stacked deals a game of a title with these cards on top of the deck.
func stacked(t testing.TB, title, deck string, names ...string) *scene {
	t.Helper()
	found, _ := titles.Find(title)
	var cards []engine.Card
	for name := range strings.FieldsSeq(deck) {
		c, ok := found.Lexicon().Card(name)
		if !ok {
			t.Fatalf("%s has no card %q", title, name)
		}
		cards = append(cards, c)
	}
	g, err := found.New(engine.Setup{
		Names: names, Seed: engine.Seed{3},
		Stacked: map[string][]engine.Card{"Deck": cards},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{New(texts(t, "en"), titles.Map(title)), t, g}
	for len(g.ToMove()) > 0 && s.view(1).Phase == engine.InSetup {
		seat := g.ToMove()[0]
		s.do(seat, s.view(seat).Legal()[0])
	}
	return s
}

func (s *scene) view(seat engine.Seat) *engine.View {
	v := s.g.View(seat)
	return &v
}

func (s *scene) do(seat engine.Seat, m engine.Move) []engine.Event {
	s.t.Helper()
	events, err := s.g.Apply(seat, m)
	if err != nil {
		s.t.Fatalf("seat %d: %v", seat, err)
	}
	return events
}

func (s *scene) move(text string) engine.Move {
	s.t.Helper()
	m, err := notation.ParseMove(s.view(1).Lexicon(), text)
	if err != nil {
		s.t.Fatal(err)
	}
	return m
}

// play makes a move in notation, and returns what is told of it to a viewer.
func (s *scene) play(seat engine.Seat, notation string, viewer engine.Seat) string {
	s.t.Helper()
	var known []engine.Event
	for _, e := range s.do(seat, s.move(notation)) {
		known = append(known, e.For(viewer))
	}
	return strings.Join(s.Narrate(s.view(viewer), known), "\n")
}

// refused says why a move is refused.
func (s *scene) refused(seat engine.Seat, notation string) string {
	s.t.Helper()
	_, err := s.g.Clone().Apply(seat, s.move(notation))
	refusal, ok := err.(*engine.Refusal) //nolint:errorlint // Apply returns it as it is
	if !ok {
		s.t.Fatalf("%s is not refused but %v", notation, err)
	}
	return s.Refusal(s.view(seat), refusal)
}

func (s *scene) has(text string, want ...string) {
	s.t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			s.t.Errorf("%q is not in %q", w, text)
		}
	}
}

func (s *scene) hasNot(text string, secret ...string) {
	s.t.Helper()
	for _, w := range secret {
		if strings.Contains(text, w) {
			s.t.Errorf("%q is in %q", w, text)
		}
	}
}

// digging is a game of Nordic Countries in which Ala has two green cards and a locomotive left when
// a tunnel asks for one card (N6).
func digging(t *testing.T) *scene {
	t.Helper()
	// Hands are dealt seat by seat, then the market; the last three are turned up.
	s := stacked(t, "nordic",
		"green green green wild white white white white red blue yellow black orange red green blue",
		"Ala", "Bartek")
	told := s.play(1, "claim kristiansand--stavanger.1 2green", 2)
	s.has(told, "Ala tunnels ", "with 2 green. Revealed: red, green, blue.",
		"The tunnel asks for 1 more card.")
	return s
}

func TestATunnelIsOneShortConversation(t *testing.T) {
	s := digging(t)
	v := s.view(1)
	panel := s.Panel(panelOf(v))
	s.has(panel.Content, "revealed: red, green, blue",
		"Pay a green card or a locomotive, or withdraw")
	if !hasButton(panel, panelOf(v).do(s.move("pay green"))) ||
		!hasButton(panel, panelOf(v).do(s.move("withdraw"))) {
		t.Errorf("the panel has %+v", panel.Rows)
	}
	hand := strings.Index(panel.Content, "**Hand:**")
	if revealed := strings.Index(panel.Content, "revealed:"); hand < 0 || revealed < hand {
		t.Errorf("the question is not right above its buttons:\n%s", panel.Content)
	}
	other := s.Question(panelOf(v), s.move("pay wild"), nil)
	s.has(other.Content, "You pay: **1 locomotive**", "Left in your hand: 1 green")
	for _, seat := range []engine.Seat{engine.Public, 2} {
		s.has(s.Standing(gameID, s.view(seat)), "Ala tunnels",
			"laid down: 2 green; revealed: red, green, blue", "1 more card")
	}
	s.has(s.play(1, "pay green", 2), "Ala pays for the tunnel: 1 green.", "Ala claims ")
}

func TestAWithdrawalTakesTheCardsBack(t *testing.T) {
	s := digging(t)
	s.has(s.refused(1, "draw deck"), "asks for 1 more card",
		"You can pay with: 1 green; 1 locomotive.")
	s.has(s.refused(1, "pay red"), "You would need 1 red, but hold 0.")
	s.has(s.refused(1, "pay green+wild"),
		"asks for exactly 1 card: green or locomotive. You can pay with: 1 green; 1 locomotive.")
	s.has(s.play(1, "withdraw", 1), "You withdraw from the tunnel ", "and take back 2 green.")
	s.has(s.Panel(panelOf(s.view(1))).Content, "**Hand:** 3 green, 1 locomotive")
}

func TestRefusalsTellARoutesPrice(t *testing.T) {
	s := stacked(t, "nordic", "white white white wild white red red red blue black orange green blue",
		"Ala", "Bartek")
	cases := []struct{ move, want string }{
		{
			"claim alborg--oslo white+wild",
			"(white, ferry: 1 locomotive) takes exactly this: 1 locomotive (any 3 coloured cards " +
				"stand in for one) and 2 white (locomotives help out). You can pay with: 2 " +
				"white, 1 locomotive",
		},
		{
			"claim lieksa--murmansk white",
			"9 cards of one colour; any 4 cards, locomotives too, stand for one of them.",
		},
	}
	for _, c := range cases {
		s.has(s.refused(1, c.move), c.want)
	}
	s.has(s.refused(1, "claim kuopio--lahti 2white+wild"),
		"takes exactly this: 3 white; locomotives pay only on ferries and tunnels here. You can "+
			"pay with: 3 white.")
}

func TestLargeHandReachesEveryPayment(t *testing.T) {
	s := stacked(t, "nordic", "", "Ala", "Bartek")
	for range 7 { // each turn two cards from the deck
		for _, seat := range []engine.Seat{1, 1, 2, 2} {
			s.play(seat, "draw deck", seat)
		}
	}
	v := s.view(1)
	ways := map[string]int{}
	for _, m := range v.Legal() {
		if m.Verb != engine.Claim || s.board.Routes[m.Route].Symbols == 0 &&
			s.board.Routes[m.Route].Length < 9 {
			continue
		}
		want, found := map[string]bool{}, map[string]bool{}
		for p := range v.Payments(m) {
			want[customid.PrintPayment(p)] = true
		}
		questions := follow(t, s.Speaker, panelOf(v), s.Question(panelOf(v), m, nil), found)
		if len(found) != len(want) {
			t.Errorf("%s: %d of %d ways are reached", s.Route(m.Route), len(found), len(want))
		}
		for cards := range found {
			if !want[cards] {
				t.Errorf("%s: %s is offered", s.Route(m.Route), cards)
			}
		}
		if questions > 3 {
			t.Errorf("%s: %d ways take %d questions", s.Route(m.Route), len(want), questions)
		}
		ways[fmt.Sprintf("%s: %d questions", s.Route(m.Route), questions)] = len(want)
	}
	t.Log(ways)
}

func BenchmarkConfirmLongHaul(b *testing.B) {
	s := stacked(b, "nordic", "", "Ala", "Bartek")
	for range 13 {
		for _, seat := range []engine.Seat{1, 1, 2, 2} {
			s.play(seat, "draw deck", seat)
		}
	}
	v := s.view(1)
	r, _ := v.Lexicon().Route("lieksa--murmansk")
	n := 0
	for range v.Payments(engine.Move{Verb: engine.Claim, Route: r}) {
		n++
	}
	var m discord.Message
	for b.Loop() {
		m = s.Question(panelOf(v), engine.Move{Verb: engine.Claim, Route: r}, nil)
	}
	b.ReportMetric(float64(n), "ways")
	_ = m
}
