package speech

import (
	"iter"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
)

// singles is how many single cards are laid at once (K5).
const singles = 3

// rowColor returns the colour of a lay that is a row, NoCard for single cards.
func rowColor(v *engine.View, laid *engine.Cards) engine.Card {
	color, wild := engine.NoCard, v.Lexicon().Wild()
	for c, n := range laid {
		switch {
		case n == 0 || engine.Card(c) == wild:
		case color != engine.NoCard:
			return engine.NoCard
		default:
			color = engine.Card(c)
		}
	}
	return color
}

// rows lists the viewer's legal rows of a colour, best proposal first: fewest locomotives, then the
// longest. With NoCard it lists the legal lays of single cards.
func rows(v *engine.View, color engine.Card) []engine.Payment {
	var list []engine.Payment
	for _, m := range legalOf(v, engine.Lay) {
		if rowColor(v, &m.Payment.Hand) == color {
			list = append(list, m.Payment)
		}
	}
	wild := v.Lexicon().Wild()
	if wild == engine.NoCard {
		return list
	}
	slices.SortStableFunc(list, func(a, b engine.Payment) int {
		if a.Hand[wild] != b.Hand[wild] {
			return int(a.Hand[wild]) - int(b.Hand[wild])
		}
		return b.Hand.Total() - a.Hand.Total()
	})
	return list
}

func rowColors(v *engine.View) (colors []engine.Card, single bool) {
	for _, m := range legalOf(v, engine.Lay) {
		switch c := rowColor(v, &m.Payment.Hand); {
		case c == engine.NoCard:
			single = true
		case !slices.Contains(colors, c):
			colors = append(colors, c)
		}
	}
	slices.Sort(colors)
	return colors, single
}

func singleColors(v *engine.View) []engine.Card {
	var colors []engine.Card
	for _, p := range rows(v, engine.NoCard) {
		for c, n := range p.Hand {
			if n > 0 && !slices.Contains(colors, engine.Card(c)) {
				colors = append(colors, engine.Card(c))
			}
		}
	}
	slices.Sort(colors)
	return colors
}

// victim returns the seat whose row of a colour would be robbed (K5), and the row; nil if there is
// none.
func victim(v *engine.View, color engine.Card) (*engine.SeatView, engine.Row) {
	for i := range v.Seats {
		if v.Seats[i].Seat == v.Viewer {
			continue
		}
		for _, row := range v.Seats[i].Yard {
			if row.Card == color {
				return &v.Seats[i], row
			}
		}
	}
	return nil, engine.Row{}
}

func (s *Speaker) layMenu(v *engine.View) discord.Row {
	colors, single := rowColors(v)
	var list []choice
	for _, color := range colors {
		c := s.layChoice(v, proposedRow(v, color))
		c.label = s.Card(v, color) + ": " + s.lengths(v, color)
		list = append(list, c)
	}
	if single {
		c := choice{
			Move: engine.Move{Verb: engine.Lay}, label: s.say("lay.singles"),
			detail: func() string { return s.say("lay.singles-of", "Cards", s.names(v, singleColors(v))) },
		}
		if len(singleColors(v)) == singles { // there is nothing to choose
			c = s.layChoice(v, proposedRow(v, engine.NoCard))
		}
		list = append(list, c)
	}
	return choiceMenu(s.say("lay.hint"), slices.Values(list))
}

func (s *Speaker) layChoice(v *engine.View, p engine.Payment) choice {
	c := s.paid(v, engine.Move{Verb: engine.Lay}, p)
	if color := rowColor(v, &p.Hand); color != engine.NoCard {
		c.detail = func() string { return s.layDetail(v, color) }
	}
	return c
}

// lengths says how many cards a row of the colour can have: "3 cards", "2 to 5 cards".
func (s *Speaker) lengths(v *engine.View, color engine.Card) string {
	least, most := engine.MaxCards, 0
	for _, p := range rows(v, color) {
		least, most = min(least, p.Hand.Total()), max(most, p.Hand.Total())
	}
	if least == most {
		return s.say("lay.length", "Count", most)
	}
	return s.say("lay.lengths", "Least", least, "Count", most)
}

func (s *Speaker) layDetail(v *engine.View, color engine.Card) string {
	if robbed, row := victim(v, color); robbed != nil {
		return s.say("lay.robs", "Who", s.ForLabels().Seat(v, robbed.Seat), "Count", row.N)
	}
	return s.say("lay.rolls")
}

func (s *Speaker) names(v *engine.View, cards []engine.Card) string {
	return s.Join(namesOf(cards, func(c engine.Card) string { return s.Card(v, c) }))
}

// proposedRow returns the proposed row of a colour, or with NoCard three single cards; zero if none
// is legal.
func proposedRow(v *engine.View, color engine.Card) engine.Payment {
	for _, p := range rows(v, color) {
		return p
	}
	return engine.Payment{}
}

func (s *Speaker) askLay(p Panel, m engine.Move) []string {
	v := p.View
	lines := []string{s.say("lay.ask", "Cards", s.Payment(v, m.Payment))}
	if robbed, row := robs(v, m); robbed != nil {
		lost := s.Of(v).Row(row)
		lines = append(lines, s.say("lay.robbery", "Who", s.Seat(v, robbed.Seat), "Row", lost))
	}
	lines = append(lines, s.leaves(v, m.Payment)...)
	lines = append(lines, s.layEffect(v, &m.Payment.Hand)...)
	return append(lines, s.say("lay.then"))
}

// robs returns the seat whose row a lay would rob (K5), and the row; nil if there is none.
func robs(v *engine.View, m engine.Move) (*engine.SeatView, engine.Row) {
	if color := rowColor(v, &m.Payment.Hand); color != engine.NoCard {
		return victim(v, color)
	}
	return nil, engine.Row{}
}

func (s *Speaker) layMenus(p Panel, m engine.Move, ways customid.Ways) []discord.Row {
	if rowColor(p.View, &m.Payment.Hand) == engine.NoCard {
		if len(singleColors(p.View)) == singles {
			return nil
		}
		return s.singlesMenus(p, m, ways)
	}
	return s.wayMenus(p, m, ways, s.say("lay.other-hint"))
}

func (s *Speaker) layButtons(p Panel, m engine.Move) []discord.Button {
	lay := button(discord.Success, s.say("lay.sure"), p.do(m))
	if robbed, _ := robs(p.View, m); robbed != nil {
		lay.Style, lay.Label = discord.Danger, s.say("lay.sure-rob")
	}
	return []discord.Button{lay, s.back(p)}
}

func (s *Speaker) askSingles(Panel, engine.Move) []string {
	return []string{s.say("lay.ask-singles")}
}

func (s *Speaker) singlesMenus(p Panel, m engine.Move, _ customid.Ways) []discord.Row {
	var options []discord.SelectOption
	for _, c := range singleColors(p.View) {
		single := engine.Move{Verb: engine.Lay}
		single.Payment.Hand[c] = 1
		held := s.say("lay.of-hand", "Count", int(p.View.Own().Hand.Cards[c]))
		o := option(s.Card(p.View, c), held, customid.PrintMove(single))
		o.Default = m.Payment.Hand[c] > 0
		options = append(options, o)
	}
	row := menu(s.say("lay.singles-hint"), options)
	row.Select.CustomID = p.id(customid.Ask, engine.Move{Verb: engine.Lay})
	row.Select.Min, row.Select.Max = singles, singles
	return []discord.Row{row}
}

// blocked is a colour of the viewer's hand that cannot be laid as a row now, and why.
type blocked struct {
	color engine.Card
	why   string
	whole engine.Payment // all cards of the colour and all locomotives in the hand
}

// blockedRows lists colours with enough cards for a row that a railyard prevents (K5).
func (s *Speaker) blockedRows(v *engine.View) []blocked {
	own := v.Own()
	if own == nil || !v.Uses(engine.UsesYards) || owes(v) != engine.OwesTurn {
		return nil
	}
	var list []blocked
	can, _ := rowColors(v)
	wild := v.Lexicon().Wild()
	for i := range v.Lexicon().Faces {
		c := engine.Card(i)
		held := int(own.Hand.Cards[c])
		if held == 0 || c == wild || slices.Contains(can, c) {
			continue
		}
		b := blocked{color: c}
		b.whole.Hand[c] = own.Hand.Cards[c]
		if wild != engine.NoCard {
			b.whole.Hand[wild] = own.Hand.Cards[wild]
			held += int(own.Hand.Cards[wild])
		}
		if robbed, row := victim(v, c); robbed != nil {
			b.why = s.say("lay.blocked-short",
				"Who", s.Seat(v, robbed.Seat), "Count", row.N, "Need", row.N+1, "Have", held)
		} else if slices.ContainsFunc(own.Yard, func(r engine.Row) bool { return r.Card == c }) {
			b.why = s.say("lay.blocked-own")
		}
		if b.why != "" && held > 1 {
			list = append(list, b)
		}
	}
	return list
}

// blockedLine says which rows cannot be laid now and why; "" if there are none.
func (s *Speaker) blockedLine(v *engine.View) string {
	var parts []string
	for _, b := range s.blockedRows(v) {
		parts = append(parts, s.Card(v, b.color)+" – "+b.why)
	}
	if len(parts) == 0 {
		return ""
	}
	return s.say("lay.blocked", "List", strings.Join(parts, "; "))
}

// layChoices are what the viewer can lay now: the proposed row of each colour, the other rows,
// single cards, and at the end what cannot be laid, and why.
func (s *Speaker) layChoices(v *engine.View, _ engine.Move) iter.Seq[choice] {
	var list []choice
	colors, _ := rowColors(v)
	for _, c := range colors {
		list = append(list, s.layChoice(v, proposedRow(v, c)))
	}
	for _, c := range append(colors, engine.NoCard) {
		for i, p := range rows(v, c) {
			if i > 0 || c == engine.NoCard {
				list = append(list, s.layChoice(v, p))
			}
		}
	}
	for _, b := range s.ForLabels().blockedRows(v) {
		list = append(list, choice{
			label: s.say("lay.not-now", "Card", s.Card(v, b.color), "Why", b.why),
			value: notation.PrintPayment(v.Lexicon(), b.whole),
		})
	}
	return slices.Values(list)
}

// readLay reads cards to lay: in the notation, as they were suggested, or in words. A colour alone
// means its proposed row. In a title without railyards any text will do: the move is refused.
func readLay(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	if !v.Uses(engine.UsesYards) {
		return m, true
	}
	colors, _ := rowColors(v)
	for _, c := range colors {
		if fold(text) == fold(s.Card(v, c)) || fold(text) == fold(v.Lexicon().Faces[c].Name) {
			m.Payment = proposedRow(v, c)
			return m, true
		}
	}
	if p, ok := notedPayment(v, text); ok {
		m.Payment = p
		return m, true
	}
	for _, legal := range legalOf(v, engine.Lay) {
		if fold(s.Payment(v, legal.Payment)) == fold(text) {
			return legal, true
		}
	}
	laid, alone, ok := s.readCards(v, text)
	if m.Payment.Hand = laid; slices.Contains(colors, alone) {
		m.Payment, ok = proposedRow(v, alone), true
	}
	return m, ok
}

func (s *Speaker) insteadLay(v *engine.View) string {
	var list []string
	colors, single := rowColors(v)
	for _, c := range colors[:min(len(colors), examples)] {
		list = append(list, s.Payment(v, proposedRow(v, c)))
	}
	if single {
		list = append(list, s.say("lay.singles-of", "Cards", s.names(v, singleColors(v))))
	}
	if len(list) == 0 {
		return s.InsteadTurn(v)
	}
	return s.say("instead.lay-cards", "Cards", strings.Join(list, "; "))
}

// inYards tells an event of a title with railyards (K3, K5, K8, K9); "" for any other.
func (t *teller) inYards(e *engine.Event) string {
	switch e.Kind {
	case engine.EventLaid:
		return t.by(e, "laid", "Cards", t.Payment(t.view, e.Payment))
	case engine.EventRobbed:
		args := []any{"Row", t.Payment(t.view, e.Payment)}
		if e.Victim != engine.Public && e.Victim == t.view.Viewer {
			return t.say("narrate.robbed-you", append(args, "Who", t.Actor(t.view, e))...)
		}
		return t.by(e, "robbed", append(args, "Victim", t.Seat(t.view, e.Victim))...)
	case engine.EventMoved:
		n := e.Payment.Hand.Total()
		return t.by(e, "moved", "Cards", t.Payment(t.view, e.Payment), "Count", n)
	case engine.EventDeclaring:
		return t.say("narrate.declaring", "Count", e.N)
	case engine.EventDeclared:
		return t.declares(e)
	case engine.EventScored:
		return t.withTickets(t.by(e, "scored", "Count", e.N, "Points", e.M), "scored-which", e)
	case engine.EventDealtAnew:
		return t.say("narrate.dealt-anew", "Who", t.Seat(t.view, e.Seat), "Count", e.N)
	}
	return ""
}

// yardLines list the viewer's railyard, the cards on the track, and those of the hand that cannot
// be laid now.
func (s *Speaker) yardLines(v *engine.View) []string {
	own := v.Own()
	if !v.Uses(engine.UsesYards) {
		return nil
	}
	say := s.Of(v)
	lines := []string{say.Yard(own), say.Track(own)}
	if line := s.blockedLine(v); line != "" {
		return append(lines, line)
	}
	if colors, single := rowColors(v); owes(v) == engine.OwesTurn && len(colors) == 0 && !single {
		lines = append(lines, s.say("lay.nothing"))
	}
	return lines
}

// yardCity says what a city of a map without routes is worth (K10).
func (s *Speaker) yardCity(c engine.CityID) string {
	if bonus := s.board.Cities[c].Bonus; bonus > 0 {
		return s.say("board.big-city", "City", s.City(c), "Count", bonus)
	}
	return s.say("board.small-city", "City", s.City(c))
}
