package bot_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/commands"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine/titles"
)

// swedish is a translation that has only begun.
const swedish = `
[language]
name = "Svenska"
[commands.game]
name = "spel"
about = "Spel"
[me]
heading = "**Dina vanor**"
[games]
none = "Du är inte med i något spel. ` + "`/spel new`" + ` öppnar ett."
[table]
your-turn = "{{.Pings}} – din tur."
`

// withSwedish returns the texts with a third language, which is one folder.
func withSwedish(t *testing.T) *locale.Catalog {
	t.Helper()
	files := fstest.MapFS{"sv/some.toml": {Data: []byte(swedish)}}
	names, err := fs.Glob(locale.Files(), "*/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		content, err := fs.ReadFile(locale.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: content}
	}
	catalog, err := locale.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

func TestUnfinishedTranslationCanBePlayed(t *testing.T) {
	catalog := withSwedish(t)
	s := bottest.New(t)
	s.Remake(func(o *bot.Options) { o.Catalog = catalog })
	in := func(ix *discord.Interaction,
		locale string,
	) discord.Message {
		ix.Locale = locale
		return s.Handle(ix)
	}

	bottest.Contains(t, in(s.Slash("Ola", "games"), "sv-SE").Content, "Du är inte med", "`/spel new`")
	bottest.Contains(t, in(s.Slash("Ola", "me"), "sv-SE").Content,
		"**Dina vanor**", "Time zone: UTC", "`/me zone:")
	bottest.Contains(t, s.Me("Bo", "language=sv"), "**Dina vanor**", "Language: Svenska")
	bottest.Contains(t, in(s.Slash("Bo", "games"), "en-US").Content, "Du är inte med", "`/game new`")

	id := s.Opened("Ola", "language=sv")
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	for range 2 {
		s.Move(id, bottest.FirstLegal)
	}
	s.Flush()
	sent := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(t, sent[0].Content, "Seats in turn order")
	bottest.Contains(t, sent[len(sent)-1].Content, "– din tur.")
	s.NothingBroke()

	for _, c := range commands.List(catalog, titles.All()) {
		if name, ok := (*c.NameLocalizations)["sv-SE"]; ok != (c.Name == "game") || ok && name != "spel" {
			t.Errorf("/%s is called %q in Swedish", c.Name, name)
		}
		for _, o := range c.Options {
			for _, sub := range o.Options {
				if sub.Name == "language" && !strings.Contains(choices(sub), "Svenska=sv") {
					t.Errorf("/%s %s: got the languages %s", c.Name, o.Name, choices(sub))
				}
			}
		}
	}
}

func choices(o *discord.CommandOption) string {
	var list []string
	for _, c := range o.Choices {
		list = append(list, c.Name+"="+c.Value.(string))
	}
	return strings.Join(list, " ")
}

func TestCommandsAreNamedAsTheClientShowsThem(t *testing.T) {
	s := bottest.New(t)
	bottest.Contains(t, s.Me("Ola", "language=pl"),
		"**Twoje ustawienia**", "`/me zone:Europe/Warsaw quiet:22:00-7:00`", "`vacation:`")
	help := s.Handle(s.Slash("Ola", "help")).Content
	bottest.Contains(t, help, "gry kolejowe", "`/game new`")
	more := s.Handle(s.Click("Ola", "help/2")).Content
	bottest.Contains(t, more, "`/claim route:22b`", "`text:`")
	if strings.Contains(help+more, "/gra") {
		t.Errorf("got %q, want the names of an English client", help)
	}
	polish := s.Slash("Bo", "help")
	polish.Locale = "pl"
	bottest.Contains(t, s.Handle(polish).Content, "`/gra nowa`")
}
