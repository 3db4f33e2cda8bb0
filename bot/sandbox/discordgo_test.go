package sandbox_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/konduktor-bot/konduktor/bot/sandbox"
)

// redirect sends what discordgo sends to discord.com to the sandbox instead, and
// as v10.
type redirect struct{ api string }

func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	rest := strings.TrimPrefix(req.URL.String(), "https://discord.com/api/v9")
	out, err := http.NewRequestWithContext(req.Context(), req.Method, r.api+"/v10"+rest, req.Body)
	if err != nil {
		return nil, err
	}
	out.Header, out.ContentLength = req.Header, req.ContentLength
	return http.DefaultTransport.RoundTrip(out)
}

// discordgoSession is the real client, pointed to the sandbox, not yet open.
func discordgoSession(t *testing.T, srv *sandbox.Server) *discordgo.Session {
	t.Helper()
	s, err := discordgo.New("Bot test.token")
	if err != nil {
		t.Fatal(err)
	}
	s.Client = &http.Client{Transport: redirect{srv.APIURL()}, Timeout: 5 * time.Second}
	s.Identify.Intents = discordgo.IntentsGuilds
	s.StateEnabled = false
	s.LogLevel = -1
	return s
}

// openSession logs in and waits until the sandbox sees it.
func openSession(t *testing.T, srv *sandbox.Server, s *discordgo.Session) {
	t.Helper()
	if err := s.Open(); err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	if err := srv.WaitFor(soon(t), func() bool { return srv.Gateway().Ready }); err != nil {
		t.Fatalf("no READY: %v", err)
	}
}

// picture is a small PNG.
func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.Black, color.White})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDiscordgoAnswersASlashWithAFileAndEditsIt(t *testing.T) {
	srv := start(t, sandbox.Options{})
	s := discordgoSession(t, srv)
	board := picture(t)
	ready := make(chan *discordgo.Ready, 1)
	guilds := make(chan *discordgo.GuildCreate, 1)
	seen := make(chan *discordgo.InteractionCreate, 1)
	failed := make(chan error, 3)
	s.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r })
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) { guilds <- g })
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		seen <- i
		failed <- s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
		})
		_, err := s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{
			Content: new("The board"),
			Files:   []*discordgo.File{{Name: "board.png", ContentType: "image/png", Reader: bytes.NewReader(board)}},
			Components: &[]discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "Join", CustomID: "g/1/join", Style: discordgo.PrimaryButton},
			}}},
		})
		failed <- err
		_, err = s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: new("The board, edited")})
		failed <- err
	})
	openSession(t, srv, s)
	if got := (<-ready).User.ID; got != srv.Bot() {
		t.Errorf("READY names %s, the bot is %s", got, srv.Bot())
	}
	if got := (<-guilds).ID; got != srv.Guild() {
		t.Errorf("GUILD_CREATE names %s, the guild is %s", got, srv.Guild())
	}
	if _, err := s.ApplicationCommandBulkOverwrite(srv.Bot(), "", []*discordgo.ApplicationCommand{{
		Name: "board", Description: "Show the board", DescriptionLocalizations: &map[discordgo.Locale]string{"pl": "Plansza"},
		Contexts: &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		Options:  []*discordgo.ApplicationCommandOption{{Name: "game", Description: "Which", Type: discordgo.ApplicationCommandOptionString}},
	}}); err != nil {
		t.Fatalf("register: %v", err)
	}

	ola := srv.User("Ola")
	ola.SetLocale("pl")
	ix := ola.Slash(srv.Channel("table"), "board", sandbox.Opt("game", "k3"))
	for range 3 {
		if err := within(t, failed); err != nil {
			t.Fatalf("answer: %v", err)
		}
	}
	m, err := ix.Reply(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	if m.Content != "The board, edited" || len(m.Attachments) != 1 || !bytes.Equal(m.Attachment(0), board) {
		t.Errorf("the answer is %+v", m.Message)
	}
	if a := m.Attachments[0]; a.Width != 40 || a.Height != 30 {
		t.Errorf("the picture is %d x %d, want 40 x 30", a.Width, a.Height)
	}
	got := <-seen
	if got.Locale != discordgo.Polish || got.Member == nil || got.Member.User.ID != ola.ID() ||
		got.ApplicationCommandData().Options[0].StringValue() != "k3" {
		t.Errorf("discordgo received %+v", got.Interaction)
	}

	click := m.Click(srv.User("Bo"), "Join")
	if got := within(t, seen); got.MessageComponentData().CustomID != "g/1/join" || got.Message.ID != m.ID {
		t.Errorf("discordgo received %+v", got.Interaction)
	}
	for range 3 {
		within(t, failed)
	}
	if err := click.Wait(soon(t)); err != nil {
		t.Error(err)
	}
	checkRequests(t, srv)
}

// within takes a value from c, or fails the test after a while.
func within[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	select {
	case v := <-c:
		return v
	case <-ctx.Done():
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

func TestDiscordgoUsesChannelsThreadsAndDMs(t *testing.T) {
	srv := start(t, sandbox.Options{})
	s := discordgoSession(t, srv)
	deleted := make(chan *discordgo.ThreadDelete, 1)
	gone := make(chan *discordgo.ChannelDelete, 1)
	left := make(chan *discordgo.GuildDelete, 1)
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadDelete) { deleted <- e })
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelDelete) { gone <- e })
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildDelete) { left <- e })
	openSession(t, srv, s)
	table, bo := srv.Channel("table"), srv.User("Bo")

	lobby, err := s.ChannelMessageSendComplex(table.ID(), &discordgo.MessageSend{
		Content: "A game, <@" + bo.ID() + ">", AllowedMentions: &discordgo.MessageAllowedMentions{Users: []string{bo.ID()}},
		Embeds: []*discordgo.MessageEmbed{{Title: "Amsterdam", Color: 0x336699}},
	})
	if err != nil {
		t.Fatal(err)
	}
	thread, err := s.MessageThreadStart(table.ID(), lobby.ID, "Amsterdam", 10080)
	if err != nil {
		t.Fatal(err)
	}
	if thread.ID != lobby.ID {
		t.Errorf("the thread's id is %s, the message's %s", thread.ID, lobby.ID)
	}
	if _, err := s.MessageThreadStart(table.ID(), lobby.ID, "Again", 60); !hasCode(err, 160004) {
		t.Errorf("a second thread: %v, want 160004", err)
	}
	post, err := s.ChannelMessageSend(thread.ID, "Ola begins")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.ChannelMessagePin(thread.ID, post.ID); err != nil {
		t.Error(err)
	}
	if pins, err := s.ChannelMessagesPinned(thread.ID); err != nil || len(pins) != 1 {
		t.Errorf("pins: %v, %v", pins, err)
	}
	if err := s.ThreadMemberAdd(thread.ID, bo.ID()); err != nil {
		t.Error(err)
	}
	if _, err := s.ChannelEditComplex(thread.ID, &discordgo.ChannelEdit{Name: "Amsterdam, over", Archived: new(true)}); err != nil {
		t.Error(err)
	}
	dm, err := s.UserChannelCreate(bo.ID())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ChannelMessageSend(dm.ID, "Your turn"); err != nil {
		t.Error(err)
	}
	bo.CloseDMs(true)
	if _, err := s.ChannelMessageSend(dm.ID, "Your turn"); !hasCode(err, discordgo.ErrCodeCannotSendMessagesToThisUser) {
		t.Errorf("a closed DM: %v, want 50007", err)
	}
	for _, call := range []func() error{
		func() error { _, err := s.User("@me"); return err },
		func() error { _, err := s.Application("@me"); return err },
		func() error { _, err := s.Guild(srv.Guild()); return err },
		func() error { _, err := s.GuildRoles(srv.Guild()); return err },
		func() error { _, err := s.GuildMember(srv.Guild(), bo.ID()); return err },
		func() error { _, err := s.GuildThreadsActive(srv.Guild()); return err },
		func() error { _, err := s.ChannelMessages(table.ID(), 10, "", "", ""); return err },
		func() error { _, err := s.Channel(table.ID()); return err },
		func() error { return s.ChannelTyping(table.ID()) },
		func() error { _, err := s.GatewayBot(); return err },
	} {
		if err := call(); err != nil {
			t.Error(err)
		}
	}
	srv.Channel(thread.ID).Delete()
	if got := within(t, deleted); got.ID != thread.ID || got.ParentID != table.ID() {
		t.Errorf("THREAD_DELETE of %+v", got.Channel)
	}
	table.Delete()
	if got := within(t, gone); got.ID != table.ID() {
		t.Errorf("CHANNEL_DELETE of %+v", got.Channel)
	}
	if _, err := s.ChannelMessageSend(table.ID(), "x"); !hasCode(err, discordgo.ErrCodeUnknownChannel) {
		t.Errorf("a deleted channel: %v, want 10003", err)
	}
	srv.RemoveBot()
	if got := within(t, left); got.ID != srv.Guild() {
		t.Errorf("GUILD_DELETE of %+v", got.Guild)
	}
	checkRequests(t, srv)
}

// hasCode says whether err is Discord's refusal with that code.
func hasCode(err error, code int) bool {
	rest, ok := err.(*discordgo.RESTError)
	return ok && rest.Message != nil && rest.Message.Code == code
}

func TestDiscordgoResumesAfterAReconnectAndAnInvalidSession(t *testing.T) {
	srv := start(t, sandbox.Options{})
	s := discordgoSession(t, srv)
	s.ShouldReconnectOnError = true
	resumed := make(chan struct{}, 4)
	ready := make(chan struct{}, 4)
	seen := make(chan string, 4)
	s.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { resumed <- struct{}{} })
	s.AddHandler(func(*discordgo.Session, *discordgo.Ready) { ready <- struct{}{} })
	s.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { seen <- i.ID })
	openSession(t, srv, s)
	within(t, ready)
	commands(t, srv, gameCommands)

	srv.Faults().GatewayReconnect()
	within(t, resumed)
	ix := srv.User("Ola").Slash(srv.Channel("table"), "hand")
	if got := within(t, seen); got != ix.ID() {
		t.Errorf("after the resume discordgo saw %s, want %s", got, ix.ID())
	}
	if g := srv.Gateway(); len(g.Identifies) != 1 || g.Resumes != 1 {
		t.Errorf("%d identifies and %d resumes, want 1 and 1", len(g.Identifies), g.Resumes)
	}
}
