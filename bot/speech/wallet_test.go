package speech

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// offering returns a view of seat 1 in its turn, with these cards and tickets and only these ways
// to pay.
func offering(t *testing.T, title engine.Title, hand, ways string, tickets ...string) *engine.View {
	t.Helper()
	g, err := title.New(engine.Setup{Names: []string{"Ala", "Bo", "Cy", "Di"}[:title.SeatCounts()[0]]})
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	cards, err := notation.ParsePayment(v.Lexicon(), hand)
	if err != nil {
		t.Fatal(err)
	}
	v.Phase = engine.InPlay
	v.Own().Hand.Cards, v.Own().Rack.Cards = cards.Hand, cards.Rack
	holding(t, &v, tickets...)
	uses := engine.Uses(0)
	if v.Uses(engine.UsesTeams) {
		uses = engine.UsesTeams
	}
	v.WithRules(v.Lexicon(), uses, nil, purse{v.Lexicon(), ways})
	return &v
}

// The first of the ways to pay is what the rules would propose.
func TestProposedPaymentSparesCardsForOwnTickets(t *testing.T) {
	for _, c := range []struct {
		name, title, hand, route, ways, want string
		tickets                              []string
	}{
		{
			"a gray route takes the colour that no ticket needs", "amsterdam", "blue+black",
			"haringpakkerstoren--korenmetershuisje.2",
			"blue black", "black",
			[]string{"dam--westermarkt"},
		},
		{
			"a payment that leaves enough is no loss", "amsterdam", "3blue+2black",
			"begijnhof--dam", "2blue 2black", "2blue",
			[]string{"dam--westermarkt"},
		},
		{
			"a card is no loss if it pays for its own route", "amsterdam", "blue+green",
			"dam--jan-roodenpoortstoren.1",
			"blue", "blue",
			[]string{"dam--westermarkt"},
		},
		{
			"the other lane of a way's connection is as good", "amsterdam", "green+black",
			"jan-roodenpoortstoren--westermarkt.2",
			"green black", "green",
			[]string{"dam--westermarkt"},
		},
		{
			"a gray route of a way keeps its colour together", "amsterdam", "3red+black+wild",
			"oude-waal--waag",
			"red black wild", "black",
			[]string{"noordermarkt--dam"},
		},
		{
			"a needed card is spent before a wild, which stands for it", "amsterdam", "blue+wild",
			"oude-waal--waag",
			"blue wild", "blue",
			[]string{"dam--westermarkt"},
		},
		{
			"N5 symbols of a ferry need locomotives", "nordic", "3white+2wild+black", "stockholm--turku",
			"2wild+black 3white+wild+black", "3white+black+wild",
			[]string{"stockholm--imatra", "oslo--kobenhavn"},
		},
		{
			"S4 the rack counts", "asia", "2green+black/2white", "calcutta--dacca.1", "green /white black",
			"black",
			[]string{"calcutta--delhi"},
		},
		{
			"W4 a ship is no train of its colour", "world", "2red-ship+2yellow-ship", "edinburgh--reykjavik",
			"2red-ship 2yellow-ship", "2red-ship",
			[]string{"hamburg--beijing"},
		},
		{
			"W5 double ships cover two spaces of a way", "world", "red-ships+white-ships",
			"edinburgh--reykjavik",
			"red-ships white-ships", "white-ships",
			[]string{"bangkok--tokyo"},
		},
		{
			"W6 pairs of a way are kept together", "world", "2black+white+green", "cape-town--luanda",
			"2black green+white", "green+white",
			[]string{"djibouti--lahore"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			title, _ := titles.Find(c.title)
			v := offering(t, title, c.hand, c.ways, c.tickets...)
			route, ok := v.Lexicon().Route(c.route)
			if !ok {
				t.Fatalf("there is no route %s", c.route)
			}
			s := New(texts(t, "en"), titles.Map(c.title))
			if got := s.Proposed(v, engine.Move{Verb: engine.Claim, Route: route},
				nil).Payment; notation.PrintPayment(v.Lexicon(), got) != c.want {
				t.Errorf("proposed %s, want %s", notation.PrintPayment(v.Lexicon(), got), c.want)
			}
		})
	}
}

// A reader without hints about tickets gets none through a payment either.
func TestProposedPaymentIgnoresTicketsWithoutHints(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	v := offering(t, title, "blue+black", "blue black", "dam--westermarkt")
	s := New(texts(t, "en"), titles.Map("amsterdam"))
	s.WithoutHints(1)
	route, _ := v.Lexicon().Route("haringpakkerstoren--korenmetershuisje.2")
	if got := s.Proposed(v, engine.Move{Verb: engine.Claim, Route: route},
		nil).Payment; notation.PrintPayment(v.Lexicon(), got) != "blue" {
		t.Errorf("proposed %s, want the rules' first", notation.PrintPayment(v.Lexicon(), got))
	}
}
