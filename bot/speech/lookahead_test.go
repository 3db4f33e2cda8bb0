package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/render/caption"
)

// holding gives seat 1 of a view these tickets, named by their IDs.
func holding(t *testing.T, v *engine.View, ids ...string) {
	t.Helper()
	own := v.Own()
	own.Tickets = engine.TicketsView{Known: true}
	for _, id := range ids {
		ticket, ok := v.Lexicon().Ticket(id)
		if !ok {
			t.Fatalf("there is no ticket %s", id)
		}
		own.Tickets.IDs = append(own.Tickets.IDs, ticket)
	}
}

// asked returns the question whether to claim a route.
func asked(t *testing.T, lang string, v *engine.View, route string) string {
	t.Helper()
	r, ok := v.Lexicon().Route(route)
	if !ok {
		t.Fatalf("there is no route %s", route)
	}
	return New(texts(t, lang), titles.Map("amsterdam")).Question(panelOf(v),
		engine.Move{Verb: engine.Claim, Route: r}, nil).Content
}

func TestClaimQuestionTellsItsEffectOnOwnTickets(t *testing.T) {
	for _, c := range []struct {
		name, route string
		pieces      int
		tickets     []string
		want        map[string][]string
	}{
		{
			"it completes one, brings others nearer, and closes the other lane",
			"dam--jan-roodenpoortstoren.1", 16,
			[]string{"dam--westermarkt", "dam--de-drie-hendricken", "noordermarkt--dam"},
			map[string][]string{
				"en": {
					"**Completes Dam – Westermarkt: +2.**",
					"Spaces still to go: Dam – De Drie Hendricken 2 → 1 · Noordermarkt – Dam 4 → 3.",
					"This closes 34b for everybody.",
				},
				"pl": {
					"**Kończy bilet Dam – Westermarkt: +2.**",
					"Brakujące pola: Dam – De Drie Hendricken 2 → 1", "To zamyka dla wszystkich: 34b.",
				},
			},
		},
		{
			"it takes the pieces that another ticket needs", "nieuwe-waal--noordermarkt", 7,
			[]string{"montelbaanstoren--jan-roodenpoortstoren", "dam--westermarkt"},
			map[string][]string{
				"en": {"**Montelbaanstoren – Jan Roodenpoortstoren can no longer be reached: −6.**"},
				"pl": {"**Biletu Montelbaanstoren – Jan Roodenpoortstoren nie da się już ukończyć: −6.**"},
			},
		},
		{
			"it begins the last round", "dam--jan-roodenpoortstoren.1", 3,
			[]string{"dam--westermarkt"},
			map[string][]string{
				"en": {"**It begins the last round:** everybody has 1 more turn."},
				"pl": {"**To zaczyna ostatnią rundę:** każdy ma jeszcze 1 turę."},
			},
		},
		{
			"it only passes a city of a ticket", "begijnhof--munttoren", 16,
			[]string{"munttoren--waag"},
			map[string][]string{
				"en": {"It brings none of your tickets closer."},
				"pl": {"Nie przybliża to żadnego z twoich biletów."},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := rich(t)
			own, _ := v.Lexicon().Route("jan-roodenpoortstoren--westermarkt.1")
			v.Own().Routes, v.Own().Pieces = []engine.RouteID{own}, []int{c.pieces}
			holding(t, v, c.tickets...)
			for lang, want := range c.want {
				got := asked(t, lang, v, c.route)
				for _, line := range want {
					if !strings.Contains(got, line) {
						t.Errorf("%s: %q is missing in\n%s", lang, line, got)
					}
				}
			}
		})
	}
}

func TestAPanelTellsHowOthersAffectedOwnTickets(t *testing.T) {
	v := rich(t)
	r, _ := v.Lexicon().Route("dam--jan-roodenpoortstoren.1")
	v.Seats[1].Routes = []engine.RouteID{r}
	holding(t, v, "dam--westermarkt")
	events := []engine.Event{{
		Kind: engine.EventClaimed, Seat: 2, Route: r, Card: engine.NoCard,
		Payment: engine.Payment{Hand: engine.Cards{1}}, N: 1,
	}}
	for _, lang := range []string{"en", "pl"} {
		s := New(texts(t, lang), titles.Map("amsterdam"))
		lines := s.Since(v, events)
		const want = "Bartek: Jan Roodenpoortstoren – Dam +1 (Z 2→5)"
		if len(lines) != 1 || lines[0] != want {
			t.Errorf("%s: got %q, want %q", lang, lines, want)
		}
		s.WithoutHints(1)
		if lines = s.Since(v, events); strings.Contains(lines[0], "(") {
			t.Errorf("%s: without hints the reader is told %q", lang, lines)
		}
	}
}

func TestMenuOfOfferedTicketsTellsTheirDistance(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ala", "Bartek"}})
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	s := New(texts(t, "en"), titles.Map("amsterdam"))
	for _, o := range s.Panel(panelOf(&v)).Rows[0].Select.Options {
		if !strings.Contains(o.Description, "spaces to go") {
			t.Errorf("%q is described as %q", o.Label, o.Description)
		}
	}
}

// A question says that its choice cannot be undone, or until when it can.
func TestSetupChoiceIsConfirmedOnceAndTellsIfUndoIsPossible(t *testing.T) {
	for _, c := range []struct {
		title string
		seats int
		verbs []engine.Verb // of the choices at setup, in their order
	}{
		{"amsterdam", 2, []engine.Verb{engine.Keep}},
		{"nordic", 2, []engine.Verb{engine.Keep}},
		{"asia", 4, []engine.Verb{engine.Keep, engine.Share}},
		{"world", 2, []engine.Verb{engine.Keep, engine.Pieces}},
		{"cardgame", 2, []engine.Verb{engine.Keep}},
	} {
		title, _ := titles.Find(c.title)
		g, err := title.New(engine.Setup{Names: []string{"Ala", "Bartek", "Celina", "Darek"}[:c.seats]})
		if err != nil {
			t.Fatal(err)
		}
		for _, verb := range c.verbs {
			v := g.View(1)
			m := v.Legal()[0]
			if m.Verb != verb || !Asks(&v, m) {
				t.Fatalf("%s: %v is asked about: %t", c.title, m, Asks(&v, m))
			}
			says := map[string]string{"en": "Until everybody has chosen", "pl": "Dopóki nie wybiorą wszyscy"}
			if verb == engine.Share { // the partner sees it
				says = map[string]string{"en": "cannot be undone", "pl": "nie da się cofnąć"}
			}
			for lang, final := range says {
				got := New(texts(t, lang), titles.Map(c.title)).Question(panelOf(&v), m, nil)
				if !strings.Contains(got.Content, final) || !hasButton(got, panelOf(&v).do(m)) {
					t.Errorf("%s: %s asks %q", c.title, verb, got.Content)
				}
			}
			if _, err := g.Apply(1, m); err != nil {
				t.Fatal(err)
			}
			chosen, v := m.Tickets, g.View(1)
			for _, id := range chosen {
				panel := New(texts(t, "en"), titles.Map(c.title)).Panel(panelOf(&v)).Content
				panel = strings.ReplaceAll(panel, "\n**Team:** ", "\n")
				if !strings.Contains(panel, "\n"+caption.Letter(&v, id)+" ") {
					t.Errorf("%s: ticket %d, chosen by %s, is nowhere to be seen", c.title, id, verb)
				}
			}
		}
	}
}

func TestNoListPutsAllTicketsFirst(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ala", "Bartek"}})
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	s, first := New(texts(t, "en"), titles.Map("amsterdam")), v.Own().Offer.IDs[0]
	city := titles.Map("amsterdam").Tickets[first].Cities[0]
	for typed, all := range map[string]bool{"": true, "all": true, s.City(city)[:3]: false} {
		list := s.suggest(&v, engine.Move{Verb: engine.Keep}, 0, typed)
		last := len(list) > 0 && list[len(list)-1].Value == allTickets
		if last != all || len(list) > 1 && list[0].Value == allTickets {
			t.Errorf("%q suggests %v", typed, list)
		}
	}
	if got, ok := s.reads(&v, engine.Move{Verb: engine.Keep}, 0, s.City(city)); !ok ||
		got.Tickets[0] != first {
		t.Errorf("%q names ticket %d, %t", s.City(city), got, ok)
	}
}

// Gray routes of one length take as many cards, each of its own colour: they are named once.
func TestEqualGrayRoutesOfAWayAreListedOnce(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "2 cards, each of any colour, 2 of one colour",
		"pl": "2 karty, każda dowolna, 2 jednego koloru",
	} {
		board := titles.Map("asia")
		var gray [3][]engine.RouteID
		for id, r := range board.Routes {
			if r.Color == railmap.Gray && r.Length < len(gray) && r.Symbols+r.Pairs == 0 {
				gray[r.Length] = append(gray[r.Length], engine.RouteID(id)) // few routes
			}
		}
		s := New(texts(t, lang), board)
		if got := s.Needs(prospect.Needs(board, append(gray[1][:2:2], gray[2][0]))); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}
