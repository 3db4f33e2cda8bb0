package render

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// sharedMap reads a map from the facts beside the repository; the test is skipped where they are not.
func sharedMap(t testing.TB, title string) (*railmap.Map, *engine.Lexicon) {
	t.Helper()
	raw, err := os.ReadFile("../../shared/maps/" + title + ".json")
	if err != nil {
		t.Skipf("the facts of %s are not here: %v", title, err)
	}
	var f struct {
		Layout struct{ Aspect float64 }
		Cities []struct {
			ID, Name string
			X, Y     float64
		}
		Routes []struct {
			A, B, Color, Kind, Group string
			Length                   int
			Bonus                    bool
		}
		Tickets []struct {
			Cities []string
			Points any
		}
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	m := &railmap.Map{Title: title, Name: title, Aspect: f.Layout.Aspect}
	lex := &engine.Lexicon{Pieces: []string{"carts"}}
	ids := map[string]engine.CityID{}
	for i, c := range f.Cities {
		ids[c.ID] = engine.CityID(i)
		m.Cities = append(m.Cities, railmap.City{ID: c.ID, Name: c.Name, At: railmap.Point{X: c.X, Y: c.Y}})
		lex.Cities = append(lex.Cities, c.ID)
	}
	groups, lanes := map[string]int{}, map[int]int{}
	seen := map[string]bool{}
	for _, r := range f.Routes {
		pair := min(r.A, r.B) + max(r.A, r.B)
		g, ok := groups[pair]
		if !ok {
			g = len(groups)
			groups[pair] = g
		}
		if r.Color == "grey" {
			r.Color = railmap.Gray
		}
		if !seen[r.Color] && r.Color != railmap.Gray {
			seen[r.Color] = true
			lex.Faces = append(lex.Faces, engine.Face{Name: r.Color, Color: r.Color})
		}
		m.Routes = append(m.Routes, railmap.Route{
			ID: fmt.Sprintf("%s--%s.%d", r.A, r.B, lanes[g]), A: ids[r.A], B: ids[r.B], Length: r.Length, Color: r.Color, Kind: railmap.Kind(r.Kind),
			Carts: r.Bonus, Group: g, Lane: lanes[g],
		})
		lex.Routes = append(lex.Routes, m.Routes[len(m.Routes)-1].ID)
		lanes[g]++
	}
	for i := range m.Routes {
		m.Routes[i].Lanes = lanes[m.Routes[i].Group]
	}
	lex.Faces = append(lex.Faces, engine.Face{Name: "wild", Wild: true})
	for i, tk := range f.Tickets {
		p, _ := tk.Points.(float64)
		nt := railmap.Ticket{ID: fmt.Sprint(i), Points: int(p)}
		for _, c := range tk.Cities {
			nt.Cities = append(nt.Cities, ids[c])
		}
		m.Tickets = append(m.Tickets, nt)
		lex.Tickets = append(lex.Tickets, nt.ID)
	}
	return m, lex.Index()
}

func TestLook(t *testing.T) {
	title := os.Getenv("LOOK")
	if title == "" {
		t.Skip()
	}
	m, lex := sharedMap(t, title)
	if title == "amsterdam" {
		draft(m)
	}
	p, err := newPainter(m, lex, ThemeFor(title))
	if err != nil {
		t.Fatal(err)
	}
	v := engine.View{Phase: engine.InPlay, Ply: 37, Market: []engine.Card{0, 3, 5, 6, engine.NoCard}, ToMove: []engine.Seat{2}, Decks: []engine.PileView{{Cards: 20, Discards: 4}}, TicketsLeft: 12, Closed: []engine.RouteID{1, 16}}
	for i, n := range []string{"Ala", "Bartek z Krakowa", "Żółć 🚂 x", "Dora"} {
		v.Seats = append(v.Seats, engine.SeatView{Seat: engine.Seat(i + 1), Name: n, Score: 7 * i, Pieces: []int{16 - 3*i}, Hand: engine.Holding{N: 4 + i}, Tickets: engine.Papers{N: 2}})
	}
	for i, rs := range [][]engine.RouteID{{0, 15, 40}, {6, 10, 26}, {19, 27, 33}, {4, 36, 43}} {
		v.Seats[i].Routes = rs
	}
	pic, err := p.Board(v, Options{Words: func(id string, a ...any) string { return id }, Marked: []engine.RouteID{10, 33}})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(pic.PNG), len(p.pal.rgb), p.board.lay.mt.scale)
	os.WriteFile("/tmp/look.png", pic.PNG, 0o600)
}
