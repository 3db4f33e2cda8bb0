package sandbox_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"testing"

	"github.com/disgoorg/disgo"
	"github.com/disgoorg/disgo/bot"
	"github.com/disgoorg/disgo/cache"
	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/disgo/events"
	"github.com/disgoorg/disgo/gateway"
	disgorest "github.com/disgoorg/disgo/rest"
	"github.com/disgoorg/snowflake/v2"

	"github.com/konduktor-bot/konduktor/bot/sandbox"
)

// TestDisgoAnswersASlashWithAFileAndEditsIt: disgo shares no code with
// discordgo. If both are content, the sandbox is not just discordgo's mirror.
func TestDisgoAnswersASlashWithAFileAndEditsIt(t *testing.T) {
	if raceDetector {
		t.Skip("disgo v0.18.15 races with itself (heartbeatCancel, LastSequenceReceived): run without -race")
	}
	srv := start(t, sandbox.Options{})
	board := picture(t)
	done := make(chan error, 4)
	quiet := slog.New(slog.DiscardHandler)
	ready := make(chan struct{}, 1)
	client, err := disgo.New(disgoToken(srv),
		bot.WithLogger(quiet),
		bot.WithRestClientConfigOpts(disgorest.WithURL(srv.APIURL()+"/v10"), disgorest.WithHTTPClient(&http.Client{}), disgorest.WithLogger(quiet)),
		bot.WithGatewayConfigOpts(gateway.WithIntents(gateway.IntentGuilds), gateway.WithLogger(quiet)),
		bot.WithCacheConfigOpts(cache.WithCaches(cache.FlagsNone)),
		bot.WithEventListenerFunc(func(*events.GuildReady) { ready <- struct{}{} }),
		bot.WithEventListenerFunc(func(e *events.ApplicationCommandInteractionCreate) {
			done <- e.CreateMessage(discord.NewMessageCreateBuilder().
				SetContent("title "+e.SlashCommandInteractionData().String("title")).
				AddActionRow(discord.NewPrimaryButton("Join", "g/1/join")).
				AddFile("board.png", "the board", bytes.NewReader(board)).Build())
			_, err := e.Client().Rest().UpdateInteractionResponse(e.ApplicationID(), e.Token(),
				discord.NewMessageUpdateBuilder().SetContent("edited").Build())
			done <- err
		}),
		bot.WithEventListenerFunc(func(e *events.ComponentInteractionCreate) {
			done <- e.UpdateMessage(discord.NewMessageUpdateBuilder().SetContent("joined").ClearContainerComponents().Build())
		}),
		bot.WithEventListenerFunc(func(e *events.AutocompleteInteractionCreate) {
			done <- e.AutocompleteResult([]discord.AutocompleteChoice{discord.AutocompleteChoiceString{Name: "A", Value: "a"}})
		}),
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.OpenGateway(soon(t)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close(context.Background())
	})
	within(t, ready)
	app, err := snowflake.Parse(srv.Bot())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Rest().SetGlobalCommands(app, []discord.ApplicationCommandCreate{discord.SlashCommandCreate{
		Name: "new", Description: "A new game", NameLocalizations: map[discord.Locale]string{discord.LocalePolish: "nowa"},
		Options: []discord.ApplicationCommandOption{
			discord.ApplicationCommandOptionString{Name: "title", Description: "Which", Required: true, Autocomplete: true},
		},
	}}); err != nil {
		t.Fatalf("register: %v", err)
	}

	ola, table := srv.User("Ola"), srv.Channel("table")
	choices, err := ola.Complete(soon(t), table, "new", sandbox.Opt("title", "a"))
	if err != nil || len(choices) != 1 || choices[0].Name != "A" {
		t.Errorf("completion: %v, %v", choices, err)
	}
	if err := within(t, done); err != nil {
		t.Error(err)
	}
	ix := ola.Slash(table, "new", sandbox.Opt("title", "amsterdam"))
	for range 2 {
		if err := within(t, done); err != nil {
			t.Fatal(err)
		}
	}
	m, err := ix.Reply(soon(t))
	if err != nil || m.Content != "edited" || m.Attachments[0].Description != "the board" || !bytes.Equal(m.Attachment(0), board) {
		t.Fatalf("the answer is %+v, %v", m, err)
	}
	joined := m.Click(srv.User("Bo"), "Join")
	if err := within(t, done); err != nil {
		t.Fatal(err)
	}
	if m, err := joined.Reply(soon(t)); err != nil || m.Content != "joined" || len(m.Buttons()) != 0 {
		t.Errorf("after the click: %+v, %v", m, err)
	}
}

// disgoToken is a token of the form that disgo wants: it reads the
// application's id from it.
func disgoToken(srv *sandbox.Server) string {
	return base64ID(srv.Bot()) + ".a.b"
}
