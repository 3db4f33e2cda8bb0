package speech

import (
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
)

// Title returns a title's name, with the name of the map if that is a user's own, and what the
// players call the game.
func (s *Speaker) Title(id string) string {
	return s.withName(s.onMap(id, discord.Plain), discord.Plain)
}

// TitleLabel is Title for places where Discord shows text raw.
func (s *Speaker) TitleLabel(id string) string {
	return s.withName(s.onMap(id, discord.PlainLabel), discord.PlainLabel)
}

func (s *Speaker) withName(title string, plain func(string) string) string {
	if s.name == "" {
		return title
	}
	return s.say("names.called", "Title", title, "Name", plain(s.name))
}

func (s *Speaker) onMap(id string, plain func(string) string) string {
	name := s.say("title." + id + ".name")
	switch {
	case s.boxed:
		return s.say("names.on-box", "Title", name)
	case s.own:
		return s.say("names.on-map", "Title", name, "Map", plain(s.board.Name))
	}
	return name
}

// tokenWords are what to say of the tokens that claiming the route brings now: texts with the
// token's name between a beginning and an end.
func (s *Speaker) tokenWords(v *engine.View, r engine.RouteID, begin, end string) []string {
	var list []string
	for i := range v.Tokens {
		if v.Tokens[i].Brings(r) {
			list = append(list, s.say(begin+v.Tokens[i].Name+end))
		}
	}
	return list
}

// Mark is how a game with a sign is marked, without its words: "🔵".
func Mark(texts *locale.Texts, sign string) string {
	shown, _, _ := strings.Cut(texts.Say("mark."+sign), " ")
	return shown
}
