package caption

import (
	"slices"
	"strings"
	"unicode/utf16"

	"konduktor/engine"
	"konduktor/engine/prospect"
)

// A private picture's alternative text begins with what matters most to its player: the tickets.
// Lines without room are left out, and the last line says where to read them.

// Letter is the letter of a viewer's ticket: from A by the order in which the seat was offered it,
// so it never changes; from Z back for a partner's ticket on the rack. I and O look like numbers,
// and are words.
func Letter(v *engine.View, t engine.TicketID) string {
	const all = "ABCDEFGHJKLMNPQRSTUVWXYZ"
	own := v.Own()
	n := slices.Index(own.Dealt, t)
	if n < 0 {
		n = len(all) - 1
		for _, o := range own.OnRack() {
			if o == t {
				break
			}
			if n > 0 && !slices.Contains(own.Dealt, o) {
				n--
			}
		}
	}
	letter := all[n%len(all) : n%len(all)+1]
	if n < len(all) {
		return letter
	}
	return all[n/len(all)-1:n/len(all)] + letter
}

// letterOf is the letter of a viewer's ticket, or a tick once it is complete and kept.
func letterOf(v *engine.View, p *prospect.Ticket) string {
	if p.Standing == prospect.Done && !slices.Contains(v.Own().Offer.IDs, p.ID) {
		return "✓"
	}
	return Letter(v, p.ID)
}

// length counts UTF-16 units, which are at least as many as characters.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// short keeps the first lines of a text that fit; the last line says where the rest is.
func (s *Caption) short(text string) string {
	if length(text) <= MaxAlt {
		return text
	}
	lines, more := strings.Split(text, "\n"), s.Words("render.alt-more")
	n, room := 0, MaxAlt-length(more)
	for n < len(lines) && length(lines[n]) < room {
		room -= length(lines[n]) + 1
		n++
	}
	return Clip(strings.Join(append(slices.Clip(lines[:n]), more), "\n"))
}

// PrivateAlt is the alternative text of a board's private picture: what a question is about, the
// viewer's lettered tickets, what is new, and the viewer's routes.
func (p *Phrases) PrivateAlt(v *engine.View, o *Options) string {
	s := p.Caption(v, o.Words)
	if o.Unaided {
		s.WithoutHints(v.Viewer)
	}
	text := strings.Join(s.private(o, o.Ways), "\n")
	if length(text) > MaxAlt {
		text = s.short(strings.Join(s.private(o, false), "\n"))
	}
	return text
}

// private are the lines of PrivateAlt, with the cards that open ways take if needs.
func (s *Caption) private(o *Options, needs bool) []string {
	own := s.View.Own()
	all := []string{s.Words("render.map-of", "Name", s.name(own.Name))}
	switch o.Move.Verb {
	case engine.Claim:
		asked := s.routes([]engine.RouteID{o.Move.Route})
		all = append(all, s.Words("render.asked")+": "+asked)
	case engine.Port:
		asked := s.Words("render.port", "City", s.City(o.Move.City))
		all = append(all, s.Words("render.asked")+": "+asked)
	case engine.Keep:
		all = append(all, s.kept(o.Move.Tickets)...)
	}
	if dig := s.dig(); dig != "" {
		all = append(all, dig)
	}
	all = append(all, s.lettered(own, needs)...)
	if o.Move.Verb != 0 { // other messages list the cards themselves
		all = append(all, s.cardsOf(own)...)
	}
	var news strings.Builder
	s.tellSince(&news, o.News)
	if o.Ways {
		if lost := Needed(s.Map, s.View, o.News); len(lost) > 0 {
			write(&news, "\n", s.Words("render.legend-needed"), ": ", s.routes(lost))
		}
	}
	if news.Len() > 0 {
		all = append(all, strings.Split(strings.Trim(news.String(), "\n"), "\n")...)
	}
	if len(own.Routes) > 0 {
		all = append(all, s.Words("render.network")+": "+s.routes(own.Routes))
	}
	return all
}

// kept says with their letters which tickets on offer a choice keeps and which go back.
func (s *Caption) kept(tickets []engine.TicketID) []string {
	var keeps, returns []string
	choice := ChoiceOf(s.View)
	if choice.Title != OfferTitle {
		return nil
	}
	for _, t := range choice.Offer {
		list := &returns
		if slices.Contains(tickets, t) {
			list = &keeps
		}
		*list = append(*list, Letter(s.View, t))
	}
	var all []string
	if len(keeps) > 0 {
		all = append(all, s.Words("render.keeps")+": "+strings.Join(keeps, ", "))
	}
	if len(returns) > 0 {
		all = append(all, s.Words("render.returns")+": "+strings.Join(returns, ", "))
	}
	return all
}

// lettered lists the viewer's tickets with their letters and standing.
func (s *Caption) lettered(own *engine.SeatView, needs bool) []string {
	return s.listed(func(t engine.TicketID) string {
		p := prospect.Of(s.View, s.Map, own.Seat, []engine.TicketID{t})[0]
		text := letterOf(s.View, &p) + " " + s.TicketInFull(t) + ": " + s.Outlook(&p)
		if p.Way.Exchange > 0 && s.Hints(s.View) {
			text += ", " + s.count("render.exchange-first", p.Way.Exchange)
		}
		if needs && p.Standing == prospect.Open {
			text += " (" + s.Needs(prospect.Needs(s.Map, p.Way.Routes)) + ")"
		}
		return text
	})
}

// TableHandAlt is the alternative text of a table's private picture: the state, who robbed the
// viewer, what a choice keeps, lettered tickets, cards, the others' open cards, completed tickets.
func (p *Phrases) TableHandAlt(v *engine.View, o *Options) string {
	s := p.Caption(v, o.Words)
	h := s.Hand()
	var b strings.Builder
	b.Grow(2 * MaxAlt) // bytes
	b.WriteString(h.Heading)
	for i := range o.News {
		if said := s.RobsViewer(&o.News[i]); said != "" {
			write(&b, "\n", said, ": ", s.Cards(v, o.News[i].Payment.Cards()))
		}
	}
	if o.Move.Verb == engine.Keep {
		for _, line := range s.kept(o.Move.Tickets) {
			write(&b, "\n", line)
		}
	}
	for _, line := range h.Tickets {
		write(&b, "\n", strings.TrimPrefix(line, bullet))
	}
	for _, line := range h.Cards {
		write(&b, "\n", line)
	}
	return s.short(b.String())
}
