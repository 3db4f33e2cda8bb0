package speech

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
)

// piles are the decks of a title with two of them, by the notation's words (W1).
var piles = [...]string{engine.Trains: "trains", engine.Ships: "ships"}

// parseDraw reads which card to draw, in the notation. The deck that fills the slot (W3) may be left out: then the move has
// none, and Refills lists the possible ones.
func parseDraw(lexicon *engine.Lexicon, text string) (engine.Move, bool) {
	if slot, err := strconv.ParseUint(text, 10, 8); err == nil && lexicon.TwoDecks {
		return engine.Move{Verb: engine.Draw, Slot: uint8(slot)}, slot > 0
	}
	m, err := notation.ParseMove(lexicon, engine.Draw.String()+" "+text)
	return m, err == nil
}

// canGive reports whether a deck can still give a card: discards are reshuffled into it (C6).
func canGive(v *engine.View, pile engine.Pile) bool {
	for i := range v.Decks {
		if d := &v.Decks[i]; d.Pile == pile {
			return d.Cards+d.Discards > 0
		}
	}
	return false
}

// draws lists the legal draws that differ in their outcome: naming a deck that has run out means the other one (W3), so that
// is not a choice. A slot that several decks can fill appears once, without a deck.
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

// Refills lists the decks that can fill a slot when its card is taken; for slot 0, the decks to draw from blind (W3). It is
// empty in titles with one deck, and has one deck if only that has cards left.
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

// askDeck asks which deck fills the slot of the card that is taken (W3).
func (s *Speaker) askDeck(p Panel, m engine.Move) []string {
	return []string{s.say("refill.ask", "Slot", m.Slot, "Card", s.Card(p.View, p.View.Market[m.Slot-1]))}
}

func (s *Speaker) deckButtons(p Panel, m engine.Move) []discord.Button {
	var list []discord.Button
	for _, m.Pile = range Refills(p.View, m.Slot) {
		list = append(list, button(discord.Primary, s.pile(p.View, m.Pile), p.do(m)))
	}
	return append(list, s.back(p))
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

// deck names a deck for a blind draw.
func (s *Speaker) deck(v *engine.View, pile engine.Pile) string {
	if pile == engine.NoPile {
		return s.say("draw.deck", "Count", v.Decks[0].Cards)
	}
	return s.say("draw.blind-from", "Deck", s.pile(v, pile))
}

// SuggestRefills suggests the decks that can fill the slot of a card; none if there is no choice.
func (s *Speaker) SuggestRefills(v *engine.View, card, typed string) []discord.Choice {
	g := Suggest(typed)
	if m, ok := s.FindDraw(v, card); ok && m.Slot > 0 {
		if list := Refills(v, m.Slot); len(list) > 1 {
			for _, pile := range list {
				g.Add(s.pile(v, pile), piles[pile])
			}
		}
	}
	return g.Choices()
}

// FindPile finds the deck that a person named: in the notation, or by its name in lists and on buttons.
func (s *Speaker) FindPile(v *engine.View, text string) (engine.Pile, bool) {
	if i := slices.Index(piles[:], strings.ToLower(strings.TrimSpace(text))); i > 0 {
		return engine.Pile(i), true
	}
	name := func(pile engine.Pile) string { return s.pile(v, pile) }
	return only(text, []engine.Pile{engine.Trains, engine.Ships}, name, name)
}
