package customid

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/titles"
)

// at is the longest position, in the game with the longest ID.
var (
	at     = Position{99_999, "9999999"}
	gameID = "abcdefghijkl"
)

func TestEveryLegalMoveFitsIntoACustomID(t *testing.T) {
	const manyWays = 300 // to pay; a large hand has tens of thousands
	for _, title := range titles.All() {
		seats := title.SeatCounts()[0]
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			setup, rng := ai.Simulated(5, 0, seats)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			policy, err := ai.New("random", rng)
			if err != nil {
				t.Fatal(err)
			}
			for !g.Over() {
				mover := g.ToMove()[0]
				v := g.View(mover)
				for _, m := range v.Legal() {
					survives(t, v.Lexicon(), m)
					n := 0
					for m.Payment = range v.Payments(m) {
						survives(t, v.Lexicon(), m)
						if n++; n == manyWays {
							break
						}
					}
				}
				m, _ := policy.Choose(g, mover)
				if _, err := g.Apply(mover, m); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// survives checks that a move is read as it was printed, and fits with the longest position.
func survives(t *testing.T, l *engine.Lexicon, m engine.Move) {
	t.Helper()
	for _, action := range []Action{Ask, Narrow, Do, PlanAsk, PlanNarrow, PlanDo, PlanMore} {
		id := ID{Action: action, Game: gameID, At: at, Move: m}
		text := id.Print()
		if len(text) > MaxLength {
			t.Fatalf("%q has %d signs", text, len(text))
		}
		got, ok := Parse(text)
		if !ok || !got.Move.Equal(&m) || got.Action != action || got.Game != gameID || got.At != at ||
			!Fits(got.Move, l) {
			t.Fatalf("%q is read as %+v, %t", text, got, ok)
		}
	}
}

func TestTheLongestPaymentsFit(t *testing.T) {
	long := map[string]engine.Payment{}
	var asia, murmansk, world engine.Payment
	for c := range 9 { // S4: nine kinds of cards from hand and rack
		asia.Hand[c], asia.Rack[c] = 3, 3
		murmansk.Hand[c] = 12 // N7: up to 36 cards
	}
	for c := range 13 { // W6: a pair route takes up to 18 cards
		world.Hand[c] = 2
	}
	long["asia"], long["nordic"], long["world"] = asia, murmansk, world
	for title, p := range long {
		rules, _ := titles.Find(title)
		survives(t, rules.Lexicon(), engine.Move{
			Verb:  engine.Claim,
			Route: engine.RouteID(len(rules.Lexicon().Routes) - 1), Payment: p,
		})
	}
}

func TestCustomIDsReadBackAsWritten(t *testing.T) {
	paid := engine.Payment{Hand: engine.Cards{2: 3, 6: 1}}
	for want, id := range map[string]ID{
		"ask/k7f3a/12-1":   {Action: Ask, At: Position{12, "1"}},
		"ask/k7f3a/12-1/1": {Action: Ask, At: Position{12, "1"}, Page: 1},
		"ask/k7f3a/12-1/claim:45": {
			Action: Ask, At: Position{12, "1"},
			Move: engine.Move{Verb: engine.Claim, Route: 45},
		},
		"do/k7f3a/12/claim:45:c3g": {
			Action: Do, At: Position{12, ""},
			Move: engine.Move{Verb: engine.Claim, Route: 45, Payment: paid},
		},
		"do/k7f3a/0/keep:3:59": {
			Action: Do,
			Move:   engine.Move{Verb: engine.Keep, Tickets: []engine.TicketID{3, 59}},
		},
		"do/k7f3a/0/draw:0": {Action: Do, Move: engine.Move{Verb: engine.Draw}},
		"do/k7f3a/0/draw:3:ships": {
			Action: Do,
			Move:   engine.Move{Verb: engine.Draw, Slot: 3, Pile: engine.Ships},
		},
		"do/k7f3a/0/draw:3:rack": {
			Action: Do,
			Move:   engine.Move{Verb: engine.Draw, Slot: 3, Where: engine.ToRack},
		},
		"do/k7f3a/0/pay:a.b2": {
			Action: Do,
			Move: engine.Move{Verb: engine.Pay, Payment: engine.Payment{
				Hand: engine.Cards{0: 1},
				Rack: engine.Cards{1: 2},
			}},
		},
		"ask/k7f3a/0/exchange": {Action: Ask, Move: engine.Move{Verb: engine.Exchange}},
		"ask/k7f3a/0/exchange:trains:4": {
			Action: Ask,
			Move:   engine.Move{Verb: engine.Exchange, Pile: engine.Trains, N: 4},
		},
		"do/k7f3a/0/pieces:20:40": {
			Action: Do,
			Move:   engine.Move{Verb: engine.Pieces, N: 20, M: 40},
		},
		"page/k7f3a/12-1/0":   {Action: Page, At: Position{12, "1"}},
		"ask/k7f3a/12-1/1/m2": {Action: Ask, At: Position{12, "1"}, Page: 1, Menu: 2},
		"pdo/k7f3a/12/pass/t2": {
			Action: PlanDo, At: Position{12, ""},
			Move: engine.Move{Verb: engine.Pass}, Toll: 2,
		},
		"ask/k7f3a/12-1/1/ships/m2/r3": {
			Action: Ask, At: Position{12, "1"}, Page: 1, Deck: engine.Ships, Menu: 2, Again: 3,
		},
		"back/k7f3a/12/0/r1": {Action: Back, At: Position{12, ""}, Again: 1},
		"narrow/k7f3a/12-1/port:7/r2": {
			Action: Narrow, At: Position{12, "1"}, Again: 2,
			Move: engine.Move{Verb: engine.Port, City: 7},
		},
		"ptext/k7f3a/3/0": {Action: PartText, Part: 3},
		"stand/k7f3a/2":   {Action: Stand, Seat: 2},
		"pair/k7f3a/4":    {Action: Pair, Wish: 4},
		"log/k7f3a/3":     {Action: Log, Page: 3},
		"hand/k7f3a":      {Action: Hand},
		"rematch/k7f3a":   {Action: Rematch},
		"narrow/k7f3a/12-1/port:7": {
			Action: Narrow, At: Position{12, "1"},
			Move: engine.Move{Verb: engine.Port, City: 7},
		},
		"do/k7f3a/12-1/withdraw": {
			Action: Do, At: Position{12, "1"},
			Move: engine.Move{Verb: engine.Withdraw},
		},
		"ask/k7f3a/12-1/share:0:1": {
			Action: Ask, At: Position{12, "1"},
			Move: engine.Move{Verb: engine.Share, Tickets: []engine.TicketID{0, 1}},
		},
		"do/k7f3a/12-1/port:7:a2b.c": {
			Action: Do, At: Position{12, "1"},
			Move: engine.Move{
				Verb: engine.Port, City: 7,
				Payment: engine.Payment{Hand: engine.Cards{0: 2, 1: 1}, Rack: engine.Cards{2: 1}},
			},
		},
	} {
		id.Game = "k7f3a"
		if got := id.Print(); got != want {
			t.Errorf("%+v is printed as %q, want %q", id, got, want)
		}
		got, ok := Parse(want)
		if diff := cmp.Diff(id, got, cmpopts.EquateEmpty()); !ok || diff != "" {
			t.Errorf("%q is read as %+v, %t:\n%s", want, got, ok, diff)
		}
	}
}

func TestACustomIDIsReadStrictly(t *testing.T) {
	for _, text := range []string{
		"", "/", "do", "do/", "do/k7f3a", "do/k7f3a/", "do/k7f3a/x", "do/k7f3a/12/", "do/k7f3a/12/x",
		"do/k7f3a/12/claim", "steal/k7f3a", "/do/k7f3a/12",
		"do/K7F3A/12/pass", "do/k7f/12/pass", "do/k7f3ak7f3ak7f/12/pass", "do/k7f3a/012/pass",
		"do/k7f3a/+1/pass", "do/k7f3a/-1/pass", "do/k7f3a/100000/pass",
		"do/k7f3a/18446744073709551617/pass", "do/k7f3a/12-/pass", "do/k7f3a/12-0/pass",
		"do/k7f3a/12-x/pass", "do/k7f3a/12-10000000/pass", "do/k7f3a/12-01/pass", "do/k7f3a/12/pass/",
		"do/k7f3a/12/pass:0",
		"do/k7f3a/12/claim:65536", "do/k7f3a/12/claim:-1", "do/k7f3a/12/claim:01",
		"do/k7f3a/12/claim:1:", "do/k7f3a/12/claim:1:a1", "do/k7f3a/12/claim:1:ba",
		"do/k7f3a/12/claim:1:a256", "do/k7f3a/12/claim:1:.", "do/k7f3a/12/claim:1:z",
		"do/k7f3a/12/claim:1:aa", "do/k7f3a/12/place", "do/k7f3a/12/place:moon",
		"do/k7f3a/12/keep:256", "do/k7f3a/12/keep:", "do/k7f3a/12/draw", "do/k7f3a/12/draw:256",
		"do/k7f3a/12/draw:1:rack:ships", "do/k7f3a/12/exchange:carts:1",
		"do/k7f3a/12/exchange:3", "do/k7f3a/12/pieces:20", "do/k7f3a/12/pieces:20:256", "page/k7f3a/12",
		"page/k7f3a/12/x", "page/k7f3a/12/10000", "page/k7f3a/12/-1",
		"page/k7f3a/12/pass", "stand/k7f3a", "stand/k7f3a/256", "pair/k7f3a/x", "ask/k7f3a/12/m0",
		"ask/k7f3a/12/m1/1", "pdo/k7f3a/12/pass/2", "log/k7f3a", "log/k7f3a/00", "hand/k7f3a/0",
		"join/k7f3a/", "ask/k7f3a/12/r0", "ask/k7f3a/12/r1/m1", "do/k7f3a/12/pass/r1",
		"ask/k7f3a/12/0", "do/k7f3a/12/pass\x00", "do/k7f3a/12/ pass",
		"do/k7f3a/12/keep" + strings.Repeat(":1", 50),
	} {
		if id, ok := Parse(text); ok {
			t.Errorf("%q is read as %+v", text, id)
		}
	}
}

func TestGoingBackMakesANewCustomIDThatFits(t *testing.T) {
	long := ID{Action: Ask, Game: gameID, At: at, Page: maxNumber, Menu: 1}
	long.Move.Verb, long.Move.Route = engine.Claim, 100
	for c := 0; len(long.Print()) < MaxLength-1; c++ { // "/m1" and the payment leave it one sign
		long.Move.Payment.Hand[c] = 2
	}
	for _, id := range []ID{{Action: Back, Game: gameID, At: at}, long} {
		room := len(id.Print()) <= MaxLength-len("/r1")
		for range 3 * maxAgain {
			next := id.Return()
			if changes := next.Print() != id.Print(); changes != room || len(next.Print()) > MaxLength {
				t.Errorf("%q follows %q", next.Print(), id.Print())
			}
			id = next
		}
	}
}

func TestSeveralOptionsOfAMenuAreOneMove(t *testing.T) {
	asia, _ := titles.Find("asia")
	yards, _ := titles.Find("cardgame")
	cases := []struct {
		title engine.Title
		id    string
		picks []string
		want  string
	}{
		{asia, "do/k7f3a/0/keep", nil, "keep"},
		{asia, "do/k7f3a/0/keep", []string{"keep:3", "keep:7"}, "keep:3:7"},
		{asia, "ask/k7f3a/0/share", []string{"share:3", "share:7"}, "share:3:7"},
		{asia, "ask/k7f3a/0", []string{"claim:3"}, "claim:3"},
		{asia, "do/k7f3a/0/claim:3:a.b", nil, "claim:3:a.b"},
		{yards, "ask/k7f3a/0/lay", []string{"lay:a", "lay:c", "lay:d"}, "lay:acd"},
		{yards, "ask/k7f3a/0/lay", []string{"lay:a", "lay:a", "lay:d"}, ""},
		{asia, "do/k7f3a/0/keep", []string{"share:3"}, ""},
		{asia, "do/k7f3a/0/keep", []string{"keep:200"}, ""},
		{asia, "do/k7f3a/0/keep", []string{"x"}, ""},
		{asia, "ask/k7f3a/0", []string{"claim:3", "claim:4"}, ""},
		{asia, "ask/k7f3a/0", []string{"claim:999"}, ""},
		{asia, "ask/k7f3a/0", []string{"claim:3:y"}, ""},
		{asia, "ask/k7f3a/0", nil, ""},
		{asia, "do/k7f3a/0/pass", []string{"pass"}, ""},
	}
	for _, c := range cases {
		id, _ := Parse(c.id)
		got, ok := id.Chosen(c.title.Lexicon(), c.picks)
		if ok != (c.want != "") || ok && PrintMove(got) != c.want {
			t.Errorf("%s with %v is %+v, %t; want %q", c.id, c.picks, got, ok, c.want)
		}
	}
}

func TestWaysAreReadStrictly(t *testing.T) {
	for _, text := range []string{"k3", "nb2", "ra0", "k3,nb2,ra1", "ny14"} {
		w, ok := ParseWays(text)
		if !ok || w.Print() != text {
			t.Errorf("%q is read as %v, %t", text, w, ok)
		}
	}
	for _, text := range []string{
		"", ",", "k", "k-1", "n2", "nb", "nb02", "nB2", "nz1", "n{1",
		"nb999", "k99999999999", "x1", "k1,", strings.Repeat("na1,", 40) + "na1",
	} {
		if w, ok := ParseWays(text); ok {
			t.Errorf("%q is read as %v", text, w)
		}
	}
}

// What an interaction carries is somebody's alone to choose.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"do/k7f3a/12-1/claim:45:g2h.a", "ask/k7f3a/12/1", "log/k7f3a/3",
		"k3,nb2,ra1", "keep:1:2", "ask/k7f3a/12/1/m2/r3", "which/game film?game=x", "",
	} {
		f.Add(seed, "keep:3")
	}
	f.Fuzz(func(t *testing.T, text, pick string) {
		if w, ok := ParseWays(text); ok {
			if w.Print() != text {
				t.Errorf("%q is read as %v", text, w)
			}
			w.Include(&engine.Payment{})
		}
		id, ok := Parse(text)
		if !ok {
			return
		}
		again, ok := Parse(id.Print())
		if id.Print() != text || !ok || again.Print() != text || id.Game != "" && !IsGame(id.Game) {
			t.Errorf("%q is read as %+v, and that as %+v", text, id, again)
		}
		for _, title := range titles.All() {
			for _, picks := range [][]string{nil, {pick}, strings.Fields(pick)} {
				m, ok := id.Chosen(title.Lexicon(), picks)
				if ok && !Fits(m, title.Lexicon()) {
					t.Errorf("%q with %q is %+v in %s", text, picks, m, title.ID())
				}
			}
		}
	})
}
