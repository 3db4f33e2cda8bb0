package speech

import (
	"slices"
	"strings"

	"konduktor/engine"
)

// cards names the drawn cards that are being collected: those from one place together, or one by one where each says where it went.
func (t *teller) cards() string {
	if slices.ContainsFunc(t.drawn, func(e engine.Event) bool { return e.Where != engine.Nowhere || e.Kind == engine.EventPlaced }) {
		names := make([]string, len(t.drawn))
		for i := range t.drawn {
			names[i] = t.card(&t.drawn[i])
		}
		return strings.Join(names, ", ")
	}
	first, rest := t.drawn[:1], t.drawn[1:]
	if len(rest) > 0 && t.source(&first[0]) == t.source(&rest[0]) {
		return t.from(t.drawn)
	}
	parts := []string{t.from(first)}
	if len(rest) > 0 {
		parts = append(parts, t.from(rest))
	}
	return t.Join(parts)
}

// source is the text that names cards with the place that they were drawn from.
func (t *teller) source(e *engine.Event) string {
	switch {
	case e.Kind == engine.EventDrewMarket:
		return "narrate.from-market"
	case e.Card != engine.NoCard && e.Pile != engine.NoPile:
		return "narrate.from-" + piles[e.Pile]
	case e.Card != engine.NoCard:
		return "narrate.from-deck"
	case e.Pile != engine.NoPile:
		return "narrate.unseen-" + piles[e.Pile]
	}
	return "narrate.unseen"
}

// from names cards that were drawn from one place.
func (t *teller) from(drawn []engine.Event) string {
	c := drawn[0].Card
	if c == engine.NoCard {
		return t.say(t.source(&drawn[0]), "Count", len(drawn))
	}
	names := make([]string, len(drawn))
	for i := range drawn {
		names[i] = t.Card(t.view, drawn[i].Card)
	}
	cards := t.Join(names)
	if len(drawn) > 1 && drawn[1].Card == c {
		var both engine.Cards
		both[c] = uint8(len(drawn))
		cards = t.Cards(t.view, both)
	}
	return t.say(t.source(&drawn[0]), "Cards", cards)
}

// card names a drawn card and where it was drawn from and, in a team, where it went.
func (t *teller) card(e *engine.Event) string {
	var name string
	switch {
	case e.Kind == engine.EventDrewMarket:
		name = t.say("narrate.card-market", "Card", t.Card(t.view, e.Card))
	case e.Card == engine.NoCard:
		name = t.say("narrate.card-unseen")
	default:
		name = t.say("narrate.card-deck", "Card", t.Card(t.view, e.Card))
	}
	switch e.Where {
	case engine.ToHand:
		return t.say("narrate.to-hand", "Card", name)
	case engine.ToRack:
		return t.say("narrate.to-rack", "Card", name)
	}
	return name
}
