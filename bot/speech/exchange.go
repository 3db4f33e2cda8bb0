package speech

import (
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// Patterns of custom ids. {pile} is the kind given up, in the notation's word.
const (
	PressExchange     = "g/{game}/{ply}/exchange"                // asks which pieces to exchange
	PressGive         = "g/{game}/{ply}/exchange/{pile}"         // menu: Values[0] is how many; asks to confirm
	PressExchangeSure = "g/{game}/{ply}/exchange/{pile}/{count}" // exchanges pieces
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

// kindOf is the index of a kind of pieces in the lexicon, and of the other kind.
func kindOf(given engine.Pile) (kind, other int) {
	if given == engine.Ships {
		return 1, 0
	}
	return 0, 1
}

// swap names an exchange: "3 trains for 3 ships".
func (s *Speaker) swap(v *engine.View, m engine.Move) string {
	kind, other := kindOf(m.Pile)
	return s.say("exchange.swap", "Given", s.pieces(v, kind, int(m.N)), "Taken", s.pieces(v, other, int(m.N)))
}

// price says what an exchange costs: a point for each piece (W11).
func (s *Speaker) price(m engine.Move) string { return s.say("exchange.price", "Count", int(m.N)) }

// AskExchange shows what the viewer has and what is in its box, and asks which pieces to exchange.
func (s *Speaker) AskExchange(game string, v *engine.View) discord.Message {
	own := v.Own()
	lines := []string{
		s.heading(game, v), s.say("exchange.ask", "Pieces", s.fleet(v, own.Pieces...), "Box", s.fleet(v, own.Box...)),
		s.say("exchange.rule"),
	}
	var rows []discord.Row
	for _, given := range []engine.Pile{engine.Trains, engine.Ships} {
		var options []discord.SelectOption
		list := exchanges(v, given)
		for _, m := range list[:min(len(list), maxOptions)] {
			options = append(options, option(s.swap(v, m), s.price(m), strconv.Itoa(int(m.N))))
		}
		if len(options) > 0 {
			hint := s.say("exchange.hint-" + piles[given])
			rows = append(rows, menu(press(PressGive, game, v.Ply, "{pile}", piles[given]), hint, options))
		}
	}
	return discord.Message{Content: fitLines(lines), Rows: append(rows, buttons(s.back(game, v)))}
}

// ConfirmExchange asks whether pieces are to be exchanged.
func (s *Speaker) ConfirmExchange(game string, v *engine.View, m engine.Move) discord.Message {
	own := v.Own()
	kind, other := kindOf(m.Pile)
	lines := []string{s.heading(game, v), s.say("exchange.sure-ask", "Swap", s.swap(v, m))}
	if n := int(m.N); len(own.Pieces) > 1 && len(own.Box) > 1 {
		left, box := []int{own.Pieces[0], own.Pieces[1]}, []int{own.Box[0], own.Box[1]}
		left[kind], left[other] = left[kind]-n, left[other]+n
		box[kind], box[other] = box[kind]+n, box[other]-n
		lines = append(lines, s.say("exchange.leaves", "Pieces", s.fleet(v, left...), "Box", s.fleet(v, box...)))
	}
	lines = append(lines, s.say("exchange.costs", "Count", int(m.N)))
	sure := press(PressExchangeSure, game, v.Ply, "{pile}", piles[m.Pile], "{count}", strconv.Itoa(int(m.N)))
	return discord.Message{
		Content: fitLines(lines), Rows: []discord.Row{buttons(button(discord.Success, s.say("exchange.sure"), sure), s.back(game, v))},
	}
}

// ParseExchange reads an exchange out of a custom id or a menu: the kind given up, and how many.
func ParseExchange(pile, count string) (engine.Move, bool) {
	m := engine.Move{Verb: engine.Exchange}
	given, ok := ParsePile(pile)
	n, also := parseNumber(count, maxPieces)
	m.Pile, m.N = given, uint8(n)
	return m, ok && also
}

// SuggestExchanges suggests the exchanges that the viewer can make now, with their price.
func (s *Speaker) SuggestExchanges(v *engine.View, typed string) []discord.Choice {
	g := Suggest(typed)
	for _, given := range []engine.Pile{engine.Trains, engine.Ships} {
		for _, m := range exchanges(v, given) {
			_, value, _ := strings.Cut(v.Lexicon().PrintMove(m), " ")
			g.Add(s.swap(v, m)+" · "+s.price(m), value)
		}
	}
	return g.Choices()
}

// FindExchange finds the exchange that a person named: in the notation, or by words of its name if they fit only one.
func (s *Speaker) FindExchange(v *engine.View, text string) (engine.Move, bool) {
	text = text[:min(len(text), maxTyped)]
	if m, err := v.Lexicon().ParseMove(engine.Exchange.String() + " " + strings.ToLower(text)); err == nil {
		return m, true
	}
	var found engine.Move
	n := 0
	for _, m := range legalOf(v, engine.Exchange) {
		name := s.swap(v, m)
		if fold(text) == fold(name) || fold(text) == fold(name+" "+s.price(m)) {
			return m, true
		}
		if matches(text, name) {
			found, n = m, n+1
		}
	}
	return found, n == 1 && fold(text) != ""
}

// insteadExchange says how many pieces of each kind can be exchanged.
func (s *Speaker) insteadExchange(v *engine.View) string {
	var most []string
	for _, given := range []engine.Pile{engine.Trains, engine.Ships} {
		if list := exchanges(v, given); len(list) > 0 {
			kind, _ := kindOf(given)
			most = append(most, s.pieces(v, kind, int(list[len(list)-1].N)))
		}
	}
	if len(most) == 0 {
		return s.insteadTurn(v)
	}
	return s.say("instead.exchanges", "Most", s.join(most))
}

// AnyExchange returns a legal exchange, false if there is none.
func AnyExchange(v *engine.View) (engine.Move, bool) {
	for _, given := range []engine.Pile{engine.Trains, engine.Ships} {
		if list := exchanges(v, given); len(list) > 0 {
			return list[0], true
		}
	}
	return engine.Move{}, false
}
