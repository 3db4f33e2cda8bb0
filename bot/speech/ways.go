package speech

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// maxWays bounds how many ways to pay are looked at for one click: the longest route of all has tens of thousands with a
// large hand (N7), and a hundred thousand take some hundredths of a second.
const maxWays = 100_000

// Ways names a part of the ways to pay for a move: those that have all its traits. The zero value is all of them. Where
// there are too many for one menu, a player answers questions ("how many locomotives?") until they fit.
type Ways []trait

// trait is an aspect of a payment with its value.
type trait struct {
	aspect aspect
	value  uint32
}

// aspect is what a question about payments asks.
type aspect uint8

// The aspects: of which kinds the cards are, as bits; then by card how many there are of it, and how many of these come
// from the team's rack (S4).
const (
	whichKinds aspect = 0
	ofNumber   aspect = 1
	ofRack            = ofNumber + engine.MaxCards
	allAspects        = ofRack + engine.MaxCards
)

// of returns an aspect's value.
func (a aspect) of(p *engine.Payment) uint32 {
	switch {
	case a >= ofRack:
		return uint32(p.Rack[a-ofRack])
	case a >= ofNumber:
		return uint32(p.Hand[a-ofNumber] + p.Rack[a-ofNumber])
	}
	kinds := uint32(0)
	for c := range p.Hand {
		if p.Hand[c]+p.Rack[c] > 0 {
			kinds |= 1 << c
		}
	}
	return kinds
}

// letters of the aspects in the value of a menu's option.
const (
	kindsSign  = "k"
	numberSign = "n"
	rackSign   = "r"
)

// Print writes the ways for the value of a menu's option: "nb2,ra1" are those with two of the second card in all, and one
// of the first card from the rack.
func (w Ways) Print() string {
	terms := make([]string, len(w))
	for i, t := range w {
		value := strconv.Itoa(int(t.value))
		switch {
		case t.aspect >= ofRack:
			terms[i] = rackSign + string(rune('a'+t.aspect-ofRack)) + value
		case t.aspect >= ofNumber:
			terms[i] = numberSign + string(rune('a'+t.aspect-ofNumber)) + value
		default:
			terms[i] = kindsSign + value
		}
	}
	return strings.Join(terms, ",")
}

// ParseWays reads what Print has written, and nothing else.
func ParseWays(text string) (Ways, error) {
	if text == "" || len(text) > maxLine {
		return nil, fmt.Errorf("these are no ways to pay: %d signs", len(text))
	}
	var w Ways
	for term := range strings.SplitSeq(text, ",") {
		t, ok := parseTrait(term)
		if !ok {
			return nil, fmt.Errorf("payments have no trait %q", term)
		}
		w = append(w, t)
	}
	if w.Print() != text {
		return nil, fmt.Errorf("ways %q are not written as they should be", text)
	}
	return w, nil
}

func parseTrait(term string) (trait, bool) {
	first := aspect(0)
	switch {
	case strings.HasPrefix(term, kindsSign):
		n, err := strconv.ParseUint(term[1:], 10, engine.MaxCards)
		return trait{whichKinds, uint32(n)}, err == nil
	case strings.HasPrefix(term, numberSign):
		first = ofNumber
	case strings.HasPrefix(term, rackSign):
		first = ofRack
	default:
		return trait{}, false
	}
	if len(term) < 3 || term[1] < 'a' || term[1] >= 'a'+engine.MaxCards {
		return trait{}, false
	}
	n, err := strconv.ParseUint(term[2:], 10, 8)
	return trait{first + aspect(term[1]-'a'), uint32(n)}, err == nil
}

// include reports whether a payment is one of the ways.
func (w Ways) include(p *engine.Payment) bool {
	for _, t := range w {
		if t.aspect.of(p) != t.value {
			return false
		}
	}
	return true
}

// mostOfAKind bounds how many cards of one kind a payment has: no deck has more than 14.
const mostOfAKind = 32

// survey is what was found when the ways to pay were looked through.
type survey struct {
	wild  engine.Card
	n     int
	first []engine.Payment // as many as fit one menu
	kinds map[uint32]int   // how often which kinds; nil: too different for a menu
	times [allAspects][mostOfAKind]int
}

// look looks through the ways among which a payer chooses.
func look(v *engine.View, by *payer, ways Ways) *survey {
	s := &survey{wild: v.Lexicon().Wild(), kinds: map[uint32]int{}}
	seen, faces := 0, len(v.Lexicon().Faces)
	for p := range by.waysOf(v) {
		if seen++; seen > maxWays {
			break
		}
		if ways.include(&p) {
			s.note(&p, faces)
		}
	}
	return s
}

func (s *survey) note(p *engine.Payment, faces int) {
	s.n++
	if len(s.first) < maxOptions {
		s.first = append(s.first, *p)
	}
	for c := range faces {
		for _, a := range [...]aspect{ofNumber + aspect(c), ofRack + aspect(c)} {
			s.times[a][min(a.of(p), mostOfAKind-1)]++
		}
	}
	if s.kinds != nil {
		s.kinds[whichKinds.of(p)]++
		if len(s.kinds) > maxOptions {
			s.kinds = nil
		}
	}
}

// question chooses the aspect whose answer leaves the fewest ways at the most; of equal ones the plainest: which kinds of
// cards, how many wilds, how many of a colour, how many from the rack.
func (s *survey) question() aspect {
	best, left := whichKinds, s.n
	if len(s.kinds) > 1 {
		left = 0
		for _, n := range s.kinds {
			left = max(left, n)
		}
	}
	consider := func(a aspect) {
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
		consider(ofNumber + aspect(s.wild))
	}
	for a := ofNumber; a < allAspects; a++ {
		consider(a)
	}
	return best
}

// answers lists the values of an aspect that there are, and how many ways each leaves.
func (s *survey) answers(a aspect) (values []uint32, left map[uint32]int) {
	left = s.kinds
	if a != whichKinds {
		left = map[uint32]int{}
		for value, n := range s.times[a] {
			if n > 0 {
				left[uint32(value)] = n
			}
		}
	}
	values = slices.Collect(maps.Keys(left))
	slices.SortFunc(values, func(x, y uint32) int {
		if a == whichKinds && bits.OnesCount32(x) != bits.OnesCount32(y) { // fewer kinds first
			return bits.OnesCount32(x) - bits.OnesCount32(y)
		}
		return int(x) - int(y)
	})
	return values, left
}

// payer says under which custom ids a way to pay is chosen.
type payer struct {
	move   engine.Move              // a Claim of a route, or a Pay
	ways   iter.Seq[engine.Payment] // where they are not the move's payments; nil: they are
	hint   string                   // id of the menu's hint; "": that there are other ways to pay
	chosen string                   // of the menu of payments
	narrow string                   // of the menu that asks a question
}

// wayRows are the menus of the other ways to pay: one with as many as fit, the chosen one among them and marked, and
// where there are more, one with a question that leaves fewer.
func (s *Speaker) wayRows(v *engine.View, by payer, chosen engine.Payment, ways Ways) []discord.Row {
	found := look(v, &by, ways)
	var rows []discord.Row
	if options := s.payments(v, found, chosen); len(options) > 1 {
		rows = append(rows, menu(by.chosen, s.say(cmp.Or(by.hint, "claim.payment-hint")), options))
	}
	if found.n > maxOptions {
		if row, ok := s.questionMenu(v, by.narrow, found, ways); ok {
			rows = append(rows, row)
		}
	}
	return rows
}

// payments lists ways to pay, the chosen one among them and marked.
func (s *Speaker) payments(v *engine.View, found *survey, chosen engine.Payment) []discord.SelectOption {
	list := found.first
	if !slices.Contains(list, chosen) {
		list = append([]engine.Payment{chosen}, list[:min(len(list), maxOptions-1)]...)
	}
	var options []discord.SelectOption
	for _, p := range list {
		o := option(s.Payment(v, p), "", PrintPress(p))
		o.Default = p == chosen
		options = append(options, o)
	}
	return options
}

// questionMenu asks what leaves fewer ways to pay; false if the answers cannot be written into a menu.
func (s *Speaker) questionMenu(v *engine.View, id string, found *survey, ways Ways) (discord.Row, bool) {
	about := found.question()
	values, left := found.answers(about)
	var options []discord.SelectOption
	for _, value := range values {
		narrower := append(ways[:len(ways):len(ways)], trait{about, value}).Print()
		if len(narrower) > maxLine {
			return discord.Row{}, false
		}
		options = append(options, option(s.answer(v, about, value), s.say("ways.left", "Count", left[value]), narrower))
	}
	return menu(id, s.ask(v, about, found.n), options), len(options) > 1 && len(options) <= maxOptions
}

// ask is the question about an aspect.
func (s *Speaker) ask(v *engine.View, a aspect, n int) string {
	switch {
	case a >= ofRack:
		return s.say("ways.ask-rack", "Count", n, "Card", s.Card(v, engine.Card(a-ofRack)))
	case a >= ofNumber:
		return s.say("ways.ask-number", "Count", n, "Card", s.Card(v, engine.Card(a-ofNumber)))
	}
	return s.say("ways.ask-kinds", "Count", n)
}

// answer puts an aspect's value into words.
func (s *Speaker) answer(v *engine.View, a aspect, value uint32) string {
	switch {
	case a >= ofRack:
		return s.say("ways.from-rack", "Cards", s.number(v, engine.Card(a-ofRack), int(value)))
	case a >= ofNumber:
		return s.number(v, engine.Card(a-ofNumber), int(value))
	}
	var kinds []string
	for c := range v.Lexicon().Faces {
		if value>>c&1 == 1 {
			kinds = append(kinds, s.Card(v, engine.Card(c)))
		}
	}
	return s.say("ways.only", "Cards", s.join(kinds))
}
