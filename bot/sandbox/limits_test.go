package sandbox_test

import (
	"encoding/json"
	"strings"
	"testing"

	"konduktor/bot/sandbox"
)

// rows is a message with one row of these components.
func rows(parts ...string) string { return `{"components":[` + row(parts...) + `]}` }

func quoted(n int) string { return `"` + strings.Repeat("x", n) + `"` }

// TestMessagesOutsideDiscordsLimitsAreRefused: each body is wrong in one way;
// path is the field that Discord blames.
func TestMessagesOutsideDiscordsLimitsAreRefused(t *testing.T) {
	srv := start(t, sandbox.Options{})
	select25 := func(extra string) string {
		return `{"type":3,"custom_id":"m",
			"options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]` + extra + `}`
	}
	const part = "components.0.components.0"
	for name, c := range map[string]struct{ body, path string }{
		"content of 2,001": {`{"content":` + quoted(2001) + `}`, "content"},
		"a misspelt field": {`{"content":"x","alowed_mentions":{}}`, "alowed_mentions"},
		"a misspelt field in a component": {
			`{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","customid":"y"}]}]}`,
			"customid",
		},
		"a wrong type":                  {`{"content":7}`, "content"},
		"an unknown flag":               {`{"content":"x","flags":64}`, "flags"},
		"a nonce of 26":                 {`{"content":"x","nonce":` + quoted(26) + `}`, "nonce"},
		"enforce_nonce without a nonce": {`{"content":"x","enforce_nonce":true}`, "nonce"},
		"parse and list of users": {
			`{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`,
			"allowed_mentions",
		},
		"an unknown kind of mention": {
			`{"content":"x","allowed_mentions":{"parse":["all"]}}`,
			"allowed_mentions.parse.0",
		},
		"an attachment that is not there": {
			`{"content":"x","attachments":[{"id":"0","description":"x"}]}`,
			"attachments.0.id",
		},
		"six rows": {
			`{"components":[` + repeat(6, row(button("%[1]d"))) + `]}`,
			"components",
		},
		"six buttons in a row":         {rows(repeat(6, button("%[1]d"))), "components.0.components"},
		"a bare button":                {`{"components":[` + button("a") + `]}`, "components.0.type"},
		"a row in a row":               {rows(row(button("a"))), part + ".type"},
		"an empty row":                 {rows(), "components.0.components"},
		"a button and a menu in a row": {rows(button("a"), select25("")), "components.0.components.1"},
		"two equal custom ids": {
			rows(button("a"), button("a")),
			"components.0.components.1.custom_id",
		},
		"a custom id of 101": {
			rows(button(strings.Repeat("x", 101))),
			part + ".custom_id",
		},
		"a button without a custom id": {
			rows(`{"type":2,"style":1,"label":"x"}`),
			part + ".custom_id",
		},
		"a label of 81": {
			rows(`{"type":2,"style":1,"custom_id":"a","label":` + quoted(81) + `}`),
			part + ".label",
		},
		"a button without a label": {
			rows(`{"type":2,"style":1,"custom_id":"a"}`),
			part,
		},
		"a button style of 7": {
			rows(`{"type":2,"style":7,"custom_id":"a","label":"x"}`),
			part + ".style",
		},
		"a link without an address": {
			rows(`{"type":2,"style":5,"label":"x"}`),
			part + ".url",
		},
		"a link with a custom id": {
			rows(`{"type":2,"style":5,"label":"x","url":"https://x.y","custom_id":"a"}`),
			part + ".custom_id",
		},
		"a menu of 26 options": {rows(`{"type":3,"custom_id":"m","options":[` + repeat(26,
			`{"label":"x","value":"%[1]d"}`) + `]}`), part + ".options"},
		"two equal options": {
			rows(`{"type":3,"custom_id":"m",
				"options":[{"label":"a","value":"a"},{"label":"b","value":"a"}]}`),
			part + ".options.1.value",
		},
		"an option label of 101": {
			rows(`{"type":3,"custom_id":"m","options":[{"value":"a","label":` + quoted(101) + `}]}`),
			part + ".options.0.label",
		},
		"a placeholder of 151": {
			rows(select25(`,"placeholder":` + quoted(151))),
			part + ".placeholder",
		},
		"more to choose than there is": {
			rows(select25(`,"max_values":3`)),
			part + ".max_values",
		},
		"min above max": {
			rows(select25(`,"min_values":2,"max_values":1`)),
			part + ".min_values",
		},
		"an alt text of 1,025": {`{"content":"x","attachments":[{"id":"0","description":` +
			quoted(1025) + `}]}`, "attachments.0.description"},
		"two equal component ids": {
			`{"components":[{"type":1,"id":3,
				"components":[{"type":2,"id":3,"style":1,"custom_id":"a","label":"x"}]}]}`,
			part + ".id",
		},
		"a text input in a message": {
			rows(`{"type":4,"custom_id":"a","style":1,"label":"x"}`),
			part + ".type",
		},
		"a bare menu": {`{"components":[` + select25("") + `]}`, "components.0.type"},
	} {
		t.Run(name, func(t *testing.T) {
			a := ask(t, srv, "POST", messages(srv.Channel("table")), c.body)
			want(t, a, 400, 50035)
			if !blames(a, c.path) {
				t.Errorf("%s does not blame %s", a.Body, c.path)
			}
		})
	}
	if got := len(srv.Channel("table").Messages()); got != 0 {
		t.Errorf("%d messages were posted by refused requests", got)
	}
}

// blames says whether the error tree has a fault at path.
func blames(a answer, path string) bool {
	var tree map[string]any
	_ = json.Unmarshal(a.Body, &tree)
	at, _ := tree["errors"].(map[string]any)
	for _, step := range strings.Split(path, ".") {
		at, _ = at[step].(map[string]any)
	}
	return at["_errors"] != nil
}

// TestMessagesWithinTheLimitsAreTaken: the largest of everything is still fine.
func TestMessagesWithinTheLimitsAreTaken(t *testing.T) {
	srv := start(t, sandbox.Options{})
	for name, body := range map[string]string{
		"content of 2,000": `{"content":` + quoted(2000) + `}`,
		"2,000 emoji":      `{"content":"` + strings.Repeat("🚂", 2000) + `"}`,
		"five rows of five": `{"content":"x","components":[` +
			repeat(5, row(repeat(5, button("%%[1]d-%[1]d")))) + `]}`,
		"a menu of 25": rows(`{"type":3,"custom_id":"m","min_values":0,"max_values":25,"options":[` +
			repeat(25, `{"label":"x","value":"%[1]d"}`) + `]}`),
		"silent":        `{"content":"x","flags":4096}`,
		"a nonce of 25": `{"content":"x","enforce_nonce":true,"nonce":` + quoted(25) + `}`,
		"a link":        rows(`{"type":2,"style":5,"label":"x","url":"https://x.y"}`),
	} {
		t.Run(name, func(t *testing.T) {
			want(t, ask(t, srv, "POST", messages(srv.Channel("table")), body), 200, 0)
		})
	}
}

// TestCommandsOutsideDiscordsLimitsAreRefused: wrong in one way each.
func TestCommandsOutsideDiscordsLimitsAreRefused(t *testing.T) {
	srv := start(t, sandbox.Options{})
	opts := func(list string) string {
		return `[{"name":"x","description":"d","options":[` + list +
			`]}]`
	}
	for name, c := range map[string]struct {
		body string
		code int
	}{
		"upper case":           {`[{"name":"Game","description":"d"}]`, 50035},
		"a space":              {`[{"name":"a b","description":"d"}]`, 50035},
		"a name of 33":         {`[{"name":` + quoted(33) + `,"description":"d"}]`, 50035},
		"no description":       {`[{"name":"x","description":""}]`, 50035},
		"a description of 101": {`[{"name":"x","description":` + quoted(101) + `}]`, 50035},
		"the same name twice": {
			`[{"name":"x","description":"d"},{"name":"x","description":"d"}]`,
			50035,
		},
		"a locale that is none": {
			`[{"name":"x","description":"d","name_localizations":{"po":"y"}}]`,
			50035,
		},
		"an upper-case localisation": {
			`[{"name":"x","description":"d","name_localizations":{"pl":"Ręka"}}]`,
			50035,
		},
		"26 options": {opts(repeat(26,
			`{"type":3,"name":"o%[1]d","description":"d"}`)), 50035},
		"the same option twice": {
			opts(`{"type":3,"name":"a","description":"d"},{"type":3,"name":"a","description":"d"}`),
			50035,
		},
		"required after optional": {
			opts(`{"type":3,"name":"a","description":"d"},
				{"type":3,"name":"b","description":"d","required":true}`),
			50035,
		},
		"choices and autocomplete": {
			opts(`{"type":3,"name":"a","description":"d","autocomplete":true,
				"choices":[{"name":"x","value":"y"}]}`),
			50035,
		},
		"26 choices": {opts(`{"type":4,"name":"a","description":"d","choices":[` +
			repeat(26, `{"name":"%[1]d","value":%[1]d}`) + `]}`), 50035},
		"a text choice of a number": {
			opts(`{"type":4,"name":"a","description":"d","choices":[{"name":"x","value":"y"}]}`),
			50035,
		},
		"a sub-command beside an option": {
			opts(`{"type":1,"name":"a","description":"d"},{"type":3,"name":"b","description":"d"}`),
			50035,
		},
		"a group in a group": {
			opts(`{"type":2,"name":"a","description":"d",
				"options":[{"type":2,"name":"b","description":"d"}]}`),
			50035,
		},
		"min_value of a text": {
			opts(`{"type":3,"name":"a","description":"d","min_value":1}`),
			50035,
		},
		"autocomplete of a user": {
			opts(`{"type":6,"name":"a","description":"d","autocomplete":true}`),
			50035,
		},
		"an unknown context": {`[{"name":"x","description":"d","contexts":[3]}]`, 50035},
		"a misspelt field":   {`[{"name":"x","description":"d","contex":[0]}]`, 50035},
		"more than 8,000 characters": {opts(repeat(25, `{"type":3,"name":"o%[1]d","description":"d",
			"description_localizations":{"pl":`+quoted(100)+`},
			"choices":[{"name":`+quoted(100)+`,"value":`+quoted(100)+`},
				{"name":"a%[1]d","value":`+quoted(99)+`}]}`)), 50035},
		"101 commands":   {`[` + repeat(101, `{"name":"c%[1]d","description":"d"}`) + `]`, 30032},
		"a user command": {`[{"type":2,"name":"C"}]`, 50035},
	} {
		t.Run(name, func(t *testing.T) {
			want(t, ask(t, srv, "PUT", "/applications/"+srv.Bot()+"/commands", c.body), 400, c.code)
		})
	}
}

func TestCommandsKeepTheirIdsAndCreatesAreCounted(t *testing.T) {
	srv := start(t, sandbox.Options{})
	commands(t, srv, gameCommands)
	before := srv.State.Commands
	commands(t, srv, gameCommands)
	if after := srv.State.Commands; before[0].ID != after[0].ID {
		t.Errorf("a command got id %s, had %s", after[0].ID, before[0].ID)
	}
	for _, name := range []string{"a", "b"} {
		commands(t, srv, `[`+repeat(98, `{"name":"`+name+`%[1]d","description":"d"}`)+`]`)
	}
	want(t, ask(t, srv, "PUT", "/applications/"+srv.Bot()+"/commands", gameCommands), 400, 30034)
}
