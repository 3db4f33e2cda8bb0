// Package speech words everything that the bot says: it builds messages, menus, suggestions and
// sentences from an engine.View and the reader's texts. It knows no Game, no store and no API, so
// it cannot tell more than the viewer may know (design D4).
//
// What a player can choose is said once. A choice has the move that it means, its label, what it
// costs or leads to, the value for the command's option, and the words that find it. Every verb has
// a row in the table options (choices.go): for each option of its command the list of choices, and
// a reader for what people type. From these lists come
//
//   - the menus and buttons of the panel and of questions (choiceMenu),
//   - autocomplete (Complete) and the reading of typed words (Read, theOne),
//   - the matches named to a person whose words are ambiguous (WhichFit),
//   - the possibilities named by a refusal (refusal.go).
//
// A new verb needs its row there, a row in question.go if it is asked about, and its menu in
// menus.go.
package speech

import (
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
)

// Discord's limits on the parts of a message (docs of its API, resources/message and
// components/reference).
const (
	maxContent = discord.MaxContent
	maxOptions = 25
	maxRows    = 5
	maxButtons = 5 // of a row
	maxLabel   = 80
	maxLine    = 100 // label, value and description of a menu's option, name and value of a suggestion
	maxHint    = 150 // placeholder of a menu
)

// Speaker speaks about the games on one map in one language. It is safe for concurrent use.
type Speaker struct {
	*caption.Vocabulary // what messages call cities, cards, tickets and players
	texts               *locale.Texts
	board               *railmap.Map
	own                 bool   // the map is a user's own
	boxed               bool   // it is the title's, with what an owner has read in the box
	name                string // what the players call the game; hostile text; "": nothing
	atLast              [engine.MaxSeats + 1]Stint
	sign                string // of the game (match.SignOf)
	worded              func(viewer engine.Seat) bool
}

// New returns a speaker for the games on a title's own map.
func New(texts *locale.Texts, board *railmap.Map) *Speaker {
	return newSpeaker(texts, board, false)
}

// NewOwn returns a speaker for the games on a user's map: wherever it names the title, it names the
// map too.
func NewOwn(texts *locale.Texts, board *railmap.Map) *Speaker {
	return newSpeaker(texts, board, true)
}

// Boxed returns a speaker for the games on the title's own map with the tickets of an owner's box.
func (s *Speaker) Boxed() *Speaker {
	boxed := *s
	boxed.boxed = true
	boxed.Vocabulary = caption.ForMessages(s.board, boxed.Words, s.texts.Lang(), discord.Plain)
	return &boxed
}

// Named returns a speaker for a game that its players call so, which is hostile text, and that has
// a sign (Mark).
func (s *Speaker) Named(name, sign string) *Speaker {
	named := *s
	named.name, named.sign = name, sign
	return &named
}

func newSpeaker(texts *locale.Texts, board *railmap.Map, own bool) *Speaker {
	s := &Speaker{texts: texts, board: board, own: own}
	s.Vocabulary = caption.ForMessages(board, s.Words, texts.Lang(), discord.Plain)
	return s
}

// ForLabels returns a speaker for places where Discord shows text raw: it names players as they
// are.
func (s *Speaker) ForLabels() *Speaker {
	raw := *s
	raw.Vocabulary = caption.ForMessages(s.board, raw.Words, s.texts.Lang(), discord.PlainLabel)
	return &raw
}

// Bare returns the first line of a message without emphasis, for places where Discord shows text
// raw. IDs and times that Discord would render are left out.
func Bare(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	line = strings.NewReplacer("**", "", "`", "").Replace(line)
	for _, reference := range []string{"<@", "<#", "<t:"} { // a person or role, a channel, a moment
		parts := strings.Split(line, reference) // names have none of these: discord.Plain
		for i := range parts[1:] {
			_, parts[i+1], _ = strings.Cut(parts[i+1], ">")
		}
		line = strings.Join(parts, "…")
	}
	return line
}

// Words returns a text in the title's own terms: its word for wilds, and its name for its own map.
// Pictures take their words from it.
func (s *Speaker) Words(id string, args ...any) string {
	switch id {
	case wildCard:
		id = "title." + s.board.Title + ".wild"
	case wildNumber:
		id = "title." + s.board.Title + ".wild-number"
	case mapName:
		if !s.own || s.boxed {
			return s.onMap(s.board.Title, discord.Plain)
		}
	}
	return s.say(id, args...)
}

// IDs of the texts for a wild, a number of wilds and a map that fit any title.
const (
	wildCard   = "render.card.wild"
	wildNumber = "render.wild-number"
	mapName    = "render.map"
)

func (s *Speaker) say(id string, args ...any) string { return s.texts.Say(id, args...) }

// fitWords is discord.Fit, but cuts a text at the end of a word.
func fitWords(text string, n int) string {
	fit := discord.Fit(text, n)
	if fit == text {
		return text
	}
	whole := strings.TrimSuffix(fit, "…")
	if end := strings.LastIndexByte(whole, ' '); end > 0 && text[len(whole)] != ' ' {
		whole = whole[:end]
	}
	return strings.TrimRight(whole, " ,;:·–(") + "…"
}

// option makes a line of a menu, cut to Discord's limits. The value must fit: cutting it would
// change what it means.
func option(label, description, value string) discord.SelectOption {
	return discord.SelectOption{
		Label: fitWords(label, maxLine), Description: fitWords(description, maxLine), Value: value,
	}
}

// menu makes a row with a menu from which one option is picked. The caller or Panel.numbered sets
// its custom ID.
func menu(hint string, options []discord.SelectOption) discord.Row {
	return discord.Row{Select: &discord.Select{
		Placeholder: discord.Fit(hint, maxHint), Min: 1, Max: 1, Options: options,
	}}
}

func button(style discord.ButtonStyle, label, id string) discord.Button {
	return discord.NewButton(style, label, id)
}

func buttons(list ...discord.Button) discord.Row { return discord.Row{Buttons: list} }

// withButtons adds buttons to the last row of buttons that has room for them, else as a row of
// their own; not at all where there is no room.
func withButtons(rows []discord.Row, list ...discord.Button) []discord.Row {
	for i := len(rows) - 1; i >= 0; i-- {
		if n := len(rows[i].Buttons); n > 0 && n+len(list) <= maxButtons {
			rows[i].Buttons = append(slices.Clip(rows[i].Buttons), list...)
			return rows
		}
	}
	if len(rows) < maxRows {
		rows = append(rows, buttons(list...))
	}
	return rows
}

func namesOf[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, one := range list {
		names[i] = name(one)
	}
	return names
}
