package speech

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/prospect"
	"konduktor/engine/titles"
	"konduktor/render/caption"
)

// claimOptions are the options of a panel's menu of routes.
func claimOptions(t *testing.T, m discord.Message) []discord.SelectOption {
	t.Helper()
	for _, row := range m.Rows {
		if row.Select != nil && strings.HasPrefix(row.Select.Options[0].Value, "claim:") {
			return row.Select.Options
		}
	}
	t.Fatal("there is no menu of routes")
	return nil
}

func TestRoutesOnDrawnWaysComeFirstThenThoseThatHelpElsewhere(t *testing.T) {
	v := rich(t)
	own, _ := v.Lexicon().Route("jan-roodenpoortstoren--westermarkt.1")
	v.Own().Routes = []engine.RouteID{own}
	holding(t, v, "dam--westermarkt", "noordermarkt--dam")
	ways := map[string]bool{} // connections on a drawn way
	board := titles.Map("amsterdam")
	for _, p := range prospect.Of(v, board, v.Viewer, prospect.Own(v)) {
		for _, r := range p.Way.Routes {
			ways[caption.Connection(&board.Routes[r])] = true
		}
	}
	for lang, completes := range map[string]string{"en": "completes Z", "pl": "kończy bilet Z"} {
		list := claimOptions(t, New(texts(t, lang), board).Panel(panelOf(v)))
		if !strings.HasPrefix(list[0].Label, "★ A Z · 1 · 34a Jan R") ||
			!strings.HasSuffix(list[0].Description, completes) {
			t.Errorf("%s: first comes %+v", lang, list[0])
		}
		var stars string
		for _, o := range list {
			star, after, _ := strings.Cut(o.Label, " ")
			code, _, _ := strings.Cut(after[strings.LastIndex(after, "· ")+len("· "):], " ")
			if on := ways[strings.TrimRight(code, "abc")]; on != (star == "★") {
				t.Errorf("%s: on a drawn way %t: %q", lang, on, o.Label)
			}
			if star != "★" && star != "☆" {
				star = "-"
			}
			stars += star
			if star == "☆" && !strings.ContainsAny(o.Description, "0123456789") {
				t.Errorf("%s: what it saves is not told: %+v", lang, o)
			}
		}
		for _, mixed := range []string{"☆★", "-★", "-☆"} {
			if strings.Contains(stars, mixed) {
				t.Errorf("%s: the stars are %s", lang, stars)
			}
		}
	}
}

// Asia's first twenty-five routes were thirteen twins: gray lanes of a connection are one line, and
// the question has a button for each.
func TestGrayLanesAreOneLineOfTheMenu(t *testing.T) {
	title, _ := titles.Find("asia")
	s, seen := New(texts(t, "en"), titles.Map("asia")), 0
	playThrough(t, title, 4, 7, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
		if g.Over() {
			return
		}
		v := g.View(g.ToMove()[0])
		for _, c := range s.connections(&v) {
			lanes := s.lanes(&v, c.Route)
			if len(lanes) < 2 || seen > 20 {
				continue
			}
			seen++
			rows := s.Question(panelOf(&v), c.Move, nil).Rows
			for _, r := range lanes {
				m := s.Proposed(&v, c.Move, nil)
				m.Route = r
				if !hasButton(discord.Message{Rows: rows}, panelOf(&v).do(m)) {
					t.Errorf("the question does not offer %s: %+v", s.Route(r), rows)
				}
				if r != c.Route && slices.ContainsFunc(s.connections(&v),
					func(o claim) bool { return o.Route == r }) {
					t.Errorf("%s has a line of its own", s.Route(r))
				}
			}
		}
	})
	if seen == 0 {
		t.Error("no gray lanes were seen")
	}
}

func TestAPhoneShowsTheLinesOfTheMenuOfRoutesWhole(t *testing.T) {
	for _, title := range titles.All() {
		s := withSignsIn(t, "pl", title.ID())
		playThrough(t, title, slices.Max(title.SeatCounts()), 9,
			func(g engine.Game, _ engine.Seat, _ []engine.Event) {
				if g.Over() || g.Ply()%5 > 0 {
					return
				}
				v := g.View(g.ToMove()[0])
				for _, o := range optionsOf(s.Panel(panelOf(&v)), "claim:") {
					points := strings.Split(o.Label, " · ")
					if n := len([]rune(o.Label)); n > 40 || len(points) < 2 {
						t.Fatalf("%s: %d signs: %q", title.ID(), n, o.Label)
					}
				}
			})
	}
}

func TestOtherRoutesAreSortedByCity(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	holding(t, v)
	var cities []string
	for _, c := range s.claims(v) {
		cities = append(cities, fold(s.City(titles.Map("amsterdam").Routes[c.Route].A)))
	}
	if !slices.IsSorted(cities) {
		t.Errorf("the cities are %v", cities)
	}
}

func TestBackKeepsThePageOfRoutes(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	p := panelOf(v)
	p.Page, p.Wish = 1, &Wish{Who: 2}
	for _, row := range s.Panel(p).Rows {
		if row.Select == nil {
			continue
		}
		id, ok := customid.Parse(row.Select.CustomID)
		if !ok || id.Page != 1 {
			t.Errorf("%q does not know its page", row.Select.CustomID)
		}
	}
	claim, _ := customid.ParseMove(claimOptions(t, s.Panel(p))[0].Value)
	asked := s.Question(p, claim, nil)
	if !hasButton(asked, p.id(customid.Back, engine.Move{})) {
		t.Errorf("the question leads back to %+v", asked.Rows[len(asked.Rows)-1])
	}
	id, ok := customid.Parse(p.id(customid.Narrow, claim))
	if !ok || id.Page != 1 {
		t.Errorf("a narrower question does not know its page: %v", id)
	}
}

func TestPlainCardsAreProposedBeforeTreasure(t *testing.T) {
	title, _ := titles.Find("world")
	lexicon := title.Lexicon()
	for _, c := range []struct {
		name string
		ways []string
		want int
	}{
		{
			"cards with port mark and a wild are kept",
			[]string{"wild+red-port", "red-port+red", "red+black"},
			2,
		},
		{"a wild costs more than a port mark", []string{"wild+red", "red+red-port"}, 1},
		{"the rules' first of equal payments", []string{"red+black", "black+yellow"}, 0},
		{"a wild for three cards is as good (N5)", []string{"wild", "red+black+yellow"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var v engine.View
			v.WithRules(lexicon, 0, nil, purse{lexicon, strings.Join(c.ways, " ")})
			want, err := notation.ParsePayment(lexicon, c.ways[c.want])
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := (&wallet{v: &v}).proposal(engine.Move{Verb: engine.Claim}, nil); !ok ||
				got != want {
				t.Errorf("proposed %s, want %s", notation.PrintPayment(lexicon, got), c.ways[c.want])
			}
		})
	}
}

func TestButtonOfAQuestionNamesItsEffect(t *testing.T) {
	v := rich(t)
	claim := engine.Move{Verb: engine.Claim, Route: legalOf(v, engine.Claim)[0].Route}
	for lang, want := range map[string]struct{ claim, one, three, none string }{
		"en": {"Claim %s", "Keep 1 ticket", "Keep 3 tickets", "Keep none of them"},
		"pl": {"Zajmuję %s", "Zatrzymuję 1 bilet", "Zatrzymuję 3 bilety", "Żadnego nie zatrzymuję"},
	} {
		s := New(texts(t, lang), titles.Map("amsterdam"))
		p := panelOf(v)
		m := s.Proposed(v, claim, nil)
		for label, m := range map[string]engine.Move{
			fmt.Sprintf(want.claim, caption.Code(s.board, m.Route)): m,
			want.one:   {Verb: engine.Keep, Tickets: []engine.TicketID{4}},
			want.three: {Verb: engine.Keep, Tickets: []engine.TicketID{4, 5, 6}},
			want.none:  {Verb: engine.Keep},
		} {
			rows := s.Question(p, m, nil).Rows
			if got := rows[len(rows)-1].Buttons[0].Label; got != label {
				t.Errorf("%s: got the button %q, want %q", lang, got, label)
			}
		}
	}
}
