package railway

import (
	"testing"

	"konduktor/engine/enginetest"
)

func TestEventsOfAMoveSayWhatItDiscloses(t *testing.T) {
	for name, leaks := range map[string]enginetest.Leaks{
		"toy": toyLeaks(), "pairs": pairsLeaks(),
		"seas": seasLeaks(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			leaks.Games, leaks.Plies = 8, 60
			if harmless := leaks.CheckDisclosures(t); harmless < enginetest.Size(17, 50) {
				t.Errorf("only %d moves could be taken back", harmless)
			}
		})
	}
}
