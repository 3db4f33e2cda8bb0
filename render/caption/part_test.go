package caption

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

func TestEveryCityIsInOnePartOfTheBoard(t *testing.T) {
	for _, title := range titles.All() {
		m := titles.Map(title.ID())
		var all []engine.CityID
		var ids []string
		for _, p := range Parts(m) {
			if found, ok := FindPart(m, p.ID); !ok || found.Word != p.Word {
				t.Errorf("%s: part %s is not found by its ID", title.ID(), p.ID)
			}
			if len(p.Cities) > 20 {
				t.Errorf("%s: part %s has %d cities", title.ID(), p.ID, len(p.Cities))
			}
			all, ids = append(all, p.Cities...), append(ids, p.ID)
		}
		if len(m.Routes) == 0 {
			if len(all) > 0 {
				t.Errorf("%s has no board, but parts: %v", title.ID(), ids)
			}
			continue
		}
		slices.Sort(all)
		slices.Sort(ids)
		if len(all) != len(m.Cities) || len(slices.Compact(all)) != len(m.Cities) ||
			len(slices.Compact(ids)) < 4 {
			t.Errorf("%s: got %d cities in the parts %v, want %d, each once", title.ID(), len(all), ids,
				len(m.Cities))
		}
	}
}

// A map of one's own can have any shape and any number of cities.
func TestPartsSuitTheShapeOfAMap(t *testing.T) {
	for _, c := range []struct {
		aspect        float64
		cities        int
		columns, rows int
	}{
		{1, 5, 1, 1},
		{1, 17, 2, 2},
		{4.9, 30, 3, 1},
		{0.21, 30, 1, 3},
		{1.5, 48, 3, 2},
		{0.7, 40, 2, 3},
		{1, 144, 3, 3},
	} {
		m := &railmap.Map{
			Aspect: c.aspect, Cities: make([]railmap.City, c.cities),
			Routes: make([]railmap.Route, 1),
		}
		if columns, rows := grid(m); columns != c.columns || rows != c.rows {
			t.Errorf("%d cities at an aspect of %g: got %d columns and %d rows, want %d and %d", c.cities,
				c.aspect, columns, rows, c.columns, c.rows)
		}
	}
	m := titles.Map("world")
	for _, id := range []string{"", "part:", "part:nowhere", "top", "lima"} {
		if p, ok := FindPart(m, id); ok {
			t.Errorf("%q finds the part %s", id, p.ID)
		}
	}
}
