package speech

import (
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/notation"
)

// exchanges lists the legal exchanges that give up pieces of a kind (W11), fewest first.
func exchanges(v *engine.View, given engine.Pile) []engine.Move {
	var list []engine.Move
	for _, m := range legalOf(v, engine.Exchange) {
		if m.Pile == given {
			list = append(list, m)
		}
	}
	return list
}

// kindOf returns the index of a kind of pieces in the lexicon, and of the other kind.
func kindOf(given engine.Pile) (kind, other int) {
	if given == engine.Ships {
		return 1, 0
	}
	return 0, 1
}

// swap names an exchange: "3 trains for 3 ships".
func (s *Speaker) swap(v *engine.View, m engine.Move) string {
	kind, other := kindOf(m.Pile)
	return s.say("exchange.swap", "Given", s.Pieces(v, kind, int(m.N)), "Taken", s.Pieces(v, other, int(m.N)))
}

// price says what an exchange costs: a point for each piece (W11).
func (s *Speaker) price(m engine.Move) string { return s.say("exchange.price", "Count", int(m.N)) }

// askSwap shows what the viewer has and what is in its box, and asks which pieces to exchange.
func (s *Speaker) askSwap(p Panel, _ engine.Move) []string {
	own := p.View.Own()
	return []string{
		s.say("exchange.ask", "Pieces", s.Fleet(p.View, own.Pieces...), "Box", s.Fleet(p.View, own.Box...)), s.say("exchange.rule"),
	}
}

// swapMenus offer the legal exchanges, a menu for each kind of pieces to give up.
func (s *Speaker) swapMenus(p Panel, _ engine.Move, _ press.Ways) []discord.Row {
	var rows []discord.Row
	for _, given := range []engine.Pile{engine.Trains, engine.Ships} {
		var options []discord.SelectOption
		list := exchanges(p.View, given)
		for _, m := range list[:min(len(list), maxOptions)] {
			options = append(options, option(s.swap(p.View, m), s.price(m), press.PrintMove(m)))
		}
		if len(options) > 0 {
			rows = append(rows, menu(s.say("exchange.hint-"+piles[given]), options))
		}
	}
	return rows
}

// askExchange asks whether to exchange pieces, and says what the viewer would have then.
func (s *Speaker) askExchange(p Panel, m engine.Move) []string {
	v, own := p.View, p.View.Own()
	kind, other := kindOf(m.Pile)
	lines := []string{s.say("exchange.sure-ask", "Swap", s.swap(v, m))}
	if n := int(m.N); len(own.Pieces) > 1 && len(own.Box) > 1 {
		left, box := []int{own.Pieces[0], own.Pieces[1]}, []int{own.Box[0], own.Box[1]}
		left[kind], left[other] = left[kind]-n, left[other]+n
		box[kind], box[other] = box[kind]+n, box[other]-n
		lines = append(lines, s.say("exchange.leaves", "Pieces", s.Fleet(v, left...), "Box", s.Fleet(v, box...)))
	}
	return append(lines, s.say("exchange.costs", "Count", int(m.N)))
}

// FindExchange finds the exchange that a person named: in the notation, or by words that match only one.
func (s *Speaker) FindExchange(v *engine.View, text string) (engine.Move, bool) {
	text = text[:min(len(text), maxTyped)]
	if m, err := notation.ParseMove(v.Lexicon(), engine.Exchange.String()+" "+strings.ToLower(text)); err == nil {
		return m, true
	}
	name := func(m engine.Move) string { return s.swap(v, m) }
	priced := func(m engine.Move) string { return s.swap(v, m) + " " + s.price(m) }
	if m, ok := only(text, legalOf(v, engine.Exchange), name, name); ok {
		return m, true
	}
	return only(text, legalOf(v, engine.Exchange), name, priced)
}

// insteadExchange says how many pieces of each kind can be exchanged.
func (s *Speaker) insteadExchange(v *engine.View) string {
	var most []string
	for _, given := range []engine.Pile{engine.Trains, engine.Ships} {
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
