package render

import (
	"slices"
	"sync"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
	"github.com/konduktor-bot/konduktor/engine/asia"
	"github.com/konduktor-bot/konduktor/engine/nordic"
	"github.com/konduktor-bot/konduktor/engine/railway"
	"github.com/konduktor-bot/konduktor/engine/world"
)

// shipped are the titles whose pictures are tested.
var shipped = map[string]*railway.Title{"amsterdam": amsterdam.Title, "asia": asia.Title, "nordic": nordic.Title, "world": world.Title}

// amsterdamGame is a game of computer players, the same for ever, and what it is drawn with.
func amsterdamGame(t testing.TB, seats, plies int) (engine.Game, []engine.RouteID) {
	t.Helper()
	return simulated(t, amsterdam.Title, seats, plies, "")
}

// simulated is a game of computer players, the same for ever, after so many plies or, where owes is not "", as soon after
// as somebody owes that. With it come the last two routes claimed.
func simulated(t testing.TB, title *railway.Title, seats, plies int, owes engine.Owes) (engine.Game, []engine.RouteID) {
	t.Helper()
	setup, rng := ai.Simulated(7, 3, seats)
	setup.Names = []string{"Ala", "Bartek", "Celina", "Dorota", "Edward", "Franciszka"}[:seats]
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ai.New("greedy", rng)
	if err != nil {
		t.Fatal(err)
	}
	var tried []engine.RouteID
	for i := 0; !g.Over() && (i < plies || owes != "" && owed(g) != owes); i++ {
		seat := g.ToMove()[0]
		m, _ := policy.Choose(g, seat)
		if _, err := g.Apply(seat, m); err != nil {
			t.Fatal(err)
		}
		if m.Verb == engine.Claim {
			tried = append(tried, m.Route)
		}
	}
	v := g.View(engine.Public)
	claimed := slices.DeleteFunc(tried, func(r engine.RouteID) bool { return v.Owner(r) == engine.Public }) // a tunnel can fail
	return g, claimed[max(0, len(claimed)-2):]
}

func owed(g engine.Game) engine.Owes {
	v := g.View(engine.Public)
	return v.Owes
}

// amsterdamPainter is shared by the tests: it is safe for that, and takes a while to make.
func amsterdamPainter(t testing.TB) *painter {
	t.Helper()
	return painterOf(t, amsterdam.Title)
}

// painterOf is the painter of a title, shared by the tests.
func painterOf(t testing.TB, title *railway.Title) *painter {
	t.Helper()
	p, err := painters[title]()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var painters = func() map[*railway.Title]func() (*painter, error) {
	all := map[*railway.Title]func() (*painter, error){}
	for _, title := range shipped {
		all[title] = sync.OnceValues(func() (*painter, error) { return newPainterOf(title) })
	}
	return all
}()

func newPainterOf(title *railway.Title) (*painter, error) {
	return newPainter(title.Map(), title.Lexicon(), ThemeFor(title.ID()))
}

func newAmsterdam() (*painter, error) { return newPainterOf(amsterdam.Title) }
