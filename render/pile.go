package render

import (
	"image/color"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
)

// shipPieces is the kind of pieces that are drawn with round ends, as are the spaces they stand on.
const shipPieces = "ships"

// trainPieces is the kind of pieces whose sign is a wagon.
const trainPieces = "trains"

// pieceIcon draws the sign of a kind of pieces: a wagon, a ship, or the piece as it lies on a space.
func (s *Sketch) pieceIcon(kind string) {
	switch kind {
	case shipPieces:
		s.ship(12, 15, 10.5, Paint{Fill: s.theme.Border})
	case trainPieces:
		s.carriage(11.5, 12, 10.5)
	default:
		sl := slot{at: point{12, 12}, length: 22, width: 12}
		s.plank(sl, 0, s.theme.Ink)
		s.plank(sl, -2, s.theme.Border)
	}
}

// carriage draws a wagon seen from the side, 2r long, around (x, y).
func (s *Sketch) carriage(x, y, r float64) {
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{0, s.theme.Ink}, {0.16 * r, s.theme.Border}} {
		b := layer.by
		s.dc.DrawRectangle(x-r+b, y-0.75*r+b, 2*r-2*b, 1.2*r-2*b)
		s.fill(layer.c)
	}
	for _, window := range []float64{-0.68, -0.18, 0.32} {
		s.dc.DrawRectangle(x+window*r, y-0.42*r, 0.36*r, 0.38*r)
	}
	for _, wheel := range []float64{-0.5, 0.5} {
		s.dc.NewSubPath()
		s.dc.DrawCircle(x+wheel*r, y+0.55*r, 0.32*r)
	}
	s.fill(s.theme.Ink)
}

// pileWords are the ids of the texts about a deck: in titles with one deck, and with two (W1).
var pileWords = map[engine.Pile]struct{ deck, discards string }{
	engine.NoPile: {"render.deck", "render.discards"},
	engine.Trains: {"render.train-deck", "render.train-discards"},
	engine.Ships:  {"render.ship-deck", "render.ship-discards"},
}

// box tells what a seat can exchange for: "In the box: 5 trains, 10 ships" (W11).
func (s *sayer) box(e *engine.SeatView) string {
	var parts []string
	for kind, n := range e.Box {
		if id := s.pieceID(kind); id != "" {
			parts = append(parts, s.count(id, n))
		}
	}
	return s.words("render.box") + ": " + strings.Join(parts, ", ")
}

// tellPorts lists who has built where, and where a port can still be built (W10).
func (s *sayer) tellPorts(b *strings.Builder) {
	write(b, "\n\n", s.words("render.bonus.ports"), ":")
	for i := range s.v.Seats {
		e := &s.v.Seats[i]
		if len(e.Ports) > 0 {
			write(b, "\n", itoa(i+1), ". ", shortName(e.Name), ": ", s.cities(e.Ports))
		}
	}
	var free []engine.CityID
	for i := range s.m.Cities {
		if c := engine.CityID(i); s.m.Cities[i].Port && portOwner(s.v, c) == engine.Public {
			free = append(free, c)
		}
	}
	write(b, "\n", s.words("render.harbors"), ": ", s.cities(free))
}

// cities are names of cities in a row.
func (s *sayer) cities(list []engine.CityID) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = s.city(c)
	}
	return strings.Join(names, ", ")
}

// heldCards lists a hand: on one line, or in titles with several decks on one for each class of cards.
func (s *sayer) heldCards(own *engine.SeatView) []string {
	lex := s.v.Lexicon()
	if lex == nil || !lex.TwoDecks || own.Hand.N == 0 {
		return []string{s.words("render.hand-cards") + ": " + s.cards(&own.Hand.Cards, "render.no-cards")}
	}
	var lines []string
	for _, class := range deckClasses {
		var cards engine.Cards
		for i := range lex.Faces {
			if class.has(&lex.Faces[i]) {
				cards[i] = own.Hand.Cards[i]
			}
		}
		if cards.Total() > 0 {
			lines = append(lines, s.words(class.title)+": "+s.cards(&cards, "render.no-cards"))
		}
	}
	return lines
}

// met is how a completed ticket of a final scoring was met: a tour in its order or not (W9).
func (s *sayer) met(f *engine.Final, i int) progress {
	t := &s.m.Tickets[f.Completed[i]]
	return progress{complete: true, ordered: t.InOrder > 0 && i < len(f.Earned) && f.Earned[i] == t.InOrder}
}

// portLine is a built port with the completed tickets of its owner that name it: "Port Tokyo: 2 tickets" (W13).
func (s *sayer) portLine(f *engine.Final, c engine.CityID) string {
	n := 0
	for _, t := range f.Completed {
		if slices.Contains(s.m.Tickets[t].Cities, c) {
			n++
		}
	}
	return s.words("render.port", "City", s.city(c)) + ": " + s.count("render.tickets", n)
}
