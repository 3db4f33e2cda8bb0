package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"konduktor/bot/discord"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Tidy takes off the buttons that stand on earlier posts because a process died between a message
// and those edits.
func (n *Notifier) Tidy(ctx context.Context) {
	games, err := n.Store.Crowded(ctx, PostBoard, PostLive)
	if err != nil {
		n.buttonsStay(ctx, "", err)
	}
	for _, id := range games {
		if ctx.Err() != nil {
			return
		}
		func() {
			defer n.lockButtons(id)()
			n.disarm(ctx, id)
			n.settle(ctx, id)
		}()
	}
}

// disarm takes the buttons off the earlier posts at the table. What it cannot do now it does after
// the next message.
func (n *Notifier) disarm(ctx context.Context, id match.GameID) {
	if err := n.disarmAll(ctx, id); err != nil {
		n.buttonsStay(ctx, id, err)
	}
}

func (n *Notifier) disarmAll(ctx context.Context, id match.GameID) error {
	posts, err := n.Store.Posts(ctx, id, PostBoard)
	if err != nil {
		return err
	}
	for _, p := range posts[:max(len(posts)-1, 0)] {
		if err := n.removeButtons(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// buttonsStay logs why buttons stay for now. When the bot stops that is no fault.
func (n *Notifier) buttonsStay(ctx context.Context, id match.GameID, err error) {
	level := slog.LevelWarn
	if ctx.Err() != nil {
		level = slog.LevelDebug
	}
	n.Log.LogAttrs(ctx, level, "buttons of what is settled not taken off",
		slog.String("game", string(id)), slog.Any("error", err))
}

// maxRemovals bounds how often a post's buttons are taken off while others change them; each does
// so once.
const maxRemovals = 5

// removeButtons takes a post's buttons off and forgets it. If another process gives the post new
// buttons meanwhile, it notes them after its edit: they are taken off again here, or by that
// process if the post is forgotten by then (withdrawUndo).
func (n *Notifier) removeButtons(ctx context.Context, p storage.Post) error {
	for range maxRemovals {
		left, known, err := n.removeButtonsOnce(ctx, p)
		if err != nil || !known {
			return err
		}
		p = left
	}
	return fmt.Errorf("the buttons of a post at the table of game %s keep changing", p.Game)
}

// removeButtonsOnce takes a post's buttons off once and forgets it. If the post was changed
// meanwhile, it returns the changed post and true.
func (n *Notifier) removeButtonsOnce(ctx context.Context, p storage.Post) (left storage.Post,
	known bool, err error,
) {
	if err := n.editButtonsAway(ctx, p); err != nil {
		return p, false, err
	}
	err = n.Store.Repost(ctx, p, nil)
	if errors.Is(err, storage.ErrStale) {
		return n.known(ctx, p)
	}
	return p, false, err
}

// editButtonsAway edits the buttons of a post away, with what it says of a turn that is past. A
// refusal for good counts as done.
func (n *Notifier) editButtonsAway(ctx context.Context, p storage.Post) error {
	err := n.API.Edit(ctx, p.Channel, p.Message, discord.Edit{
		Content: n.briefs.content(p.Message), Rows: &[]discord.Row{},
	})
	if err != nil && !discord.IsFinal(err) {
		return fmt.Errorf("take the buttons off: %w", err)
	}
	n.briefs.forget(p.Message)
	return nil
}

// known returns what is known of a post by now, false if nothing.
func (n *Notifier) known(ctx context.Context, p storage.Post) (storage.Post, bool, error) {
	posts, err := n.Store.Posts(ctx, p.Game, p.Kind)
	if err != nil {
		return p, false, err
	}
	i := slices.IndexFunc(posts, func(q storage.Post) bool {
		return q.Channel == p.Channel && q.Message == p.Message
	})
	if i < 0 {
		return p, false, nil
	}
	return posts[i], true, nil
}
