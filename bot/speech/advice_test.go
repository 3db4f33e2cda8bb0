package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/board"
	"konduktor/engine/prospect"
	"konduktor/engine/titles"
)

// A hint to draw a card says whether its route is for a ticket, and for which; one to keep tickets says what its figures are.
func TestAHintSaysWhatItsFiguresAreFor(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	s := New(texts(t, "en"), titles.Map("amsterdam"))
	kept, drawn := false, false
	playThrough(t, title, 2, 5, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
		if g.Over() || kept && drawn {
			return
		}
		v := g.View(g.ToMove()[0])
		if keeps := legalOf(&v, engine.Keep); len(keeps) > 1 && len(keeps[0].Tickets) > 0 && !kept {
			kept = true
			said := s.Advice(panelOf(&v), []ai.Advice{{Move: keeps[0], Worth: 3.4}, {Move: keeps[1], Worth: 1.2}}).Content
			for _, want := range []string{"if complete", s.say("advice.keep-order"), "By its estimate 2 points behind the first."} {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in %q", want, said)
				}
			}
		}
		for _, m := range legalOf(&v, engine.Draw) {
			if m.Slot == 0 || v.Owes != engine.OwesTurn || len(v.Own().Tickets.IDs) == 0 {
				continue
			}
			ticket := v.Own().Tickets.IDs[0]
			looked := hinted(t, s, &v, m, ticket)
			drawn = drawn || looked
			return
		}
	})
	if !kept || !drawn {
		t.Errorf("kept %t, drawn %t: this looks at nothing", kept, drawn)
	}
}

// hinted gives hints to draw a card for a ticket's way, for a longer one, for points and beside wilds, and looks at their reasons. False if
// the ticket leaves no choice.
func hinted(t *testing.T, s *Speaker, v *engine.View, m engine.Move, ticket engine.TicketID) bool {
	t.Helper()
	way := prospect.Of(v, s.board, v.Viewer, []engine.TicketID{ticket})[0].Way.Routes
	longer := slices.Clone(way)
	for r := range s.board.Routes {
		if id := engine.RouteID(r); !slices.Contains(way, id) && s.board.Routes[r].Length == 4 && v.Owner(id) == engine.Public {
			longer = append(longer, id)
			break
		}
	}
	if len(way) == 0 || len(longer) == len(way) {
		return false
	}
	far, tickets := longer[len(longer)-1], []engine.TicketID{ticket}
	name := s.TicketCities(ticket)
	for _, c := range []struct {
		aim  board.Aim
		want []string
	}{
		{board.Aim{Route: way[0], Lacks: 2, Tickets: tickets, Way: way}, []string{"You lack 2 cards", "the shortest way for " + name}},
		{
			board.Aim{Route: far, Lacks: 2, Tickets: tickets, Way: longer, Shared: 3},
			[]string{"It is for " + name + ", by a way of", "The shortest has", "7 more points from its routes", "3 spaces that another ticket"},
		},
		{board.Aim{Route: far, Lacks: 2}, []string{"No ticket needs that route, but it gives 7 points"}},
		{board.Aim{Route: far, Lacks: 2, Wilds: 1}, []string{"With 1 wild you lack 1 card"}},
		{board.Aim{Route: far, Lacks: 2, Wilds: 2}, []string{"you need not spend 2 wilds on " + s.RouteEnds(far)}},
	} {
		said := s.Advice(panelOf(v), []ai.Advice{{Move: m, Aim: &c.aim}}).Content
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in %q", want, said)
			}
		}
	}
	claim := s.Advice(panelOf(v), []ai.Advice{{
		Move: engine.Move{Verb: engine.Claim, Route: far}, Aim: &board.Aim{Route: far, Tickets: tickets, Way: longer},
	}}).Content
	for _, want := range []string{"The shortest has", "It gives 7 points"} {
		if !strings.Contains(claim, want) {
			t.Errorf("no %q in %q", want, claim)
		}
	}
	return true
}
