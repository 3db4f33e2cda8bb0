package speech

import (
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
)

// maxWays bounds how many ways to pay one click examines. The longest route has tens of thousands
// with a large hand (N7); a hundred thousand take some hundredths of a second.
const maxWays = 100_000

// mostOfAKind bounds how many cards of one kind a payment has: no deck has more than 14.
const mostOfAKind = 32

// survey counts the ways to pay for a move.
type survey struct {
	wild  engine.Card
	n     int
	first []engine.Payment // as many as fit into a menu
	kinds map[uint32]int   // number of ways by kinds of cards; nil: too many kinds for a menu
	times [customid.AllAspects][mostOfAKind]int
}

func surveyOf(v *engine.View, m engine.Move, ways customid.Ways) *survey {
	found := &survey{wild: v.Lexicon().Wild(), kinds: map[uint32]int{}}
	examined, faces := 0, len(v.Lexicon().Faces)
	for p := range waysToPay(v, m) {
		if examined++; examined > maxWays {
			break
		}
		if ways.Include(&p) {
			found.note(&p, faces)
		}
	}
	return found
}

// waysToPay yields the ways to pay for a move, best proposal first; for a lay, the rows of its
// colour.
func waysToPay(v *engine.View, m engine.Move) iter.Seq[engine.Payment] {
	if m.Verb == engine.Lay {
		return slices.Values(rows(v, rowColor(v, &m.Payment.Hand)))
	}
	m.Payment = engine.Payment{}
	return v.Payments(m)
}

// wallet proposes payments to a viewer. With hints it spares the cards that the ways of the
// viewer's tickets take.
type wallet struct {
	v      *engine.View
	budget *prospect.Budget
}

// wallet returns a viewer's wallet. It looks ahead, so a list of payments shares one.
func (s *Speaker) wallet(v *engine.View) *wallet {
	p := &wallet{v: v}
	if s.Hints(v) {
		p.budget = prospect.BudgetOf(v, s.board, prospect.Own(v))
	}
	return p
}

// proposal returns the payment to propose for a move: the cheapest among ways, else the first of
// all; false if there is none.
func (w *wallet) proposal(m engine.Move, ways customid.Ways) (engine.Payment, bool) {
	v := w.v
	var first, best engine.Payment
	examined, compared, least := 0, 0, 0
	for p := range waysToPay(v, m) {
		if ways.Include(&p) {
			if !m.Verb.Paid() {
				return p, true
			}
			if price := w.price(m, &p); compared == 0 || price < least {
				best, least = p, price
			}
			if compared++; compared == maxCompared {
				return best, true
			}
		}
		if examined++; examined == 1 {
			first = p
		}
		if examined == maxWays {
			break
		}
	}
	if compared > 0 {
		return best, true
	}
	return first, examined > 0
}

// maxCompared bounds how many ways to pay are compared for a proposal. The rules list good ones
// first.
const maxCompared = 300

// missed is the price of a card that the ways of the viewer's tickets lack after a payment: finding
// another one may take two draws.
const missed = 2

// price is what a payment for a move costs its player. Of equal payments the rules' first is
// proposed.
func (w *wallet) price(m engine.Move, p *engine.Payment) int {
	m.Payment = *p
	return treasure(w.v, p) + missed*w.budget.LacksAfter(&m)
}

// treasure is the worth of a payment's cards: a wild counts as the three cards that can stand for
// one (N5), a card with port mark as two, because ports take no others (W10).
func treasure(v *engine.View, p *engine.Payment) int {
	sum := 0
	for c, face := range v.Lexicon().Faces {
		n := int(p.Hand[c]) + int(p.Rack[c])
		switch {
		case face.Wild:
			n *= railmap.CardsPerSymbol
		case face.Port:
			n *= 2
		}
		sum += n
	}
	return sum
}

func (s *survey) note(p *engine.Payment, faces int) {
	s.n++
	if len(s.first) < maxOptions {
		s.first = append(s.first, *p)
	}
	for c := range faces {
		for _, a := range [...]customid.Aspect{
			customid.OfNumber + customid.Aspect(c),
			customid.OfRack + customid.Aspect(c),
		} {
			s.times[a][min(a.Of(p), mostOfAKind-1)]++
		}
	}
	if s.kinds != nil {
		s.kinds[customid.WhichKinds.Of(p)]++
		if len(s.kinds) > maxOptions {
			s.kinds = nil
		}
	}
}

// question chooses the aspect whose worst answer leaves the fewest ways. Ties go to the simplest
// question: kinds of cards, wilds, a colour, the rack.
func (s *survey) question() customid.Aspect {
	best, left := customid.WhichKinds, s.n
	if len(s.kinds) > 1 {
		left = 0
		for _, n := range s.kinds {
			left = max(left, n)
		}
	}
	consider := func(a customid.Aspect) {
		most, answers := 0, 0
		for _, n := range s.times[a] {
			most = max(most, n)
			if n > 0 {
				answers++
			}
		}
		if answers > 1 && most < left {
			best, left = a, most
		}
	}
	if s.wild != engine.NoCard {
		consider(customid.OfNumber + customid.Aspect(s.wild))
	}
	for a := customid.OfNumber; a < customid.AllAspects; a++ {
		consider(a)
	}
	return best
}

func (s *survey) answers(a customid.Aspect) (values []uint32, left map[uint32]int) {
	left = s.kinds
	if a != customid.WhichKinds {
		left = map[uint32]int{}
		for value, n := range s.times[a] {
			if n > 0 {
				left[uint32(value)] = n
			}
		}
	}
	values = slices.Collect(maps.Keys(left))
	slices.SortFunc(values, func(x, y uint32) int {
		if a == customid.WhichKinds && bits.OnesCount32(x) != bits.OnesCount32(y) { // fewer kinds first
			return bits.OnesCount32(x) - bits.OnesCount32(y)
		}
		return int(x) - int(y)
	})
	return values, left
}

func (s *Speaker) payMenus(p Panel, m engine.Move, ways customid.Ways) []discord.Row {
	return s.wayMenus(p, m, ways, s.say("claim.payment-hint"))
}

// wayMenus are the menus of the other ways to pay: one with as many as fit, the chosen one marked,
// and if there are more, one with a question that narrows them down.
func (s *Speaker) wayMenus(p Panel, m engine.Move, ways customid.Ways, hint string) []discord.Row {
	found := surveyOf(p.View, m, ways)
	var list []discord.Row
	if options := s.payments(p.View, m, found); len(options) > 1 {
		list = append(list, menu(hint, options))
	}
	if found.n > maxOptions {
		if row, ok := s.questionMenu(p.View, found, ways); ok {
			if m.Verb != engine.Lay { // the row tells the colour of the others
				m.Payment = engine.Payment{}
			}
			row.Select.CustomID = p.id(customid.Narrow, m)
			list = append(list, row)
		}
	}
	return list
}

func (s *Speaker) payments(v *engine.View, m engine.Move, found *survey) []discord.SelectOption {
	list, chosen := found.first, m.Payment
	if !slices.Contains(list, chosen) {
		list = append([]engine.Payment{chosen}, list[:min(len(list), maxOptions-1)]...)
	}
	var options []discord.SelectOption
	for _, p := range list {
		c := s.paid(v, m, p)
		o := c.option()
		o.Default = p == chosen
		options = append(options, o)
	}
	return options
}

// questionMenu asks the question that narrows the ways to pay down; false if its answers do not fit
// into a menu.
func (s *Speaker) questionMenu(
	v *engine.View, found *survey, ways customid.Ways,
) (discord.Row, bool) {
	about := found.question()
	values, left := found.answers(about)
	var options []discord.SelectOption
	for _, value := range values {
		narrower := append(ways[:len(ways):len(ways)],
			customid.Trait{Aspect: about, Value: value}).Print()
		if len(narrower) > maxLine {
			return discord.Row{}, false
		}
		o := option(s.answer(v, about, value), s.say("ways.left", "Count", left[value]), narrower)
		o.Emoji = s.answerSign(v, about)
		options = append(options, o)
	}
	return menu(s.ask(v, about, found.n), options), len(options) > 1 && len(options) <= maxOptions
}

func (s *Speaker) ask(v *engine.View, a customid.Aspect, n int) string {
	switch {
	case a >= customid.OfRack:
		return s.say("ways.ask-rack", "Count", n, "Card", s.Card(v, engine.Card(a-customid.OfRack)))
	case a >= customid.OfNumber:
		return s.say("ways.ask-number", "Count", n, "Card", s.Card(v, engine.Card(a-customid.OfNumber)))
	}
	return s.say("ways.ask-kinds", "Count", n)
}

// answerSign is the emoji of the card that an aspect is about; nil if it is about several.
func (s *Speaker) answerSign(v *engine.View, a customid.Aspect) *discord.ComponentEmoji {
	switch {
	case a >= customid.OfRack:
		return s.cardSign(v, engine.Card(a-customid.OfRack))
	case a >= customid.OfNumber:
		return s.cardSign(v, engine.Card(a-customid.OfNumber))
	}
	return nil
}

func (s *Speaker) answer(v *engine.View, a customid.Aspect, value uint32) string {
	switch {
	case a >= customid.OfRack:
		return s.say("ways.from-rack", "Cards", s.Number(v, engine.Card(a-customid.OfRack), int(value)))
	case a >= customid.OfNumber:
		return s.Number(v, engine.Card(a-customid.OfNumber), int(value))
	}
	var kinds []string
	for c := range v.Lexicon().Faces {
		if value>>c&1 == 1 {
			kinds = append(kinds, s.Card(v, engine.Card(c)))
		}
	}
	return s.say("ways.only", "Cards", s.Join(kinds))
}

func (s *Speaker) paymentChoices(v *engine.View, m engine.Move) iter.Seq[choice] {
	legal := slices.ContainsFunc(v.Legal(), func(legal engine.Move) bool { return legal.Equal(&m) })
	return func(yield func(choice) bool) {
		if !legal {
			return
		}
		for p := range v.Payments(m) {
			if !yield(s.paid(v, m, p)) {
				return
			}
		}
	}
}

func (s *Speaker) paid(v *engine.View, m engine.Move, p engine.Payment) choice {
	m.Payment = p
	return choice{
		Move: m, label: s.Payment(v, p), value: notation.PrintPayment(v.Lexicon(), p),
		emoji: s.paidSign(v, &p),
	}
}

// readPayment reads the cards that pay for a claim, a port or a tunnel: in the notation, in words,
// or as they were suggested. A single card stands for the proposed payment of its colour.
func readPayment(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	var ok bool
	m.Payment, ok = s.findPayment(v, m, text)
	return m, ok
}

func (s *Speaker) findPayment(v *engine.View, m engine.Move, text string) (engine.Payment, bool) {
	noted, isNoted := notedPayment(v, text)
	if isNoted && pays(v, m, func(p *engine.Payment) bool { return *p == noted }) != nil {
		return noted, true
	}
	read, alone, ok := s.typedPayment(v, text)
	if alone != engine.NoCard {
		if p := pays(v, m, func(p *engine.Payment) bool { return ofColor(v, p, alone) }); p != nil {
			return *p, true
		}
	}
	if isNoted {
		return noted, true
	}
	if ok && pays(v, m, func(p *engine.Payment) bool { return *p == read }) != nil {
		return read, true
	}
	if p := pays(v, m, func(p *engine.Payment) bool {
		return fold(s.Payment(v, *p)) == fold(text)
	}); p != nil {
		return *p, true
	}
	if ok && !strings.Contains(text, portMark) {
		read = marked(v, m, read)
	}
	return read, ok
}

func notedPayment(v *engine.View, text string) (engine.Payment, bool) {
	p, err := notation.ParsePayment(v.Lexicon(), strings.ReplaceAll(strings.ToLower(text), " ", ""))
	return p, err == nil
}

// pays returns the first payment of a move that is as wished; nil if there is none.
func pays(v *engine.View, m engine.Move, wished func(*engine.Payment) bool) *engine.Payment {
	examined := 0
	for p := range v.Payments(m) {
		if wished(&p) {
			return &p
		}
		if examined++; examined == maxExamined {
			break
		}
	}
	return nil
}

func (s *Speaker) leaves(v *engine.View, paid engine.Payment) []string {
	own := v.Own()
	if !own.Hand.Cards.Holds(&paid.Hand) || !own.Rack.Cards.Holds(&paid.Rack) {
		return nil
	}
	hand, rack := own.Hand.Cards.Minus(&paid.Hand), own.Rack.Cards.Minus(&paid.Rack)
	lines := []string{s.say("claim.leaves", "Cards", s.Counted(v, &hand))}
	if paid.Rack != (engine.Cards{}) {
		lines = append(lines, s.say("claim.leaves-rack", "Cards", s.Counted(v, &rack)))
	}
	return lines
}
