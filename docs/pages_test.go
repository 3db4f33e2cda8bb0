package docs_test

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/locale"
	"konduktor/engine/titles"
)

var update = flag.Bool("update", false, "write files that are generated")

// written are the pages that are made of the bot's own texts, by language.
var written = []struct {
	language, path, heading string
	ids                     []string
}{
	{"en", "titles.md", "The titles in short", ofTitles()},
	{"pl", "pl/titles.md", "Tytuły w skrócie", ofTitles()},
	{"en", "listing/terms.md", "", []string{"privacy.terms"}},
	{"pl", "pl/listing/terms.md", "", []string{"privacy.terms"}},
	{"en", "listing/privacy.md", "", []string{"privacy.page"}},
	{"pl", "pl/listing/privacy.md", "", []string{"privacy.page"}},
}

// ofTitles are the IDs of the texts of /rules.
func ofTitles() []string {
	var ids []string
	for _, title := range titles.All() {
		ids = append(ids, "rules."+title.ID(), "begins."+title.ID())
	}
	return ids
}

// What players read in Discord and on the site is written once, in bot/locale.
func TestPagesWrittenFromTheTextsAreCurrent(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range written {
		texts := catalog.Texts(page.language)
		want := asPage(page.heading, page.ids, func(id string) string {
			title, ofTitle := strings.CutPrefix(id, "rules.")
			heading, rest, _ := strings.Cut(texts.Say(id), "\n")
			if !ofTitle {
				return texts.Say(id)
			}
			up := strings.Repeat("../", strings.Count(page.path, "/"))
			name := texts.Say("title." + title + ".name")
			return heading + "\n![" + name + "](" + up + "img/" + title + ".png)\n" + rest
		})
		file := filepath.FromSlash(page.path)
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("docs/%s is not current; run go test ./docs -update (want -, got +):\n%s",
				page.path, diff)
		}
	}
}

// asPage writes messages of Discord as a page: bullets are a list, a first line in bold is a
// heading.
func asPage(heading string, ids []string, say func(id string) string) string {
	level := "# "
	var blocks []string
	if heading != "" {
		blocks, level = []string{"# " + heading}, "## "
	}
	for _, id := range ids {
		for i, line := range strings.Split(strings.TrimSpace(say(id)), "\n") {
			name, rest, _ := strings.Cut(strings.TrimPrefix(line, "**"), "**")
			item, listed := strings.CutPrefix(line, "• ")
			last := len(blocks) - 1
			switch {
			case i == 0 && strings.HasPrefix(line, "**"):
				blocks = append(blocks, level+name)
				if rest != "" {
					blocks = append(blocks, strings.TrimPrefix(rest, " · ")+".")
				}
			case listed && strings.HasPrefix(blocks[last], "- "):
				blocks[last] += "\n- " + item
			case listed:
				blocks = append(blocks, "- "+item)
			default:
				blocks = append(blocks, line)
			}
		}
	}
	return strings.Join(blocks, "\n\n") + "\n"
}

// The share of victories of the first seat stands in a table of measurements and, rounded, in the
// rule texts of both languages.
func TestRuleTextsHaveTheMeasuredSharesOfTheFirstSeat(t *testing.T) {
	page, err := os.ReadFile("computer-players.md")
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## What the first seat is worth\n")
	number := regexp.MustCompile(`\d+`)
	for _, title := range titles.All() {
		name := catalog.Texts("en").Say("title." + title.ID() + ".name")
		row := regexp.MustCompile(`\n\| ` + name + `,(?: teams,)? (\d) \| ([\d.]+) `)
		var measured []string
		for _, found := range row.FindAllStringSubmatch(table, -1) {
			share, err := strconv.ParseFloat(found[2], 64)
			if err != nil {
				t.Fatal(err)
			}
			measured = append(measured, strconv.Itoa(int(math.Round(share))), found[1])
		}
		if len(measured) != 2*len(title.SeatCounts()) {
			t.Errorf("%s: the table has %v", title.ID(), measured)
		}
		for _, language := range []string{"en", "pl"} {
			text := strings.Replace(catalog.Texts(language).Say("begins."+title.ID()), "100", "", 1)
			if diff := cmp.Diff(measured, number.FindAllString(text, -1)); diff != "" {
				t.Errorf("%s, %s: shares and seats measured and told (-/+):\n%s", title.ID(), language, diff)
			}
		}
	}
}
