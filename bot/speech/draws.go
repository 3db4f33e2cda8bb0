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
	"konduktor/render/caption"
)

// draws lists the legal draws that differ in their outcome. A deck that has run out means the other
// one (W3), so it is no choice; a slot that several decks can fill appears once, without a deck.
func draws(v *engine.View) []engine.Move {
	var list []engine.Move
	for _, m := range legalOf(v, engine.Draw) {
		if m.Pile != engine.NoPile {
			decks := Refills(v, m.Slot)
			switch {
			case m.Slot == 0 && !slices.Contains(decks, m.Pile):
				continue
			case m.Slot > 0 && len(decks) > 1:
				m.Pile = engine.NoPile
			case m.Slot > 0:
				m.Pile = decks[0]
			}
		}
		if !slices.ContainsFunc(list, func(o engine.Move) bool { return o.Equal(&m) }) {
			list = append(list, m)
		}
	}
	return list
}

// unplaced lists draws with each slot once: where its card goes is left open (S3).
func unplaced(list []engine.Move) []engine.Move {
	var out []engine.Move
	for _, m := range list {
		other := slices.IndexFunc(out, func(o engine.Move) bool {
			return o.Slot == m.Slot && o.Where != m.Where
		})
		if other < 0 {
			out = append(out, m)
		} else {
			out[other].Where = engine.Nowhere
		}
	}
	return out
}

// placings lists the draws of the same card, one for each place that it can go to; none where the
// place is named or settled (S3).
func placings(v *engine.View, m engine.Move) []engine.Move {
	if m.Verb != engine.Draw || m.Where != engine.Nowhere {
		return nil
	}
	return slices.DeleteFunc(legalOf(v, engine.Draw), func(o engine.Move) bool {
		return o.Slot != m.Slot || o.Where == engine.Nowhere
	})
}

func (s *Speaker) drawChoices(v *engine.View, _ engine.Move) iter.Seq[choice] {
	return each(draws(v), func(m engine.Move) choice { return s.drawChoice(v, m) })
}

func (s *Speaker) drawChoice(v *engine.View, m engine.Move) choice {
	c := choice{
		Move: m, label: s.draw(v, m), value: arguments(v, m),
		detail: func() string { return s.drawDetail(v, m) }, emoji: s.drawSign(v, m),
	}
	switch {
	case m.Slot == 0:
		c.words = s.deckLabel(v, m.Pile) // as its button says
	case v.Market[m.Slot-1] != engine.NoCard:
		card := v.Market[m.Slot-1]
		c.words, c.whole = v.Lexicon().Faces[card].Name, s.Card(v, card)
	}
	return c
}

// readDraw reads a card to draw. The deck that fills its slot is an option of its own (W3).
func readDraw(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	if slot, err := strconv.ParseUint(text, 10, 8); err == nil && v.Lexicon().TwoDecks {
		return engine.Move{Verb: engine.Draw, Slot: uint8(slot)}, slot > 0
	}
	if read, ok := inNotation(v, m.Verb, text); ok {
		return read, true
	}
	return theOne(text, s.drawChoices(v, m))
}

func (s *Speaker) whichDraws(v *engine.View, text string) string {
	return labels(fitting(text, s.drawChoices(v, engine.Move{})), maxNamed)
}

// InsteadOpen says what can be drawn to a person who named a card that is not face up; "" if the
// text names no card.
func (s *Speaker) InsteadOpen(v *engine.View, text string) string {
	terms := s.termsOf(text[:min(len(text), maxTyped)])
	if len(terms) != 1 || len(s.cardNames(v).find(terms[0].words)) == 0 {
		return ""
	}
	return s.insteadDraw(v)
}

func (s *Speaker) insteadDraw(v *engine.View) string {
	list := slices.Collect(s.drawChoices(v, engine.Move{}))
	if len(list) == 0 {
		return ""
	}
	return s.say("instead.draw-cards", "Cards", labels(list, len(list)))
}

// drawRows offer the cards to draw, open ones first, on a button each, so that two cards take two
// clicks and the refill of the first is seen before the second. One more button says which deck
// fills the slot of a card (W3), or where the first card goes (S3), and switches it; plans ask.
func (s *Speaker) drawRows(p Panel) (rows []discord.Row) {
	var open, decks, last []discord.Button
	for _, m := range unplaced(draws(p.View)) {
		refilled, action := isRefilled(p.View, m), customid.Do
		switch placed := len(placings(p.View, m)) > 0; {
		case !refilled && !placed:
		case p.Planning != NoPlan:
			action = customid.Ask
		case refilled:
			m.Pile, last = p.deck(), []discord.Button{s.deckSwitch(p)}
		default:
			m.Where, last = p.place(), []discord.Button{s.placeSwitch(p)}
		}
		b := button(discord.Primary, s.drawLabel(p.View, m), p.id(action, m))
		b = s.brief(p.View, b, s.drawSign(p.View, m), left(p.View, m))
		if m.Slot > 0 {
			open = append(open, b)
		} else {
			decks = append(decks, b)
		}
	}
	for some := range slices.Chunk(slices.Concat(open, decks, last), maxButtons) {
		rows = append(rows, buttons(some...))
	}
	return rows
}

// left is the number of cards in the deck that a draw takes; "" for an open card.
func left(v *engine.View, m engine.Move) string {
	for i := range v.Decks {
		if d := &v.Decks[i]; m.Slot == 0 && d.Pile == m.Pile {
			return strconv.Itoa(d.Cards)
		}
	}
	return ""
}

// deck is the one that fills the slot of a card that is clicked (W3).
func (p Place) deck() engine.Pile { return cmp.Or(p.Deck, engine.Trains) }

// deckSwitch says which deck fills the slot of a card, and switches to the other one (W3).
func (s *Speaker) deckSwitch(p Panel) discord.Button {
	now := p.deck()
	p.Deck = engine.Trains + engine.Ships - now
	b := button(discord.Secondary, s.say("draw.switch-"+piles[now]), p.pageID(p.Page))
	return s.brief(p.View, b, s.emoji(piles[now]), "⇄")
}

// place is where the first card of a turn goes that is clicked (S3).
func (p Place) place() engine.Where { return cmp.Or(p.Into, engine.ToHand) }

// placeSwitch says where the first card of a turn goes, and switches to the other place (S3).
func (s *Speaker) placeSwitch(p Panel) discord.Button {
	label := "draw.switch-hand"
	if p.Into = engine.ToHand + engine.ToRack - p.place(); p.Into == engine.ToHand {
		label = "draw.switch-rack"
	}
	return button(discord.Secondary, s.say(label), p.pageID(0))
}

// drawLabel names a draw on a button: "Red", "Green ×2" (a double ship), "Wild (ends turn)".
// A phone shows two or three beside each other; equal cards do the same.
func (s *Speaker) drawLabel(v *engine.View, m engine.Move) string {
	if m.Slot == 0 {
		return s.deckLabel(v, m.Pile)
	}
	card := v.Market[m.Slot-1]
	face := &v.Lexicon().Faces[card]
	name := Capital(s.Card(v, card))
	if caption.SortOf(face) == caption.TwinSort {
		name = Capital(s.say("draw.double", "Color", s.Colored(face.Color, 1)))
	}
	wild := card == v.Lexicon().Wild() && v.Owes != engine.OwesSecond
	if then := "title." + v.Title + ".open-wild-short"; wild && s.texts.Has(then) {
		return s.say("draw.wild", "Card", name, "Then", s.say(then))
	}
	return s.toPlace(name, m.Where)
}

// draw names a card to draw: "Slot 3: red".
func (s *Speaker) draw(v *engine.View, m engine.Move) string {
	if m.Slot == 0 {
		return s.deck(v, m.Pile)
	}
	return s.toPlace(s.say("draw.slot", "Slot", m.Slot, "Card", s.Card(v, v.Market[m.Slot-1])),
		m.Where)
}

// toPlace adds to a draw where its card goes (S3).
func (s *Speaker) toPlace(name string, where engine.Where) string {
	switch where {
	case engine.ToHand:
		return s.say("draw.to-hand", "Card", name)
	case engine.ToRack:
		return s.say("draw.to-rack", "Card", name)
	}
	return name
}

func (s *Speaker) drawDetail(v *engine.View, m engine.Move) string {
	switch {
	case v.Owes == engine.OwesSecond:
		return s.say("draw.ends-turn")
	case m.Slot > 0 && v.Market[m.Slot-1] == v.Lexicon().Wild():
		return s.say("title." + v.Title + ".open-wild") // a second card may follow (C4, N3)
	case m.Slot == 0 && v.Uses(engine.UsesTeams):
		return s.say("draw.blind-then-place")
	case m.Slot == 0:
		return s.say("draw.blind")
	case m.Where == engine.ToHand:
		return s.say("draw.then-to-rack")
	case m.Where == engine.ToRack:
		return s.say("draw.then-to-hand")
	}
	return s.say("draw.then-second")
}

// drawnCard names a card as what somebody draws: "a red card", which some languages inflect.
func (s *Speaker) drawnCard(v *engine.View, c engine.Card) string {
	face := &v.Lexicon().Faces[c]
	id, args := "drawn."+face.Color, []any(nil)
	switch {
	case face.Wild:
		id = "title." + s.board.Title + ".wild-drawn"
	case v.Lexicon().TwoDecks:
		id, args = "drawn."+caption.SortOf(face), []any{"Color", s.Colored(face.Color, 1)}
	}
	return strings.TrimSpace(s.say(id, args...) + " " + s.Sign(face.Name))
}

// piles are the decks of a title with two of them, by the notation's words (W1).
var piles = [...]string{engine.Trains: "trains", engine.Ships: "ships"}

// deckName names a deck that fills a slot, without its number of cards.
func (s *Speaker) deckName(pile engine.Pile) string { return s.say("draw.deck-" + piles[pile]) }

func (s *Speaker) deck(v *engine.View, pile engine.Pile) string {
	if pile == engine.NoPile {
		return s.say("draw.deck", "Count", v.Decks[0].Cards)
	}
	return s.say("draw.blind-from", "Deck", s.pile(v, pile))
}

// few is the size from which on a deck's button leaves its number of cards out.
const few = 10

func (s *Speaker) deckLabel(v *engine.View, pile engine.Pile) string {
	if pile == engine.NoPile {
		return s.say("draw.top", "Count", v.Decks[0].Cards)
	}
	for i := range v.Decks {
		if d := &v.Decks[i]; d.Pile == pile && d.Cards >= few {
			return s.say("draw.top-" + piles[pile])
		}
	}
	return s.deck(v, pile)
}

// pile names a deck and its number of cards: "Train deck (61 cards)".
func (s *Speaker) pile(v *engine.View, pile engine.Pile) string {
	for i := range v.Decks {
		if d := &v.Decks[i]; d.Pile == pile && d.Cards == 0 {
			return s.say("refill.anew-"+piles[pile], "Count", d.Discards)
		} else if d.Pile == pile {
			return s.say("refill."+piles[pile], "Count", d.Cards)
		}
	}
	return s.say("refill."+piles[pile], "Count", 0)
}

// Refills lists the decks that can fill a slot when its card is taken; for slot 0, the decks to
// draw from blind (W3). It is empty in titles with one deck, and has one deck if only that has
// cards left.
func Refills(v *engine.View, slot uint8) []engine.Pile {
	var list, named []engine.Pile
	for _, m := range legalOf(v, engine.Draw) {
		if m.Slot != slot || m.Pile == engine.NoPile {
			continue
		}
		named = append(named, m.Pile)
		if canGive(v, m.Pile) {
			list = append(list, m.Pile)
		}
	}
	if len(list) == 0 && len(named) > 0 {
		return named[:1]
	}
	return list
}

// canGive reports whether a deck has cards or discards, which are reshuffled into it (C6).
func canGive(v *engine.View, pile engine.Pile) bool {
	return slices.ContainsFunc(v.Decks, func(d engine.PileView) bool {
		return d.Pile == pile && d.Cards+d.Discards > 0
	})
}

// isRefilled reports whether a draw leaves open which deck fills its slot (W3).
func isRefilled(v *engine.View, m engine.Move) bool {
	return m.Verb == engine.Draw && m.Slot > 0 && m.Pile == engine.NoPile && v.Lexicon().TwoDecks
}

// refillChoices are the decks that can fill the slot of a card; none if only one can.
func (s *Speaker) refillChoices(v *engine.View, m engine.Move) iter.Seq[choice] {
	list := Refills(v, m.Slot)
	if m.Slot == 0 || len(list) < 2 {
		list = nil
	}
	return s.deckChoices(v, m, list)
}

func (s *Speaker) deckChoices(v *engine.View, m engine.Move, list []engine.Pile) iter.Seq[choice] {
	return func(yield func(choice) bool) {
		for _, m.Pile = range list {
			if !yield(choice{
				Move: m, label: s.pile(v, m.Pile), value: piles[m.Pile], emoji: s.emoji(piles[m.Pile]),
				words: s.say("draw.deck-" + piles[m.Pile]),
			}) {
				return
			}
		}
	}
}

func readRefill(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	if m.Slot == 0 || !v.Lexicon().TwoDecks {
		return m, true
	}
	if i := slices.Index(piles[:], strings.ToLower(text)); i > 0 {
		m.Pile = engine.Pile(i)
		return m, true
	}
	return theOne(text, s.deckChoices(v, m, []engine.Pile{engine.Trains, engine.Ships}))
}

func (s *Speaker) askDeck(p Panel, m engine.Move) []string {
	return []string{s.say("refill.ask", "Slot", m.Slot,
		"Card", s.Card(p.View, p.View.Market[m.Slot-1]))}
}

func (s *Speaker) deckButtons(p Panel, m engine.Move) []discord.Button {
	var list []discord.Button
	for c := range s.refillChoices(p.View, m) {
		b := button(discord.Primary, c.label, p.do(c.Move))
		b.Emoji = c.emoji
		list = append(list, b)
	}
	return append(list, s.back(p))
}

func (s *Speaker) askPlacing(p Panel, m engine.Move) []string {
	return []string{s.say("draw.ask-place", "Card", s.Card(p.View, p.View.Market[m.Slot-1]))}
}

func (s *Speaker) placingButtons(p Panel, m engine.Move) []discord.Button {
	return append(s.placeButtons(p, placings(p.View, m)), s.back(p))
}

// placeChoices are where a card that was drawn blind can go (S3).
func (s *Speaker) placeChoices(v *engine.View, _ engine.Move) iter.Seq[choice] {
	return s.places(v, legalOf(v, engine.Place))
}

func (s *Speaker) places(v *engine.View, list []engine.Move) iter.Seq[choice] {
	return each(list, func(m engine.Move) choice {
		card := engine.NoCard
		if own := v.Own(); own != nil {
			card = own.Drawn
		}
		place := s.place(m.Where)
		name := s.say("place.choice", "Card", s.Card(v, card), "Where", place)
		return choice{Move: m, label: name, value: arguments(v, m), words: place, whole: place}
	})
}

func readPlace(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	if read, ok := inNotation(v, m.Verb, text); ok {
		return read, true
	}
	return theOne(text, s.places(v, bothPlaces))
}

var bothPlaces = []engine.Move{
	{Verb: engine.Place, Where: engine.ToHand}, {Verb: engine.Place, Where: engine.ToRack},
}

func (s *Speaker) place(where engine.Where) string {
	if where == engine.ToRack {
		return s.say("place.rack")
	}
	return s.say("place.hand")
}

func (s *Speaker) placeButtons(p Panel, places []engine.Move) []discord.Button {
	var list []discord.Button
	for _, m := range places {
		list = append(list, button(discord.Primary, s.place(m.Where), p.do(m)))
	}
	return list
}
