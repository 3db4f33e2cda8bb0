package railway_test

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/asia"
	"konduktor/engine/enginetest"
	"konduktor/engine/nordic"
	"konduktor/engine/railway"
	"konduktor/engine/world"
)

// TestC15TheTitlesLeakNothing scrambles games of the board titles.
func TestC15TheTitlesLeakNothing(t *testing.T) {
	for _, title := range []*railway.Title{amsterdam.Title, nordic.Title, asia.Title, world.Title} {
		leaks := secrets(title, 15)
		leaks.Games, leaks.Every = 6, 11
		t.Run(title.ID()+" views", func(t *testing.T) {
			t.Parallel()
			leaks.CheckViews(t)
		})
		t.Run(title.ID()+" disclosures", func(t *testing.T) {
			t.Parallel()
			leaks := leaks
			leaks.Games, leaks.Plies = 4, 60
			if harmless := leaks.CheckDisclosures(t); harmless < enginetest.Size(7, 20) {
				t.Errorf("only %d moves could be taken back", harmless)
			}
		})
		t.Run(title.ID()+" events", func(t *testing.T) {
			t.Parallel()
			leaks := leaks
			leaks.Games = 18 // tickets are drawn seldom
			leaks.CheckEvents(t, engine.Keep, engine.Tickets, engine.Draw)
		})
	}
}
