package notify

import (
	"context"

	"konduktor/bot/posts"
	"konduktor/engine/match"
	"konduktor/storage"
)

func (n *Notifier) followSeason(ctx context.Context, m storage.Message) error {
	server, err := n.Seasons.Follow(ctx, m)
	if err == nil && server != "" {
		err = n.enqueue(ctx, posts.OfServer(server, n.Now()))
	}
	return err
}

func (n *Notifier) sendSeasonPost(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	p, err := n.Seasons.Post(ctx, m)
	if err != nil {
		return nil, err
	}
	p.Kind = posts.Season
	message, p, err := n.Posts.Begin(ctx, match.Game{}, p)
	if err != nil {
		return nil, err
	}
	message.Nonce = m.Nonce
	p.Message, err = n.send(ctx, p.Channel, message)
	return []storage.Post{p}, err
}

func (n *Notifier) sendSeasonLetter(ctx context.Context, m storage.Message,
) ([]storage.Post, error) {
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return nil, err
	}
	d, err := n.Seasons.Letter(ctx, n.People.Texts(ctx, n.Catalog, m.User, u.Locale), m)
	if err != nil {
		return nil, err
	}
	return n.tell(ctx, m, d)
}
