package cardgame_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/cardgame"
)

func TestMapHoldsAllTicketsAndCards(t *testing.T) {
	type counts struct{ Cities, Routes, Tickets, Points, Cards, Bonuses int }
	m := cardgame.Title.Map()
	got := counts{Cities: len(m.Cities), Routes: len(m.Routes), Tickets: len(m.Tickets)}
	for _, k := range m.Tickets {
		got.Points += k.Points
		for _, n := range k.Cards {
			got.Cards += n
		}
	}
	bonuses := map[string]int{}
	for _, c := range m.Cities {
		if c.Bonus > 0 {
			bonuses[c.ID] = c.Bonus
			got.Bonuses++
		}
	}
	if diff := cmp.Diff(counts{34, 0, 46, 581, 132, 6}, got); diff != "" { // K1
		t.Errorf("what is on the map (-want +got):\n%s", diff)
	}
	want := map[string]int{
		"seattle": 8, "los-angeles": 12, "chicago": 12, "dallas": 10,
		"new-york": 15, "miami": 8,
	}
	if diff := cmp.Diff(want, bonuses); diff != "" { // K10
		t.Errorf("big cities (-want +got):\n%s", diff)
	}
}

func TestTwoCitiesInBothOrdersAreTwoTickets(t *testing.T) {
	m := cardgame.Title.Map()
	got := []string{m.Tickets[0].ID, m.Tickets[1].ID}
	if diff := cmp.Diff([]string{"chicago--new-york", "new-york--chicago"}, got); diff != "" {
		t.Errorf("the first two tickets (-want +got):\n%s", diff)
	}
}
