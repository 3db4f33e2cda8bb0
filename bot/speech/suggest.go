package speech

import (
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// Suggestions collects what autocomplete offers for what a person has typed so far.
type Suggestions struct {
	typed string
	list  []discord.Choice
}

// Suggest begins a list of suggestions.
func Suggest(typed string) *Suggestions { return &Suggestions{typed: typed, list: []discord.Choice{}} }

// Add adds a suggestion if what was typed begins words of its name, value or more, and there is room.
func (g *Suggestions) Add(name, value string, more ...string) {
	if matches(g.typed, name+" "+value+" "+strings.Join(more, " ")) {
		g.put(name, value)
	}
}

// put adds a suggestion whatever was typed, if there is room.
func (g *Suggestions) put(name, value string) {
	if len(g.list) < maxOptions && discord.Fit(value, maxLine) == value && name != "" {
		g.list = append(g.list, discord.Choice{Name: discord.Fit(name, maxLine), Value: value})
	}
}

// Explanation begins the value of the only suggestion in a list that would be empty: it says why
// nothing can be chosen. What was typed follows, because people see the value in the option. If it is
// sent, the command is refused with the same sentence; it is never taken for a choice.
const Explanation = "?"

// Explain suggests nothing but the reason why there is nothing to suggest.
func (g *Suggestions) Explain(reason string) {
	g.put(Bare(reason), discord.Fit(Explanation+discord.PlainText(g.typed), maxLine))
}

// Choices returns the suggestions; an empty list is not nil.
func (g *Suggestions) Choices() []discord.Choice { return g.list }

// SuggestCities suggests parts of the board and cities.
func (s *Speaker) SuggestCities(typed string) []discord.Choice {
	g := Suggest(typed)
	for _, p := range caption.Parts(s.board) {
		g.Add(s.say("board.part", "Part", s.say(p.Word)), p.ID, s.say(p.Word))
	}
	for i := range s.board.Cities {
		c := engine.CityID(i)
		g.Add(s.CityInFull(c), s.board.Cities[c].ID, s.cityWords(c))
	}
	return g.Choices()
}

// maxTyped bounds how many bytes of typed text are read: Discord lets people send thousands of
// characters, and all names are far shorter.
const maxTyped = 500

// fold returns what was typed as caption.Fold does.
func fold(text string) string { return caption.Fold(text[:min(len(text), maxTyped)]) }

// Same reports whether two texts are equal but for diacritics, punctuation and case. An empty text
// equals nothing.
func Same(typed, text string) bool { return fold(typed) != "" && fold(typed) == fold(text) }

// matches reports whether each word typed begins a word of the text, in any order.
func matches(typed, text string) bool {
	text = " " + fold(text)
	for word := range strings.FieldsSeq(fold(typed)) {
		if !strings.Contains(text, " "+word) {
			return false
		}
	}
	return true
}
