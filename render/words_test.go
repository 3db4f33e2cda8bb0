package render

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// texts reads the words of a language from its locale file, as the bot gives them.
func texts(t testing.TB, lang string) Words {
	t.Helper()
	raw, err := os.ReadFile("../bot/locale/" + lang + "/render.toml")
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := toml.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	plural := map[string]func(int) string{"en": english, "pl": polish}[lang]
	return func(id string, args ...any) string {
		forms, ok := message(file, id)
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
