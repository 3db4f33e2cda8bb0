package posts

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"konduktor/bot/discord"
	"konduktor/storage"
)

// startPause is the time between two edits at the start of a process: they share Discord's 50
// requests a second with everything else.
const startPause = 200 * time.Millisecond

// Start brings all posts up to date once: a process may have died between a change and its edits.
// It begins when all letters are out, and sees to running games first.
func (p *Posts) Start(ctx context.Context) {
	for begun := p.Now(); !p.toldUntil(ctx, begun); {
		if !p.pause(ctx, time.Second) {
			return
		}
	}
	games, servers, err := p.Store.Posted(ctx)
	if err != nil {
		p.Log.LogAttrs(ctx, slog.LevelWarn, "posts not looked at", slog.Any("error", err))
	}
	for _, id := range games {
		if err := p.run(ctx, id, manner{starting: true}); err != nil && ctx.Err() == nil {
			p.Log.LogAttrs(ctx, slog.LevelWarn, "posts not brought up to date",
				slog.String("game", string(id)), slog.Any("error", err))
		}
		if ctx.Err() != nil {
			return
		}
	}
	for _, id := range servers {
		if err := p.runServer(ctx, id, true); err != nil && ctx.Err() == nil {
			p.Log.LogAttrs(ctx, slog.LevelWarn, "posts not brought up to date",
				slog.String("server", string(id)), slog.Any("error", err))
		}
	}
}

// Oldest returns when the oldest message was sent that is a post, now if there is none. It may show
// emoji of that time: a changed emoji is no reason to edit a post.
func Oldest(ctx context.Context, store Store, now time.Time) (time.Time, error) {
	games, servers, err := store.Posted(ctx)
	look := func(all []storage.Post, fault error) {
		err = errors.Join(err, fault)
		for _, post := range all {
			if at := discord.Created(string(post.Message)); post.Message != "" && at.Before(now) {
				now = at
			}
		}
	}
	for _, id := range games {
		look(store.Posts(ctx, id))
	}
	for _, id := range servers {
		look(store.PostsOn(ctx, id))
	}
	return now, err
}

// toldUntil reports whether no letter waits that was due at a moment.
func (p *Posts) toldUntil(ctx context.Context, moment time.Time) bool {
	next, err := p.Store.NextDue(ctx)
	return errors.Is(err, storage.ErrNotFound) || err == nil && next.After(moment)
}

func (p *Posts) pause(ctx context.Context, d time.Duration) bool {
	timer, stop := p.After(d)
	defer stop()
	select {
	case <-timer:
		return true
	case <-ctx.Done():
		return false
	}
}
