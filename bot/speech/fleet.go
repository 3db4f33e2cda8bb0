package speech

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
)

// splitChoices are the ways to divide one's pieces into trains and ships (W2). The rules list the
// recommended one first.
func (s *Speaker) splitChoices(v *engine.View, _ engine.Move) iter.Seq[choice] {
	list := legalOf(v, engine.Pieces)
	return each(list, func(m engine.Move) choice {
		c := choice{Move: m, label: s.split(v, m), value: strconv.Itoa(int(m.N))} // ships are the rest
		if m.Equal(&list[0]) {
			c.label = s.say("pieces.recommended", "Pieces", c.label)
		}
		return c
	})
}

// shipChoices are the numbers of ships for a number of trains; for 0, of all divisions.
func (s *Speaker) shipChoices(v *engine.View, m engine.Move) iter.Seq[choice] {
	list := slices.DeleteFunc(legalOf(v, engine.Pieces),
		func(o engine.Move) bool { return m.N != 0 && o.N != m.N })
	return each(list, func(m engine.Move) choice {
		return choice{Move: m, label: s.split(v, m), value: strconv.Itoa(int(m.M))}
	})
}

func (s *Speaker) split(v *engine.View, m engine.Move) string {
	return s.Fleet(v, int(m.N), int(m.M))
}

// readTrains reads a number of trains, or a division as it was suggested. The rest are ships.
func readTrains(_ *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	var ok bool
	m.N, ok = leading(text)
	if list := legalOf(v, engine.Pieces); ok && len(list) > 0 {
		m.M = uint8(max(0, int(list[0].N)+int(list[0].M)-int(m.N)))
	}
	return m, ok
}

func readShips(_ *Speaker, _ *engine.View, m engine.Move, text string) (engine.Move, bool) {
	var ok bool
	m.M, ok = leading(text)
	return m, ok
}

// leading reads the number at the beginning of a text. A uint8 that is too small for it becomes
// 255, which is never legal.
func leading(text string) (uint8, bool) {
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil && digits != "" {
		return 0xFF, true
	}
	return uint8(n), digits != ""
}

func (s *Speaker) pieceRows(p Panel, list []engine.Move) []discord.Row {
	recommended := s.say("pieces.recommended", "Pieces", s.split(p.View, list[0]))
	rows := []discord.Row{buttons(button(discord.Success, recommended, p.id(customid.Ask, list[0])))}
	others := slices.Clone(list[1:])
	slices.SortFunc(others, func(a, b engine.Move) int { return int(a.N) - int(b.N) })
	if len(others) == 0 {
		return rows
	}
	return append(rows, choiceMenu(s.say("pieces.hint"), each(others, func(m engine.Move) choice {
		return choice{Move: m, label: s.split(p.View, m)}
	})))
}

// pieceLimits returns how many pieces are chosen in all, and at most how many of each kind.
func pieceLimits(v *engine.View) (all, trains, ships int) {
	for _, m := range legalOf(v, engine.Pieces) {
		all, trains, ships = int(m.N)+int(m.M), max(trains, int(m.N)), max(ships, int(m.M))
	}
	return all, trains, ships
}

// askSplit asks whether to choose pieces, and says what stays in the box (W2).
func (s *Speaker) askSplit(p Panel, m engine.Move) []string {
	_, trains, ships := pieceLimits(p.View)
	box := s.Fleet(p.View, trains-int(m.N), ships-int(m.M))
	ask := s.say("pieces.ask", "Pieces", s.split(p.View, m), "Box", box)
	return append([]string{ask}, s.whileUndone(p.View)...)
}

func (s *Speaker) askPieces(v *engine.View) string {
	all, trains, ships := pieceLimits(v)
	return s.say("panel.owes-pieces", "All", all, "Trains", trains, "Ships", ships)
}

// piecesOf names the pieces that a refused route needs: one for each space, ships at sea (W4).
func (s *Speaker) piecesOf(v *engine.View, r *engine.Refusal) string {
	for _, a := range r.Args {
		if id, ok := a.Value.(engine.RouteID); ok {
			route, kind := &s.board.Routes[id], 0
			if route.Kind == railmap.Sea {
				kind = len(v.Lexicon().Pieces) - 1
			}
			return s.Pieces(v, kind, route.Length)
		}
	}
	return ""
}

// kinds are the kinds of pieces that can be exchanged.
var kinds = []engine.Pile{engine.Trains, engine.Ships}

// kindOf returns the index of a kind of pieces in the lexicon, and of the other kind.
func kindOf(given engine.Pile) (kind, other int) {
	if given == engine.Ships {
		return 1, 0
	}
	return 0, 1
}

// exchanges lists the legal exchanges that give up pieces of a kind (W11), fewest first.
func exchanges(v *engine.View, given engine.Pile) []engine.Move {
	return slices.DeleteFunc(legalOf(v, engine.Exchange),
		func(m engine.Move) bool { return m.Pile != given })
}

func (s *Speaker) exchangeChoices(v *engine.View, _ engine.Move) iter.Seq[choice] {
	return each(legalOf(v, engine.Exchange), func(m engine.Move) choice {
		return s.exchangeChoice(v, m)
	})
}

func (s *Speaker) exchangeChoice(v *engine.View, m engine.Move) choice {
	swap, price := s.swap(v, m), s.price(m)
	return choice{
		Move: m, label: swap, value: arguments(v, m), whole: swap + " " + price,
		detail: func() string { return price },
	}
}

// price says what an exchange costs: a point for each piece (W11).
func (s *Speaker) price(m engine.Move) string { return s.say("exchange.price", "Count", int(m.N)) }

// swap names an exchange: "3 trains for 3 ships".
func (s *Speaker) swap(v *engine.View, m engine.Move) string {
	kind, other := kindOf(m.Pile)
	return s.say("exchange.swap",
		"Given", s.Pieces(v, kind, int(m.N)), "Taken", s.Pieces(v, other, int(m.N)))
}

func readExchange(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	if read, ok := inNotation(v, m.Verb, text); ok {
		return read, true
	}
	return theOne(text, s.exchangeChoices(v, m))
}

func (s *Speaker) insteadExchange(v *engine.View) string {
	var most []string
	for _, given := range kinds {
		if list := exchanges(v, given); len(list) > 0 {
			kind, _ := kindOf(given)
			most = append(most, s.Pieces(v, kind, int(list[len(list)-1].N)))
		}
	}
	if len(most) == 0 {
		return s.InsteadTurn(v)
	}
	return s.say("instead.exchanges", "Most", s.Join(most))
}

func (s *Speaker) askSwap(p Panel, _ engine.Move) []string {
	pieces, box := s.Fleet(p.View, p.View.Own().Pieces...), s.Fleet(p.View, p.View.Own().Box...)
	return []string{s.say("exchange.ask", "Pieces", pieces, "Box", box), s.say("exchange.rule")}
}

func (s *Speaker) swapMenus(p Panel, _ engine.Move, _ customid.Ways) []discord.Row {
	var rows []discord.Row
	for _, given := range kinds {
		if list := exchanges(p.View, given); len(list) > 0 {
			rows = append(rows, choiceMenu(s.say("exchange.hint-"+piles[given]),
				each(list, func(m engine.Move) choice {
					return s.exchangeChoice(p.View, m)
				})))
		}
	}
	return rows
}

func (s *Speaker) askExchange(p Panel, m engine.Move) []string {
	v, own := p.View, p.View.Own()
	kind, other := kindOf(m.Pile)
	lines := []string{s.say("exchange.sure-ask", "Swap", s.swap(v, m))}
	if n := int(m.N); len(own.Pieces) > 1 && len(own.Box) > 1 {
		left, box := slices.Clone(own.Pieces), slices.Clone(own.Box)
		left[kind], left[other] = left[kind]-n, left[other]+n
		box[kind], box[other] = box[kind]+n, box[other]-n
		lines = append(lines, s.say("exchange.leaves", "Pieces", s.Fleet(v, left...),
			"Box", s.Fleet(v, box...)))
	}
	return append(lines, s.say("exchange.costs", "Count", int(m.N)))
}

// portChoices are the cities where the viewer can build a port (W10): first those that most of the
// viewer's tickets name, then by name.
func (s *Speaker) portChoices(v *engine.View, _ engine.Move) iter.Seq[choice] {
	list := legalOf(v, engine.Port)
	slices.SortStableFunc(list, func(a, b engine.Move) int {
		named := len(s.ticketsAtCity(v, b.City)) - len(s.ticketsAtCity(v, a.City))
		return cmp.Or(named, strings.Compare(fold(s.City(a.City)), fold(s.City(b.City))))
	})
	wallet := s.wallet(v)
	return each(list, func(m engine.Move) choice {
		return choice{
			Move: m, label: s.City(m.City), value: v.Lexicon().Cities[m.City], words: s.cityWords(m.City),
			detail: func() string { return s.portDetail(wallet, m) }, emoji: s.emoji(caption.PortSign),
		}
	})
}

// readPort reads a city. Those where the viewer can build a port come first.
func readPort(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	var ok bool
	if m.City, ok = v.Lexicon().City(text); ok {
		return m, true
	}
	if one, ok := theOne(text, s.portChoices(v, m)); ok {
		return one, true
	}
	m.City, ok = s.FindCity(v, text)
	return m, ok
}

// portMenu has no room for more cities than a menu takes; nobody's network has so many.
func (s *Speaker) portMenu(v *engine.View) discord.Row {
	hint := s.say("port.hint", "Count", len(legalOf(v, engine.Port)))
	return choiceMenu(hint, s.portChoices(v, engine.Move{}))
}

func (s *Speaker) portDetail(w *wallet, m engine.Move) string {
	cost := s.say("claim.costs", "Cards", s.Payment(w.v, w.proposed(m, nil).Payment))
	if n := len(s.ticketsAtCity(w.v, m.City)); n > 0 {
		return cost + " · " + s.say("port.named", "Count", n)
	}
	return cost
}

// ticketsAtCity lists the viewer's tickets that name a city (W13).
func (s *Speaker) ticketsAtCity(v *engine.View, c engine.CityID) []engine.TicketID {
	own := v.Own()
	if own == nil || !own.Tickets.Known {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(own.Tickets.IDs), func(t engine.TicketID) bool {
		return !slices.Contains(s.board.Tickets[t].Cities, c)
	})
}

func (s *Speaker) askPort(p Panel, m engine.Move) []string {
	lines := []string{
		s.say("port.ask", "City", s.City(m.City)),
		s.say("claim.pays", "Cards", s.Payment(p.View, m.Payment)),
	}
	lines = append(lines, s.leaves(p.View, m.Payment)...)
	lines = append(lines, s.say("port.worth"))
	if list := s.ticketsAtCity(p.View, m.City); len(list) > 0 {
		return append(lines, s.say("port.tickets", "Tickets", s.Tickets(list)))
	}
	return append(lines, s.say("port.no-tickets"))
}

// portLines say whether a city has a port or can have one; nothing in titles without ports.
func (s *Speaker) portLines(v *engine.View, c engine.CityID) []string {
	if !v.Uses(engine.UsesPorts) {
		return nil
	}
	switch owner := v.PortOwner(c); {
	case owner != engine.Public:
		return []string{s.say("port.of", "Name", s.Seat(v, owner))}
	case s.board.Cities[c].Port:
		return []string{s.say("port.possible")}
	}
	return []string{s.say("port.impossible")}
}

// insteadPort names ways to pay for the port if it can be built, otherwise cities where one can be
// built.
func (s *Speaker) insteadPort(v *engine.View, r *engine.Refusal) string {
	list := legalOf(v, engine.Port)
	if len(list) == 0 {
		return s.InsteadTurn(v)
	}
	var cities []string
	for _, m := range list {
		asked := engine.Arg{Key: "city", Value: m.City}
		if r.Code == engine.RefusePortPayment && slices.Contains(r.Args, asked) {
			return s.ways(v, m)
		}
		cities = append(cities, s.City(m.City))
	}
	return s.say("instead.ports", "Cities", s.Join(cities[:min(len(cities), maxOptions)]))
}
