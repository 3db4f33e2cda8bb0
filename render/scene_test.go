package render

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
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

// amsterdamGame is a game of computer players, the same for ever, and what it is drawn with.
func amsterdamGame(t testing.TB, seats, plies int) (engine.Game, []engine.RouteID) {
	t.Helper()
	setup, rng := ai.Simulated(7, 3, seats)
	setup.Names = []string{"Ala", "Bartek", "Celina", "Dorota"}[:seats]
	g, err := amsterdam.Title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ai.New("greedy", rng)
	if err != nil {
		t.Fatal(err)
	}
	var last []engine.RouteID
	for range plies {
		if g.Over() {
			break
		}
		seat := g.ToMove()[0]
		m, _ := policy.Choose(g, seat)
		if _, err := g.Apply(seat, m); err != nil {
			t.Fatal(err)
		}
		if m.Verb == engine.Claim {
			last = append(last, m.Route)
		}
	}
	return g, last[max(0, len(last)-2):]
}

// amsterdamPainter is shared by the tests: it is safe for that, and takes a while to make.
func amsterdamPainter(t testing.TB) *painter {
	t.Helper()
	p, err := sharedPainter()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var sharedPainter = sync.OnceValues(newAmsterdam)

func newAmsterdam() (*painter, error) {
	return newPainter(amsterdam.Title.Map(), amsterdam.Title.Lexicon(), ThemeFor("amsterdam"))
}
