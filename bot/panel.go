package bot

import (
	"context"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

const maxContent = 2000 // characters of a message, Discord's limit

// panelOf builds the player's private message about a game as it is at a ply (anyPly: now), without pictures: hand, what
// happened since the player's last move, and the menus for what is legal. news comes first.
func (b *Bot) panelOf(ctx context.Context, texts *locale.Texts, row storage.Game, ply engine.Ply, seat engine.Seat, news ...string) (discord.Message, error) {
	p, c, err := b.panelParts(ctx, texts, row, ply, seat, news)
	if err != nil {
		return discord.Message{}, err
	}
	return c.Table.speaker(texts).Panel(p), nil
}

// paintedPanel is panelOf with the pictures of the board and the hand.
func (b *Bot) paintedPanel(ctx context.Context, texts *locale.Texts, row storage.Game, ply engine.Ply, seat engine.Seat, news ...string) (discord.Message, error) {
	p, c, err := b.panelParts(ctx, texts, row, ply, seat, news)
	if err != nil {
		return discord.Message{}, err
	}
	return b.painted(ctx, texts, p, c), nil
}

// panelPage is paintedPanel with another page of routes.
func (b *Bot) panelPage(ctx context.Context, texts *locale.Texts, row storage.Game, seat engine.Seat, page int) (discord.Message, error) {
	p, c, err := b.panelParts(ctx, texts, row, anyPly, seat, nil)
	if err != nil {
		return discord.Message{}, err
	}
	p.Page = page
	return b.painted(ctx, texts, p, c), nil
}

func (b *Bot) painted(ctx context.Context, texts *locale.Texts, p speech.Panel, c *chronicle) discord.Message {
	p.Files = b.hand(ctx, c.Table, *p.View, texts)
	if !p.View.Uses(engine.UsesYards) { // where there is no board, the hand's picture has the market and all railyards too
		p.Files = append(b.board(ctx, c.Table, *p.View, texts, c.Since(p.View.Viewer)), p.Files...)
	}
	return c.Table.speaker(texts).Panel(p)
}

// moved answers a move with the player's panel after it. The game is shown as it was then, so that a repetition of the
// interaction is answered alike.
func (b *Bot) moved(r *Request, p played) Reply {
	return b.later(r, func(ctx context.Context) (discord.Message, error) {
		var news []string
		if p.View.Tunnel == nil { // of an undecided one the panel tells all there is
			news = p.Table.speaker(r.Texts).Narrate(&p.View, p.Events)
		}
		return b.paintedPanel(ctx, r.Texts, p.Table.Game, p.Table.Ply, p.Seat, news...)
	})
}

// later answers with a message of the player's own that takes a moment to make: in the place of what was clicked, else as
// a new message that on a server only the player sees.
func (b *Bot) later(r *Request, build func(ctx context.Context) (discord.Message, error)) Reply {
	return Reply{Ephemeral: r.Guild != "", Updates: r.Kind == discord.Click, Later: build}
}

func (b *Bot) panelParts(ctx context.Context, texts *locale.Texts, row storage.Game, ply engine.Ply, seat engine.Seat, news []string) (speech.Panel, *chronicle, error) {
	c, err := b.chronicle(ctx, row, ply, seat)
	if err != nil {
		return speech.Panel{}, nil, err
	}
	v := c.Table.View(seat)
	p := speech.Panel{Game: string(row.ID), View: &v, News: news}
	if seat != engine.Public {
		p.Due = row.Seats[seat-1].Due
	}
	if v.Phase != engine.InSetup {
		p.Since = c.Table.speaker(texts).Narrate(&v, c.Since(seat))
	}
	if row.Thread != "" {
		p.Where = "<#" + row.Thread + ">"
	}
	return p, c, nil
}
