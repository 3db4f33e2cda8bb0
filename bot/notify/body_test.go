package notify

import (
	"testing"

	"konduktor/engine"
	"konduktor/storage"

	"github.com/google/go-cmp/cmp"
)

func TestABodyComesBackFromTheStoreAsItWas(t *testing.T) {
	for _, want := range []body{
		{},
		{Verb: "pay", Seats: []engine.Seat{1, 3}},
		{Waits: true, Again: true, Number: 1},
	} {
		got := bodyOf(storage.Message{Body: want.encode()})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.encode(), diff)
		}
	}
}

func TestEventIsReadyWithAnyBody(t *testing.T) {
	if !New(Options{}).Ready(storage.Message{Kind: "event", Body: `{"seats":"three"}`}) {
		t.Error("an event waits for an answer, but its body is not the notifier's")
	}
}
