package outbox_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/notify"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestAnUnknownTokenStopsTheOutboxAndLosesNothing(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	before := len(s.API.Sent(thread))
	s.DrawTwo(id)
	waiting := len(s.Due())
	s.API.Fail = bottest.Failing(&discord.Error{Status: 401, Message: "401: Unauthorized"},
		func(discordtest.Call) bool {
			return true
		})
	calls := len(s.API.Calls())
	for range 3 {
		if err := s.Bot.Flush(t.Context()); err == nil {
			t.Fatal("the outbox goes on with a token that Discord does not know")
		}
		s.Clock = s.Clock.Add(time.Hour)
	}
	if got := len(s.API.Calls()) - calls; got != 1 {
		t.Errorf("got %d requests with the unknown token, want 1", got)
	}
	if err := s.Bot.Health(t.Context()).Stopped; !discord.IsUnauthorized(err) {
		t.Errorf("got %v as the reason why nothing is sent", err)
	}
	if got := len(s.Due()); got != waiting {
		t.Errorf("got %d messages, want all %d kept", got, waiting)
	}
	s.API.Fail = nil
	s.Reopen() // with a new token
	s.Flush()
	if got := len(s.API.Sent(thread)) - before; got != 1 {
		t.Errorf("got %d messages about the turn, want 1", got)
	}
	if err := s.Bot.Health(t.Context()).Stopped; err != nil {
		t.Errorf("got %v after the restart", err)
	}
}

func TestOutboxReportsItsBacklog(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	if h := s.Bot.Health(t.Context()); h.Behind != 0 || h.Stopped != nil || h.Err != nil {
		t.Errorf("got %+v of a bot with nothing to send", h)
	}
	s.DrawTwo(id)
	s.Clock = s.Clock.Add(time.Hour)
	if h := s.Bot.Health(t.Context()); h.Behind != time.Hour {
		t.Errorf("the outbox is %v behind, want an hour", h.Behind)
	}
}

// stoppingAPI stops the bot as soon as Discord has taken a message to a channel.
type stoppingAPI struct {
	discord.API
	channel match.ChannelID
	stop    func()
}

func (a *stoppingAPI) Send(ctx context.Context, channel match.ChannelID,
	m discord.Message,
) (match.MessageID, error) {
	id, err := a.API.Send(ctx, channel, m)
	if channel == a.channel {
		a.stop()
	}
	return id, err
}

func TestSentMessagesAreRecordedDuringShutdown(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	s.DrawTwo(id)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s.Remake(func(o *bot.Options) { o.API = &stoppingAPI{s.API, thread, stop} })
	if err := s.Bot.Run(ctx); err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Due() {
		if m.Kind == notify.Turn {
			t.Errorf("message %s of ply %d is sent and not recorded: it would be sent again", m.Kind, m.Ply)
		}
	}
}

// fullStore has no room for what became of messages.
type fullStore struct {
	storage.Store
	full bool
}

func (f *fullStore) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	if f.full {
		return storage.ErrFull
	}
	return f.Store.Sent(ctx, id, posts)
}

func (f *fullStore) SaveUser(ctx context.Context, u storage.User) error {
	if f.full {
		return storage.ErrFull
	}
	return f.Store.SaveUser(ctx, u)
}

func TestUnrecordedMessageIsNotSentAgain(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	thread := s.Game(id).Thread
	full := &fullStore{Store: s.Store}
	s.Bot = s.NewBot(full, s.API)
	s.DrawTwo(id)
	full.full = true
	requests := 0
	for range 5 {
		if err := s.Bot.Flush(t.Context()); err == nil {
			t.Fatal("the outbox goes on although nothing is recorded")
		}
		requests = len(s.API.Calls(discordtest.Send))
	}
	full.full = false
	s.Flush()
	sent := 0
	for _, c := range s.API.Calls(discordtest.Send) {
		if c.Channel == thread && c.Message.Nonce == "tu"+string(id)+".4.1" {
			sent++
		}
	}
	if sent != 1 {
		t.Errorf("the turn was sent %d times (%d requests while the disk was full), want once", sent,
			requests)
	}
	if due := s.Due(); len(due) != 0 {
		t.Errorf("got %d messages left", len(due))
	}
	if boards := s.Boards(id); len(boards) != 1 {
		t.Errorf("got %d posts at the table, want the last one", len(boards))
	}
}

// A lobby's message is noted in the game's row: that can fail as well.
func TestUnrecordedLobbyIsNotPostedAgain(t *testing.T) {
	s := bottest.New(t)
	rows := &fullRows{Store: s.Store}
	s.Bot = s.NewBot(rows, s.API)
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam"))
	rows.full = true
	for range 4 {
		s.Must(ignoreFull(s.Bot.Flush(t.Context())))
		s.Clock = s.Clock.Add(time.Hour)
	}
	rows.full = false
	s.Flush()
	posted := 0
	for _, c := range s.API.Calls(discordtest.Send) {
		if c.Channel == bottest.Channel && !c.Repeat {
			posted++
		}
	}
	games, err := s.Store.GamesIn(t.Context())
	s.Must(err)
	if posted != 1 || games[0].Lobby == "" {
		t.Errorf("the lobby was posted %d times, want once; it is message %q", posted, games[0].Lobby)
	}
}

type fullRows struct {
	storage.Store
	full bool
}

func (f *fullRows) Update(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	if f.full {
		return storage.ErrFull
	}
	return f.Store.Update(ctx, g, why, out)
}

func ignoreFull(err error) error {
	if errors.Is(err, storage.ErrFull) {
		return nil
	}
	return err
}
