package engine

import "testing"

func TestEveryEventHasADisclosure(t *testing.T) {
	for kind := EventChose; kind <= EventDealtAnew; kind++ {
		secret := kind == EventChose || kind == EventDeclared
		if int(kind) >= len(disclosures) || !secret && disclosures[kind] == (disclosure{}) {
			t.Errorf("event %d has no entry", kind)
		}
	}
	if unknown := (&Event{Kind: EventDealtAnew + 1}); unknown.Discloses(1) != DisclosesHidden {
		t.Error("an unknown event is taken for harmless")
	}
}

func TestDisclosureDependsOnTheViewer(t *testing.T) {
	drew := Event{Kind: EventDrewBlind, Seat: 1, Mate: 3, Where: ToRack}
	tests := []struct {
		name   string
		event  Event
		viewer Seat
		want   Disclosure
	}{
		{"a seat that draws blind sees the card", drew, 1, DisclosesHidden},
		{"S4 the partner sees what comes to the rack", drew, 3, DisclosesHidden},
		{"others see that a card was drawn", drew, 2, DisclosesPublic},
		{"so do bystanders", drew, Public, DisclosesPublic},
		{"C6 everybody sees the card that fills a slot", Event{Kind: EventFilled}, 2, DisclosesHidden},
		{
			"N6 a tunnel turns cards up",
			Event{Kind: EventDug, Seat: 1, Shown: []Card{1}},
			1,
			DisclosesHidden,
		},
		{
			"N6 a tunnel without a card left turns none up",
			Event{Kind: EventDug, Seat: 1},
			2,
			DisclosesPublic,
		},
		{"C2 a setup choice is secret", Event{Kind: EventChose, Seat: 1}, 2, DisclosesNothing},
		{
			"C2 all choices are shown when the game begins",
			Event{Kind: EventBegan, Seat: 1},
			1,
			DisclosesHidden,
		},
		{"W2 so are the pieces", Event{Kind: EventRevealed, Seat: 1}, 2, DisclosesHidden},
		{"K8 the scoring of a pass shows tickets", Event{Kind: EventScored, Seat: 1}, 2, DisclosesHidden},
		{"K9 new cards are dealt", Event{Kind: EventDealtAnew, Seat: 1}, 2, DisclosesHidden},
		{"C6 a shuffle decides what comes", Event{Kind: EventShuffled}, 1, DisclosesHidden},
		{
			"C7 who claims a route shows it to the others",
			Event{Kind: EventClaimed, Seat: 1},
			2,
			DisclosesPublic,
		},
		{"and learns nothing", Event{Kind: EventClaimed, Seat: 1}, 1, DisclosesNothing},
	}
	for _, test := range tests {
		if got := test.event.Discloses(test.viewer); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
	}
}
