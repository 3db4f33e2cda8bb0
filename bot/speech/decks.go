package speech

import (
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// PressRefill draws from a slot that is filled from a deck; {pile} is the notation's word (W3).
const PressRefill = "g/{game}/{ply}/draw/{slot}/{pile}"

// piles are the decks of a title with two of them, by the notation's words (W1).
var piles = [...]string{engine.Trains: "trains", engine.Ships: "ships"}

// ParsePile reads a deck, or a kind of pieces, out of a custom id or an option's value.
func ParsePile(text string) (engine.Pile, bool) {
	i := slices.Index(piles[:], text)
	return engine.Pile(max(i, 0)), i > int(engine.NoPile)
}

// ParseDraw reads which card to draw, as a menu says it. Where a deck is to be said behind the slot (W3) it may be left out:
// then the move has none, and Refills says from which it can be filled.
func ParseDraw(lexicon *engine.Lexicon, text string) (engine.Move, bool) {
	if slot, ok := parseNumber(text, maxSlot); ok && lexicon.TwoDecks {
		return engine.Move{Verb: engine.Draw, Slot: uint8(slot)}, slot > 0
	}
	m, err := lexicon.ParseMove(engine.Draw.String() + " " + text)
	return m, err == nil
}

// maxSlot bounds the number of a slot; no market has as many.
const maxSlot = 99

// lasts reports whether a deck can still give a card: discards are shuffled into a new one (C6).
func lasts(v *engine.View, pile engine.Pile) bool {
	for i := range v.Decks {
		if d := &v.Decks[i]; d.Pile == pile {
			return d.Cards+d.Discards > 0
		}
	}
	return false
}

// draws lists the legal draws that differ in what comes of them: naming a deck that has run out means the other one (W3),
// so it is no choice. A slot that can be filled from several decks stands once, without one.
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

// Refills lists the decks from which the viewer can choose to fill a slot that is taken now, of slot 0 those to draw from
// blind (W3): none in titles with one deck, and where only one of them has cards left there is only that one.
func Refills(v *engine.View, slot uint8) []engine.Pile {
	var list, named []engine.Pile
	for _, m := range legalOf(v, engine.Draw) {
		if m.Slot != slot || m.Pile == engine.NoPile {
			continue
		}
		named = append(named, m.Pile)
		if lasts(v, m.Pile) {
			list = append(list, m.Pile)
		}
	}
	if len(list) == 0 && len(named) > 0 {
		return named[:1]
	}
	return list
}

// AskRefill asks from which deck the slot of a card that is taken is filled (W3).
func (s *Speaker) AskRefill(game string, v *engine.View, slot uint8) discord.Message {
	card := engine.NoCard
	if i := int(slot) - 1; i >= 0 && i < len(v.Market) {
		card = v.Market[i]
	}
	var row []discord.Button
	for _, pile := range Refills(v, slot) {
		id := press(PressRefill, game, v.Ply, "{slot}", strconv.Itoa(int(slot)), "{pile}", piles[pile])
		row = append(row, button(discord.Primary, s.pile(v, pile), id))
	}
	lines := []string{s.heading(game, v), s.say("refill.ask", "Slot", slot, "Card", s.Card(v, card))}
	return discord.Message{Content: fitLines(lines), Rows: []discord.Row{buttons(append(row, s.back(game, v))...)}}
}

// pile names a deck with how many cards it has: "Train deck (61 cards)".
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

// deck names a deck as what is drawn from, face down.
func (s *Speaker) deck(v *engine.View, pile engine.Pile) string {
	if pile == engine.NoPile {
		return s.say("draw.deck", "Count", v.Decks[0].Cards)
	}
	return s.say("draw.blind-from", "Deck", s.pile(v, pile))
}

// SuggestRefills suggests the decks from which the slot of a card can be filled; none where there is no choice.
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

// FindPile finds the deck that a person named: in the notation, or as a list or a button calls it.
func (s *Speaker) FindPile(v *engine.View, text string) (engine.Pile, bool) {
	if pile, ok := ParsePile(strings.ToLower(strings.TrimSpace(text))); ok {
		return pile, true
	}
	found, n := engine.NoPile, 0
	for _, pile := range []engine.Pile{engine.Trains, engine.Ships} {
		if matches(text, s.pile(v, pile)) {
			found, n = pile, n+1
		}
	}
	return found, n == 1 && fold(text) != ""
}

// face names a card: "red", and with two decks "red train", "red double ship" (W1).
func (s *Speaker) face(v *engine.View, f *engine.Face) string {
	if v.Lexicon().TwoDecks && !f.Wild {
		return s.say("card."+sortOf(f), "Color", s.color(f.Color))
	}
	return s.color(f.Name)
}

// sortOf tells apart what cards of two decks are for: "train", "port" (a train card with the port mark), "ship", "twin" (a
// double ship), "wild" (W1).
func sortOf(f *engine.Face) string {
	switch {
	case f.Wild:
		return "wild"
	case f.Twin:
		return "twin"
	case f.Ship:
		return "ship"
	case f.Port:
		return "port"
	}
	return "train"
}

// sorted lists the own cards by what they are for, a line each; only what there is (W1).
func (s *Speaker) sorted(v *engine.View, cards *engine.Cards) []string {
	faces := v.Lexicon().Faces
	bySort := map[string][]string{}
	for c := range faces {
		if n := int(cards[c]); n > 0 {
			sort := sortOf(&faces[c])
			text := s.say("names.cards", "Number", n, "Card", s.color(faces[c].Color))
			if sort == "wild" {
				sort, text = "train", s.wildNumber(n) // wilds belong to the train deck
			}
			bySort[sort] = append(bySort[sort], text)
		}
	}
	var lines []string
	for _, sort := range []string{"train", "port", "ship", "twin"} {
		if len(bySort[sort]) > 0 {
			lines = append(lines, s.say("hand."+sort, "Cards", strings.Join(bySort[sort], ", ")))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, s.say("panel.cards", "Cards", s.say("names.none")))
	}
	return lines
}
