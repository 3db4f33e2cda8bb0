package rendertest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
)

// Terse returns the ID, so that a benchmark measures drawing.
func Terse(id string, _ ...any) string { return id }

// HostileNames are names that somebody may choose, 40 made up and the others at random. They are
// always the same.
func HostileNames() []string {
	names := []string{
		"", " ", "\x00", "\xff\xfe\xfd", "a\nb\nc", "\t\t\t", "@everyone", "<@123456789012345678>",
		"**bold** `code` ||spoiler||",
		"https://example.com/?q=1", "{{.Name}}", "%s%d%!v(MISSING)", "<script>alert(1)</script>",
		"../../etc/passwd",
		"\u202etfel ot thgir", "\u200b\u200c\u200d\ufeff", "e\u0301\u0301\u0301\u0301",
		"Z\u0351\u036b\u0343a\u0313l\u0344g\u0342o",
		"👨‍👩‍👧‍👦 👍🏽 🇵🇱", "日本語の名前です", "العربية", "עברית", "ไทย", "Ελληνικά", "Кириллица",
		"Zażółć gęślą jaźń", "🂡🂢🂣", "﷽﷽﷽﷽",
		strings.Repeat("W", 32), strings.Repeat("W", 5000), strings.Repeat("👑", 2000),
		strings.Repeat("\u0301", 3000), "\U0010ffff\U000e0001",
		"i", "....", "—", "\u2028\u2029", "\\", "\"", "'; DROP TABLE games; --",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for len(names) < enginetest.Size(160, 560) {
		var b strings.Builder
		for range rng.IntN(40) {
			b.WriteRune(rune(rng.IntN(0x30000)))
		}
		names = append(names, b.String())
	}
	return names
}

// Echo returns the ID and its string arguments.
func Echo(id string, args ...any) string {
	for i := 1; i < len(args); i += 2 {
		if s, ok := args[i].(string); ok {
			id += " " + s
		}
	}
	return id
}

// MustSay checks that a text contains all parts.
func MustSay(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, want := range parts {
		if !strings.Contains(text, want) {
			t.Errorf("got no %q in:\n%s", want, text)
		}
	}
}

// Words reads a language's texts from its locale files; Longer is a language, too.
func Words(t testing.TB, lang string) func(id string, args ...any) string {
	t.Helper()
	stretched := func(text string) string { return text }
	if lang == Longer {
		lang, stretched = "en", Stretched
	}
	var files []map[string]any
	for _, name := range []string{"render", "film"} {
		raw, err := os.ReadFile("../../bot/locale/" + lang + "/" + name + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		var file map[string]any
		if err := toml.Unmarshal(raw, &file); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	plural := map[string]func(int) string{"en": english, "pl": polish}[lang]
	return func(id string, args ...any) string {
		forms, ok := message(files[0], id)
		if !ok {
			forms, ok = message(files[1], id)
		}
		if !ok {
			t.Errorf("%s: there is no text %q", lang, id)
			return id
		}
		form := "other"
		for i := 0; i < len(args); i += 2 {
			if args[i] == "Count" {
				form = plural(args[i+1].(int))
			}
		}
		text, ok := forms[form].(string)
		if !ok {
			text = forms["other"].(string)
		}
		text = stretched(text)
		for i := 0; i < len(args); i += 2 {
			text = strings.ReplaceAll(text, "{{."+args[i].(string)+"}}", fmt.Sprint(args[i+1]))
		}
		return text
	}
}

func message(file map[string]any, id string) (map[string]any, bool) {
	at := file
	for _, key := range strings.Split(id, ".") {
		next, ok := at[key].(map[string]any)
		if !ok {
			return nil, false
		}
		at = next
	}
	_, ok := at["other"].(string)
	return at, ok
}

func english(n int) string {
	if n == 1 || n == -1 {
		return "one"
	}
	return "other"
}

func polish(n int) string {
	n = max(n, -n)
	switch {
	case n == 1:
		return "one"
	case n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14):
		return "few"
	}
	return "many"
}

// Misnamed returns the first line with a name of a city that is not the board's, unless it stands
// in brackets behind that.
func Misnamed(m *railmap.Map, text string) string {
	for line := range strings.Lines(text) {
		for i := range m.Cities {
			c := &m.Cities[i]
			if c.Unnamed != "" { // no city: called in the reader's language
				continue
			}
			for _, name := range c.Names {
				name, _, _ = strings.Cut(name, " (")
				rest := strings.ReplaceAll(line, c.Name+" ("+name+")", "")
				if !strings.Contains(c.Name, name) && hasWord(rest, name) {
					return line
				}
			}
		}
	}
	return ""
}

func hasWord(text, word string) bool {
	for {
		i := strings.Index(text, word)
		if i < 0 {
			return false
		}
		text = text[i+len(word):]
		if next := []rune(text + " ")[0]; !unicode.IsLetter(next) {
			return true
		}
	}
}
