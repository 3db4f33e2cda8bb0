// Package speech says everything that the bot says: it builds messages, menus, suggestions and sentences from an
// engine.View and the reader's texts. It knows no Game, no store and no API, so that nothing it says can tell more than
// the view's viewer may know (design D4).
package speech

import (
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Discord's limits for what a message holds (docs of its API, resources/message and components/reference).
const (
	maxContent  = 2000
	maxOptions  = 25
	maxLabel    = 80
	maxLine     = 100 // label, value and description of a menu's option, name and value of a suggestion
	maxHint     = 150 // placeholder of a menu
	maxCustomID = 100
)

// Speaker speaks about the games on one map in one language. It is safe for concurrent use.
type Speaker struct {
	texts *locale.Texts
	board *railmap.Map
	own   bool // the map is a user's own
}

// New returns a speaker for the games of a title's map.
func New(texts *locale.Texts, board *railmap.Map) *Speaker { return &Speaker{texts, board, false} }

// NewOwn returns a speaker for the games on a map of users' own: it says so wherever it names the title.
func NewOwn(texts *locale.Texts, board *railmap.Map) *Speaker { return &Speaker{texts, board, true} }

// Words says a text as the title's people do: its wild has a name of its own, and its own map the title's. Pictures take
// it for their words.
func (s *Speaker) Words(id string, args ...any) string {
	switch id {
	case wildCard:
		id = "title." + s.board.Title + ".wild"
	case wildNumber:
		id = "title." + s.board.Title + ".wild-number"
	case mapName:
		if !s.own {
			return s.Title(s.board.Title)
		}
	}
	return s.say(id, args...)
}

// The ids of what a wild, a number of them and a map are called where no title is known.
const (
	wildCard   = "render.card.wild"
	wildNumber = "render.wild-number"
	mapName    = "render.map"
)

func (s *Speaker) say(id string, args ...any) string { return s.texts.Say(id, args...) }

// fitLines joins lines as far as Discord's limit for a content allows; what is cut off at the end is replaced by an
// ellipsis on a line of its own.
func fitLines(lines []string) string {
	text := strings.Join(lines, "\n")
	if discord.Fit(text, maxContent) == text {
		return text
	}
	for len(lines) > 1 {
		lines = lines[:len(lines)-1]
		text = strings.Join(lines, "\n") + "\n…"
		if discord.Fit(text, maxContent) == text {
			return text
		}
	}
	return discord.Fit(text, maxContent)
}

// option makes a line of a menu, cut to Discord's limits. The value must fit: cutting it would change what it means.
func option(label, description, value string) discord.SelectOption {
	return discord.SelectOption{
		Label: discord.Fit(label, maxLine), Description: discord.Fit(description, maxLine), Value: value,
	}
}

// menu makes a row with a menu of which one option is picked.
func menu(id, hint string, options []discord.SelectOption) discord.Row {
	return discord.Row{Select: &discord.Select{
		CustomID: id, Placeholder: discord.Fit(hint, maxHint), Min: 1, Max: 1, Options: options,
	}}
}

func button(style discord.ButtonStyle, label, id string) discord.Button {
	return discord.Button{Style: style, Label: discord.Fit(label, maxLabel), CustomID: id}
}

func buttons(list ...discord.Button) discord.Row { return discord.Row{Buttons: list} }
