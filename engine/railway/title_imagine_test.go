package railway_test

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/amsterdam"
	"konduktor/engine/asia"
	"konduktor/engine/enginetest"
	"konduktor/engine/nordic"
	"konduktor/engine/railway"
	"konduktor/engine/world"
)

func TestAGameImaginedWithItsTrueSecretsIsTheSameGame(t *testing.T) {
	for _, title := range []*railway.Title{amsterdam.Title, nordic.Title, asia.Title, world.Title} {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			enginetest.CheckImagined(t, title, 3, railway.HiddenOf)
		})
	}
}

func TestImagineRefusesInconsistentSecrets(t *testing.T) {
	setup, _ := ai.Simulated(16, 0, 4)
	g, err := asia.Title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		spoil      func(v *engine.View, h *engine.Hidden)
	}{
		{
			"a card too many in a hand", "seat 1 holds 5 cards, want 4",
			func(_ *engine.View, h *engine.Hidden) { h.Seats[0].Hand[0]++ },
		},
		{"another card in the deck", "the cards are", func(_ *engine.View, h *engine.Hidden) {
			h.Decks[0][0] = (h.Decks[0][0] + 1) % 9
		}},
		{"a card that there is not", "card 200 in deck 0", func(_ *engine.View, h *engine.Hidden) {
			h.Decks[0][0] = 200
		}},
		{"a ticket in two places", "twice", func(_ *engine.View, h *engine.Hidden) {
			h.Tickets[0] = h.Tickets[1]
		}},
		{"a ticket too few", "tickets in the pile", func(_ *engine.View, h *engine.Hidden) {
			h.Tickets = h.Tickets[1:]
		}},
		{"no secrets of the teams", "0 teams", func(_ *engine.View, h *engine.Hidden) { h.Teams = nil }},
		{"no decks", "secrets of 0", func(_ *engine.View, h *engine.Hidden) { h.Decks = nil }},
		{"too few seats", "secrets of 3", func(_ *engine.View, h *engine.Hidden) {
			h.Seats = h.Seats[:3]
		}},
		{"a finished game", "over", func(v *engine.View, _ *engine.Hidden) { v.Phase = engine.IsOver }},
	} {
		v, h := g.View(1), railway.HiddenOf(g)
		c.spoil(&v, &h)
		if _, err := asia.Title.Imagine(&v, &h); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
