package notify

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine/match"
	"konduktor/storage"
)

// A game alone against computers (match.Game.Alone) is one message at the table and one in direct
// messages: each turn edits them. Only a reminder calls its player.

// living is the About of the post at such a table that the next turn edits.
const living = "living"

// post sends a message to the table, or has it replace the one of the turn before. In a private
// channel the move of a person answers a press, which takes a message of its own.
func (n *Notifier) post(ctx context.Context, g match.Game, m storage.Message, d discord.Message,
) (match.MessageID, error) {
	own := g.Seats[max(m.Seat, 1)-1].Level == ""
	if n.kinds[m.Kind].lives && g.Alone() && (discord.PlaceOf(g.Thread).Writes || !own) {
		posts, err := n.Store.Posts(ctx, g.ID, PostBoard)
		if err != nil {
			return "", err
		}
		for _, p := range slices.Backward(posts) {
			if p.Channel != g.Thread || !strings.HasSuffix(p.About, living) {
				continue
			}
			if err := n.API.Edit(ctx, p.Channel, p.Message, whole(d)); !discord.IsGone(err) {
				return p.Message, err
			}
		}
	}
	return n.API.Send(ctx, g.Thread, d)
}

// whole is the edit that makes a message another one. Its rows and files are empty, not nil: what
// the message had goes.
func whole(d discord.Message) discord.Edit {
	rows, files := append([]discord.Row{}, d.Rows...), append([]discord.File{}, d.Files...)
	return discord.Edit{Content: &d.Content, Rows: &rows, Files: &files}
}

// livingPanel returns the latest panel in the direct messages of a person alone against computers,
// or the answer to a move that it has become; false if none is known.
func (n *Notifier) livingPanel(ctx context.Context, g match.Game, user match.UserID,
) (last storage.Post, ok bool, err error) {
	if !g.Alone() || g.State != match.Running {
		return last, false, nil
	}
	u, err := n.People.User(ctx, user)
	if err != nil {
		return last, false, err
	}
	for _, kind := range []storage.Kind{PostPanel, PostLive} {
		posts, err := n.Store.Posts(ctx, g.ID, kind)
		if err != nil {
			return last, false, err
		}
		for _, p := range posts {
			panel := kind == PostPanel && p.About != aboutHint || isAnswer(p)
			later := cmp.Or(len(p.Message)-len(last.Message), cmp.Compare(p.Message, last.Message)) > 0
			if panel && later && p.Channel == u.DM {
				last, ok = p, true
			}
		}
	}
	return last, ok, nil
}
