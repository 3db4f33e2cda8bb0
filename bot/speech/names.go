package speech

import (
	"hash/fnv"
	"slices"
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

// marks are signs that tell games apart at a glance. Each has a colour, a shape and words for both,
// so that nobody needs to see the colour.
var marks = []string{
	"circle-red", "circle-blue", "circle-green", "circle-yellow", "circle-purple", "circle-brown",
	"square-red", "square-blue", "square-green", "square-yellow", "square-purple", "square-brown",
	"heart-red", "heart-blue", "heart-green", "heart-yellow", "heart-purple", "heart-brown",
}

// Mark is the mark of a game, always the same once it is dealt: "🔵 blue circle". sign is what was
// chosen then.
func Mark(texts *locale.Texts, game, sign string) string {
	return texts.Say("mark." + MarkOf(game, sign))
}

// Sign is the mark of a game without its words, for a place that names the game, too.
func Sign(texts *locale.Texts, game, sign string) string {
	shown, _, _ := strings.Cut(Mark(texts, game, sign), " ")
	return shown
}

// MarkOf names the mark of a game: the chosen one, or one that follows from its ID.
func MarkOf(game, sign string) string {
	if slices.Contains(marks, sign) {
		return sign
	}
	return marks[markByID(game)]
}

// FreeMark chooses the mark of a game that is dealt: the first, beginning with that of its ID, that
// no other game of its players has.
func FreeMark(game string, taken []string) string {
	first := markByID(game)
	for i := range marks {
		if m := marks[(first+i)%len(marks)]; !slices.Contains(taken, m) {
			return m
		}
	}
	return marks[first]
}

func markByID(game string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(game)) // never fails
	return int(h.Sum32() % uint32(len(marks)))
}
