package lesson_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/lesson"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// unshown are the rules that no lesson shows, and why.
var unshown = map[string]string{
	"C1":  "who begins: a lesson's reader always sits in the first seat",
	"C6":  "the deck never runs out in a lesson; nothing is left to choose then",
	"C12": "a seat that can do nothing passes by itself; far too rare to teach",
	"C16": "how shuffles come from a seed: for those who check a record",
	"C17": "the order of dealing: for those who write a record",
	"C18": "the shuffle of the deal of the day: for those who compare results",
	"C19": "how a game goes on from one of its positions: for those who read a record's origin",
	"N7":  "one route of one map; the board says what it costs where it is claimed",
}

func TestEveryRuleHasALessonOrAReason(t *testing.T) {
	all, err := lesson.Included(titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, l := range all {
		for _, id := range l.Rules {
			shown[id] = true
		}
	}
	pages, err := filepath.Glob("../../docs/rules/*.md")
	if err != nil || len(pages) < 6 {
		t.Fatalf("found the pages %v, error %v", pages, err)
	}
	rule := regexp.MustCompile(`(?m)^([ACNWSK][0-9]+) `)
	known := map[string]bool{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range rule.FindAllStringSubmatch(string(text), -1) {
			known[found[1]] = true
		}
	}
	for id := range known {
		if shown[id] == (unshown[id] != "") {
			t.Errorf("%s: a lesson shows it: %t, the list says why not: %q", id, shown[id], unshown[id])
		}
	}
	for id := range shown {
		if !known[id] {
			t.Errorf("a lesson shows %s, which is no rule", id)
		}
	}
}

func TestLessonReplaysItsRecordStopByStop(t *testing.T) {
	all, err := lesson.Included(titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	for id, l := range all {
		moves := 0
		for n := 0; n <= len(l.Stops); n++ {
			scene, _, err := l.Scene(n, nil)
			if err != nil {
				t.Fatalf("%s: stop %d: %v", id, n, err)
			}
			moves += len(scene.Made)
			if (scene.Stop == nil) != (n == len(l.Stops)) || scene.View.Viewer != l.Seat {
				t.Errorf("%s: got %+v at stop %d", id, scene.Stop, n)
			}
			if n < len(l.Stops) && !slices.ContainsFunc(l.Offered(n), func(m engine.Move) bool {
				return lesson.Alike(&scene.View, m, l.Wanted(n))
			}) {
				t.Errorf("%s: stop %d does not offer the record's move", id, n)
			}
		}
		if want := len(l.Record.Moves) - l.Stops[0].Ply; moves != want {
			t.Errorf("%s: the stops show %d moves, want %d", id, moves, want)
		}
	}
}

const good = `#name en Short
#name pl Krótka
[Title "amsterdam"]
[Seats "Ola" "Saskia"]
[Seed "0000000000000000000000000000000000000000000000000000000000000000"]
[Rules "1"]
[Deck "green orange red blue green black pink wild blue"]
[Tickets "noordermarkt--waag jordaan--oude-kerk westermarkt--blauwbrug oude-kerk--begijnhof"]

#rules A2
#ask en Which?
#ask pl Który?
#or keep noordermarkt--waag
#why en One.
#why pl Jeden.
1 keep noordermarkt--waag jordaan--oude-kerk
#why en Both.
#why pl Oba.
2 keep westermarkt--blauwbrug
`

func TestACheckerFindsFaultsWithTheirLines(t *testing.T) {
	if _, err := lesson.Parse(good, titles.Find); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		old, new string
		line     int
	}{
		"an unknown note":            {"#rules A2", "#rule A2", 10},
		"no rule's ID":               {"#rules A2", "#rules B2", 10},
		"a note without a language":  {"#ask en Which?", "#ask Which?", 11},
		"a language is missing":      {"#ask pl Który?\n", "", 11},
		"a language too many":        {"#ask pl Który?", "#ask pl Który?\n#ask de Welchen?", 11},
		"an illegal move is offered": {"#or keep noordermarkt--waag", "#or keep dam--westermarkt", 13},
		"an unreadable move":         {"#or keep noordermarkt--waag", "#or keep nowhere", 13},
		"the same move is offered": {
			"#or keep noordermarkt--waag", "#or keep jordaan--oude-kerk noordermarkt--waag", 13,
		},
		"nothing is said of an offer": {"#why en One.\n#why pl Jeden.\n", "", 13},
		"an offer without a question": {"2 keep", "#or keep noordermarkt--waag\n2 keep", 19},
		"another seat is asked":       {"2 keep", "#ask en And?\n#ask pl I?\n2 keep", 21},
		"no move follows a question": {
			"2 keep westermarkt--blauwbrug\n", "#ask en And?\n#ask pl I?\n", 19,
		},
		"an illegal move":              {"2 keep westermarkt--blauwbrug", "2 draw 1", 19},
		"no name":                      {"#name en Short\n#name pl Krótka\n", "", 1},
		"a note is too long":           {"Both.", strings.Repeat("a", lesson.MaxText+1), 17},
		"an explanation of nothing":    {"#rules A2", "#why en Hm.", 10},
		"an explanation of a question": {"#or keep noordermarkt--waag\n", "", 13},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(good, c.old, c.new, 1)
			_, err := lesson.Parse(text, titles.Find)
			line := 0
			if fault, ok := errors.AsType[*lesson.Fault](err); ok {
				line = fault.Line
			} else if illegal, ok := errors.AsType[*notation.IllegalError](err); ok {
				line = illegal.Line
			}
			if line != c.line {
				t.Errorf("got %v, want a fault in line %d of\n%s", err, c.line, text)
			}
		})
	}
}

func TestACheckerFindsAllFaultsAtOnce(t *testing.T) {
	text := strings.NewReplacer(
		"#rules A2", "#rules B2",
		"#ask pl Który?\n", "",
		"#why pl Oba.", "#why Oba.",
		"#or keep noordermarkt--waag", "#or keep dam--westermarkt",
		"2 keep", "2 draw 1\n2 keep",
	).Replace(good)
	_, err := lesson.Parse(text, titles.Find)
	var lines []string
	for line := range strings.Lines(err.Error()) {
		number, _, _ := strings.Cut(line, ":")
		lines = append(lines, number)
	}
	// 16 lacks Polish since the faulty line 17 cannot be its note
	if want := []string{"10", "11", "12", "16", "17", "18"}; !slices.Equal(lines, want) {
		t.Errorf("got faults in the lines %v, want %v:\n%v", lines, want, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("#name en x\n#ask en\n#or\n#why\n#rules")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := lesson.Parse(text, titles.Find)
		if err != nil {
			return
		}
		for n := 0; n <= len(l.Stops); n++ {
			if _, _, err := l.Scene(n, nil); err != nil {
				t.Fatalf("stop %d: %v", n, err)
			}
		}
	})
}

func TestExampleOfTheLessonPageIsValid(t *testing.T) {
	page, err := os.ReadFile("../../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(page), "```lesson\n")
	example, _, closed := strings.Cut(after, "```")
	if !ok || !closed {
		t.Fatal("docs/lessons.md has no example")
	}
	if _, err := lesson.Parse(example, titles.Find); err != nil {
		t.Errorf("the example of docs/lessons.md: %v", err)
	}
}
