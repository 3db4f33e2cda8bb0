package notify

import (
	"context"
	"fmt"

	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sendLobby shows a lobby in its channel for the first time, or anew where its message is gone.
// From then on it follows the lobby as a post.
func (n *Notifier) sendLobby(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	switch anew := m.Body == posts.Anew; {
	case err != nil:
		return nil, err
	case g.State != match.Lobby, g.Lobby != "" && !anew:
		return nil, outbox.Obsolete("the lobby has its message, or is none any more")
	case anew: // they have been called once
		return n.postStarter(ctx, g, m.Nonce, nil)
	}
	return n.postStarter(ctx, g, m.Nonce, posts.StillInvited(g))
}

// postStarter posts the message that the game's thread starts from, and notes it in the game's row.
func (n *Notifier) postStarter(ctx context.Context, g match.Game, nonce string,
	called []match.UserID,
) ([]storage.Post, error) {
	left, err := n.inChannel(ctx, g, posts.About(g, posts.Lobby, 0), nonce, called...)
	if err != nil {
		return nil, err
	}
	return left, n.change(ctx, g.ID, match.NotePost{Lobby: left[0].Message})
}

// inChannel sends what a new post shows to a game's channel, and calls people there.
func (n *Notifier) inChannel(ctx context.Context, g match.Game, p storage.Post, nonce string,
	called ...match.UserID,
) ([]storage.Post, error) {
	message, p, err := n.Posts.Begin(ctx, g, p)
	if err != nil {
		return nil, err
	}
	message.Mention, message.Nonce, p.Channel = called, nonce, g.Channel
	if p.Message, err = n.API.Send(ctx, g.Channel, message); err != nil {
		return nil, fmt.Errorf("send to the channel: %w", err)
	}
	return []storage.Post{p}, nil
}
