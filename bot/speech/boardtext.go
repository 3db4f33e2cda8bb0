package speech

import (
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
)

// BoardText returns one page of the board as text, for people who cannot see the picture, with buttons to the other texts.
// since are the events since the reader's last turn.
func (s *Speaker) BoardText(game string, v *engine.View, which customid.Action, page int, since []engine.Event) discord.Message {
	var text string
	caption := s.Of(v)
	switch which {
	case customid.Cities:
		text = caption.CitiesText()
	case customid.Tickets:
		text = caption.TicketsText()
	case customid.News:
		text = s.newsText(v, since)
	default:
		which, text = customid.Text, caption.BoardText()
	}
	m := s.paged(text, page, func(page int) string {
		return customid.ID{Action: which, Game: game, Page: page}.Print()
	})
	var others []discord.Button
	for _, action := range customid.BoardTexts {
		if action == which || action == customid.Tickets && v.Own() == nil {
			continue
		}
		others = append(others, button(discord.Secondary, s.say("choices.text."+string(action)), customid.ID{Action: action, Game: game}.Print()))
	}
	m.Rows = append(m.Rows, buttons(others...))
	return m
}

// newsText tells what happened since the reader's last turn, and how the game stands now.
func (s *Speaker) newsText(v *engine.View, since []engine.Event) string {
	news := s.Narrate(v, since)
	if len(news) == 0 {
		news = []string{s.say("board.no-news")}
	}
	return strings.Join(slices.Concat([]string{s.say("panel.since")}, news, []string{"", s.Of(v).State()}), "\n")
}
