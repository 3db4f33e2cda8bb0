package speech

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/render/caption"
)

// Below a board stand a button for each of its parts and menus of all its cities, each once.
func TestEveryPartAndEveryCityIsBelowABoard(t *testing.T) {
	for _, title := range titles.All() {
		m := title.(interface{ Map() *railmap.Map }).Map()
		setup, _ := ai.Simulated(7, 3, slices.Min(title.SeatCounts()))
		g, err := title.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		v := g.View(engine.Public)
		s := New(texts(t, "pl"), m)
		rows := s.Closer("k7f3", &v, "")
		if v.Uses(engine.UsesYards) {
			if len(rows) > 0 {
				t.Errorf("%s has no board: got %d rows", title.ID(), len(rows))
			}
			continue
		}
		parts, seen, ids := 0, map[string]bool{}, map[string]bool{}
		for _, row := range rows {
			if len(row.Buttons) > maxButtons {
				t.Errorf("%s: %d buttons in a row", title.ID(), len(row.Buttons))
			}
			for _, b := range row.Buttons {
				id, ok := customid.Parse(b.CustomID)
				if part, found := s.Part(id.Part); ok && id.Action == customid.Part && found &&
					b.Label == s.say(part.Word) {
					parts++
				} else if id.Action != customid.Text {
					t.Errorf("%s: the button %+v reads as %+v", title.ID(), b, id)
				}
			}
			if row.Select == nil {
				continue
			}
			id, ok := customid.Parse(row.Select.CustomID)
			if !ok || id.Action != customid.Closer || id.Game != "k7f3" || ids[row.Select.CustomID] {
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
		if len(rows) > maxRows || len(seen) != len(m.Cities) || parts != len(caption.Parts(m)) {
			t.Errorf("%s: got %d cities and %d parts in %d rows, want %d and %d in at most %d", title.ID(),
				len(seen), parts, len(rows), len(m.Cities), len(caption.Parts(m)), maxRows)
		}
	}
}

// Where a map has more cities than there is room for, the menus have those of the part that is
// shown.
func TestMenusOfALargeMapListCitiesOfThePartShown(t *testing.T) {
	m := &railmap.Map{Aspect: 1, Routes: make([]railmap.Route, 1)}
	for i := range 144 {
		at := railmap.Point{X: float64(i%12) / 12, Y: float64(i/12) / 12}
		m.Cities = append(m.Cities, railmap.City{
			ID:   fmt.Sprintf("c%d", i),
			Name: fmt.Sprintf("City %d", i), At: at,
		})
	}
	v := rich(t)
	s := New(texts(t, "en"), m)
	for _, part := range caption.Parts(m) {
		rows := s.Closer("k7f3", v, part.ID)
		last := rows[len(rows)-1]
		if len(rows) > maxRows || last.Select == nil || len(last.Select.Options) != len(part.Cities) {
			t.Errorf("%s: got %d rows, the last with %+v, want a menu of %d cities", part.ID, len(rows),
				last, len(part.Cities))
		}
	}
	if rows := s.Closer("k7f3", v, ""); len(rows) > maxRows {
		t.Errorf("got %d rows below the whole board", len(rows))
	}
}

func TestPartsOfTheBoardAreSuggested(t *testing.T) {
	s := New(texts(t, "pl"), titles.Map("world"))
	for typed, want := range map[string]string{
		"": "part:top-left", "gory po lewej": "part:top-left",
		"planszy: dolu po prawej": "part:bottom-right",
	} {
		got := s.SuggestCities(typed)
		if len(got) == 0 || got[0].Value != want || !strings.HasPrefix(got[0].Name, "Część planszy: ") {
			t.Errorf("%q: got %+v, want %s first", typed, got, want)
		}
		if _, _, ok := s.FindPart(want); !ok {
			t.Errorf("%s names no part", want)
		}
	}
	if got := s.SuggestCities("lima"); len(got) != 1 || got[0].Value != "lima" {
		t.Errorf("got %+v for a city", got)
	}
}
