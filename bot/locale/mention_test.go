package locale

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unread lists what a text has in backticks after a slash that is not a command with its options.
func (v *vocabulary) unread(text string) []string {
	var list []string
	for _, found := range regexp.MustCompile("`/([^`]*)`").FindAllStringSubmatch(text, -1) {
		if _, rest, ok := v.mention(found[1], v); !ok || rest != "" {
			list = append(list, found[0])
		}
	}
	return list
}

// Discord shows commands in the language of the client, whatever language a person has chosen for
// the texts.
func TestTextsNameCommandsAsTheReadersClientShowsThem(t *testing.T) {
	c := loaded(t)
	for _, lang := range c.Languages() {
		for _, client := range c.Languages() {
			texts, found := c.For(lang, client), 0
			for _, id := range texts.IDs() {
				said := formOf(texts, id).sample(texts, id)
				found += strings.Count(said, "`/")
				if wrong := c.words[client].unread(said); len(wrong) > 0 && !isName(id) {
					t.Errorf("texts %s, client %s: %s names %v", lang, client, id, wrong)
				}
			}
			if found < 30 {
				t.Errorf("%s: only %d commands were found in the texts", lang, found)
			}
		}
	}
}

func TestOptionsAndSubCommandsAreNamedAsTheClientDoes(t *testing.T) {
	c := loaded(t)
	for id, want := range map[string]string{
		"direct.homeless":          "`/game move-here game:{{.Game}}`",
		"me.how":                   "`/me zone:Europe/Warsaw quiet:22:00-7:00`",
		"games.homeless":           "(użyj /game move-here)",
		"problem.stand-in-self":    "`conductor:`",
		"help.part-2":              "`/claim route:22b`",
		"problem.no-such-deck":     "`wagony`", // a value is typed in the language of the texts
		"problem.no-such-pieces":   "`20` i `40`",
		"problem.no-such-hours":    "`22:00-7:30`",
		"render.alt-more":          "/board",
		"refusal.deck-empty":       "Talia jest pusta.",
		"clock.pause-asked":        "2",
		"tenure.house-stands-in":   "`x`",
		"problem.game-unknown":     "`/games`",
		"problem.no-channels-left": "`/admin show`",
	} {
		texts := c.For("pl", "en-GB")
		got := formOf(texts, id).sample(texts, id)
		if want = strings.ReplaceAll(want, "{{.Game}}", "x"); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q in it", id, got, want)
		}
	}
	if got := c.For("pl", "pl").Say("games.none"); !strings.Contains(got, "`/gra nowa`") {
		t.Errorf("a Polish client: got %q", got)
	}
	if got := c.For("en", "pl").Say("games.none"); !strings.Contains(got, "`/gra nowa`") ||
		!strings.Contains(got, "You are not") {
		t.Errorf("English texts, a Polish client: got %q", got)
	}
}

func TestNoTwoOptionsHaveOneName(t *testing.T) {
	c := loaded(t)
	for _, lang := range c.Languages() {
		v := c.words[lang]
		if len(v.ids) != len(v.options) || len(v.paths) != len(v.commands) {
			t.Errorf("%s: %d names of %d options, %d of %d commands", lang, len(v.ids), len(v.options),
				len(v.paths), len(v.commands))
		}
	}
}

func TestThirdLanguageFallsBackTextByText(t *testing.T) {
	c, err := Read(withLanguage(t, "sv", `
[language]
name = "Svenska"
[commands.game]
name = "spel"
[games]
none = "Du är inte med i något spel. `+"`/spel new`"+` öppnar ett."
more = { one = "… och {{.Count}} till", other = "… och {{.Count}} till" }
`))
	if err != nil {
		t.Fatal(err)
	}
	sv := c.Texts("sv-SE")
	for id, want := range map[string]string{
		"games.none":        "Du är inte med i något spel. `/spel new` öppnar ett.",
		"games.yours":       "Your games:",
		"problem.no-table":  "`/spel move-here`",
		"problem.no-games":  "`/spel new`",
		"title.nordic.name": "Nordic Countries",
	} {
		if got := sv.Say(id, "Game", "x"); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q in it", id, got, want)
		}
	}
	if got := sv.Say("games.more", "Count", 1); got != "… och 1 till" {
		t.Errorf("got %q", got)
	}
	if got := c.For("sv-SE", "pl").Say("games.none"); !strings.Contains(got, "`/gra nowa`") ||
		!strings.Contains(got, "Du är") {
		t.Errorf("Swedish texts, a Polish client: got %q", got)
	}
	if got, want := c.Languages(), []string{"en", "pl", "sv"}; !slices.Equal(got, want) {
		t.Errorf("got the languages %v, want %v", got, want)
	}
	written, all := c.Coverage("sv")
	if written != 4 || all < 900 || c.Name("sv") != "Svenska" ||
		!slices.Equal(c.DiscordLocales("sv"), []string{"sv-SE"}) {
		t.Errorf("got %d of %d texts, called %s, for %v", written, all, c.Name("sv"),
			c.DiscordLocales("sv"))
	}
	if !sv.Translated("games.none") || sv.Translated("games.yours") || !sv.Has("games.yours") ||
		sv.Lang() != "sv" {
		t.Error("it is not said which texts are Swedish")
	}
}

func TestUnknownOrLargerLanguageIsRefused(t *testing.T) {
	for _, c := range []struct{ name, folder, text, want string }{
		{"no language of Discord's", "xx", "[games]\nnone = 'x'", "the folder xx"},
		{"a text that is not English", "de", "[games]\nnun = 'x'", "texts de: games.nun is not in en"},
		{
			"another placeholder", "de", "[games]\nnone = 'x {{.Name}}'",
			"has the placeholders [Name], in en it has []",
		},
		{
			"a plural form is missing", "lt", "[games]\nmore = { one = '{{.Count}}', other = '{{.Count}}' }",
			`plural form "few"`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Read(withLanguage(t, c.folder, c.text)); err == nil ||
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestPluralFormsFollowTheLanguage(t *testing.T) {
	for lang, want := range map[string][]string{
		"en": {"one", "other"}, "pl": {"few", "many", "one", "other"}, "ja": {"other"}, "lt": {
			"few",
			"one", "other",
		}, "de": {"one", "other"},
	} {
		got := pluralForms(lang)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", lang, got, want)
		}
	}
}
