package tell

import (
	"context"
	"fmt"
	"slices"
	"strings"

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

// settleAnswer brings the answer to a move up to date, in a running game that has gone on, or back, since then. Who plays the seat
// now may not be who made the move: what the seat holds is not for them.
func (t *Teller) settleAnswer(ctx context.Context, g match.Game, p storage.Post) error {
	user := g.Seats[p.Seat-1].User
	if user == "" {
		return t.strip(ctx, p)
	}
	u, err := t.People.User(ctx, user)
	if err != nil {
		return err
	}
	if u.DM != p.Channel {
		return t.strip(ctx, p)
	}
	_, texts, err := t.reader(ctx, storage.Message{Game: g.ID, User: user})
	if err != nil {
		return err
	}
	c, err := t.Games.Chronicle(ctx, g, g.Ply, p.Seat)
	if err != nil {
		return err
	}
	then, err := t.Games.Chronicle(ctx, g, min(p.Ply, g.Ply), p.Seat)
	if err != nil {
		return err
	}
	switch began := c.Began(); {
	case p.Ply > g.Ply || then.Table.Head != p.Head:
		return t.tellUndone(ctx, texts, c, p)
	case began == 0:
		return t.awaitBegin(ctx, p)
	case p.Ply < began:
		return t.tellBegan(ctx, texts, g, p, began)
	case p.About == topicAhead || g.WaitsFor(user):
		return t.strip(ctx, p)
	}
	return t.leavePlan(ctx, texts, g, p)
}

// tellUndone has the answer to a move that was taken back with another player's say so in a line, instead of a hand that is no longer
// true; a message of the kind Along tells the rest.
func (t *Teller) tellUndone(ctx context.Context, texts *locale.Texts, c *play.Chronicle, p storage.Post) error {
	along, err := t.Panels.Along(ctx, texts, c)
	if err != nil {
		return err
	}
	if len(along) == 0 { // they have taken it back themselves
		along = []string{texts.Say("undo.done")}
	}
	lines := append([]string{texts.Say("panel.heading", t.gameArgs(ctx, texts, c.Table.Game)...)}, along[len(along)-1])
	if err := t.editPanel(ctx, p, discord.Message{Content: discord.Fit(strings.Join(lines, "\n"), discord.MaxContent)}); err != nil {
		return err
	}
	return t.unpost(ctx, p)
}

// awaitBegin takes the buttons off the answer to a choice at setup, and keeps it until the game begins.
func (t *Teller) awaitBegin(ctx context.Context, p storage.Post) error {
	if p.About == topicChosen {
		return nil
	}
	err := t.API.Edit(ctx, p.Channel, p.Message, discord.Edit{Rows: &[]discord.Row{}})
	if discord.IsGone(err) {
		return t.unpost(ctx, p)
	}
	if err != nil {
		return fmt.Errorf("take a button off: %w", err)
	}
	p.About = topicChosen
	return t.keep(ctx, p)
}

// tellBegan has the answer to a choice at setup say who begins, by its recap. Who cannot move yet can plan ahead.
func (t *Teller) tellBegan(ctx context.Context, texts *locale.Texts, g match.Game, p storage.Post, began engine.Ply) error {
	c, err := t.Games.Chronicle(ctx, g, began, p.Seat)
	if err != nil {
		return err
	}
	v := c.Table.View(p.Seat)
	message, err := t.Panels.Text(ctx, texts, panel.Request{
		Game: g, Seat: p.Seat, Ply: began, Done: true, Told: true, Past: v.Moves(p.Seat) || g.WaitsFor(g.Seats[p.Seat-1].User),
	})
	if err != nil {
		return err
	}
	if err := t.editPanel(ctx, p, message); err != nil {
		return err
	}
	if len(message.Rows) == 0 {
		return t.unpost(ctx, p)
	}
	p.About, p.Ply, p.Head = topicAhead, began, c.Table.Head
	return t.keep(ctx, p)
}

// leavePlan takes off the answer to a move the button that takes the move back, and leaves the one that plans the next turn.
func (t *Teller) leavePlan(ctx context.Context, texts *locale.Texts, g match.Game, p storage.Post) error {
	message, err := t.Panels.Text(ctx, texts, panel.Request{Game: g, Seat: p.Seat, Ply: p.Ply, Done: true})
	if err != nil {
		return err
	}
	if len(message.Rows) == 0 {
		return t.strip(ctx, p)
	}
	if err := t.API.Edit(ctx, p.Channel, p.Message, discord.Edit{Rows: &message.Rows}); err != nil {
		if discord.IsGone(err) {
			return t.unpost(ctx, p)
		}
		return fmt.Errorf("take a button off: %w", err)
	}
	p.About = topicAhead
	return t.keep(ctx, p)
}

// keep remembers what a post is now.
func (t *Teller) keep(ctx context.Context, p storage.Post) error {
	if err := t.Store.SavePost(ctx, p); err != nil {
		return fmt.Errorf("remember a panel: %w", err)
	}
	return nil
}
