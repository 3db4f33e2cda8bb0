package bot

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// variant is one value of a title's option that is not what is played without it, such as an open track (K3).
type variant struct{ title, key, value string }

// variants lists a title's variants in its own order.
func variants(title engine.Title) []variant {
	var list []variant
	for _, o := range title.Options() {
		for _, value := range o.Values[1:] {
			list = append(list, variant{title.ID(), o.Key, value})
		}
	}
	return list
}

// String is what a record's tag Options says.
func (v variant) String() string { return v.key + "=" + v.value }

// words say what the variant is: "open track (you may look at your own track)".
func (v variant) words(texts *locale.Texts) string {
	return texts.Say("title." + v.title + ".option-" + v.key + "-" + v.value)
}

// chosenVariant reads which variant of a title a game is to be played as; none if nothing is said.
func chosenVariant(texts *locale.Texts, title engine.Title, said string) (map[string]string, error) {
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
		return nil, problem("no-variants")
	}
	return nil, problem("no-such-variant", "Variants", strings.Join(known, "; "))
}

// named reports whether the variant is meant: by its key and value, by its words or those before the bracket, or by its
// key alone where that has no other variant.
func (v variant) named(texts *locale.Texts, title engine.Title, said string) bool {
	words := v.words(texts)
	short, _, _ := strings.Cut(words, "(")
	names := []string{v.String(), words, short}
	others := slices.ContainsFunc(variants(title), func(o variant) bool { return o.key == v.key && o.value != v.value })
	if !others {
		names = append(names, v.key)
	}
	return slices.ContainsFunc(names, func(name string) bool { return speech.Same(said, name) })
}

// variantLine says as which variant a game is played; none if as nothing special.
func variantLine(texts *locale.Texts, g storage.Game) []string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(g.Options)) {
		list = append(list, variant{g.Title, key, g.Options[key]}.words(texts))
	}
	if len(list) == 0 {
		return nil
	}
	return []string{texts.Say("lobby.variant", "Variant", strings.Join(list, "; "))}
}

// completeNew suggests maps of users' own and variants of the title for a game that is being opened.
func (b *Bot) completeNew(ctx context.Context, r *Request) (Reply, error) {
	if r.Focused().Name == "variant" {
		return b.completeVariant(r), nil
	}
	return b.completeMap(ctx, r)
}

// completeVariant suggests the variants of the title that is named.
func (b *Bot) completeVariant(r *Request) Reply {
	list := speech.Suggest(r.Focused().Value)
	if title, ok := b.title(r.Option("title")); ok {
		for _, v := range variants(title) {
			list.Add(v.words(r.Texts), v.String())
		}
	}
	return Reply{Choices: list.Choices()}
}
