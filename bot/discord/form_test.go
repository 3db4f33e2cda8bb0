package discord

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// choosing is a form with a menu and a text.
var choosing = Form{CustomID: "f", Title: "Form", Fields: []Field{
	{Name: "m", Label: "Which", Min: 1, Max: 2, Options: []SelectOption{
		{Label: "A", Value: "a"}, {Label: "B", Value: "b"}, {Label: "C", Value: "c", Default: true},
	}},
	{Name: "t", Label: "Why", About: "In a few words", Max: 5, Value: "why"},
}}

const submitted = `{` + base + `,"type":5,"data":{"custom_id":"f","components":[
	{"type":18,"id":1,"component":{"type":3,"id":2,"custom_id":"m","values":["a","c"]}},
	{"type":18,"id":3,"component":{"type":4,"id":4,"custom_id":"t","value":"so"}}]}}`

func TestASubmittedFormIsRead(t *testing.T) {
	ix, err := parseInteraction([]byte(submitted))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"m": {"a", "c"}, "t": {"so"}}
	if diff := cmp.Diff(want, ix.Filled); diff != "" || ix.Kind != Submit || ix.CustomID != "f" {
		t.Errorf("got %+v\n%s", ix, diff)
	}
	if !choosing.Takes(ix.Filled) {
		t.Error("the form does not take what was filled in")
	}
}

func TestAFormThatTheBotDoesNotShowIsRefused(t *testing.T) {
	for name, change := range map[string][2]string{
		"an unlabelled field": {`"type":18,"id":1`, `"type":1,"id":1`},
		"a field twice":       {`"custom_id":"t"`, `"custom_id":"m"`},
		"too many values":     {`"values":["a","c"]`, `"values":["a"` + strings.Repeat(`,"a"`, 25) + `]`},
		"a text without end":  {`"so"`, `"` + strings.Repeat("x", 4001) + `"`},
		"values of numbers":   {`["a","c"]`, `[1,2]`},
		"no fields": {
			submitted[strings.Index(submitted, `[`):strings.LastIndex(submitted, `]`)], `[`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			forged := strings.Replace(submitted, change[0], change[1], 1)
			if ix, err := parseInteraction([]byte(forged)); err == nil {
				t.Errorf("got %+v from %s", ix, forged)
			}
		})
	}
}

func TestAFormTakesOnlyWhatItAsksFor(t *testing.T) {
	for name, filled := range map[string]map[string][]string{
		"nothing picked":    {"m": {}, "t": {"so"}},
		"too many":          {"m": {"a", "b", "c"}, "t": {"so"}},
		"twice the same":    {"m": {"a", "a"}, "t": {"so"}},
		"none of the lines": {"m": {"z"}, "t": {"so"}},
		"a long text":       {"m": {"a"}, "t": {"because"}},
		"two texts":         {"m": {"a"}, "t": {"a", "b"}},
		"a field is away":   {"m": {"a"}},
		"one too many":      {"m": {"a"}, "t": {"so"}, "x": {"y"}},
	} {
		if choosing.Takes(filled) {
			t.Errorf("%s: taken", name)
		}
	}
}

func FuzzForm(f *testing.F) {
	f.Add(submitted)
	f.Add(strings.Replace(submitted, `"values":["a","c"]`, `"values":null`, 1))
	f.Fuzz(func(t *testing.T, data string) {
		ix, err := parseInteraction([]byte(data))
		if err != nil || ix.Kind != Submit {
			return
		}
		if len(ix.Filled) == 0 || len(ix.Filled) > maxFields {
			t.Errorf("got %d fields", len(ix.Filled))
		}
		if choosing.Takes(ix.Filled) && (len(ix.Filled["m"]) == 0 || len(ix.Filled["t"]) != 1) {
			t.Errorf("taken: %v", ix.Filled)
		}
	})
}
