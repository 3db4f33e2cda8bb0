package notify

import (
	"context"
	"fmt"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// SeatsIn makes the message that lists a server's open seats where a request comes from.
func (n *Notifier) SeatsIn(ix *discord.Interaction, language string) storage.Message {
	return storage.Message{
		Lane: "g/os" + string(ix.Guild), Kind: Seats, Due: n.Now(), Nonce: "os" + ix.ID,
		Body: fmt.Sprint(ix.Guild, " ", ix.Channel, " ", language),
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

// Summons makes the message that calls a server's players to a lobby.
func (n *Notifier) Summons(g match.Game) storage.Message {
	return n.aboutRow(g, Summons, engine.Public)
}

func (n *Notifier) sendSummons(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	d, err := hall.Of(ctx, n.Store, g.Guild)
	if err != nil {
		return nil, err
	}
	if g.State != match.Lobby || d.Call == "" {
		return nil, outbox.Obsolete("nobody is called any more")
	}
	texts := n.Catalog.Texts(g.Locale)
	_, err = n.API.Send(ctx, g.Outside(), discord.Message{
		Content: texts.Say("hall.summons", append(n.Posts.Args(ctx, texts, g), "Role",
			discord.MentionRole(d.Call))...),
		Role: d.Call, Nonce: m.Nonce,
	})
	return nil, err
}
