package speech

import (
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// The bot's application may have emoji for what the games show (discord.Emojis), whose names a
// screen reader says. In sentences and menus they stand beside the words; cards in a list are a
// sign with a number. Without emoji there are words instead.

// emoji returns the emoji for a thing of the title, for a button or an option; nil: there is none.
func (s *Speaker) emoji(thing string) *discord.ComponentEmoji {
	name, id := s.texts.Sign(s.board.Title, thing)
	if id == "" {
		return nil
	}
	return &discord.ComponentEmoji{Name: name, ID: id}
}

// WordsIf gives words to the buttons of viewers for whom wanted is true.
func (s *Speaker) WordsIf(wanted func(viewer engine.Seat) bool) { s.worded = wanted }

// brief gives a button its emoji and, unless its reader wants words, shortens its label to what
// the emoji does not say.
func (s *Speaker) brief(v *engine.View, b discord.Button, sign *discord.ComponentEmoji,
	short string,
) discord.Button {
	if b.Emoji = sign; sign != nil && (s.worded == nil || !s.worded(v.Viewer)) {
		b.Label = short
	}
	return b
}

func (s *Speaker) cardSign(v *engine.View, c engine.Card) *discord.ComponentEmoji {
	if c == engine.NoCard {
		return nil
	}
	return s.emoji(v.Lexicon().Faces[c].Name)
}

// paidSign is the emoji of the card that a payment has most of; wilds stand for others.
func (s *Speaker) paidSign(v *engine.View, p *engine.Payment) *discord.ComponentEmoji {
	best, most := engine.NoCard, 0
	for c := range v.Lexicon().Faces {
		n := 2 * (int(p.Hand[c]) + int(p.Rack[c]))
		if engine.Card(c) == v.Lexicon().Wild() && n > 0 {
			n = 1
		}
		if n > most {
			best, most = engine.Card(c), n
		}
	}
	return s.cardSign(v, best)
}

func (s *Speaker) drawSign(v *engine.View, m engine.Move) *discord.ComponentEmoji {
	switch {
	case m.Slot > 0:
		return s.cardSign(v, v.Market[m.Slot-1])
	case m.Pile != engine.NoPile:
		return s.emoji(piles[m.Pile])
	}
	return s.emoji(caption.DeckSign)
}

func (s *Speaker) signed() *Speaker {
	with, words := *s, *s.Vocabulary
	words.Mark = func(face string) string {
		if name, id := s.texts.Sign(s.board.Title, face); id != "" {
			return "<:" + name + ":" + id + "> "
		}
		return ""
	}
	with.Vocabulary = &words
	return &with
}
