package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
)

// PileWords are the text IDs for a deck, in titles with one deck and with two (W1).
var PileWords = map[engine.Pile]struct{ Deck, Discards string }{
	engine.NoPile: {"render.deck", "render.discards"},
	engine.Trains: {"render.train-deck", "render.train-discards"},
	engine.Ships:  {"render.ship-deck", "render.ship-discards"},
}

// BoardText is everything a board picture shows: state, seats, market, piles, and every route with
// its code, colour, length and owner.
func (s *Caption) BoardText() string {
	if s.View.Uses(engine.UsesYards) {
		return s.tableText()
	}
	var b strings.Builder
	write(&b, s.about("render.board", "Map", s.MapName()), ". ")
	s.tellState(&b)
	if dig := s.dig(); dig != "" {
		write(&b, "\n", dig)
	}
	write(&b, "\n\n", s.Words("render.seats"), ":")
	s.tellSeats(&b)
	b.WriteString("\n\n")
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	if s.View.Uses(engine.UsesPorts) {
		s.tellPorts(&b)
	}
	write(&b, "\n\n", s.Words("render.routes"), ":")
	for r := range s.Map.Routes {
		write(&b, "\n", s.routeLine(engine.RouteID(r)))
	}
	return b.String()
}

// BoardAlt is the alternative text of a board: BoardText with the last moves instead of the routes.
func (p *Phrases) BoardAlt(v *engine.View, o *Options) string {
	s := p.Caption(v, o.Words)
	if o.Unaided {
		s.WithoutHints(v.Viewer)
	}
	var b strings.Builder
	b.Grow(2 * MaxAlt) // bytes
	write(&b, s.subject(o.Focus), ". ")
	s.tellState(&b)
	if dig := s.dig(); dig != "" {
		write(&b, "\n", dig)
	}
	if own := v.Own(); o.Private && own != nil {
		for _, line := range s.lettered(own, false) {
			write(&b, "\n", line)
		}
	}
	s.tellSeats(&b)
	b.WriteByte('\n')
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	if len(o.Marked) > 0 {
		write(&b, "\n", s.about("render.marked", "Routes", s.routes(o.Marked)))
	}
	if o.Private {
		return s.short(b.String())
	}
	return Clip(b.String())
}

// subject names the map, or the part or city in focus.
func (s *Caption) subject(focus string) string {
	if p, ok := FindPart(s.Map, focus); ok {
		return s.PartHeading(&p)
	}
	if c, ok := s.View.Lexicon().City(focus); ok {
		return s.Words("render.around", "Map", s.MapName(), "City", s.City(c))
	}
	return s.about("render.board", "Map", s.MapName())
}

// tellPorts lists the built ports by owner and the free harbours (W10).
func (s *Caption) tellPorts(b *strings.Builder) {
	write(b, "\n\n", s.Words("render.bonus.ports"), ":")
	for i := range s.View.Seats {
		e := &s.View.Seats[i]
		if len(e.Ports) > 0 {
			write(b, "\n", strconv.Itoa(i+1), ". ", s.name(e.Name), ": ", s.Cities(e.Ports))
		}
	}
	var free []engine.CityID
	for i := range s.Map.Cities {
		if c := engine.CityID(i); s.Map.Cities[i].Port && s.View.PortOwner(c) == engine.Public {
			free = append(free, c)
		}
	}
	write(b, "\n", s.Words("render.harbors"), ": ", s.Cities(free))
}
