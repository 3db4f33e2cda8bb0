package board

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
)

// facts is a file of engine/titles/testdata/facts.
type facts struct {
	Aspect float64
	Cities []struct {
		ID, Name string
		X, Y     float64
	}
	Routes []struct {
		A, B, Color, Kind string
		Length            int
	}
	Tickets []struct{ Cities []string }
}

// roughMap makes a map of a title's facts, which have rough positions and no layout.
func roughMap(t testing.TB, title string) (*railmap.Map, *engine.Lexicon) {
	t.Helper()
	raw, err := os.ReadFile("../../engine/titles/testdata/facts/" + title + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var f facts
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	m, lex := &railmap.Map{Title: title, Name: title, Aspect: f.Aspect}, &engine.Lexicon{}
	ids := map[string]engine.CityID{}
	for i, c := range f.Cities {
		ids[c.ID] = engine.CityID(i)
		m.Cities = append(m.Cities, railmap.City{ID: c.ID, Name: c.Name, At: railmap.Point{
			X: c.X,
			Y: c.Y,
		}})
		lex.Cities = append(lex.Cities, c.ID)
	}
	f.addRoutes(m, lex, ids)
	for i, ticket := range f.Tickets {
		entry := railmap.Ticket{ID: fmt.Sprint(i)}
		for _, c := range ticket.Cities {
			entry.Cities = append(entry.Cities, ids[c])
		}
		m.Tickets = append(m.Tickets, entry)
		lex.Tickets = append(lex.Tickets, entry.ID)
	}
	return m, lex.Index()
}

// addRoutes adds the routes; those between the same cities are lanes of one connection.
func (f *facts) addRoutes(m *railmap.Map, lex *engine.Lexicon, ids map[string]engine.CityID) {
	groups, lanes := map[string]int{}, map[int]int{}
	faces := map[string]bool{"grey": true, railmap.Gray: true}
	for _, r := range f.Routes {
		pair := min(r.A, r.B) + " " + max(r.A, r.B)
		if _, ok := groups[pair]; !ok {
			groups[pair] = len(groups)
		}
		if !faces[r.Color] {
			faces[r.Color] = true
			lex.Faces = append(lex.Faces, engine.Face{Name: r.Color, Color: r.Color})
		}
		g := groups[pair]
		id := fmt.Sprintf("%s.%d", pair, lanes[g])
		m.Routes = append(m.Routes, railmap.Route{
			ID: id, A: ids[r.A], B: ids[r.B], Length: r.Length, Color: r.Color, Kind: railmap.Kind(r.Kind),
			Group: g, Lane: lanes[g],
		})
		lex.Routes = append(lex.Routes, id)
		lanes[g]++
	}
	for i := range m.Routes {
		m.Routes[i].Lanes = lanes[m.Routes[i].Group]
	}
	lex.Faces = append(lex.Faces, engine.Face{Name: "wild", Wild: true})
}

func TestAMapWithoutLayoutCanBeDrawn(t *testing.T) {
	const title = "world"
	m, lex := roughMap(t, title)
	p, err := New(m, lex, theme.For(title))
	if err != nil {
		t.Fatal(err)
	}
	view := engine.View{Title: title, Market: []engine.Card{0, 1, engine.NoCard}}
	view.WithRules(lex, 0, nil, nil)
	pic, err := p.Board(view, caption.Options{Words: rendertest.Words(t, "en")})
	if err != nil {
		t.Fatal(err)
	}
	img := rendertest.Decode(t, pic.PNG)
	if got := img.Bounds().Dx(); got != pic.Width || len(pic.PNG) > 250_000 {
		t.Errorf("got a picture %d wide of %d bytes, want %d wide and at most 250000 bytes",
			got, len(pic.PNG), pic.Width)
	}
}
