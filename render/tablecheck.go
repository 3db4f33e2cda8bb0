package render

import (
	"errors"
	"fmt"

	"github.com/konduktor-bot/konduktor/engine"
)

// maxRow is more cards than any title has: a row with more is a mistake.
const maxRow = 200

// check reports why a picture of a table cannot be made, nil if it can.
func (p *tablePainter) check(v *engine.View, o *Options) error {
	if o.Words == nil {
		return errors.New("options have no words")
	}
	if len(v.Seats) > len(p.theme.Seats) {
		return fmt.Errorf("%d seats, the theme has %d", len(v.Seats), len(p.theme.Seats))
	}
	if !v.Uses(engine.UsesYards) || v.Lexicon() == nil || len(v.Lexicon().Faces) != len(p.lex.Faces) {
		return fmt.Errorf("a view of %q, not of %q", v.Title, p.m.Title)
	}
	if len(v.Market) > marketMost {
		return fmt.Errorf("a market of %d cards, there is room for %d", len(v.Market), marketMost)
	}
	if len(o.Marked) > 0 || len(v.Closed) > 0 || v.Tunnel != nil {
		return errors.New("a table has no routes")
	}
	for _, list := range [][]engine.Seat{v.ToMove, v.Winners} {
		for _, s := range list {
			if s < 1 || int(s) > len(v.Seats) {
				return fmt.Errorf("seat %d is not at the table", s)
			}
		}
	}
	for i := range v.Seats {
		if err := p.checkSeat(&v.Seats[i], engine.Seat(i+1)); err != nil {
			return fmt.Errorf("seat %d: %w", i+1, err)
		}
	}
	return p.checkNews(v, o.News)
}

func (p *tablePainter) checkSeat(s *engine.SeatView, seat engine.Seat) error {
	if s.Seat != seat {
		return fmt.Errorf("it is called seat %d", s.Seat)
	}
	for _, r := range s.Yard {
		if int(r.Card) >= len(p.lex.Faces) || r.N < 1 || r.N > maxRow || r.Wilds < 0 || r.Wilds > r.N {
			return fmt.Errorf("a row of %d cards of kind %d with %d wilds", r.N, r.Card, r.Wilds)
		}
	}
	err := errors.Join(p.checkTickets(s.Tickets.IDs), p.checkTickets(s.Offer.IDs), p.checkTickets(s.Completed),
		p.checkCards(&s.Hand.Cards), p.checkCards(&s.Track.Cards))
	if f := s.Final; f != nil {
		err = errors.Join(err, p.checkTickets(f.Completed), p.checkTickets(f.Failed))
		for i := range f.Spent {
			err = errors.Join(err, p.checkCards(&f.Spent[i]))
		}
		if len(f.Earned) != len(f.Completed) || len(f.Spent) != len(f.Completed) {
			err = errors.Join(err, fmt.Errorf("%d completed tickets, %d values, %d payments", len(f.Completed), len(f.Earned), len(f.Spent)))
		}
	}
	return err
}

func (p *tablePainter) checkTickets(list []engine.TicketID) error {
	for _, t := range list {
		if int(t) >= len(p.m.Tickets) {
			return fmt.Errorf("ticket %d is not of the map", t)
		}
	}
	return nil
}

func (p *tablePainter) checkCards(cards *engine.Cards) error {
	for i := len(p.lex.Faces); i < len(cards); i++ {
		if cards[i] > 0 {
			return fmt.Errorf("card %d is not of the title", i)
		}
	}
	return nil
}

// checkNews reports why events cannot be those of the view's game.
func (p *tablePainter) checkNews(v *engine.View, news []engine.Event) error {
	for i := range news {
		e := &news[i]
		if int(e.Seat) > len(v.Seats) || int(e.Victim) > len(v.Seats) {
			return fmt.Errorf("an event of seat %d against seat %d", e.Seat, e.Victim)
		}
		if e.Kind == engine.EventRobbed && int(e.Card) >= len(p.lex.Faces) {
			return fmt.Errorf("a robbed row of card %d, which is not of the title", e.Card)
		}
		laid := e.Payment.Cards()
		if err := p.checkCards(&laid); err != nil {
			return err
		}
	}
	return nil
}
