package notify

import (
	"context"
	"fmt"
	"time"

	"konduktor/bot/outbox"
	"konduktor/engine/match"
	"konduktor/storage"
)

// weekHour is when a week is told: on Monday morning in UTC.
const weekHour = 8

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
	if _, err = n.send(ctx, channel, message); err != nil {
		return nil, fmt.Errorf("tell the week of server %s: %w", server, err)
	}
	return nil, nil
}
