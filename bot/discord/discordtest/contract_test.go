package discordtest_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
)

func TestEveryRequestOfTheClientIsInTheDescription(t *testing.T) {
	v := discordtest.NewValidator(t)
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if err := v.ValidateRequest(r); err != nil {
			t.Error(err)
		}
		answer := `{"id":"77"}`
		if r.Method == http.MethodPut { // of the commands: what was registered, with their IDs
			answer = `[{"id":"77","name":"game"}]`
		}
		_, _ = io.WriteString(w, answer)
	}))
	defer s.Close()
	c, err := discord.NewClient(discord.Options{Token: "t", APIURL: s.URL + "/api"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, ix := t.Context(), &discord.Interaction{ID: "1", AppID: "2", Token: "tok"}
	full := discord.Message{
		Content: "Your turn", Silent: true, Nonce: "n-1", Mention: []match.UserID{"5"},
		Files: []discord.File{{Name: "board.png", Alt: "Board", Type: "image/png", Data: []byte("PNG")}},
		Rows: []discord.Row{
			{Buttons: []discord.Button{
				{Style: discord.Primary, Label: strings.Repeat("x", 99), CustomID: "a", Disabled: true},
				{
					Style: discord.Primary, Label: "red", CustomID: "b",
					Emoji: &discord.ComponentEmoji{ID: "7", Name: "red2"},
				},
				{Style: discord.Link, Label: "Rules", URL: "https://example.org"},
			}},
			{Select: &discord.Select{
				CustomID: "m", Placeholder: "Choose", Min: 1, Max: 2,
				Options: []discord.SelectOption{
					{Label: "A", Value: "a", Description: "first", Default: true}, {
						Label: "B", Value: "b",
						Emoji: &discord.ComponentEmoji{ID: "7", Name: "red2"},
					},
				},
			}},
		},
	}
	type localized = map[discord.Locale]string
	commands := []*discord.Command{discord.NewCommand(discord.CommandOption{
		Name: "game", NameLocalizations: localized{"pl": "gra"},
		Description: "Games", DescriptionLocalizations: localized{"pl": "Gry"},
		Options: []*discord.CommandOption{{
			Type: discord.SubCommand, Name: "new", Description: "New",
			Options: []*discord.CommandOption{
				{
					Type: discord.Text, Name: "title", Description: "Which", Required: true,
					Choices: []*discord.CommandChoice{{Name: "A", Value: "a"}},
				},
				{
					Type: discord.Integer, Name: "seats", Description: "How many", MinValue: new(2.0),
					MaxValue: 5,
				},
				{Type: discord.Text, Name: "note", Description: "Note", Autocomplete: true, MaxLength: 5},
				{Type: discord.Boolean, Name: "quick", Description: "Quick"},
				{Type: discord.UserOption, Name: "with", Description: "Who"},
			},
		}},
	}, false), discord.NewCommand(discord.CommandOption{Name: "admin", Description: "Settings"}, true)}
	text, rows := "new", full.Rows
	for name, call := range map[string]func(context.Context) error{
		"message": func(ctx context.Context) error {
			return c.Respond(ctx, ix, discord.Response{Message: &full})
		},
		"deferred": func(ctx context.Context) error {
			return c.Respond(ctx, ix, discord.Response{Deferred: &discord.Deferred{}})
		},
		"private": func(ctx context.Context) error {
			return c.Respond(ctx, ix, discord.Response{Deferred: &discord.Deferred{Ephemeral: true}})
		},
		"update": func(ctx context.Context) error {
			return c.Respond(ctx, ix, discord.Response{Update: &full})
		},
		"defer edit": func(ctx context.Context) error {
			return c.Respond(ctx, ix, discord.Response{DeferUpdate: true})
		},
		"form": func(ctx context.Context) error {
			return c.Respond(ctx, ix, discord.Response{Form: &discord.Form{
				CustomID: "f", Title: strings.Repeat("x", 99), Fields: []discord.Field{
					{
						Name: "m", Label: "Which", Min: 1, Max: 2,
						Options: []discord.SelectOption{{Label: "A", Value: "a"}, {Label: "B", Value: "b"}},
					},
					{Name: "t", Label: "Why", About: "In a few words", Max: 50},
				},
			}})
		},
		"no choices": func(ctx context.Context) error {
			return c.Respond(ctx, ix, discord.Response{Choices: []discord.Choice{}})
		},
		"choices": func(ctx context.Context) error {
			return c.Respond(ctx, ix,
				discord.Response{Choices: []discord.Choice{{Name: strings.Repeat("é", 200), Value: "a"}}})
		},
		"edit original": func(ctx context.Context) error {
			_, err := c.EditOriginal(ctx, ix, full)
			return err
		},
		"clear original": func(ctx context.Context) error {
			_, err := c.EditOriginal(ctx, ix, discord.Message{})
			return err
		},
		"follow up": func(ctx context.Context) error {
			_, err := c.FollowUp(ctx, ix, full)
			return err
		},
		"send": func(ctx context.Context) error {
			_, err := c.Send(ctx, "9", full)
			return err
		},
		"edit": func(ctx context.Context) error {
			return c.Edit(ctx, "9", "8", discord.Edit{Content: &text, Rows: &rows, Files: &full.Files})
		},
		"edit buttons away": func(ctx context.Context) error {
			return c.Edit(ctx, "9", "8", discord.Edit{Rows: &[]discord.Row{}})
		},
		"delete": func(ctx context.Context) error { return c.Delete(ctx, "9", "8") },
		"dm":     func(ctx context.Context) error { _, err := c.OpenDM(ctx, "5"); return err },
		"thread": func(ctx context.Context) error {
			_, err := c.StartThread(ctx, "9", "8", strings.Repeat("x", 200))
			return err
		},
		"rename": func(ctx context.Context) error {
			return c.RenameThread(ctx, "9", strings.Repeat("x", 200))
		},
		"commands": func(ctx context.Context) error {
			_, err := c.RegisterCommands(ctx, commands)
			return err
		},
		"emoji": func(ctx context.Context) error {
			_, err := c.CreateEmoji(ctx, "red2", []byte("PNG"))
			return err
		},
		"emoji gone":  func(ctx context.Context) error { return c.DeleteEmoji(ctx, "7") },
		"emojis":      func(ctx context.Context) error { _, err := c.Emojis(ctx); return err },
		"me":          func(ctx context.Context) error { _, err := c.Me(ctx); return err },
		"application": func(ctx context.Context) error { _, err := c.Application(ctx); return err },
		"clock":       func(ctx context.Context) error { _, err := c.ClockSkew(ctx); return err },
	} {
		t.Run(name, func(t *testing.T) {
			before := asked
			if err := call(ctx); err != nil {
				t.Error(err)
			}
			if asked == before {
				t.Error("nothing was asked")
			}
		})
	}
	// These answers are lists or addresses, which this server does not give; the requests count.
	_, errGuilds := c.Guilds(ctx)
	_, errGateway := c.Gateway(ctx)
	if err := errors.Join(errGuilds, errGateway); err == nil {
		t.Error("want errors from answers of another form")
	}
}

func TestWrongRequestsAreFound(t *testing.T) {
	v := discordtest.NewValidator(t)
	const send = "/channels/1/messages"
	button := `{"components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"` +
		strings.Repeat("x", 90) + `"}]}]}`
	for name, tc := range map[string]struct{ method, path, body string }{
		"an unknown path":            {"POST", "/channels/1/mesages", `{"content":"x"}`},
		"an unknown method":          {"PUT", send, `{"content":"x"}`},
		"a channel's name as its id": {"POST", "/channels/table/messages", `{"content":"x"}`},
		"an unknown query":           {"GET", send + "?newest=1", ``},
		"a limit of 500":             {"GET", send + "?limit=500", ``},
		"a number as content":        {"POST", send, `{"content":1}`},
		"a label of 90":              {"POST", send, button},
		"a command's name of 40": {
			"PUT", "/applications/1/commands",
			`[{"name":"` + strings.Repeat("x", 40) + `","description":"d","type":1}]`,
		},
		"a nonce of 26": {
			"POST", send, `{"content":"x","nonce":"` + strings.Repeat("n", 26) + `"}`,
		},
		"no body where one is due": {"PUT", "/applications/1/commands", ``},
	} {
		t.Run(name, func(t *testing.T) {
			if v.Validate(tc.method, tc.path, []byte(tc.body)) == nil {
				t.Error("was taken for right")
			}
		})
	}
	if err := v.Validate("POST", send,
		[]byte(`{"content":"x","nonce":"n","enforce_nonce":true}`)); err != nil {
		t.Error(err)
	}
}

func TestMultipartIsUnpackedAndItsFilesCounted(t *testing.T) {
	part := func(head, body string) string {
		return "--b\r\nContent-Disposition: form-data; " + head + "\r\n\r\n" + body + "\r\n"
	}
	payload := part(`name="payload_json"`, `{"attachments":[{"id":0,"filename":"a.png"}]}`)
	file := part(`name="files[0]"; filename="a.png"`, "PNG")
	other := part(`name="files[1]"; filename="b.png"`, "PNG")
	got, err := discordtest.Payload([]byte(payload+file+"--b--\r\n"), "b")
	if err != nil || !bytes.Contains(got, []byte("a.png")) {
		t.Errorf("got %s, %v", got, err)
	}
	for name, body := range map[string]string{
		"no payload": file, "no file": payload, "a file too many": payload + file + other,
		"another file": payload + other,
	} {
		if _, err := discordtest.Payload([]byte(body+"--b--\r\n"), "b"); err == nil {
			t.Errorf("%s was taken for right", name)
		}
	}
}
