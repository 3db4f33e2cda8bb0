package speech

import "testing"

func TestFreeMarkIsFoundUntilAllAreTaken(t *testing.T) {
	var taken []string
	for i := range marks {
		m := FreeMark("k7f3a", taken)
		for _, other := range taken {
			if m == other {
				t.Errorf("mark %d is taken: %s", i, m)
			}
		}
		taken = append(taken, m)
	}
	if got, want := FreeMark("k7f3a", taken), MarkOf("k7f3a", ""); got != want {
		t.Errorf("got %s where all are taken, want %s", got, want)
	}
	if got := MarkOf("k7f3a", "no such mark"); got != MarkOf("k7f3a", "") {
		t.Errorf("got %s", got)
	}
}
