package speech

import (
	"testing"
	"unicode/utf16"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
)

// texts are those of a language.
func texts(t testing.TB, lang string) *locale.Texts {
	t.Helper()
	c, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c.Texts(lang)
}

// faults lists the limits of Discord that a message breaks (docs of its API, resources/message and
// components/reference).
func faults(m discord.Message) []string {
	var list []string
	check := func(ok bool, what string) {
		if !ok {
			list = append(list, what)
		}
	}
	ids := map[string]bool{}
	id := func(s string) {
		check(len(s) >= 1 && len(s) <= customid.MaxLength, "custom id "+s)
		check(!ids[s], "custom id twice "+s)
		ids[s] = true
	}
	check(between(m.Content, 1, maxContent), "content")
	check(len(m.Rows) <= 5, "rows")
	for _, row := range m.Rows {
		check((row.Select == nil) == (len(row.Buttons) > 0), "a row holds a menu or buttons")
		check(len(row.Buttons) <= 5, "buttons in a row")
		for _, b := range row.Buttons {
			id(b.CustomID)
			alone := b.Label == "" && b.Emoji != nil
			check(alone || between(b.Label, 1, maxLabel), "label of button "+b.Label)
		}
		if s := row.Select; s != nil {
			id(s.CustomID)
			check(between(s.Placeholder, 1, maxHint), "placeholder")
			check(len(s.Options) >= 1 && len(s.Options) <= maxOptions, "options")
			check(s.Min >= 0 && s.Max >= 1 && s.Min <= s.Max && s.Max <= len(s.Options), "how many to pick")
			values := map[string]bool{}
			for _, o := range s.Options {
				check(between(o.Label, 1, maxLine), "label of option "+o.Label)
				check(between(o.Description, 0, maxLine), "description of option "+o.Description)
				check(between(o.Value, 1, maxLine), "value of option "+o.Value)
				check(!values[o.Value], "value twice "+o.Value)
				values[o.Value] = true
			}
		}
	}
	return list
}

// between counts as Discord's clients do.
func between(s string, least, most int) bool {
	n := len(utf16.Encode([]rune(s)))
	return n >= least && n <= most
}

// choiceFaults lists the limits of Discord that suggestions break.
func choiceFaults(choices []discord.Choice) []string {
	var list []string
	if choices == nil || len(choices) > maxOptions {
		list = append(list, "number of suggestions")
	}
	for _, c := range choices {
		if !between(c.Name, 1, maxLine) || !between(c.Value, 1, maxLine) {
			list = append(list, "suggestion "+c.Name)
		}
	}
	return list
}

// suggest completes an option of a move's command, by its number.
func (s *Speaker) suggest(
	v *engine.View, m engine.Move, option int, typed string,
) []discord.Choice {
	return s.Complete(v, m, Options(m.Verb)[option], typed)
}

// reads reads what was typed for an option of a move's command, by its number.
func (s *Speaker) reads(
	v *engine.View, m engine.Move, option int, typed string,
) (engine.Move, bool) {
	return s.Read(v, m, Options(m.Verb)[option], typed)
}
