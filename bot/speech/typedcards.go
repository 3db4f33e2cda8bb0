package speech

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"konduktor/engine"
	"konduktor/render/caption"
)

// Bounds of cards that are typed in words: no payment has more kinds of cards, or more of one kind.
const (
	maxTerms = 2 * engine.MaxCards
	maxCount = 99
)

// portMark tells train cards with the port mark from those without (W1); fold drops it.
const portMark = "⚓"

// term is one kind of card as a person named it: "2 × green", "joker", "red train ⚓".
type term struct {
	count  int    // 0: no number was typed, which means one card
	words  string // folded
	marked bool   // the port mark was typed
}

// ands are the words for "and" between typed cards, in all languages.
func (s *Speaker) ands() []string {
	var list []string
	for _, lang := range s.texts.Catalog().Languages() {
		list = append(list, fold(strings.TrimSpace(s.texts.Catalog().Texts(lang).Say("render.and"))))
	}
	return list
}

// termsOf splits typed cards into terms, at "+", "," or a word for "and"; a number begins a new
// term.
func (s *Speaker) termsOf(text string) []term {
	ands := s.ands()
	var list []term
	for part := range strings.FieldsFuncSeq(text,
		func(r rune) bool { return strings.ContainsRune("+,;&", r) }) {
		t := term{marked: strings.Contains(part, portMark)}
		var words []string
		flush := func() {
			if t.words = strings.Join(words, " "); t.count != 0 || t.words != "" {
				list = append(list, t)
			}
			t, words = term{marked: t.marked}, nil
		}
		for word := range strings.FieldsSeq(spaceNumbers(fold(part))) {
			n, err := strconv.Atoi(word)
			switch {
			case slices.Contains(ands, word):
				flush()
			case word == "x" && t.count != 0 && words == nil: // "2x red"
			case err == nil:
				flush()
				if t.count = n; n < 1 || n > maxCount {
					t.count = -1
				}
			default:
				words = append(words, word)
			}
		}
		flush()
	}
	return list[:min(len(list), maxTerms+1)]
}

// spaceNumbers puts a space between a number and a word that follows it: "2red".
func spaceNumbers(text string) string {
	var b strings.Builder
	digit := false
	for _, r := range text {
		if digit && unicode.IsLetter(r) {
			b.WriteByte(' ')
		}
		digit = unicode.IsDigit(r)
		b.WriteRune(r)
	}
	return b.String()
}

// readCards reads cards in words: each by its name in the reader's language, by the notation's, or
// by the beginning of a name if that matches only one card. If a single card was named without a
// number, alone is that card, otherwise NoCard.
func (s *Speaker) readCards(
	v *engine.View, text string,
) (cards engine.Cards, alone engine.Card, ok bool) {
	terms := s.termsOf(text)
	if len(terms) == 0 || len(terms) > maxTerms {
		return cards, engine.NoCard, false
	}
	names := s.cardNames(v)
	alone = engine.NoCard
	for _, t := range terms {
		card, ok := decide(v, names.find(t.words), t.marked)
		if !ok || t.count < 0 {
			return engine.Cards{}, engine.NoCard, false
		}
		if len(terms) == 1 && t.count == 0 {
			alone = card
		}
		cards[card] = uint8(min(int(cards[card])+max(t.count, 1), maxCount))
	}
	return cards, alone, true
}

// decide chooses between the cards that match a term: the port mark distinguishes train cards of a
// colour (W1).
func decide(v *engine.View, fit []engine.Card, marked bool) (engine.Card, bool) {
	faces := v.Lexicon().Faces
	if len(fit) == 1 && marked && caption.SortOf(&faces[fit[0]]) == caption.TrainSort { // "red ⚓"
		return portOf(v, fit[0])
	}
	if len(fit) > 1 {
		fit = slices.DeleteFunc(fit, func(c engine.Card) bool { return faces[c].Port != marked })
	}
	if len(fit) != 1 {
		return engine.NoCard, false
	}
	return fit[0], true
}

// portOf returns the train card of the same colour with the port mark, or the card itself if there
// is none.
func portOf(v *engine.View, c engine.Card) (engine.Card, bool) {
	for i := range v.Lexicon().Faces {
		if f := &v.Lexicon().Faces[i]; caption.SortOf(f) == caption.PortSort &&
			f.Color == v.Lexicon().Faces[c].Color {
			return engine.Card(i), true
		}
	}
	return c, true
}

// cardNames are all names that the reader may use for a title's cards, folded, by card.
type cardNames [][]string

func (s *Speaker) cardNames(v *engine.View) cardNames {
	faces := v.Lexicon().Faces
	names := make(cardNames, len(faces))
	for i := range faces {
		c := engine.Card(i)
		forms := []string{faces[i].Name, s.Card(v, c), s.Words("render.card." + faces[i].Name)}
		for _, n := range []int{1, 2, 5} { // one, few, many
			forms = append(forms, s.Number(v, c, n))
			if faces[i].Wild {
				forms = append(forms, s.say(wildNumber, "Count", n), s.wilds())
			}
		}
		for _, form := range forms {
			form = strings.TrimLeft(fold(form), "0123456789 ")
			if form != "" && !slices.Contains(names[i], form) {
				names[i] = append(names[i], form)
			}
		}
	}
	return names
}

// find returns the cards whose whole name is words, else those whose name begins with them, else
// those whose name they inflect.
func (n cardNames) find(words string) []engine.Card {
	if words == "" {
		return nil
	}
	for _, fits := range []func(words, name string) bool{
		func(words, name string) bool { return words == name },
		func(words, name string) bool { return strings.HasPrefix(name, words) },
		inflected,
	} {
		var list []engine.Card
		for c := range n {
			if slices.ContainsFunc(n[c], func(name string) bool { return fits(words, name) }) {
				list = append(list, engine.Card(c))
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	return nil
}

// stem is how many letters two forms of a word share at least: "grey" is not a form of "green".
const stem = 4

// inflected reports whether words are the name's with other endings of up to two letters:
// "zielone", "czerwone statki".
func inflected(words, name string) bool {
	typed, known := strings.Fields(words), strings.Fields(name)
	if len(typed) != len(known) {
		return false
	}
	for i, word := range typed {
		letters := []rune(word)
		begin := string(letters[:max(len(letters)-2, min(len(letters), stem))])
		if !strings.HasPrefix(known[i], begin) || len(letters) > len([]rune(known[i]))+2 {
			return false
		}
	}
	return true
}

// CardsExample shows how cards can be typed in the reader's words: "2 red + wild".
func (s *Speaker) CardsExample(v *engine.View) string {
	for i := range v.Lexicon().Faces {
		if v.Lexicon().Faces[i].Wild {
			continue
		}
		example := s.Number(v, engine.Card(i), 2)
		if wild := v.Lexicon().Wild(); wild != engine.NoCard {
			example += " + " + s.Card(v, wild)
		}
		return example
	}
	return ""
}

// typedPayment is readCards for a payment; in a team title what stands behind a "/" comes from the
// rack (S4).
func (s *Speaker) typedPayment(
	v *engine.View, text string,
) (p engine.Payment, alone engine.Card, ok bool) {
	hand, rack, split := text, "", false
	if v.Lexicon().Racks {
		hand, rack, split = strings.Cut(text, "/")
	}
	if !split {
		p.Hand, alone, ok = s.readCards(v, hand)
		return p, alone, ok
	}
	if strings.TrimSpace(hand) != "" {
		if p.Hand, _, ok = s.readCards(v, hand); !ok {
			return engine.Payment{}, engine.NoCard, false
		}
	}
	if p.Rack, _, ok = s.readCards(v, rack); !ok {
		return engine.Payment{}, engine.NoCard, false
	}
	return p, engine.NoCard, true
}

// ofColor reports whether a payment consists of a card and wilds; for a plain train card, of any
// cards of its colour and wilds; for a wild, of wilds only.
func ofColor(v *engine.View, p *engine.Payment, card engine.Card) bool {
	faces, found := v.Lexicon().Faces, false
	for c, n := range p.Cards() {
		switch {
		case n == 0:
		case engine.Card(c) == card || caption.SortOf(&faces[card]) == caption.TrainSort &&
			faces[c].Color == faces[card].Color:
			found = true
		case !faces[c].Wild:
			return false
		}
	}
	return found
}

// marked replaces the train cards of a payment by those with the port mark where only these pay
// (W10).
func marked(v *engine.View, m engine.Move, read engine.Payment) engine.Payment {
	var cards engine.Cards
	for c, n := range read.Hand {
		if n == 0 {
			continue
		}
		card := engine.Card(c)
		if caption.SortOf(&v.Lexicon().Faces[c]) == caption.TrainSort {
			card, _ = portOf(v, card)
		}
		cards[card] += n
	}
	withMarks := engine.Payment{Hand: cards, Rack: read.Rack}
	if pays(v, m, func(p *engine.Payment) bool { return *p == withMarks }) != nil {
		return withMarks
	}
	return read
}
