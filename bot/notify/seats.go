package notify

import (
	"context"
	"fmt"
	"strings"

	"konduktor/bot/posts"
	"konduktor/engine/match"
	"konduktor/storage"
)

// SeatsIn makes the message that lists the open seats of a server in a channel from then on.
func (n *Notifier) SeatsIn(server match.ServerID, channel match.ChannelID, language string,
) storage.Message {
	return storage.Message{
		Lane: "g/os" + string(server), Kind: Seats, Due: n.Now(),
		Nonce: "os" + string(channel), Body: strings.Join([]string{
			string(server), string(channel), language,
		}, " "),
	}
}

func (n *Notifier) sendSeats(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	p := storage.Post{Kind: posts.Seats}
	if _, err := fmt.Sscan(m.Body, &p.Server, &p.Channel, &p.Subject); err != nil {
		return nil, fmt.Errorf("read where open seats are listed: %w", err)
	}
	message, p, err := n.Posts.BeginList(ctx, p)
	if err != nil {
		return nil, err
	}
	message.Nonce = m.Nonce
	if p.Message, err = n.API.Send(ctx, p.Channel, message); err != nil {
		return nil, fmt.Errorf("list open seats: %w", err)
	}
	return []storage.Post{p}, n.enqueue(ctx, posts.OfServer(p.Server, n.Now()))
}
