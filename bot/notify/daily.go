package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/bot/daily"
	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/engine/match"
	"konduktor/storage"
)

// HearDaily has the result of a try noted, if it has ended in time, and then its player told of it.
// It is heard in a lane of its own: the first result of a day waits some seconds for strong's.
func (n *Notifier) HearDaily(ctx context.Context, h match.Happening) ([]storage.Message, error) {
	noted, err := n.Daily.Settle(ctx, h.Row)
	if err != nil || !noted {
		return nil, err
	}
	return n.toPlayers(h.Row, DailyResult), nil
}

// sendDailyResult tells a player how the deal of a day went.
func (n *Notifier) sendDailyResult(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	try, err := n.Daily.Tries.Try(ctx, g.Daily, m.User)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return nil, err
	}
	if !try.Ended {
		return nil, outbox.Obsolete("the result was not noted")
	}
	said, err := n.Daily.Outcome(ctx, texts, try, n.Now())
	if err != nil {
		return nil, err
	}
	return n.tell(ctx, m, discord.Message{Content: said, Silent: true})
}

// DailyPost has a server read the table of the deals of the days, and again each day. What is due
// another day does not hold it up.
func (n *Notifier) DailyPost(server match.ServerID, due time.Time) storage.Message {
	name := "dp" + string(server) + due.UTC().Format("02")
	return storage.Message{
		Lane: "g/" + name, Kind: DailyPost, Due: due, Body: body{Server: server}.encode(), Nonce: name,
	}
}

// sendDailyPost writes to a server what Deals.Morning says, and has it written again when the next
// day closes. A place that the bot cannot write to gets nothing more.
func (n *Notifier) sendDailyPost(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	server := bodyOf(m).Server
	p, err := n.Daily.Posting(ctx, server)
	if err != nil {
		return nil, err
	}
	if p.Channel == "" {
		return nil, outbox.Obsolete("the server wants no table")
	}
	next := n.DailyPost(server, match.LastClosed(n.Now()).Plus(1).Closes())
	if err := n.enqueue(ctx, next); err != nil {
		return nil, err
	}
	message, err := n.Daily.Morning(ctx, n.Catalog.Texts(p.Locale), server, n.Now())
	if err != nil {
		return nil, err
	}
	message.Nonce = m.Nonce
	_, err = n.API.Send(ctx, p.Channel, message)
	if discord.IsTableLost(err) {
		if err := n.Daily.SetPosting(ctx, server, daily.Posting{}); err != nil {
			return nil, err
		}
		return nil, outbox.Obsolete("the place for the table is gone")
	}
	if err != nil {
		return nil, fmt.Errorf("post the table of server %s: %w", server, err)
	}
	return nil, nil
}
