package sandbox_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// scene is a sandbox with commands, its table and people, on a clock in the
// test's hand.
func scene(t *testing.T) (*sandbox.Server, *clock, *sandbox.Channel, *sandbox.User, *sandbox.User) {
	t.Helper()
	c := newClock()
	srv := start(t, sandbox.Options{Now: c.Now})
	commands(t, srv, gameCommands)
	return srv, c, srv.Channel("table"), srv.User("Ola"), srv.User("Bo")
}

func TestAnInteractionIsAnsweredOnceAndInThreeSeconds(t *testing.T) {
	srv, clock, table, ola, _ := scene(t)
	ix := ola.Slash(table, "hand")
	want(t, callback(t, srv, ix, text("")), 400, 50006)
	want(t, callback(t, srv, ix, text("your hand")), 204, 0)
	want(t, callback(t, srv, ix, text("again")), 400, 40060)
	want(t, ask(t, srv, "POST", "/interactions/"+ix.ID()+"/wrong/callback", text("x")), 404, 10062)

	late := ola.Slash(table, "hand")
	clock.Advance(3*time.Second + time.Millisecond)
	want(t, ask(t, srv, "POST", "/interactions/"+late.ID()+"/"+late.Token()+"/callback", text("x")),
		404, 10062)
	if err := late.Wait(soon(t)); !errors.Is(err, sandbox.ErrNoResponse) {
		t.Errorf("late: %v, want ErrNoResponse", err)
	}
	just := ola.Slash(table, "hand")
	clock.Advance(3 * time.Second)
	want(t, callback(t, srv, just, text("in time")), 204, 0)
}

func TestATokenLivesFifteenMinutes(t *testing.T) {
	srv, clock, table, ola, _ := scene(t)
	ix := ola.Slash(table, "hand")
	path := hook(srv, ix)
	want(t, ask(t, srv, "POST", path, `{"content":"too early"}`), 404, 10015)
	want(t, callback(t, srv, ix, text("first")), 204, 0)
	clock.Advance(15 * time.Minute)
	want(t, ask(t, srv, "PATCH", path+"/messages/@original", `{"content":"second"}`), 200, 0)
	clock.Advance(time.Millisecond)
	want(t, ask(t, srv, "PATCH", path+"/messages/@original", `{"content":"third"}`), 401, 50027)
	want(t, ask(t, srv, "POST", path, `{"content":"fourth"}`), 401, 50027)
	if got := table.Last().Content; got != "second" {
		t.Errorf("the message says %q, want second", got)
	}
}

func TestEachKindOfInteractionTakesItsOwnKindsOfAnswers(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	a := ask(t, srv, "POST", messages(table), `{"content":"x","components":[`+row(button("b"))+`]}`)
	lobby := table.Last()
	if lobby.ID != a.ID {
		t.Fatalf("posted %s, last is %s", a.ID, lobby.ID)
	}
	bodies := map[int]string{
		4: text("x"), 5: `{"type":5}`, 6: `{"type":6}`, 7: `{"type":7,"data":{"content":"y"}}`,
		8: `{"type":8,"data":{"choices":[]}}`, 9: formOf(menuLabel),
	}
	slash := func() *sandbox.Interaction { return ola.Slash(table, "hand") }
	click := func() *sandbox.Interaction { return lobby.Click(ola, "b") }
	for name, c := range map[string]struct {
		begin   func() *sandbox.Interaction
		allowed string
	}{
		"slash": {slash, "4 5 9"},
		"click": {click, "4 5 6 7 9"},
	} {
		for _, kind := range []int{4, 5, 6, 7, 8, 9} {
			t.Run(fmt.Sprintf("%s %d", name, kind), func(t *testing.T) {
				status := map[bool]int{true: 204, false: 400}[strings.Contains(c.allowed, fmt.Sprint(kind))]
				if got := callback(t, srv, c.begin(), bodies[kind]); got.Status != status {
					t.Errorf("got %v, want %d", got, status)
				}
			})
		}
	}
}

func TestADeferredAnswerThinksUntilItIsEdited(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	ix := ola.Slash(table, "hand")
	want(t, callback(t, srv, ix, `{"type":5,"data":{"flags":32768}}`), 400, 50035)
	want(t, callback(t, srv, ix, `{"type":5,"data":{"content":"x"}}`), 400, 50035)
	want(t, callback(t, srv, ix, `{"type":5,"data":{"flags":64}}`), 204, 0)
	seen := ola.Messages(table)
	if len(seen) != 1 || seen[0].Flags != wire.FlagEphemeral|wire.FlagLoading ||
		len(bo.Messages(table)) != 0 {
		t.Fatalf("Ola sees %+v, Bo %d messages", seen, len(bo.Messages(table)))
	}
	path := hook(srv, ix)
	want(t, ask(t, srv, "PATCH", messages(table)+"/"+seen[0].ID, `{"content":"x"}`), 404, 10008)
	want(t, ask(t, srv, "PATCH", path+"/messages/@original",
		`{"content":"<@`+ola.ID()+`> your hand"}`), 200, 0)
	m, err := ix.Reply(soon(t))
	if err != nil || m.Flags != wire.FlagEphemeral || !m.Ephemeral() || !m.Pings(ola) {
		t.Errorf("the answer is %+v, %v", m, err)
	}
	want(t, ask(t, srv, "POST", path, `{"content":"public"}`), 200, 0)
	want(t, ask(t, srv, "POST", path, `{"content":"private","flags":64}`), 200, 0)
	if got := len(ola.Messages(table)); got != 3 {
		t.Errorf("Ola sees %d messages, want the answer and two follow-ups", got)
	}
	if got := bo.Messages(table); len(got) != 1 || got[0].Content != "public" {
		t.Errorf("Bo sees %+v", got)
	}
}

func TestAnEphemeralAnswerNotifiesNobodyElse(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	ix := ola.Slash(table, "hand")
	want(t, callback(t, srv, ix,
		`{"type":4,"data":{"flags":64,"content":"<@`+ola.ID()+`> <@`+bo.ID()+`>"}}`), 204, 0)
	m, err := ix.Reply(soon(t))
	if err != nil || !m.Pings(ola) || m.Pings(bo) {
		t.Errorf("%+v, %v; pings Ola: %v, Bo: %v", m, err, m.Pings(ola), m.Pings(bo))
	}
}

func TestAnInteractionCanBeRedelivered(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	conn, _ := login(t, srv, 0)
	ix := ola.Slash(table, "hand")
	ix.Redeliver()
	for range 2 {
		var got struct{ ID string }
		answer{Body: next(t, conn).Data}.into(t, &got)
		if got.ID != ix.ID() {
			t.Errorf("delivered %s, want %s twice", got.ID, ix.ID())
		}
	}
}

func TestTheFirstFollowUpTakesThePlaceOfADeferredAnswer(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	ix := ola.Slash(table, "hand")
	want(t, callback(t, srv, ix, `{"type":5}`), 204, 0)
	want(t, ask(t, srv, "POST", hook(srv, ix), `{"content":"here","flags":64}`), 200, 0)
	m, err := ix.Reply(soon(t))
	if err != nil || m.Content != "here" || m.Ephemeral() {
		t.Errorf("the answer is %+v, %v", m, err)
	}
}

func TestACommandIsCheckedAgainstTheTree(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	dm := openDM(t, srv, bo)
	title := sandbox.Opt("title", "amsterdam")
	for name, ix := range map[string]*sandbox.Interaction{
		"unknown command":      ola.Slash(table, "nothing"),
		"unknown sub-command":  ola.Slash(table, "game old"),
		"no sub-command":       ola.Slash(table, "game"),
		"missing option":       ola.Slash(table, "game new"),
		"unknown option":       ola.Slash(table, "game new", title, sandbox.Opt("colour", "red")),
		"none of the choices":  ola.Slash(table, "game new", sandbox.Opt("title", "paris")),
		"below the minimum":    ola.Slash(table, "game new", title, sandbox.Opt("seats", 1)),
		"not whole":            ola.Slash(table, "game new", title, sandbox.Opt("seats", 2.5)),
		"no number":            ola.Slash(table, "game new", title, sandbox.Opt("seats", "two")),
		"nobody":               ola.Slash(table, "game new", title, sandbox.Opt("with", "12")),
		"too long":             ola.Slash(table, "game claim", sandbox.Opt("route", "12345678901")),
		"of the guild in a DM": bo.Slash(dm, "here"),
		"somebody else's DM":   ola.Slash(dm, "hand"),
	} {
		if ix.Err() == nil || ix.ID() != "" {
			t.Errorf("%s: was sent", name)
		}
	}
	for name, ix := range map[string]*sandbox.Interaction{
		"everything": ola.Slash(table, "game new", title, sandbox.Opt("seats", 3),
			sandbox.Opt("with", bo), sandbox.Opt("open", true)),
		"text for a completion": ola.Slash(table, "game claim", sandbox.Opt("route", "no route")),
		"global in a DM":        bo.Slash(dm, "hand"),
	} {
		if ix.Err() != nil {
			t.Errorf("%s: %v", name, ix.Err())
		}
	}
}

func TestACompletionTakesAtMost25Choices(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	choices := func(list string) string { return `{"type":8,"data":{"choices":[` + list + `]}}` }
	type offer struct {
		list []sandbox.Choice
		err  error
	}
	got := make(chan offer, 1)
	conn, _ := login(t, srv, 0)
	go func() {
		list, err := ola.Complete(soon(t), table, "game claim", sandbox.Opt("route", "A"))
		got <- offer{list, err}
	}()
	var ix struct{ ID, Token string }
	answer{Body: next(t, conn).Data}.into(t, &ix)
	path := "/interactions/" + ix.ID + "/" + ix.Token + "/callback"
	for _, wrong := range []string{
		choices(repeat(26, `{"name":"n%[1]d","value":"v%[1]d"}`)),
		choices(`{"name":` + quoted(101) + `,"value":"x"}`),
		choices(`{"name":"x","value":` + quoted(101) + `}`),
		choices(`{"name":"x","value":7}`),
		choices(`{"name":"","value":"x"}`),
		`{"type":8,"data":{}}`,
		text("x"),
	} {
		want(t, ask(t, srv, "POST", path, wrong), 400, 50035)
	}
	want(t, ask(t, srv, "POST", path, choices(`{"name":"A – B","value":"a-b"}`)), 204, 0)
	o := within(t, got)
	if o.err != nil || len(o.list) != 1 || o.list[0].String() != "a-b" {
		t.Errorf("offered %+v, %v", o.list, o.err)
	}
	want(t, ask(t, srv, "POST", hook(srv, ola.Slash(table, "hand")), `{"content":"x"}`), 404, 10015)
}

func TestOnlyExistingComponentsCanBePressed(t *testing.T) {
	srv, _, table, ola, bo := scene(t)
	ix := ola.Slash(table, "hand")
	menu := `{"type":3,"custom_id":"m","placeholder":"Which","max_values":2,
		"options":[{"label":"First","value":"1"},{"label":"Second","value":"2"}]}`
	off := `{"type":2,"style":1,"label":"Off","custom_id":"off","disabled":true}`
	want(t, callback(t, srv, ix,
		`{"type":4,"data":{"flags":64,"content":"x","components":[`+row(button("b"),
			off)+`,`+row(menu)+`]}}`), 204, 0)
	m, err := ix.Reply(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, ix := range map[string]*sandbox.Interaction{
		"somebody else's":    m.Click(bo, "b"),
		"no such button":     m.Click(ola, "c"),
		"a disabled one":     m.Click(ola, "Off"),
		"a menu as a button": m.Click(ola, "m"),
		"a button as a menu": m.Select(ola, "b", "1"),
		"no such option":     m.Select(ola, "m", "3"),
		"too many":           m.Select(ola, "m", "1", "2", "3"),
		"the same one twice": m.Select(ola, "m", "1", "1"),
		"nothing":            m.Select(ola, "m"),
	} {
		if ix.Err() == nil {
			t.Errorf("%s: was sent", name)
		}
	}
	conn, _ := login(t, srv, 0)
	if ix := m.Select(ola, "m", "1", "2"); ix.Err() != nil {
		t.Fatal(ix.Err())
	}
	var got struct{ Data wire.ComponentData }
	answer{Body: next(t, conn).Data}.into(t, &got)
	if fmt.Sprint(got.Data.Values) != "[1 2]" || got.Data.ComponentType != 3 {
		t.Errorf("the bot received %+v", got.Data)
	}
	forged := bo.Forge(m, "g/1/steal")
	answer{Body: next(t, conn).Data}.into(t, &got)
	if forged.Err() != nil || got.Data.CustomID != "g/1/steal" {
		t.Errorf("forged: %v, the bot received %+v", forged.Err(), got.Data)
	}
}

func TestAnUpdateEditsTheClickedMessage(t *testing.T) {
	srv, _, table, ola, _ := scene(t)
	ask(t, srv, "POST", messages(table), `{"content":"lobby","components":[`+row(button("b"))+`]}`)
	lobby := table.Last()
	ix := lobby.Click(ola, "Press")
	want(t, callback(t, srv, ix, `{"type":7,"data":{"content":"started","components":[]}}`), 204, 0)
	m, err := ix.Reply(soon(t))
	if err != nil || m.ID != lobby.ID || m.Content != "started" || len(m.Components) != 0 ||
		m.EditedTimestamp == nil {
		t.Errorf("the lobby is %+v, %v", m, err)
	}
	if ix := lobby.Click(ola, "Press"); ix.Err() == nil {
		t.Error("a button that is gone could be clicked")
	}

	ask(t, srv, "POST", messages(table), `{"content":"lobby","components":[`+row(button("b"))+`]}`)
	lobby = table.Last()
	ix = lobby.Click(ola, "b")
	want(t, callback(t, srv, ix, `{"type":6}`), 204, 0)
	want(t, ask(t, srv, "PATCH", hook(srv, ix)+"/messages/@original", `{"content":"later"}`), 200, 0)
	if m, err := ix.Reply(soon(t)); err != nil || m.ID != lobby.ID || m.Content != "later" {
		t.Errorf("the lobby is %+v, %v", m, err)
	}
	stale := lobby.Click(ola, "b")
	if err := ola.Delete(lobby.ChannelID, lobby.ID); err != nil {
		t.Fatal(err)
	}
	want(t, callback(t, srv, stale, `{"type":7,"data":{"content":"x"}}`), 404, 10008)
}

func TestPayloadTellsUserPlaceAndLanguage(t *testing.T) {
	srv, _, table, _, bo := scene(t)
	want(t, page(t, srv, bo, "settings", `{"locale":"pl"}`), 200, 0)
	srv.Deny(state.PermAttachFiles)
	conn, _ := login(t, srv, 0)
	bo.Slash(table, "hand")
	var inGuild, inDM wire.Interaction
	answer{Body: next(t, conn).Data}.into(t, &inGuild)
	if g := inGuild; g.Context != 0 || g.Locale != "pl" || g.GuildLocale != "en-US" ||
		g.AttachmentSizeLimit != 10<<20 ||
		g.Member == nil || g.Member.User.ID != bo.ID() || g.User != nil ||
		g.AuthorizingIntegrationOwners["0"] != srv.Guild() ||
		g.Channel.ID != table.ID() ||
		g.AppPermissions != fmt.Sprint(state.AllPermissions&^state.PermAttachFiles) {
		t.Errorf("in the guild: %+v", g)
	}
	bo.Slash(openDM(t, srv, bo), "hand")
	answer{Body: next(t, conn).Data}.into(t, &inDM)
	if d := inDM; d.Context != 1 || d.User == nil || d.User.ID != bo.ID() || d.Member != nil ||
		d.GuildID != "" || d.Channel.Type != 1 {
		t.Errorf("in the DM: %+v", d)
	}
}
