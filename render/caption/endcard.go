package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
)

// EndCard is the text of the card that a finished game leaves (who won, by how much, on what), of
// somebody's season, or of a lobby. What the last two say is hostile text.
type EndCard struct {
	Title  string // of the map, or a name
	Won    string // who won, or a rating
	Sides  []EndSide
	Facts  []EndFact
	Foot   string   // where and when
	Badges []string // of a season
	Lobby  bool     // it has Sides alone; a free seat is engine.Public
	Alt    string
}

// EndSide is a side with its total.
type EndSide struct {
	Side   Side
	Name   string
	Points string
	Won    bool
}

// EndFact is something to remember a game or a season by: "Longest path: Ala", "23".
type EndFact struct{ Name, Value string }

// EndCard is the card's text; it must be a finished game's. The sides come winners first.
func (s *Caption) EndCard(o *Options) EndCard {
	card := EndCard{Title: s.MapName(), Won: s.won(), Foot: o.Place}
	longest, owners := 0, []string(nil)
	for _, side := range Ranking(s.View) {
		total := s.View.Seat(side[0]).Final.Total
		card.Sides = append(card.Sides, EndSide{
			side, s.SideName(side), Number(total), Won(s.View, side[0]),
		})
		way := s.longestWay(side)
		if way > longest {
			longest, owners = way, nil
		}
		if way == longest {
			owners = append(owners, s.SideName(side))
		}
	}
	if longest > 0 {
		card.Facts = append(card.Facts, EndFact{
			s.Words("render.card-longest", "Who", strings.Join(owners, ", ")), strconv.Itoa(longest),
		})
	}
	if side, t, points := BestTicket(s.View); side != nil {
		card.Facts = append(card.Facts, EndFact{
			s.Words("render.card-best", "Who", s.SideName(side)),
			s.TicketCities(t) + "  " + Signed(points),
		})
	}
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

// BestTicket is the completed ticket that earned most, and whose it is: of equals that of the side
// with the better place. nil if nobody completed one.
func BestTicket(v *engine.View) (of Side, t engine.TicketID, points int) {
	for _, side := range Ranking(v) {
		f := v.Seat(side[0]).Final
		for i, n := range f.Earned {
			if of == nil || n > points {
				of, t, points = side, f.Completed[i], n
			}
		}
	}
	return of, t, points
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
