package notify

import (
	"context"
	"fmt"
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// isAnswer reports whether a live post is the answer to a move in its player's direct messages.
func isAnswer(p storage.Post) bool {
	return slices.Contains([]string{topicBack, topicAhead, topicChosen}, p.About)
}

// settleAnswer brings the answer to a move up to date in a running game that has gone on, or back,
// since then. The seat may have another player by now, whose cards are not for the reader.
func (n *Notifier) settleAnswer(ctx context.Context, g match.Game, p storage.Post) error {
	user := g.Seats[p.Seat-1].User
	if user == "" {
		return n.removeButtons(ctx, p)
	}
	u, err := n.People.User(ctx, user)
	if err != nil {
		return err
	}
	if u.DM != p.Channel {
		return n.removeButtons(ctx, p)
	}
	if last, ok, err := n.livingPanel(ctx, g, user); err != nil {
		return err
	} else if ok && last.Message == p.Message && (g.WaitsFor(user) || g.Answered()) {
		return nil // it becomes the panel of the turn, as soon as the others have moved
	}
	_, texts, err := n.reader(ctx, storage.Message{Game: g.ID, User: user})
	if err != nil {
		return err
	}
	c, err := n.Games.Chronicle(ctx, g, g.Ply, p.Seat)
	if err != nil {
		return err
	}
	then, err := n.Games.Chronicle(ctx, g, min(p.Ply, g.Ply), p.Seat)
	if err != nil {
		return err
	}
	v := c.Table.View(p.Seat)
	switch began := c.Began(); {
	case began == 0 && !v.Moves(p.Seat): // also if another choice was taken back (C2)
		return n.awaitBegin(ctx, p)
	case p.Ply < began:
		return n.tellBegan(ctx, texts, g, p, began)
	case p.Ply > g.Ply || then.Table.Head != p.Head:
		return n.tellUndone(ctx, texts, c, p)
	case p.About == topicAhead || g.WaitsFor(user):
		return n.removeButtons(ctx, p)
	}
	return n.leavePlan(ctx, texts, g, p)
}

// tellUndone has the answer to a move that was taken back with another player's say so in a line,
// instead of a hand that is no longer true; a message of the kind Along tells the rest.
func (n *Notifier) tellUndone(ctx context.Context, texts *locale.Texts, c *play.Chronicle,
	p storage.Post,
) error {
	along, err := n.Panels.Along(ctx, texts, c)
	if err != nil {
		return err
	}
	if len(along) == 0 { // they have taken it back themselves
		along = []string{texts.Say("undo.done")}
	}
	lines := append([]string{n.heading(ctx, texts, c.Table.Game)},
		along[len(along)-1])
	if err := n.editPanel(ctx, p, discord.Message{Content: discord.Lines(lines)}); err != nil {
		return err
	}
	return n.Store.Unpost(ctx, p)
}

// awaitBegin takes the buttons off the answer to a choice at setup, and keeps it until the game
// begins.
func (n *Notifier) awaitBegin(ctx context.Context, p storage.Post) error {
	if p.About == topicChosen {
		return nil
	}
	err := n.API.Edit(ctx, p.Channel, p.Message, discord.Edit{Rows: &[]discord.Row{}})
	if discord.IsGone(err) {
		return n.Store.Unpost(ctx, p)
	}
	if err != nil {
		return fmt.Errorf("take a button off: %w", err)
	}
	p.About = topicChosen
	return n.Store.SavePost(ctx, p)
}

// tellBegan has the answer to a choice at setup say who begins, by its recap. Who cannot move yet
// can plan ahead.
func (n *Notifier) tellBegan(ctx context.Context, texts *locale.Texts, g match.Game,
	p storage.Post, began engine.Ply,
) error {
	c, err := n.Games.Chronicle(ctx, g, began, p.Seat)
	if err != nil {
		return err
	}
	v := c.Table.View(p.Seat)
	want := panel.Request{
		Game: g, Seat: p.Seat, Ply: began, Done: true, Told: true,
		Past: v.Moves(p.Seat) || g.WaitsFor(g.Seats[p.Seat-1].User),
	}
	build := n.Panels.Painted
	if want.Past { // the panel of their turn has the picture
		build = n.Panels.Text
	}
	message, err := build(ctx, texts, want)
	if err != nil {
		return err
	}
	if err := n.editPanel(ctx, p, message); err != nil {
		return err
	}
	if len(message.Rows) == 0 {
		return n.Store.Unpost(ctx, p)
	}
	p.About, p.Ply, p.Head = topicAhead, began, c.Table.Head
	return n.Store.SavePost(ctx, p)
}

// leavePlan takes off the answer to a move the button that takes the move back, and leaves the one
// that plans the next turn.
func (n *Notifier) leavePlan(ctx context.Context, texts *locale.Texts, g match.Game,
	p storage.Post,
) error {
	message, err := n.Panels.Text(ctx, texts, panel.Request{
		Game: g, Seat: p.Seat, Ply: p.Ply,
		Done: true,
	})
	if err != nil {
		return err
	}
	if len(message.Rows) == 0 {
		return n.removeButtons(ctx, p)
	}
	if err := n.API.Edit(ctx, p.Channel, p.Message, discord.Edit{Rows: &message.Rows}); err != nil {
		if discord.IsGone(err) {
			return n.Store.Unpost(ctx, p)
		}
		return fmt.Errorf("take a button off: %w", err)
	}
	p.About = topicAhead
	return n.Store.SavePost(ctx, p)
}
