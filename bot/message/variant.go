package message

import (
	"maps"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// variant is a value of a title's option other than that of a new game, such as an open track (K3).
type variant struct{ title, key, value string }

func variants(title engine.Title) []variant {
	var list []variant
	for _, o := range title.Options() {
		for _, value := range o.Variants() {
			list = append(list, variant{title.ID(), o.Key, value})
		}
	}
	return list
}

// String writes the variant as a record's tag Options does.
func (v variant) String() string { return v.key + "=" + v.value }

// words say what the variant is: "open track (you may look at your own track)".
func (v variant) words(texts *locale.Texts) string {
	return texts.Say("title." + v.title + ".option-" + v.key + "-" + v.value)
}

// Variant returns the option of a title's variant that was named; nil if said is empty.
func (a *Atlas) Variant(texts *locale.Texts, title engine.Title, said string,
) (map[string]string, error) {
	said = strings.TrimSpace(said)
	if said == "" {
		return nil, nil
	}
	var known []string
	for _, v := range variants(title) {
		if v.named(texts, title, said) {
			return map[string]string{v.key: v.value}, nil
		}
		known = append(known, v.words(texts))
	}
	if len(known) == 0 {
		return nil, a.noVariants(texts, title)
	}
	return nil, route.Fail("no-such-variant", "Variants", strings.Join(known, "; "))
}

// named reports whether a text names the variant: by key and value, by its words or those before
// the bracket, or by the key of what can only be switched on.
func (v variant) named(texts *locale.Texts, title engine.Title, said string) bool {
	words := v.words(texts)
	short, _, _ := strings.Cut(words, "(")
	names := []string{v.String(), words, short}
	others := slices.ContainsFunc(variants(title), func(o variant) bool {
		return o.key == v.key && o.value != v.value
	})
	if !others && v.value == "on" {
		names = append(names, v.key)
	}
	return slices.ContainsFunc(names, func(name string) bool { return speech.Same(said, name) })
}

// VariantLine is the line that says which variant a game is; none for the plain game.
func VariantLine(texts *locale.Texts, g match.Game) []string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(g.Options)) {
		if words := "title." + g.Title + ".option-" + key + "-" + g.Options[key]; texts.Has(words) {
			list = append(list, texts.Say(words))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return []string{texts.Say("lobby.variant", "Variant", strings.Join(list, "; "))}
}

// SuggestVariants suggests the variants of a title, or those of all titles before one is chosen. It
// says so if a title has none.
func (a *Atlas) SuggestVariants(texts *locale.Texts, title, typed string) []discord.Choice {
	list := speech.Suggest(typed)
	chosen, ok := a.Title(title)
	for _, t := range a.titles {
		for _, v := range variants(t) {
			switch {
			case !ok: // the title is chosen later
				list.Add(texts.Say("games.variant-choice", "Title", TitleOf(texts, t.ID()),
					"Variant", v.words(texts)), v.String())
			case t.ID() == title:
				list.Add(v.words(texts), v.String())
			}
		}
	}
	if ok && len(variants(chosen)) == 0 {
		list.Explain(texts.Say("problem.no-variants", a.noVariants(texts, chosen).Args...))
	}
	return list.Choices()
}

// noVariants says that a title has no variants, and which titles have some.
func (a *Atlas) noVariants(texts *locale.Texts, title engine.Title) *route.Problem {
	var others []string
	for _, t := range a.titles {
		if len(variants(t)) > 0 {
			others = append(others, TitleOf(texts, t.ID()))
		}
	}
	return route.Fail("no-variants", "Title", TitleOf(texts, title.ID()),
		"Others", strings.Join(others, ", "))
}
