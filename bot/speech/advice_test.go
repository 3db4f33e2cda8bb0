package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/board"
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
			said := s.Advice(panelOf(&v), []ai.Advice{{Move: keeps[0]}, {Move: keeps[1]}}).Content
			for _, want := range []string{"if complete", s.say("advice.keep-order")} {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in %q", want, said)
				}
			}
		}
		for _, m := range legalOf(&v, engine.Draw) {
			if m.Slot == 0 || v.Owes != engine.OwesTurn || len(v.Own().Tickets.IDs) == 0 {
				continue
			}
			drawn = true
			ticket := v.Own().Tickets.IDs[0]
			for _, c := range []struct {
				tickets []engine.TicketID
				want    string
			}{{[]engine.TicketID{ticket}, "would build for " + s.TicketCities(ticket)}, {nil, "it is for its points"}} {
				said := s.Advice(panelOf(&v), []ai.Advice{{Move: m, Aim: &board.Aim{Lacks: 2, Tickets: c.tickets}}}).Content
				if !strings.Contains(said, "You lack 2 cards") || !strings.Contains(said, c.want) {
					t.Errorf("no %q in %q", c.want, said)
				}
			}
			return
		}
	})
	if !kept || !drawn {
		t.Errorf("kept %t, drawn %t: this looks at nothing", kept, drawn)
	}
}
