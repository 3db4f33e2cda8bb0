package caption

import (
	"strings"

	"konduktor/engine"
)

// Moment is an event of one turn that has a picture of its own where it is told first: a tunnel
// that asks for more or nothing (N6), a robbery (K5), a new port (W10).
type Moment struct {
	engine.Event
	Head, Verdict string
	Cards         []engine.Card
	Costs         []bool // by card turned up: one more is asked for
}

// Moment finds the moment of a position and the events that led to it; false if there is none, or
// events of several seats.
func (s *Caption) Moment(news []engine.Event) (Moment, bool) {
	if t := s.View.Tunnel; t != nil {
		return s.moment(&engine.Event{
			Kind: engine.EventDug, Seat: t.Seat, Route: t.Route, N: t.Asks, Shown: t.Revealed,
			Payment: t.Paid,
		}, nil), true
	}
	var found, laid *engine.Event
	seat := engine.Public
	for i := range news {
		e := &news[i]
		if e.Kind == engine.EventMoved { // the next turn begins so (K3)
			continue
		}
		if seat != engine.Public && e.Seat != engine.Public && e.Seat != seat ||
			int(max(e.Seat, e.Victim)) > len(s.View.Seats) {
			return Moment{}, false
		}
		seat = max(seat, e.Seat)
		if e.Kind == engine.EventBuilt || e.Kind == engine.EventRobbed && e.Victim != engine.Public ||
			e.Kind == engine.EventDug && e.N == 0 {
			found = e
		}
		if e.Kind == engine.EventLaid {
			laid = e
		}
	}
	if found == nil || s.View.Phase != engine.InPlay {
		return Moment{}, false
	}
	return s.moment(found, laid), true
}

func (s *Caption) moment(e, laid *engine.Event) Moment {
	m := Moment{Event: *e, Cards: e.Shown}
	if e.Kind == engine.EventDug {
		m.Head = s.Words("render.digs", "Code", s.RouteEnds(e.Route), "Name", s.Actor(s.View, e))
		if m.Verdict = s.Words("render.opens"); e.N > 0 {
			m.Verdict = s.count("render.asks", e.N)
		}
		paid, wild := e.Payment.Cards(), s.View.Lexicon().Wild()
		for _, c := range e.Shown {
			m.Costs = append(m.Costs, e.N > 0 && c != engine.NoCard && (c == wild || paid[c] > 0))
		}
		return m
	}
	cards := e.Payment.Cards()
	for c, n := range cards {
		for range n {
			m.Cards = append(m.Cards, engine.Card(c))
		}
	}
	m.Head, m.Verdict = s.Actor(s.View, e)+": "+s.onMap(e), s.Cards(s.View, cards)
	if e.Kind == engine.EventRobbed {
		if m.Head, m.Verdict = s.inYards(e), ""; laid != nil {
			m.Verdict = s.inYards(laid)
		}
	}
	return m
}

// MomentAlt is the alternative text of a moment's picture, and of how the game stands.
func (s *Caption) MomentAlt(o *Options) string {
	m, _ := s.Moment(o.News)
	lines := []string{m.Head, m.Verdict, s.State()}
	if m.Kind == engine.EventDug {
		lines[0] += ". " + s.Words("render.revealed") + ": " + s.Shown(s.View, m.Shown)
	}
	return Clip(strings.Join(lines, ".\n"))
}
