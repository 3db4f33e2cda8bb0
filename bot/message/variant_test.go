package message

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/engine/titles"
)

func TestAVariantIsNamedByItsKeyItsValueOrItsWords(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	title, _ := titles.Find("cardgame")
	a := NewAtlas(nil, titles.All(), nil)
	for _, c := range []struct{ lang, said string }{
		{"en", "open-track"},
		{"en", "Open Track"},
		{"en", "open-track=on"},
		{"en", "OPEN-TRACK = ON"},
		{"en", "open track (you may look at your own track)"},
		{"pl", "open-track"},
		{"pl", "jawny tor"},
		{"pl", "Jawny tor (wolno ci ogladac wlasny tor)"},
	} {
		got, err := a.Variant(catalog.Texts(c.lang), title, c.said)
		if diff := cmp.Diff(map[string]string{"open-track": "on"}, got); err != nil || diff != "" {
			t.Errorf("%s, %q: %v\n%s", c.lang, c.said, err, diff)
		}
	}
	for said, want := range map[string]map[string]string{
		"": nil, "declare=program": {"declare": "program"},
	} {
		got, err := a.Variant(catalog.Texts("en"), title, said)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v\n%s", said, err, diff)
		}
	}
	for _, said := range []string{"open", "track", "=", "closed-track", "declare"} {
		if got, err := a.Variant(catalog.Texts("en"), title, said); err == nil {
			t.Errorf("%q is read as %v", said, got)
		}
	}
}

func TestATitleWithoutVariantsOrMapsSaysWhichHaveSome(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	texts, amsterdam := catalog.Texts("en"), titles.All()[0]
	cards, _ := titles.Find("cardgame")
	bare, mapped := NewAtlas(nil, titles.All(), nil),
		NewAtlas(nil, titles.All(), []Map{{Title: cards, Name: "mine"}})
	variants, maps := "Amsterdam has no variants. These titles have some: The Card Game.",
		"There is no map for Amsterdam. There are maps for The Card Game."
	for _, c := range []struct {
		got  []discord.Choice
		sent func(said string) error
		want string
	}{
		{bare.SuggestVariants(texts, "amsterdam", "open"), func(said string) error {
			_,
				err := bare.Variant(texts, amsterdam, said)
			return err
		}, variants},
		{
			bare.Suggest(texts, "amsterdam", ""), func(said string) error {
				_, err := bare.Find(texts,
					amsterdam, said)
				return err
			},
			"There are no maps to choose from here. The person who runs the bot can add some.",
		},
		{mapped.Suggest(texts, "amsterdam", ""), func(said string) error {
			_, err := mapped.Find(texts,
				amsterdam, said)
			return err
		}, maps},
	} {
		if len(c.got) != 1 || c.got[0].Name != c.want {
			t.Errorf("got %v, want %q alone", c.got, c.want)
			continue
		}
		problem, ok := errors.AsType[*route.Problem](c.sent(c.got[0].Value))
		if !ok || texts.Say("problem."+problem.ID, problem.Args...) != c.want {
			t.Errorf("sent, it is answered with %v, want %q", problem, c.want)
		}
	}
	if got := bare.SuggestVariants(texts, "", "open"); len(got) != 1 ||
		got[0].Value != "open-track=on" {
		t.Errorf("before a title is chosen, got %v", got)
	}
	if got := bare.SuggestVariants(texts, "cardgame", "open"); len(got) != 1 ||
		got[0].Value != "open-track=on" {
		t.Errorf("got %v", got)
	}
}
