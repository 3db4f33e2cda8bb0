package render

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/cardgame"
)

// cardTable is the painter of the Card Game, shared by the tests.
func cardTable(t testing.TB) *tablePainter {
	t.Helper()
	p, err := theCardTable()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var theCardTable = sync.OnceValues(newCardTable)

func newCardTable() (*tablePainter, error) {
	return newTable(cardgame.Title.Map(), cardgame.Title.Lexicon(), ThemeFor(cardgame.Title.ID()))
}

// cardGame is a game by players who like to lay long rows, the same for ever, after so many plies, with the events of
// the last round.
func cardGame(t testing.TB, seats, plies int, options map[string]string) (engine.Game, []engine.Event) {
	t.Helper()
	g, err := cardgame.Title.New(engine.Setup{
		Names: []string{"Ala", "Bartek", "Celina", "Dorota"}[:seats], Seed: engine.Seed{7, byte(seats)}, Options: options,
	})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, uint64(seats)))
	var turns [][]engine.Event
	for i := 0; i < plies && !g.Over(); i++ {
		seat := g.ToMove()[0]
		events, err := g.Apply(seat, liked(rng, g.AppendLegal(nil, seat)))
		if err != nil {
			t.Fatal(err)
		}
		var public []engine.Event
		for _, e := range events {
			public = append(public, e.For(engine.Public))
		}
		turns = append(turns, public)
	}
	var news []engine.Event
	for _, events := range turns[max(0, len(turns)-2*seats):] {
		news = append(news, events...)
	}
	return g, news
}

// liked is the best of a few moves taken at random: to lay most cards, to keep few tickets, seldom to draw more.
func liked(rng *rand.Rand, legal []engine.Move) engine.Move {
	best, worth := legal[0], -100
	for range 12 {
		m := legal[rng.IntN(len(legal))]
		w := rng.IntN(6)
		switch m.Verb {
		case engine.Lay:
			w += 2 * m.Payment.Hand.Total()
		case engine.Keep:
			w -= 3 * max(len(m.Tickets)-3, 2-len(m.Tickets))
		case engine.Tickets:
			w -= 3
		}
		if w > worth {
			best, worth = m, w
		}
	}
	return best
}
