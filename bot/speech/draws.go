package speech

import (
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
)

// How many buttons the cards to draw may have. More labels fill the screen of a phone; a menu is shorter then.
const (
	maxFirst  = 7
	maxSecond = 15 // nothing else is in the panel
)

// buttonsARow is how many buttons Discord puts into a row at most.
const buttonsARow = 5

// drawRows offer the cards to draw: one button each if they fit into the rows that are left, so that two cards take two
// clicks and the refill of the first is seen before the second is taken; otherwise a menu.
func (s *Speaker) drawRows(p Panel, room int) []discord.Row {
	most, hint := maxFirst, "panel.draw-hint"
	if p.View.Owes == engine.OwesSecond {
		most, hint = maxSecond, "panel.draw-second-hint"
	}
	list := refilledDraws(p.View)
	if len(list) > min(most, room*buttonsARow) {
		return []discord.Row{s.drawMenu(p.View, list, hint)}
	}
	var rows []discord.Row
	for some := range slices.Chunk(list, buttonsARow) {
		var row []discord.Button
		for _, m := range some {
			row = append(row, button(discord.Primary, s.drawLabel(p.View, m), p.do(m)))
		}
		rows = append(rows, buttons(row...))
	}
	return rows
}

func (s *Speaker) drawMenu(v *engine.View, list []engine.Move, hint string) discord.Row {
	if len(list) > maxOptions {
		list = draws(v) // the deck that fills the slot is asked for
	}
	var options []discord.SelectOption
	for _, m := range list {
		name := s.draw(v, m)
		if m.Slot > 0 && m.Pile != engine.NoPile {
			name = s.say("draw.refilled", "Card", name, "Deck", s.deckName(m.Pile))
		}
		options = append(options, option(name, s.drawDetail(v, m), press.PrintMove(m)))
	}
	return menu(s.say(hint), options)
}

// drawLabel names a draw on a button: "Take 3: red", "Take 1: wild (ends turn)". It is short: a phone shows one line of it.
func (s *Speaker) drawLabel(v *engine.View, m engine.Move) string {
	if m.Slot == 0 {
		return s.deck(v, m.Pile)
	}
	card := v.Market[m.Slot-1]
	name := s.toPlace(s.say("draw.take", "Slot", m.Slot, "Card", s.Card(v, card)), m.Where)
	if m.Pile != engine.NoPile {
		name = s.say("draw.refilled", "Card", name, "Deck", s.deckName(m.Pile))
	}
	if then := "title." + v.Title + ".open-wild-short"; card == v.Lexicon().Wild() && v.Owes != engine.OwesSecond && s.texts.Has(then) {
		name = s.say("draw.wild", "Card", name, "Then", s.say(then))
	}
	return name
}

// refillLines explain the arrow in the names of draws, where there is one (W3).
func (s *Speaker) refillLines(v *engine.View) []string {
	if !slices.ContainsFunc(refilledDraws(v), func(m engine.Move) bool { return m.Slot > 0 && m.Pile != engine.NoPile }) {
		return nil
	}
	return []string{s.say("draw.arrow")}
}

// deckName names a deck that fills a gap, without its number of cards.
func (s *Speaker) deckName(pile engine.Pile) string { return s.say(deckNames[pile]) }

var deckNames = [...]string{engine.Trains: "draw.deck-trains", engine.Ships: "draw.deck-ships"}

// refilledDraws lists the legal draws that differ in their outcome, with the deck that fills the slot (W3).
func refilledDraws(v *engine.View) []engine.Move {
	var list []engine.Move
	for _, m := range draws(v) {
		decks := []engine.Pile{m.Pile}
		if isRefilled(v, m) {
			decks = Refills(v, m.Slot)
		}
		for _, m.Pile = range decks {
			list = append(list, m)
		}
	}
	return list
}

// draw names a card to draw: "Slot 3: red".
func (s *Speaker) draw(v *engine.View, m engine.Move) string {
	if m.Slot == 0 {
		return s.deck(v, m.Pile)
	}
	return s.toPlace(s.say("draw.slot", "Slot", m.Slot, "Card", s.Card(v, v.Market[m.Slot-1])), m.Where)
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

// drawDetail says what drawing a card leads to.
func (s *Speaker) drawDetail(v *engine.View, m engine.Move) string {
	switch {
	case v.Owes == engine.OwesSecond:
		return s.say("draw.ends-turn")
	case m.Slot > 0 && v.Market[m.Slot-1] == v.Lexicon().Wild():
		return s.say("title." + v.Title + ".open-wild") // titles differ in whether a second card follows (C4, N3)
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
