package play

import (
	"crypto/rand"
	"strings"
	"testing"

	"konduktor/bot/customid"
)

func TestGameIDsAreReadableAndFair(t *testing.T) {
	if len(idLetters) != 32 || strings.ContainsAny(idLetters, "0ilo") {
		t.Errorf("letters %q: want 32 without 0, i, l and o", idLetters)
	}
	for range 100 {
		id := randomName(rand.Reader)
		if !customid.IsGame(id) {
			t.Fatalf("ID %q is not one that custom IDs take", id)
		}
	}
}
