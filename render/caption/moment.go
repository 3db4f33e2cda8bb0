package caption

import (
	"strings"

	"konduktor/engine"
)

// Moment is an event of one turn that has a picture of its own where it is told first: a tunnel
// that asks for more or opens (N6), a robbery (K5), a new port (W10).
type Moment struct {
	engine.Event
	Head, Verdict string
	Cards         []engine.Card
	Costs         []bool // by card turned up: one more is asked for
}

// Moment finds the moment of a position and the events that led to it; false if there is none, or
// events of several seats.
func (s *Caption) Moment(news []engine.Event) (m Moment, ok bool) {
	if t := s.View.Tunnel; t != nil {
		return s.tunnel(&engine.Event{
			Seat: t.Seat, Kind: engine.EventDug, Route: t.Route, N: t.Asks, Shown: t.Revealed,
			Payment: t.Paid,
		}), true
	}
	seat, laid := engine.Public, ""
	for i := range news {
		e := &news[i]
		if e.Kind == engine.EventMoved || e.Seat == engine.Public { // the next turn begins so (K3)
			continue
		}
		if seat != engine.Public && e.Seat != seat || int(max(e.Seat, e.Victim)) > len(s.View.Seats) {
			return Moment{}, false
		}
		seat = e.Seat
		switch {
		case e.Kind == engine.EventLaid:
			laid = s.inYards(e)
		case e.Kind == engine.EventDug && e.N == 0:
			m = s.tunnel(e)
		case e.Kind == engine.EventBuilt:
			m = Moment{Event: *e, Head: s.Actor(s.View, e) + ": " + s.onMap(e)}
			m.Verdict = s.Cards(s.View, e.Payment.Cards())
		case e.Kind == engine.EventRobbed && e.Victim != engine.Public:
			m = Moment{Event: *e, Head: s.inYards(e)}
		}
	}
	if m.Kind == engine.EventRobbed {
		m.Verdict = laid
	}
	if m.Cards == nil {
		for c, n := range m.Payment.Cards() {
			for range n {
				m.Cards = append(m.Cards, engine.Card(c))
			}
		}
	}
	return m, m.Kind != 0 && s.View.Phase == engine.InPlay
}

func (s *Caption) tunnel(e *engine.Event) Moment {
	m := Moment{Event: *e, Cards: e.Shown, Verdict: s.Words("render.opens")}
	m.Head = s.Words("render.digs", "Code", s.RouteEnds(e.Route), "Name", s.Actor(s.View, e))
	if e.N > 0 {
		m.Verdict = s.count("render.asks", e.N)
	}
	paid, wild := e.Payment.Cards(), s.View.Lexicon().Wild()
	for _, c := range e.Shown {
		m.Costs = append(m.Costs, e.N > 0 && c != engine.NoCard && (c == wild || paid[c] > 0))
	}
	return m
}

// MomentAlt is the alternative text of a moment's picture, and how the game stands.
func (s *Caption) MomentAlt(o *Options) string {
	m, _ := s.Moment(o.News)
	lines := []string{m.Head, m.Verdict, s.State()}
	if m.Kind == engine.EventDug {
		lines[0] += ". " + s.Words("render.revealed") + ": " + s.Shown(s.View, m.Shown)
	}
	return Clip(strings.Join(lines, ".\n"))
}
