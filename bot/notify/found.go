package notify

import (
	"context"
	"errors"

	"konduktor/bot/discord"
	"konduktor/bot/people"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sendFound tells a user what has become of their wish for a table: where they have asked for one
// if they take no direct messages.
func (n *Notifier) sendFound(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return nil, err
	}
	d, channel, err := n.Find.Write(n.People.Texts(ctx, n.Catalog, m.User, u.Locale), m)
	if err != nil {
		return nil, err
	}
	_, _, err = n.People.Write(ctx, m.User, d)
	if channel != "" && (errors.Is(err, people.ErrClosed) || discord.IsDMClosed(err)) {
		d.Content = discord.MentionUsers(m.User) + " " + d.Content
		d.Mention = []match.UserID{m.User}
		_, err = n.send(ctx, channel, d)
	}
	return nil, err
}
