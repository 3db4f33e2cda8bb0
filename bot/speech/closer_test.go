package speech

import (
	"slices"
	"testing"

	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// Below a board stand menus of all its cities, each once, in at most as many rows as leave room for one more.
func TestEveryCityIsInOneOfTheMenusBelowABoard(t *testing.T) {
	for _, title := range titles.All() {
		m := title.(interface{ Map() *railmap.Map }).Map()
		setup, _ := ai.Simulated(7, 3, slices.Min(title.SeatCounts()))
		g, err := title.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		v := g.View(engine.Public)
		rows := New(texts(t, "pl"), m).Closer("k7f3", &v)
		if v.Uses(engine.UsesYards) {
			if len(rows) > 0 {
				t.Errorf("%s has no board: got %d menus", title.ID(), len(rows))
			}
			continue
		}
		seen, ids := map[string]bool{}, map[string]bool{}
		for _, row := range rows {
			id, ok := press.Parse(row.Select.CustomID)
			if !ok || id.Action != press.Closer || id.Game != "k7f3" || ids[row.Select.CustomID] {
				t.Errorf("%s: the menu %q reads as %+v", title.ID(), row.Select.CustomID, id)
			}
			ids[row.Select.CustomID] = true
			if n := len(row.Select.Options); n == 0 || n > maxOptions {
				t.Errorf("%s: a menu of %d cities", title.ID(), n)
			}
			for _, o := range row.Select.Options {
				if _, ok := v.Lexicon().City(o.Value); !ok || seen[o.Value] {
					t.Errorf("%s: the option %+v is no city, or is there twice", title.ID(), o)
				}
				seen[o.Value] = true
			}
		}
		if len(rows) >= maxRows || len(seen) != len(m.Cities) {
			t.Errorf("%s: got %d cities in %d menus, want %d cities in fewer than %d", title.ID(), len(seen), len(rows), len(m.Cities), maxRows)
		}
	}
}
