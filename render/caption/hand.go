package caption

import (
	"iter"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
)

// Hand is the text of a hand picture.
type Hand struct {
	Heading string   // the owner, and what its seat has
	Cards   []string // its cards, and others' open cards
	Tickets []string // headings, and tickets with their standing
}

// String is the whole text, empty for a bystander.
func (h Hand) String() string {
	var b strings.Builder
	b.Grow(MaxAlt)
	b.WriteString(h.Heading)
	for _, lines := range [][]string{h.Cards, h.Tickets} {
		for _, line := range lines {
			write(&b, "\n", line)
		}
	}
	return b.String()
}

// Hand is that of a table with railyards.
func (s *Caption) Hand() Hand {
	if own := s.View.Own(); own != nil {
		return s.tableHand(own)
	}
	return Hand{}
}

// cardsOf lists a seat's cards, in a team also the rack's (S4).
func (s *Caption) cardsOf(own *engine.SeatView) []string {
	cards := s.list(s.View, &own.Hand.Cards, "render.no-cards")
	lines := []string{s.Words("render.hand-cards") + ": " + cards}
	if s.View.Uses(engine.UsesTeams) {
		if own.Drawn != engine.NoCard {
			lines = append(lines, s.Words("render.drawn")+": "+s.Card(s.View, own.Drawn))
		}
		rack := s.list(s.View, &own.Rack.Cards, "render.rack-no-cards")
		lines = append(lines, s.Words("render.hand-rack")+": "+rack)
	}
	return lines
}

// Needs lists the cards that a way takes: "3 red, 2 × 2 of one colour, 1 wild". Equal ones in a row
// are named once.
func (w *Vocabulary) Needs(list []prospect.Need) string {
	var parts []string
	for n, same := range runs(list) {
		switch part := w.need(n); {
		case same == 1:
			parts = append(parts, part)
		case n.Color == railmap.Gray && n.Cards == 1 && n.Ship:
			parts = append(parts, w.Words("render.each-any-ship", "Count", same))
		case n.Color == railmap.Gray && n.Cards == 1:
			parts = append(parts, w.Words("render.each-any-card", "Count", same))
		default:
			parts = append(parts, w.Words("render.times", "Count", same, "What", part))
		}
	}
	return strings.Join(parts, ", ")
}

// runs yields the needs of a list, equal ones in a row once with their number.
func runs(list []prospect.Need) iter.Seq2[prospect.Need, int] {
	return func(yield func(prospect.Need, int) bool) {
		for len(list) > 0 {
			same := 1
			for same < len(list) && list[same] == list[0] {
				same++
			}
			if !yield(list[0], same) {
				return
			}
			list = list[same:]
		}
	}
}

func (w *Vocabulary) need(n prospect.Need) string {
	switch gray := n.Color == railmap.Gray; {
	case n.Pairs > 0:
		return w.Words("render.pair-number", "Count", n.Pairs)
	case n.Wilds > 0:
		return w.Wilds(n.Wilds)
	case n.Ship && gray:
		return w.Words("render.any-ships", "Count", n.Cards)
	case n.Ship:
		return w.Ships(n.Color, n.Cards)
	case gray:
		return w.Words("render.any-cards", "Count", n.Cards)
	}
	return w.CardsOf(n.Color, n.Cards)
}

// tellSince lists the routes that others claimed: "17a Dam – Waag (Ala)".
func (s *Caption) tellSince(b *strings.Builder, news []engine.Event) {
	between := "\n" + s.Words("render.since") + " "
	for i := range news {
		e := &news[i]
		if e.Kind != engine.EventClaimed || e.Seat == s.View.Viewer || s.View.Owner(e.Route) != e.Seat {
			continue
		}
		write(b, between, s.RouteEnds(e.Route), " (", s.Actor(s.View, e), ")")
		between = ", "
	}
}

// Needed are routes in the news that others took and an open way of the viewer's team used.
func Needed(m *railmap.Map, v *engine.View, news []engine.Event) []engine.RouteID {
	var all []engine.RouteID
	for _, e := range prospect.Replay(v, m, news, prospect.Own(v)) {
		if Allied(v, e.Seat, v.Viewer) {
			continue
		}
		for i := range e.Tickets {
			for _, r := range e.Tickets[i].Before.Way.Routes {
				if (r == e.Route || slices.Contains(e.Closes, r)) && !slices.Contains(all, r) {
					all = append(all, r)
				}
			}
		}
	}
	return all
}

const bullet = "• "

// listed lists tickets on offer, held and shared below headings.
func (s *Caption) listed(line func(engine.TicketID) string) []string {
	lines := make([]string, 0, 32) // enough for most seats
	for _, part := range TicketLists(s.View) {
		if len(part.IDs) == 0 {
			continue
		}
		lines = append(lines, s.Words(part.Title)+":")
		for _, t := range part.IDs {
			lines = append(lines, line(t))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, s.Words("render.no-tickets"))
	}
	return lines
}
