package match

import "testing"

func TestFreeSignIsFoundUntilAllAreTaken(t *testing.T) {
	var taken []string
	for i := range signs {
		m := FreeSign("k7f3a", taken)
		for _, other := range taken {
			if m == other {
				t.Errorf("sign %d is taken: %s", i, m)
			}
		}
		taken = append(taken, m)
	}
	if got, want := FreeSign("k7f3a", taken), SignOf("k7f3a", ""); got != want {
		t.Errorf("got %s where all are taken, want %s", got, want)
	}
	if got := SignOf("k7f3a", "no such sign"); got != SignOf("k7f3a", "") {
		t.Errorf("got %s", got)
	}
}
