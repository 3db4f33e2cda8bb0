package caption

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/nordic"
	"konduktor/engine/railway"
	"konduktor/engine/world"
	"konduktor/render/rendertest"
)

// C11, N10, W12: statements about the last round agree with its course.
func TestLastRoundNamesItsStarterAndSeatsStillToMove(t *testing.T) {
	for name, title := range map[string]*railway.Title{"nordic": nordic.Title, "world": world.Title} {
		t.Run(name, func(t *testing.T) {
			g, policy := rendertest.Begun(t, title, 3)
			began, last := engine.Public, engine.Public
			for !g.Over() {
				seat := g.ToMove()[0]
				if v := g.View(engine.Public); v.LastRound {
					name := func(s engine.Seat) string { return v.Seats[s-1].Name }
					told, left := LastTurns(&v)
					if told != began || left[seat-1] == 0 {
						t.Errorf("ply %d, seat %d to move: got that seat %d began the last round "+
							"and the turns left %v, want seat %d", v.Ply, seat, told, left, began)
					}
					text := New(title.Map(), rendertest.Words(t, "en")).Of(&v).State()
					if !strings.Contains(text, name(began)+" began it. Turns left: "+name(seat)) {
						t.Errorf("ply %d: got %q", v.Ply, text)
					}
					last = seat
				}
				m, _ := policy.Choose(g, seat)
				events, err := g.Apply(seat, m)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range events {
					if e.Kind == engine.EventLastRound {
						began = e.Seat
					}
				}
			}
			if last == engine.Public || last != began {
				t.Errorf("seat %d moved last and seat %d began the last round, want one and the same", last,
					began)
			}
		})
	}
}
