package speech

import (
	"iter"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// Singles is the value of the menu's option for single cards of three colours (K5); the others are names of colours.
const Singles = "singles"

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

// rows lists the viewer's legal rows of a colour, best proposal first: without locomotives, and of those the longest.
// With NoCard it lists the single cards.
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

// rowColors lists the colours of which a row can be laid now, and whether single cards can.
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

// singleColors lists the colours of which a single card can be laid now.
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

// victim returns whose row of a colour would be robbed (K5), nil if nobody has one.
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

// layMenu offers the colours of which a row can be laid, and single cards.
func (s *Speaker) layMenu(p Panel) discord.Row {
	v := p.View
	colors, single := rowColors(v)
	var options []discord.SelectOption
	for _, c := range colors {
		options = append(options, option(s.Card(v, c)+": "+s.lengths(v, c), s.layMeans(v, c), v.Lexicon().Faces[c].Name))
	}
	if single {
		about := s.say("lay.singles-of", "Cards", s.names(v, singleColors(v)))
		options = append(options, option(s.say("lay.singles"), about, Singles))
	}
	return menu(press(PressLay, p.Game, v.Ply), s.say("lay.hint"), options)
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

// layMeans says in a menu or a suggestion what comes of laying a row of the colour.
func (s *Speaker) layMeans(v *engine.View, color engine.Card) string {
	if robbed, row := victim(v, color); robbed != nil {
		return s.say("lay.robs", "Who", s.seatLabel(v, robbed.Seat), "Count", row.N)
	}
	return s.say("lay.rolls")
}

// names joins the names of cards.
func (s *Speaker) names(v *engine.View, cards []engine.Card) string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = s.Card(v, c)
	}
	return s.join(list)
}

// ConfirmLay asks whether cards are to be laid, names whom that robs, and offers the other rows of the colour.
func (s *Speaker) ConfirmLay(game string, v *engine.View, laid engine.Payment) discord.Message {
	return s.confirmLay(game, v, laid, nil)
}

// ProposeRow is ConfirmLay for the row of a colour that is proposed.
func (s *Speaker) ProposeRow(game string, v *engine.View, color engine.Card) discord.Message {
	return s.confirmLay(game, v, Proposed(v, color), nil)
}

// NarrowLay is ProposeRow for a part of the colour's rows.
func (s *Speaker) NarrowLay(game string, v *engine.View, color engine.Card, ways Ways) discord.Message {
	for _, p := range rows(v, color) {
		if ways.include(&p) {
			return s.confirmLay(game, v, p, ways)
		}
	}
	return s.ProposeRow(game, v, color)
}

// Proposed returns the row of a colour that is proposed, of NoCard three single cards; zero if none is legal.
func Proposed(v *engine.View, color engine.Card) engine.Payment {
	for _, p := range rows(v, color) {
		return p
	}
	return engine.Payment{}
}

func (s *Speaker) confirmLay(game string, v *engine.View, laid engine.Payment, ways Ways) discord.Message {
	color := rowColor(v, &laid.Hand)
	lines := []string{s.heading(game, v), s.say("lay.ask", "Cards", s.Payment(v, laid))}
	var robs bool
	if color != engine.NoCard {
		if robbed, row := victim(v, color); robbed != nil {
			robs = true
			lines = append(lines, s.say("lay.robbery", "Who", s.Seat(v, robbed.Seat), "Row", s.row(v, row)))
		}
	}
	lines = append(lines, s.leaves(v, laid)...)
	lines = append(lines, s.say("lay.then"))
	var rs []discord.Row
	if color != engine.NoCard {
		rs = s.wayRows(v, payer{
			ways: slices.Values(rows(v, color)), hint: "lay.other-hint",
			chosen: press(PressLayCards, game, v.Ply),
			narrow: press(PressLayWays, game, v.Ply, "{card}", v.Lexicon().Faces[color].Name),
		}, laid, ways)
	} else {
		rs = append(rs, s.singlesMenu(game, v, &laid.Hand))
	}
	sure := button(discord.Success, s.say("lay.sure"), press(PressLaySure, game, v.Ply, "{cards}", PrintPress(laid)))
	if robs {
		sure.Style, sure.Label = discord.Danger, s.say("lay.sure-rob")
	}
	return discord.Message{Content: fitLines(lines), Rows: append(rs, buttons(sure, s.back(game, v)))}
}

// AskSingles asks which three single cards are to be laid.
func (s *Speaker) AskSingles(game string, v *engine.View) discord.Message {
	lines := []string{s.heading(game, v), s.say("lay.ask-singles")}
	return discord.Message{
		Content: fitLines(lines),
		Rows:    []discord.Row{s.singlesMenu(game, v, &engine.Cards{}), buttons(s.back(game, v))},
	}
}

func (s *Speaker) singlesMenu(game string, v *engine.View, chosen *engine.Cards) discord.Row {
	var options []discord.SelectOption
	for _, c := range singleColors(v) {
		o := option(s.Card(v, c), s.say("lay.of-hand", "Count", int(v.Own().Hand.Cards[c])), v.Lexicon().Faces[c].Name)
		o.Default = chosen[c] > 0
		options = append(options, o)
	}
	row := menu(press(PressLaySingles, game, v.Ply), s.say("lay.singles-hint"), options)
	row.Select.Min, row.Select.Max = singles, singles
	return row
}

// row names a row of a railyard: "3 red, 1 locomotive".
func (s *Speaker) row(v *engine.View, r engine.Row) string {
	var cards engine.Cards
	cards[r.Card] = uint8(r.N - r.Wilds)
	if wild := v.Lexicon().Wild(); wild != engine.NoCard {
		cards[wild] += uint8(r.Wilds)
	}
	return s.Cards(v, cards)
}

// yard names all rows of a seat's railyard.
func (s *Speaker) yard(v *engine.View, seat *engine.SeatView) string {
	if len(seat.Yard) == 0 {
		return s.say("yard.empty")
	}
	list := make([]string, len(seat.Yard))
	for i, r := range seat.Yard {
		list[i] = s.row(v, r)
	}
	return strings.Join(list, " | ")
}

// blocked is a colour of the viewer's hand of which no row can be laid now, and why.
type blocked struct {
	color engine.Card
	why   string
	whole engine.Payment // all that is held of it
}

// blockedRows lists the colours that the viewer would have cards enough for but for what lies in a railyard (K5). name is
// Seat, or seatLabel where Discord shows text raw.
func (s *Speaker) blockedRows(v *engine.View, name func(*engine.View, engine.Seat) string) []blocked {
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
			b.why = s.say("lay.blocked-short", "Who", name(v, robbed.Seat), "Count", row.N, "Need", row.N+1, "Have", held)
		} else if slices.ContainsFunc(own.Yard, func(r engine.Row) bool { return r.Card == c }) {
			b.why = s.say("lay.blocked-own")
		}
		if b.why != "" && held > 1 {
			list = append(list, b)
		}
	}
	return list
}

// blockedLine tells what cannot be laid now and why; "" if there is nothing to tell.
func (s *Speaker) blockedLine(v *engine.View) string {
	var parts []string
	for _, b := range s.blockedRows(v, s.Seat) {
		parts = append(parts, s.Card(v, b.color)+" – "+b.why)
	}
	if len(parts) == 0 {
		return ""
	}
	return s.say("lay.blocked", "List", strings.Join(parts, "; "))
}

// SuggestLays suggests what the viewer can lay now: of each colour the row that is proposed, then the other rows, then
// single cards, and at the end what cannot be laid, and why.
func (s *Speaker) SuggestLays(v *engine.View, typed string) []discord.Choice {
	g := Suggest(typed)
	add := func(p engine.Payment) {
		name := s.Payment(v, p)
		if c := rowColor(v, &p.Hand); c != engine.NoCard {
			name += " · " + s.layMeans(v, c)
		}
		g.Add(name, v.Lexicon().PrintPayment(p))
	}
	colors, _ := rowColors(v)
	for _, c := range colors {
		add(Proposed(v, c))
	}
	for _, c := range append(colors, engine.NoCard) {
		for i, p := range rows(v, c) {
			if i > 0 || c == engine.NoCard {
				add(p)
			}
		}
	}
	for _, b := range s.blockedRows(v, s.seatLabel) {
		g.Add(s.say("lay.not-now", "Card", s.Card(v, b.color), "Why", b.why), v.Lexicon().PrintPayment(b.whole))
	}
	return g.Choices()
}

// FindLay finds the cards to lay that a person named: in the notation, as they were suggested, in words, or by a colour alone,
// which stands for the row that is proposed of it.
func (s *Speaker) FindLay(v *engine.View, text string) (engine.Payment, bool) {
	text = text[:min(len(text), maxTyped)]
	colors, _ := rowColors(v)
	for _, c := range colors {
		if fold(text) == fold(s.Card(v, c)) || fold(text) == fold(v.Lexicon().Faces[c].Name) {
			return Proposed(v, c), true
		}
	}
	if p, err := v.Lexicon().ParsePayment(strings.ReplaceAll(strings.ToLower(text), " ", "")); err == nil {
		return p, true
	}
	for _, m := range legalOf(v, engine.Lay) {
		if fold(s.Payment(v, m.Payment)) == fold(text) {
			return m.Payment, true
		}
	}
	laid, alone, ok := s.readCards(v, text)
	if slices.Contains(colors, alone) {
		return Proposed(v, alone), true
	}
	return engine.Payment{Hand: laid}, ok
}

// ParseSingles reads the cards that were picked from the menu of single cards.
func ParseSingles(v *engine.View, names []string) (engine.Payment, bool) {
	var p engine.Payment
	for _, name := range names {
		c, ok := v.Lexicon().Card(name)
		if !ok || p.Hand[c] > 0 {
			return engine.Payment{}, false
		}
		p.Hand[c] = 1
	}
	return p, len(names) == singles
}

// insteadLay names some of what can be laid.
func (s *Speaker) insteadLay(v *engine.View) string {
	var list []string
	colors, single := rowColors(v)
	for _, c := range colors[:min(len(colors), examples)] {
		list = append(list, s.Payment(v, Proposed(v, c)))
	}
	if single {
		list = append(list, s.say("lay.singles-of", "Cards", s.names(v, singleColors(v))))
	}
	if len(list) == 0 {
		return s.insteadTurn(v)
	}
	return s.say("instead.lay-cards", "Cards", strings.Join(list, "; "))
}

// waysOf returns the ways among which a payer chooses.
func (by *payer) waysOf(v *engine.View) iter.Seq[engine.Payment] {
	if by.ways != nil {
		return by.ways
	}
	return v.Payments(by.move)
}
