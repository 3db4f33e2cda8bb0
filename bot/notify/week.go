package notify

import (
	"context"
	"fmt"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Leagues say what people are told of the ratings of a server, and of its week.
type Leagues interface {
	// Week tells the seven days before a moment, and where. Without a channel that is not wanted;
	// without a message there is nothing to tell.
	Week(ctx context.Context, server match.ServerID, until time.Time,
		language func(string) *locale.Texts) (match.ChannelID, discord.Message, error)
	// Asks reports whether somebody is asked at the end of a game to take part in ratings.
	Asks(ctx context.Context, g match.Game, user match.UserID) (bool, error)
}

// weekHour is when a week is told: on Monday morning in UTC.
const weekHour = 8

// nextWeek returns when the week at a moment is told.
func nextWeek(now time.Time) time.Time {
	for day := match.DayOf(now); ; day = day.Plus(1) {
		at := day.Begins().Add(weekHour * time.Hour)
		if at.Weekday() == time.Monday && at.After(now) {
			return at
		}
	}
}

// TellWeek has the week of a server told when it ends. The message that tells one asks for the
// next, as long as that is wanted.
func (n *Notifier) TellWeek(ctx context.Context, server match.ServerID) error {
	due := nextWeek(n.Now())
	_, week := due.ISOWeek()
	return n.enqueue(ctx, storage.Message{
		Lane: "w/" + string(server), Kind: Week, Due: due, Body: body{Server: server}.encode(),
		Nonce: fmt.Sprintf("%s%s%02d", n.kinds[Week].tag, server, week),
	})
}

func (n *Notifier) sendWeek(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	server := bodyOf(m).Server
	channel, message, err := n.Leagues.Week(ctx, server, m.Due, n.Catalog.Texts)
	switch {
	case err != nil:
		return nil, err
	case channel == "":
		return nil, outbox.Obsolete("the week is not told any more")
	}
	if err := n.TellWeek(ctx, server); err != nil {
		return nil, err
	}
	if message.Content == "" {
		return nil, outbox.Obsolete("no game has ended")
	}
	message.Nonce = m.Nonce
	_, err = discord.TextOnly(message, func(d discord.Message) (match.MessageID, error) {
		return n.API.Send(ctx, channel, d)
	})
	if err != nil {
		return nil, fmt.Errorf("tell the week of server %s: %w", server, err)
	}
	return nil, nil
}
