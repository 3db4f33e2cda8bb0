package table

import (
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/cardgame"
)

// cardGame is a game of players who like long rows, after a number of plies, with the events of the
// last round. It is deterministic.
func cardGame(t testing.TB, seats, plies int, options map[string]string) (engine.Game,
	[]engine.Event,
) {
	t.Helper()
	g, err := cardgame.Title.New(engine.Setup{
		Names: []string{"Ala", "Bartek", "Celina", "Dorota"}[:seats], Seed: engine.Seed{7, byte(seats)},
		Options: options,
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

// liked is the best of a few random moves: lay many cards, keep few tickets, seldom draw more.
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

// crowdedTable has more on it than any real game: long rows, many tickets, a long name, the last
// round.
func crowdedTable(t testing.TB, viewer engine.Seat) (engine.View, []engine.Event) {
	t.Helper()
	g, news := cardGame(t, 4, 150, nil)
	v := g.View(viewer)
	v.Seats[0].Name = "Wilhelmina Wojciechowska-Wawrzyniak"
	v.Seats[0].Yard = []engine.Row{
		{Card: 0, N: 10},
		{Card: 1, N: 26, Wilds: 16},
		{Card: 2, N: 3},
		{Card: 3, N: 5, Wilds: 1},
		{Card: 5, N: 2},
	}
	v.Seats[1].Yard = []engine.Row{{Card: 6, N: 2}}
	v.Seats[2].Yard = nil
	v.Seats[3].Yard = []engine.Row{{Card: 4, N: 12, Wilds: 2}, {Card: 7, N: 4, Wilds: 2}}
	v.LastRound, v.TurnsLeft = true, 3
	for i := range v.Seats {
		v.Seats[i].Completed = every(4, i, 9)
	}
	own := &v.Seats[max(viewer, 1)-1]
	own.Tickets = engine.TicketsView{N: 11, Known: true, IDs: every(3, 10, 11)}
	own.Offer = engine.TicketsView{N: 4, Known: true, IDs: []engine.TicketID{1, 5, 9, 44}}
	own.Dealt = slices.Concat(own.Offer.IDs, own.Tickets.IDs)
	own.Hand = engine.CardsView{N: 38, Known: true, Cards: engine.Cards{12, 2, 3, 1, 0, 4, 0, 5, 11}}
	v.LeastRow, v.MostRow = engine.Cards{11, 27, 4, 6, 13, 3, 0, 5}, engine.Cards{
		23, 13, 14, 12, 0,
		15, 0, 16,
	}
	return v, news
}

// every lists n tickets, step apart.
func every(step, first, n int) []engine.TicketID {
	var list []engine.TicketID
	for i := range n {
		list = append(list, engine.TicketID(first+i*step))
	}
	return list
}

// finishedTable is a finished game of four with failed tickets.
func finishedTable(t testing.TB) engine.View {
	t.Helper()
	g, _ := cardGame(t, 4, 10000, nil)
	v := g.View(engine.Public)
	for i := range v.Seats {
		f := *v.Seats[i].Final
		missed := engine.TicketID(3 + 7*i)
		lost := cardgame.Title.Map().Tickets[missed].Penalty
		f.Failed, f.Tickets, f.Total = append(f.Failed, missed), f.Tickets-lost, f.Total-lost
		v.Seats[i].Final = &f
	}
	return v
}
