package enginetest

import (
	"fmt"
	"iter"
	"slices"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

// Parts lists every part of a hand, including the empty one and the whole hand.
func Parts(hand engine.Cards) []engine.Cards {
	list := []engine.Cards{{}}
	for c := range hand {
		if hand[c] == 0 {
			continue
		}
		var more []engine.Cards
		for _, part := range list {
			for n := range hand[c] + 1 {
				part[c] = n
				more = append(more, part)
			}
		}
		list = more
	}
	return list
}

// Tariff is railway's tariff.Tariff.
type Tariff interface {
	Affords(cards *engine.Cards) bool
	Misfit(paid *engine.Cards) engine.Misfit
	Ways(cards engine.Cards) iter.Seq[engine.Cards]
}

// CheckTariff compares a tariff with brute force. The payments are the parts of a hand that are
// enough, but not without any one card (C7). Adding cards to enough must stay enough.
func CheckTariff(t TB, tariff Tariff, hand engine.Cards, enough func(engine.Cards) bool) {
	t.Helper()
	about := fmt.Sprintf("%T%+v with %v", tariff, tariff, hand)
	pays := map[engine.Cards]bool{}
	for _, part := range Parts(hand) {
		pays[part] = enough(part)
	}
	var want []engine.Cards
	for _, part := range Parts(hand) {
		least := pays[part]
		for c := range part {
			if part[c] > 0 {
				fewer := part
				fewer[c]--
				least = least && !pays[fewer]
				if pays[fewer] && !pays[part] {
					t.Fatalf("%s: %v is enough, but %v is not", about, fewer, part)
				}
			}
		}
		if why := tariff.Misfit(&part); (why == "") != least {
			t.Fatalf("%s: the misfit of %v is %q, it pays: %v", about, part, why, least)
		}
		if least {
			want = append(want, part)
		}
	}
	want = sorted(want)
	got := sorted(slices.Collect(tariff.Ways(hand)))
	if !slices.Equal(want, got) {
		t.Fatalf("%s (-brute force +listed):\n%s", about, cmp.Diff(want, got))
	}
	if tariff.Affords(&hand) != (len(want) > 0) {
		t.Fatalf("%s: affords says %v, there are %d payments", about, tariff.Affords(&hand), len(want))
	}
}

func sorted(list []engine.Cards) []engine.Cards {
	return slices.SortedFunc(slices.Values(list), func(a, b engine.Cards) int {
		return slices.Compare(a[:], b[:])
	})
}
