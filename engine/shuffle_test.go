package engine

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestC16GoldenValuesOfTheStream(t *testing.T) {
	cards := NewStream(Seed{}, "cards")
	got := []uint64{cards.source.Uint64(), cards.source.Uint64(), cards.source.Uint64()}
	want := []uint64{10081257567938853228, 13140785628160288508, 11058630637788443234}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outputs of stream cards of the zero seed (-want +got):\n%s", diff)
	}

	tickets, pile := NewStream(Seed{}, "tickets"), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	Shuffle(&tickets, pile)
	if diff := cmp.Diff([]int{9, 8, 5, 1, 3, 0, 6, 7, 4, 2}, pile); diff != "" {
		t.Errorf("0..9 shuffled with stream tickets of the zero seed (-want +got):\n%s", diff)
	}
}

func TestSeedIsNotPrinted(t *testing.T) {
	s := Seed{1, 2, 3}
	for _, format := range []string{"%v", "%s", "%+v", "%#v"} {
		if got := fmt.Sprintf(format, s); got != "(seed)" {
			t.Errorf("Sprintf(%q) = %q, want the placeholder", format, got)
		}
	}
}
