package railway

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/cards"
	"konduktor/engine/notation"
	"konduktor/engine/railmap/mapfile"
)

// exhaust takes all cards and tickets out of a game: nothing can be drawn.
func exhaust(g *Game) {
	for i := range g.decks {
		g.decks[i].Renew(&engine.Cards{})
	}
	for i := range g.market {
		g.market[i] = engine.NoCard
	}
	for i := range g.seats {
		g.seats[i].hand = engine.Cards{}
	}
	g.tickets = cards.Pile{}
}

func wantLegal(t *testing.T, g *Game, s engine.Seat, want ...string) {
	t.Helper()
	var got []string
	for _, m := range g.AppendLegal(nil, s) {
		got = append(got, strings.TrimSpace(notation.PrintMove(g.title.lexicon, m)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("legal moves of seat %d (-want +got):\n%s", s, diff)
	}
}

func wantRefused(t *testing.T, g *Game, s engine.Seat, m engine.Move, code engine.Code) {
	t.Helper()
	var refusal *engine.Refusal
	if _, err := g.Apply(s, m); !errors.As(err, &refusal) || refusal.Code != code {
		t.Errorf("%+v: got %v, want it refused with %s", m, err, code)
	}
}

func TestC12ASeatThatCanExchangeDoesNotPass(t *testing.T) {
	g := sailing(t)
	exhaust(g)
	wantLegal(t, g, 1, "exchange 1 trains", "exchange 2 trains", "exchange 1 ships")
	wantRefused(t, g, 1, engine.Move{Verb: engine.Pass}, engine.RefusePass)
	// no train anywhere: nothing to exchange
	g.seats[0].pieces, g.seats[0].box = [maxKinds]int{0, 3}, [maxKinds]int{0, 2}
	wantLegal(t, g, 1, "pass")
	wantRefused(t, g, 1, engine.Move{Verb: engine.Exchange, Pile: engine.Ships, N: 1},
		engine.RefuseExchangeBox)
	wantRefused(t, g, 1, engine.Move{Verb: engine.Exchange, Pile: engine.Trains, N: 1},
		engine.RefuseExchangeHave)
	play(t, g, "1 pass", "2 exchange 1 ships")
	if g.Over() || g.Passed != 0 || g.Idle != 2 {
		t.Errorf("over %v, %d passes, %d idle turns; want the game to go on after two idle turns",
			g.Over(), g.Passed, g.Idle)
	}
}

func TestC12SeatThatCanBuildAPortDoesNotPass(t *testing.T) {
	g := sailing(t)
	exhaust(g)
	g.seats[0].box = [maxKinds]int{}
	g.seats[0].hand = engine.Cards{redPort: 1, seasWild: 1}
	g.seats[0].pieces = [maxKinds]int{}
	g.seats[0].routes, g.owner[0] = []engine.RouteID{0}, 1
	g.shut.add(0)
	wantLegal(t, g, 1, "port a", "port b")
	wantRefused(t, g, 1, engine.Move{Verb: engine.Pass}, engine.RefusePass)
	play(t, g, "1 port b red-port+wild")
	if g.Idle != 0 || g.Turn != 2 {
		t.Errorf("idle %d, turn %d; want a new count, seat 2", g.Idle, g.Turn)
	}
	var open engine.Cards // both cards of the port are the new deck, and fill the market
	open[g.market[0]]++
	open[g.market[1]]++
	if open != (engine.Cards{redPort: 1, seasWild: 1}) {
		t.Errorf("market %v, want the cards that paid for the port", g.market[:4])
	}
}

func TestW3FlushRefillsFromTheOtherDeckOnceOneIsEmpty(t *testing.T) {
	g := sailing(t)
	exhaust(g)
	g.market = [maxMarket]engine.Card{seasWild, seasWild, redShip, seasWild, none, none}
	d := &g.decks[0]
	*d = cards.Deck{}
	d.Build(engine.Seed{}, "trains", engine.Cards{redTrain: 1, redPort: 1, blueTrain: 1, bluePort: 1},
		[]engine.Card{redTrain, redPort, blueTrain, bluePort})
	g.settle(true)
	// One ship card is swept, three locomotives: they are the new ship deck at once, and lie on the
	// trains' discards.
	if diff := cmp.Diff([]engine.Card{redTrain, redPort, redShip, blueTrain},
		g.market[:4]); diff != "" {
		t.Errorf("market (-want +got):\n%s", diff)
	}
	if d.Discards() != (engine.Cards{seasWild: 3}) || d.Size() != 1 {
		t.Errorf("discards of the trains: %v, deck %d; want three locomotives, one card",
			d.Discards(), d.Size())
	}
}

func TestC5TwoDecksStopAfterTenRedeals(t *testing.T) {
	g := sailing(t)
	exhaust(g)
	// all wilds of the title
	g.market = [maxMarket]engine.Card{seasWild, seasWild, seasWild, seasWild, none, none}
	g.Events = nil
	g.settle(true)
	if got := count(g.Events, engine.EventFlushed); got != maxFlushes {
		t.Errorf("%d new markets, want %d", got, maxFlushes)
	}
	if diff := cmp.Diff([]engine.Card{seasWild, seasWild, seasWild, seasWild},
		g.market[:4]); diff != "" {
		t.Errorf("market (-want +got):\n%s", diff)
	}
}

func TestW12TrainsAndShipsTogetherStartALastRoundOfTwoTurns(t *testing.T) {
	g := sailing(t)
	g.seats[0].pieces = [maxKinds]int{1, 1}
	g.endTurn(true)
	if g.LastRound {
		t.Fatal("the last round began with two pieces left")
	}
	g.seats[0].pieces = [maxKinds]int{0, 1}
	g.endTurn(true)
	if !g.LastRound || g.TurnsLeft != 4 {
		t.Errorf("last round %v, %d turns; want two turns for both seats", g.LastRound, g.TurnsLeft)
	}
}

func TestTitleWithoutShipsHasNoShipMoves(t *testing.T) {
	g := toyGame(t, 1, 2)
	keepAll(t, g)
	for _, m := range []engine.Move{
		{Verb: engine.Pieces, N: 4, M: 2},
		{Verb: engine.Port, Payment: engine.Payment{Hand: engine.Cards{red: 1}}},
		{Verb: engine.Exchange, Pile: engine.Trains, N: 1},
		{Verb: engine.Draw, Pile: engine.Trains},
		{Verb: engine.Draw, Slot: 1, Pile: engine.Ships},
	} {
		wantRefused(t, g, 1, m, engine.RefuseForeign)
	}
}

func TestRoutesThatNoPieceFitsAreRefused(t *testing.T) {
	m, err := mapfile.Parse([]byte(strings.Replace(seasMap, `pairs = 1`, `kind = "ferry", symbols = 1`,
		1)), "seas.toml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(seasRules(), m); err == nil ||
		!strings.Contains(err.Error(), `no routes of the kind "ferry"`) {
		t.Errorf("a map with a ferry: got %v, want the reason why not", err)
	}
}

func TestW11AnExchangeKeepsAllPiecesOfASeat(t *testing.T) {
	g := sailing(t)
	play(t, g, "1 exchange 2 trains")
	s := &g.seats[0]
	if s.pieces != [maxKinds]int{2, 6} || s.box != [maxKinds]int{3, 0} || s.score != -2 ||
		g.Turn != 2 || g.Idle != 1 {
		t.Errorf("pieces %v, box %v, score %d, turn %d, idle %d",
			s.pieces, s.box, s.score, g.Turn, g.Idle)
	}
}
