package discord_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/engine/match"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/sandbox"
)

// play starts a sandbox and a session on it whose interactions go to handler.
func play(
	t *testing.T, log *slog.Logger, handler func(ctx context.Context, s *discord.Session,
		ix *discord.Interaction),
) (*sandbox.Server, *discord.Session) {
	t.Helper()
	srv := sandbox.StartTest(t, sandbox.Options{
		People: []string{"Ola", "Bo"},
		Token:  "sand.box.token",
	})
	var s *discord.Session
	connected := make(chan struct{})
	s, err := discord.Connect(t.Context(), discord.Options{
		Token: "sand.box.token", APIURL: srv.APIURL(), Logger: log,
		Handler: func(ctx context.Context, ix *discord.Interaction) {
			<-connected
			handler(ctx, s, ix)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	close(connected)
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return srv, s
}

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

var boardCommand = []*discord.Command{discord.NewCommand(discord.CommandOption{
	Name: "board", Description: "Show the board", Options: []*discord.CommandOption{
		{Type: discord.UserOption, Name: "of", Description: "Whose"},
	},
}, false)}

func TestMessagesOfAGamePassThroughTheSandbox(t *testing.T) {
	t.Parallel()
	seen := make(chan discord.Interaction, 4)
	srv, s := play(t, slog.New(slog.DiscardHandler), func(ctx context.Context, s *discord.Session,
		ix *discord.Interaction,
	) {
		seen <- *ix
		picture := discord.File{
			Name: "board.png", Alt: "The board", Type: "image/png",
			Data: []byte("PNG"),
		}
		button := discord.Row{Buttons: []discord.Button{{
			Style: discord.Primary, Label: "Draw",
			CustomID: "draw",
		}}}
		if ix.Kind == discord.Click {
			if err := s.Respond(ctx, ix,
				discord.Response{Update: &discord.Message{Content: "drawn"}}); err != nil {
				t.Error(err)
			}
			return
		}
		if err := s.Respond(ctx, ix, discord.Response{Deferred: &discord.Deferred{}}); err != nil {
			t.Error(err)
		}
		m := discord.Message{
			Content: "board", Files: []discord.File{picture},
			Rows: []discord.Row{button},
		}
		if _, err := s.EditOriginal(ctx, ix, m); err != nil {
			t.Error(err)
		}
	})
	ctx := within(t)
	if _, err := s.RegisterCommands(ctx, boardCommand); err != nil {
		t.Fatal(err)
	}
	ola, bo, table := srv.User("Ola"), srv.User("Bo"), srv.Channel("table")
	ask := ola.Slash(table, "board", sandbox.Opt("of", bo))
	if err := ask.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	shown, err := ask.Reply(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if shown.Content != "board" || string(shown.Attachment(0)) != "PNG" ||
		!strings.Contains(shown.Text(), "The board") {
		t.Errorf("shown: %q with %q", shown.Text(), shown.Attachment(0))
	}
	ix := <-seen
	want := []discord.Option{{
		Name: "of", Value: bo.ID(),
		User: &discord.User{ID: match.UserID(bo.ID()), Name: "Bo"},
	}}
	if diff := cmp.Diff(want, ix.Options); diff != "" || ix.User.Name != "Ola" ||
		ix.Guild != match.ServerID(srv.Guild()) {
		t.Errorf("interaction %+v: %s", ix, diff)
	}
	if missing := discord.Missing(ix.Perms, false); missing != nil {
		t.Errorf("permissions %v are missing", missing)
	}
	updated, err := shown.Click(bo, "Draw").Reply(ctx)
	if err != nil || updated.Content != "drawn" || len(updated.Buttons()) != 0 ||
		len(updated.Attachments) != 0 {
		t.Errorf("after the click: %+v, %v", updated, err)
	}
}

func TestSendingToTheSandboxIsIdempotent(t *testing.T) {
	t.Parallel()
	srv, s := play(t, slog.New(slog.DiscardHandler), func(context.Context, *discord.Session,
		*discord.Interaction) {
	})
	ctx, table, ola := within(t), srv.Channel("table"), srv.User("Ola")
	message := discord.Message{
		Content: "your turn, " + discord.Plain("@everyone"),
		Mention: []match.UserID{match.UserID(ola.ID())}, Nonce: "n1", Silent: true,
	}
	srv.API.Inject(sandbox.Fault{Route: "POST /channels/{channel}/messages", Cut: sandbox.CutAfter})
	if _, err := s.Send(ctx, match.ChannelID(table.ID()), message); !discord.IsTemporary(err) {
		t.Fatalf("got %v, want a temporary error", err)
	}
	first, err := s.Send(ctx, match.ChannelID(table.ID()), message)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(table.Messages()); got != 1 {
		t.Errorf("%d messages after a repeat, want 1", got)
	}
	thread, err := s.StartThread(ctx, match.ChannelID(table.ID()), first, "Game")
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.StartThread(ctx, match.ChannelID(table.ID()), first, "Game")
	if again != thread || err != nil {
		t.Errorf("got thread %q, %v; want %q", again, err, thread)
	}
	dm, err := s.OpenDM(ctx, match.UserID(ola.ID()))
	if err != nil {
		t.Fatal(err)
	}
	ola.CloseDMs(true)
	if _, err = s.Send(ctx, dm, discord.Message{Content: "hello"}); !discord.IsDMClosed(err) {
		t.Errorf("got %v, want closed DMs", err)
	}
	if _, err = s.Send(ctx, "123456789012345678",
		discord.Message{Content: "x"}); !discord.IsGone(err) {
		t.Errorf("got %v, want that the channel is gone", err)
	}
}

func TestEveryRequestToTheSandboxMatchesTheDescription(t *testing.T) {
	v := discordtest.NewValidator(t)
	t.Parallel()
	srv, s := play(t, slog.New(slog.DiscardHandler), func(context.Context, *discord.Session,
		*discord.Interaction) {
	})
	ctx := within(t)
	_, errMe := s.Me(ctx)
	_, errApp := s.Application(ctx)
	_, errGateway := s.Gateway(ctx)
	_, errSkew := s.ClockSkew(ctx)
	_, errGuild := s.Guilds(ctx)
	_, errSend := s.Send(ctx, match.ChannelID(srv.Channel("table").ID()),
		discord.Message{Content: "x", Nonce: "n"})
	_, errCommands := s.RegisterCommands(ctx, boardCommand)
	for _, err := range []error{errMe, errApp, errGateway, errSkew, errGuild, errSend, errCommands} {
		if err != nil {
			t.Error(err)
		}
	}
	requests := srv.API.Requests()
	if len(requests) < 7 {
		t.Errorf("%d requests recorded, want at least 7", len(requests))
	}
	for _, r := range requests {
		if err := v.Validate(r.Method, r.Path+"?"+r.Query, r.Body); err != nil {
			t.Error(err)
		}
	}
}

func TestEachLimitOfEditsIsTold(t *testing.T) {
	t.Parallel()
	now := make(chan time.Time, 1)
	now <- time.Now()
	srv := sandbox.StartTest(t, sandbox.Options{
		People: []string{"Ola"}, Token: "sand.box.token",
		Now: func() time.Time {
			at := <-now
			now <- at
			return at
		},
	})
	c, err := discord.NewClient(discord.Options{Token: "sand.box.token", APIURL: srv.APIURL()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, table := within(t), match.ChannelID(srv.Channel("table").ID())
	send := func(channel match.ChannelID) match.MessageID {
		t.Helper()
		id, err := c.Send(ctx, channel, discord.Message{Content: "x"})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	edit := func(channel match.ChannelID, id match.MessageID) error {
		text := "y"
		return c.Edit(ctx, channel, id, discord.Edit{Content: &text})
	}
	old := send(table)
	thread, err := c.StartThread(ctx, table, old, "Game")
	if err != nil {
		t.Fatal(err)
	}
	now <- (<-now).Add(2 * time.Hour)
	for range 5 {
		if err := edit(table, old); err != nil {
			t.Fatal(err)
		}
	}
	limited := edit(table, old)
	e, ok := errors.AsType[*discord.Error](limited)
	if !ok || !discord.IsEditLimited(limited) || !discord.IsTemporary(limited) ||
		e.RetryAfter < 5*time.Minute {
		t.Errorf("one edit too many: %v", limited)
	}
	// The other messages of the channel do not wait for the one that was edited too often.
	if err := edit(table, send(table)); err != nil {
		t.Errorf("another message: %v", err)
	}
	told := send(thread)
	srv.Channel("Game").Archive(false)
	if err := edit(thread, told); !discord.IsArchived(err) || discord.IsEditLimited(err) {
		t.Errorf("in an archived thread: %v", err)
	}
	send(thread) // wakes it
	if err := edit(thread, told); err != nil {
		t.Errorf("in a thread that is awake again: %v", err)
	}
}

func TestGatewayFaultsOfTheSandboxAreSurvived(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(g *sandbox.Gateway){
		"op 7": func(g *sandbox.Gateway) { g.AskToReconnect() },
		"op 7, and in the handshake": func(g *sandbox.Gateway) {
			g.HandshakeReconnect()
			g.AskToReconnect()
		},
		"op 9":                        func(g *sandbox.Gateway) { g.Invalidate() },
		"close 4000":                  func(g *sandbox.Gateway) { g.CloseAll(4000) },
		"a cut":                       func(g *sandbox.Gateway) { g.CloseAll(0) },
		"a cut, op 9 after the hello": func(g *sandbox.Gateway) { g.HandshakeInvalid(); g.CloseAll(0) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, s := play(t, slog.New(slog.DiscardHandler), func(ctx context.Context, s *discord.Session,
				ix *discord.Interaction,
			) {
				if err := s.Respond(ctx, ix,
					discord.Response{Message: &discord.Message{Content: "here"}}); err != nil {
					t.Error(err)
				}
			})
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			if _, err := s.RegisterCommands(ctx, boardCommand); err != nil {
				t.Fatal(err)
			}
			before := srv.Gateway.Activity()
			fault(srv.Gateway)
			err := srv.State.WaitFor(ctx, func() bool {
				now := srv.Gateway.Activity()
				return now.Ready && now.Resumes+now.Identifies > before.Resumes+before.Identifies
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := srv.User("Ola").Slash(srv.Channel("table"), "board").Reply(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestNoTokenReachesTheLog(t *testing.T) {
	t.Parallel()
	var log lines
	srv, s := play(t, slog.New(slog.NewTextHandler(&log,
		&slog.HandlerOptions{Level: slog.LevelDebug})),
		func(ctx context.Context, s *discord.Session, ix *discord.Interaction) {
			// Twice: the second is refused, and its error is logged as a bot might.
			for range 2 {
				err := s.Respond(ctx, ix, discord.Response{Message: &discord.Message{Content: "x"}})
				slog.New(slog.NewTextHandler(&log, nil)).Info("answered", "error", err, "interaction", *ix)
			}
			panic(ix)
		})
	ctx := within(t)
	if _, err := s.RegisterCommands(ctx, boardCommand); err != nil {
		t.Fatal(err)
	}
	ask := srv.User("Ola").Slash(srv.Channel("table"), "board")
	if _, err := ask.Reply(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(ctx); err != nil {
		t.Fatal(err)
	}
	text := log.String()
	if !strings.Contains(text, "handler panicked") || !strings.Contains(text, "40060") {
		t.Errorf("log lacks what happened: %s", text)
	}
	if strings.Contains(text, ask.Token()) || strings.Contains(text, "sand.box.token") {
		t.Errorf("log tells a token: %s", text)
	}
	if encoded, err := json.Marshal(discord.Options{Token: "sand.box.token"}.Token); err != nil ||
		string(encoded) != `"[secret]"` {
		t.Errorf("got %s, %v", encoded, err)
	}
}

// lines is a log that is written and read at once.
type lines struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
