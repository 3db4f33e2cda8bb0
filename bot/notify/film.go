package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// PostFilm is the kind of posts that are films of finished games.
const PostFilm = "film"

// AskFilm has the film of a finished game put on its table, once, and again if its message was
// deleted. It returns where the film stands that was put there before, "" if there is none.
func (n *Notifier) AskFilm(ctx context.Context, g match.Game) (link string, err error) {
	return n.askOnce(ctx, g, Film, PostFilm)
}

// askOnce has something put on the table of a finished game, once, and again if its message was
// deleted. It returns where it stands that was put there before, "" if there is none.
func (n *Notifier) askOnce(ctx context.Context, g match.Game, kind,
	post storage.Kind,
) (link string, err error) {
	link, gone, err := n.standing(ctx, g, post)
	if link != "" || err != nil {
		return link, err
	}
	message := n.toTable(g, kind, engine.Public)
	if gone != "" { // with the nonce of the one that was deleted, Discord might answer with that one
		message.Nonce = n.nonce(kind, g, string(gone[max(len(gone)-8, 0):]), engine.Public)
	}
	return "", n.enqueue(ctx, message)
}

// standing returns where a post of a game stands, "" if nowhere, and forgets those whose messages
// were deleted: gone is the last of them.
func (n *Notifier) standing(ctx context.Context, g match.Game, post storage.Kind) (link string,
	gone match.MessageID, err error,
) {
	all, err := n.postsOf(ctx, g.ID, post)
	if err != nil {
		return "", "", err
	}
	for _, p := range all {
		if n.postStands(ctx, p) {
			return discord.LinkMessage(g.Guild, p.Channel, p.Message), "", nil
		}
		if err := n.Store.SwapPost(ctx, &p, nil); err != nil && !errors.Is(err, storage.ErrStale) {
			return "", "", err
		}
		gone = p.Message
	}
	return "", gone, nil
}

func (n *Notifier) postsOf(ctx context.Context, id match.GameID, k storage.Kind) ([]storage.Post,
	error,
) {
	all, err := n.Store.Posts(ctx, id)
	return slices.DeleteFunc(all, func(p storage.Post) bool { return p.Kind != k }), err
}

// postStands reports whether a post's message is still there, by taking off the buttons that it
// does not have. One that Discord says nothing about counts as there.
func (n *Notifier) postStands(ctx context.Context, p storage.Post) bool {
	if !discord.PlaceOf(p.Channel).Writes {
		return true // a message of another interaction cannot be tried
	}
	ctx, cancel := context.WithTimeout(ctx, standsWithin)
	defer cancel()
	err := n.API.Edit(ctx, p.Channel, p.Message, discord.Edit{Rows: &[]discord.Row{}})
	return !discord.IsMessageGone(err)
}

// afterEnd sends what looks back at a finished game to its table, unless it stands there as a post.
func (n *Notifier) afterEnd(post storage.Kind,
	build func(ctx context.Context, g match.Game, texts *locale.Texts) (discord.Message, error),
) work {
	return func(ctx context.Context, m storage.Message) ([]storage.Post, error) {
		g, err := n.Store.Game(ctx, m.Game)
		if err != nil {
			return nil, err
		}
		stand, err := n.postsOf(ctx, m.Game, post)
		switch {
		case err != nil:
			return nil, err
		case g.Thread == "" || g.State != match.Finished:
			return nil, outbox.Obsolete("the game has no table, or is not over")
		case len(stand) > 0:
			return nil, outbox.Obsolete("it is on the table")
		}
		message, err := build(ctx, g, n.Catalog.Texts(g.Locale))
		if err != nil {
			return nil, err
		}
		message.Nonce, message.Silent = m.Nonce, true
		id, err := n.send(ctx, g.Thread, message)
		if err != nil {
			return nil, fmt.Errorf("send to the table: %w", err)
		}
		return []storage.Post{{
			Game: g.ID, Kind: post, Ply: g.Ply, Head: g.Head, Channel: g.Thread, Message: id,
		}}, nil
	}
}

func (n *Notifier) film(ctx context.Context, g match.Game, texts *locale.Texts,
) (discord.Message, error) {
	c, err := n.Games.Chronicle(ctx, g, play.AnyPly, engine.Public)
	if err != nil {
		return discord.Message{}, err
	}
	file, err := n.Pictures.Film(ctx, c.Table, texts, n.Games)
	return discord.Message{
		Content: texts.Say("look.film", "Game", string(g.ID)), Files: []discord.File{file},
	}, err
}
