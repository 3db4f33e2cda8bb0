package notify

import (
	"context"
	"fmt"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// openTable opens the game's thread from the lobby's message, or from a new one where that is gone,
// and then sets the table. Each step can be repeated after a crash.
func (n *Notifier) openTable(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	if g.Thread != "" || g.State != match.Running {
		return nil, outbox.Obsolete("the game has its table")
	}
	thread, left, err := n.openThread(ctx, g, m.Nonce)
	if err != nil {
		return nil, err
	}
	post := len(left) > 1 // a thread has its name yet to be noted
	if err := n.change(ctx, g.ID, match.NoteTable{Thread: thread, Post: post}); err != nil || post {
		return left, err
	}
	g.Thread = thread
	p := posts.About(g, posts.Thread, engine.Public)
	p.Channel = thread
	p, err = n.Posts.Named(ctx, g, p)
	return append(left, p), err
}

func (n *Notifier) openThread(ctx context.Context, g match.Game, nonce string) (match.ChannelID,
	[]storage.Post, error,
) {
	name := n.Posts.ThreadName(ctx, g)
	forum, err := n.forumOf(ctx, g)
	if err != nil {
		return "", nil, err
	}
	if forum.Is() {
		left, err := n.openPost(ctx, g, forum, nil)
		if err != nil {
			return "", nil, err
		}
		return left[0].Channel, left, n.change(ctx, g.ID, match.NotePost{Lobby: left[0].Message})
	}
	if g.Lobby != "" {
		thread, err := n.API.StartThread(ctx, g.Channel, g.Lobby, name)
		if err == nil {
			return thread, nil, nil
		}
		if !discord.IsMessageGone(err) {
			return "", nil, fmt.Errorf("open a thread: %w", err)
		}
	}
	left, err := n.postStarter(ctx, g, nonce, nil)
	if err != nil {
		return "", nil, err
	}
	thread, err := n.API.StartThread(ctx, g.Channel, left[0].Message, name)
	if err != nil {
		return "", nil, fmt.Errorf("open a thread: %w", err)
	}
	return thread, left, nil
}

// standsWithin bounds the attempt to write to a table: somebody is waiting for an answer.
const standsWithin = 1500 * time.Millisecond

// Stands reports whether the table of a game can be written to, by writing to it, once for a nonce.
// A table that Discord says nothing about counts as one that stands.
func (n *Notifier) Stands(ctx context.Context, g match.Game, nonce string) bool {
	if !discord.PlaceOf(g.Thread).Writes {
		return true // who asks from there shows that it does; nobody can try it from elsewhere
	}
	ctx, cancel := context.WithTimeout(ctx, standsWithin)
	defer cancel()
	here := discord.Message{
		Content: n.Catalog.Texts(g.Locale).Say("table.still-here"), Silent: true,
		Nonce: nonce,
	}
	_, err := n.API.Send(ctx, g.Thread, here)
	return !discord.IsTableLost(err)
}
