package cards_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/cards"
)

// A deck of ten different cards shows the orders themselves.
func apart() cards.Deck {
	var d cards.Deck
	d.BuildApart(engine.Seed{}, "cards", engine.Cards{1, 1, 1, 1, 1, 1, 1, 1, 1, 1})
	return d
}

func TestC18GoldenValuesOfTheOrders(t *testing.T) {
	for _, c := range []struct {
		by   cards.Taker
		name string
		want []engine.Card
	}{
		{cards.Seat(1), "seat 1", []engine.Card{7, 8, 1, 9, 0, 5, 6, 4, 3, 2}},
		{cards.Seat(6), "seat 6", []engine.Card{4, 2, 0, 9, 8, 1, 3, 7, 6, 5}},
		{cards.Slot(1), "slot 1", []engine.Card{5, 7, 8, 6, 0, 4, 1, 9, 2, 3}},
		{cards.Slot(6), "slot 6", []engine.Card{5, 4, 9, 8, 1, 3, 0, 6, 2, 7}},
		{cards.Tunnel(1), "tunnel 1", []engine.Card{0, 3, 8, 1, 7, 6, 5, 9, 2, 4}},
	} {
		if got := c.by.String(); got != c.name {
			t.Errorf("got the name %q, want %q", got, c.name)
		}
		d := apart()
		if diff := cmp.Diff(c.want, take(&d, c.by, 10)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	again := apart()
	thrown := engine.Cards{}
	for _, c := range take(&again, cards.Seat(1), 10) {
		thrown[c]++
	}
	again.Discard(&thrown)
	again.Reshuffle() // the stream goes on
	want := []engine.Card{7, 3, 4, 8, 6, 9, 0, 5, 1, 2}
	if diff := cmp.Diff(want, take(&again, cards.Seat(1), 10)); diff != "" {
		t.Errorf("seat 1, the second deck (-want +got):\n%s", diff)
	}
}

func take(d *cards.Deck, by cards.Taker, n int) []engine.Card {
	var list []engine.Card
	for range n {
		list = append(list, d.Take(by))
	}
	return list
}

// One more draw of a seat takes nothing from the others but the card itself.
func TestC18ADrawShiftsNoOtherSeatsCards(t *testing.T) {
	others := []cards.Taker{cards.Seat(2), cards.Slot(1), cards.Slot(5), cards.Tunnel(1)}
	for _, other := range others {
		plain, shifted := apart(), apart()
		drawn := shifted.Take(cards.Seat(1))
		want := slices.DeleteFunc(take(&plain, other, 10), func(c engine.Card) bool { return c == drawn })
		if diff := cmp.Diff(want, take(&shifted, other, 9)); diff != "" {
			t.Errorf("%s after a draw of seat 1 (-want +got):\n%s", other, diff)
		}
	}
}

func TestC18DeckListsItsRemainingCards(t *testing.T) {
	d := apart()
	copied := d
	gone := []engine.Card{d.Take(cards.Seat(2)), d.Take(cards.Slot(3)), d.Take(cards.Seat(2))}
	left := d.FaceDown()
	if len(left) != 7 || d.Size() != 7 || !slices.IsSorted(left) {
		t.Errorf("%v lie face down, want 7 in canonical order", left)
	}
	for _, c := range gone {
		if slices.Contains(left, c) {
			t.Errorf("card %d is taken and lies face down", c)
		}
	}
	if copied.Size() != 10 || copied.Take(cards.Seat(2)) != gone[0] {
		t.Error("the copy has changed with the deck")
	}
}
