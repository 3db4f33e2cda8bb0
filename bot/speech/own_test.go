package speech

import (
	"strings"
	"testing"
	"unicode/utf8"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

func TestTheRulesOfAnOwnMapSaySoAndAreWhole(t *testing.T) {
	name := strings.Repeat("-.", 30) // the longest name, of signs that are escaped
	for _, lang := range locale.Languages() {
		for _, title := range titles.All() {
			id := title.ID()
			s := NewOwn(texts(t, lang), &railmap.Map{Title: id, Name: name})
			got := s.Rules(id)
			if !strings.Contains(got, discord.Plain(name)) || !strings.HasSuffix(got, s.say("rules."+id)) {
				t.Errorf("%s, %s: %d characters, cut or without the map:\n%s", lang, id,
					utf8.RuneCountInString(got), got)
			}
			if label := s.TitleLabel(id); strings.Contains(label, `\`) || !strings.Contains(label, "-.-.") {
				t.Errorf("%s, %s: the label is %q", lang, id, label)
			}
			if plain := New(texts(t, lang), &railmap.Map{
				Title: id,
				Name:  name,
			}); strings.Contains(plain.Rules(id)+plain.Title(id), "-.") {
				t.Errorf("%s, %s: the title's own map is named", lang, id)
			}
		}
	}
}
