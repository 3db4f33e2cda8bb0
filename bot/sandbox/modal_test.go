package sandbox_test

import (
	"strings"
	"testing"

	"konduktor/bot/sandbox/wire"
)

// formOf is a form with some labels.
func formOf(labels ...string) string {
	return `{"type":9,"data":{"custom_id":"f","title":"Form","components":[` +
		strings.Join(labels, ",") + `]}}`
}

// menuLabel is a label with a menu of three options. Up to two can be picked.
const menuLabel = `{"type":18,"label":"Which","component":{"type":3,"custom_id":"m","min_values":1,
	"max_values":2,"options":[{"label":"A","value":"a"},{"label":"B","value":"b"},
	{"label":"C","value":"c"}]}}`

const otherLabel = `{"type":18,"label":"Why","description":"In a few words","component":{"type":3,
	"custom_id":"t","required":false,"min_values":0,"options":[{"label":"W","value":"why"}]}}`

func TestFormsOutsideDiscordsLimitsAreRefused(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	for name, body := range map[string]string{
		"without fields":       formOf(),
		"with six fields":      formOf(repeatLabels(6)...),
		"a row":                formOf(row(button("b"))),
		"a label of 46":        formOf(strings.Replace(menuLabel, `"Which"`, quoted(46), 1)),
		"a description of 101": formOf(strings.Replace(otherLabel, `"In a few words"`, quoted(101), 1)),
		"a title of 46":        strings.Replace(formOf(menuLabel), `"Form"`, quoted(46), 1),
		"a button in a label": formOf(strings.Replace(menuLabel, `{"type":3,`,
			`{"type":2,"style":1,`, 1)),
		"required without a pick": formOf(strings.Replace(menuLabel, `"min_values":1`,
			`"min_values":0`, 1)),
		"the same field twice": formOf(menuLabel, menuLabel),
		"more picks than lines": formOf(strings.Replace(menuLabel, `"max_values":2`,
			`"max_values":4`, 1)),
	} {
		t.Run(name, func(t *testing.T) {
			want(t, callback(t, srv, ola.Slash(table, "hand"), body), 400, 50035)
		})
	}
	want(t, callback(t, srv, ola.Slash(table, "hand"), formOf(menuLabel, otherLabel)), 204, 0)
}

// repeatLabels are n labels with menus of their own.
func repeatLabels(n int) (list []string) {
	for i := range n {
		list = append(list, strings.Replace(menuLabel, `"m"`, `"m`+string(rune('a'+i))+`"`, 1))
	}
	return list
}

func TestAFormIsTheFirstAnswerAndIsSentOnce(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	ix := ola.Slash(table, "hand")
	want(t, callback(t, srv, ix, formOf(menuLabel, otherLabel)), 204, 0)
	if form, err := ix.Form(soon(t)); err != nil || form.Title != "Form" {
		t.Fatalf("got %+v, %v", form, err)
	}
	want(t, ask(t, srv, "PATCH", hook(srv, ix)+"/messages/@original", `{"content":"x"}`), 404, 10015)
	for name, with := range map[string]map[string][]string{
		"nothing picked":    {"t": {"why"}},
		"too many":          {"m": {"a", "b", "c"}, "t": {"why"}},
		"twice the same":    {"m": {"a", "a"}, "t": {"why"}},
		"none of the lines": {"m": {"z"}, "t": {"why"}},
	} {
		if ola.Submit(ix.ID(), with).Err() == nil {
			t.Errorf("%s was sent", name)
		}
	}
	filled := map[string][]string{"m": {"a", "c"}, "t": {"why"}}
	if bo.Submit(ix.ID(), filled).Err() == nil {
		t.Error("somebody else has sent the form")
	}
	sent := ola.Submit(ix.ID(), filled)
	want(t, callback(t, srv, sent, formOf(menuLabel)), 400, 50035)      // no form answers a form
	want(t, callback(t, srv, sent, `{"type":7,"data":{}}`), 400, 50035) // there is no message
	want(t, callback(t, srv, sent, text("thanks")), 204, 0)
	if m := table.Last(); m.Content != "thanks" || m.InteractionMetadata.Triggering == nil {
		t.Errorf("got %+v", m)
	}
	want(t, ask(t, srv, "POST", messages(table),
		`{"content":"x","components":[`+row(button("b"))+`]}`), 200, 0)
	click := table.Last().Click(ola, "b")
	want(t, callback(t, srv, click, formOf(menuLabel)), 204, 0)
	again := ola.Submit(click.ID(), map[string][]string{"m": {"b"}})
	want(t, callback(t, srv, again, `{"type":7,"data":{"content":"chosen"}}`), 204, 0)
	forged := ola.ForgeForm(click, wire.Modal{CustomID: "other"})
	want(t, callback(t, srv, forged, text("no")), 204, 0)
}
