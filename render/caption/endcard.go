package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
)

// EndCard is the text of the card that a finished game leaves: who won, by how much, on what.
type EndCard struct {
	Title string // of the map
	Won   string
	Sides []EndSide // winners first
	Facts []EndFact
	Foot  string // where and when
}

// EndSide is a side with its total.
type EndSide struct {
	Side   Side
	Name   string
	Points string
	Won    bool
}

// EndFact is something to remember the winner's game by: "Longest path", "23".
type EndFact struct{ Name, Value string }

// EndCard is the card's text; it must be a finished game's.
func (s *Caption) EndCard(o *Options) EndCard {
	card := EndCard{Title: s.MapName(), Won: s.won(), Foot: o.Place}
	all := Ranking(s.View)
	for _, side := range all {
		total := s.View.Seat(side[0]).Final.Total
		card.Sides = append(card.Sides, EndSide{
			side, s.SideName(side), Number(total), Won(s.View, side[0]),
		})
	}
	f := s.View.Seat(all[0][0]).Final
	if way := s.longestWay(all[0]); way > 0 {
		card.Facts = append(card.Facts, EndFact{s.Words("render.card-longest"), strconv.Itoa(way)})
	}
	if t, points, ok := BestTicket(f); ok {
		card.Facts = append(card.Facts, EndFact{
			s.Words("render.card-best"), s.TicketCities(t) + "  " + Signed(points),
		})
	}
	card.Facts = append(card.Facts, EndFact{
		s.Words("render.card-tickets"),
		s.Words("render.card-of", "Count", len(f.Completed), "Of", len(f.Completed)+len(f.Failed)),
	})
	return card
}

// won is who won, without a full stop.
func (s *Caption) won() string {
	if n := len(s.View.Winners); n > 0 && !Allied(s.View, s.View.Winners[0], s.View.Winners[n-1]) {
		return s.about("render.shared", "Names", s.seats(s.View.Winners))
	}
	return s.about("render.won", "Names", s.seats(s.View.Winners))
}

// longestWay is the length of a side's longest path on its routes; 0 without routes.
func (s *Caption) longestWay(side Side) int {
	var routes []engine.RouteID
	for _, seat := range side {
		routes = append(routes, s.View.Seat(seat).Routes...)
	}
	return s.Map.Longest(routes)
}

// BestTicket is the completed ticket that earned most, the first of equals; false without one.
func BestTicket(f *engine.Final) (t engine.TicketID, points int, ok bool) {
	for i, n := range f.Earned {
		if !ok || n > points {
			t, points, ok = f.Completed[i], n, true
		}
	}
	return t, points, ok
}

// EndCardAlt is the alternative text of an end card.
func (s *Caption) EndCardAlt(o *Options) string {
	card := s.EndCard(o)
	var b strings.Builder
	write(&b, s.about("render.card-alt", "Map", card.Title), " ", card.Won, ".")
	for _, side := range card.Sides {
		write(&b, "\n", side.Name, ": ", side.Points)
	}
	for _, f := range card.Facts {
		write(&b, "\n", f.Name, ": ", f.Value)
	}
	if card.Foot != "" {
		write(&b, "\n", card.Foot)
	}
	return Clip(b.String())
}
