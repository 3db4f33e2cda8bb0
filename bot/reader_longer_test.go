package bot_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine/enginetest"
	"konduktor/render/rendertest"
)

// longer is the folder of a language that is English made longer. Discord has to know its name.
const longer = "de"

// quoted is a text of one line in a file of texts, as a value.
var quoted = regexp.MustCompile(`(= |, )"((?:[^"\\]|\\.)+)"`)

// longLanguage is all texts with the long language. Names and descriptions of commands stay
// English, and so do whole pages: a translator is told what room they have.
func longLanguage(t *testing.T) *locale.Catalog {
	t.Helper()
	all := fstest.MapFS{}
	err := fs.WalkDir(locale.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(locale.Files(), path)
		all[path] = &fstest.MapFile{Data: text}
		if name, own := strings.CutPrefix(path, "en/"); own && name != "commands.toml" && err == nil {
			long := quoted.ReplaceAllStringFunc(string(text), func(found string) string {
				parts := quoted.FindStringSubmatch(found)
				return parts[1] + `"` + rendertest.Stretched(parts[2]) + `"`
			})
			all[longer+"/"+name] = &fstest.MapFile{Data: []byte(long)}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := locale.Read(all)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Discord's limits, in UTF-16 units.
const (
	mostContent     = 2000
	mostButton      = 80
	mostOption      = 100
	mostPlaceholder = 150
)

// checkLimits holds a message to Discord's limits.
func (r *reading) checkLimits(m discord.Message) {
	r.T.Helper()
	most := func(what, text string, n int) {
		if got := len(utf16.Encode([]rune(text))); got > n {
			r.T.Errorf("%s has %d characters, at most %d are taken: %q", what, got, n, text)
		}
	}
	most("a message", m.Content, mostContent)
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			most("a button", b.Label, mostButton)
		}
		if row.Select == nil {
			continue
		}
		most("a menu", row.Select.Placeholder, mostPlaceholder)
		for _, o := range row.Select.Options {
			most("an option", o.Label, mostOption)
			most("a description", o.Description, mostOption)
		}
	}
}

// In a language 40 % longer than English everything still fits, and nothing that is cut is needed
// to play.
func TestALanguageMayBe40PercentLonger(t *testing.T) {
	t.Parallel()
	games := []struct {
		title  string
		people []string
	}{
		{"amsterdam", []string{"Ola", "Bo"}},
		{"cardgame", []string{"Ola", "Bo"}},
		{"asia", []string{"Ola", "Bo", "Cy", "Di"}},
		{"nordic", []string{"Ola", "Bo"}},
		{"world", []string{"Ola", "Bo"}},
	}
	catalog := longLanguage(t)
	for _, c := range games[:enginetest.Size(2, len(games))] {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			r := newReading(t, c.title, longer, c.people, func(o *bot.Options) { o.Catalog = catalog })
			if result := r.play(); !strings.Contains(result, "ß") {
				t.Errorf("the result is not in the long language: %q", result)
			}
		})
	}
}
