package bot

import (
	"context"
	"fmt"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// directSenders are the senders of direct messages.
func (b *Bot) directSenders() map[string]sender {
	return map[string]sender{
		sayYourTurn: b.sendYourTurn,
		sayPanel:    b.sendPanel,
		sayHomeless: b.sendHomeless,
		sayResult:   b.sendResult,
		sayOverdue:  b.sendOverdue,
	}
}

// sendYourTurn writes to the player who is to move. A message that comes too late is not sent.
func (b *Bot) sendYourTurn(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := b.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if !waitsFor(g, m.User) {
		return nil, moot("the player has moved")
	}
	message, err := b.paintedPanel(ctx, texts, g, anyPly, m.Seat)
	if err != nil {
		return nil, err
	}
	message.Nonce = m.Nonce
	channel, id, err := b.direct(ctx, m.User, message)
	if err != nil {
		return nil, err
	}
	return []storage.Post{{Game: g.ID, Kind: postPanel, Seat: m.Seat, Ply: g.Ply, Channel: channel, Message: string(id)}}, nil
}

// reader loads the game that a direct message is about and the texts of its receiver.
func (b *Bot) reader(ctx context.Context, m storage.Message) (storage.Game, *locale.Texts, error) {
	g, err := b.store.Game(ctx, m.Game)
	if err != nil {
		return g, nil, fmt.Errorf("load game %s: %w", m.Game, err)
	}
	u, err := b.user(ctx, m.User)
	if err != nil {
		return g, nil, err
	}
	lang := u.Locale
	if lang == "" {
		lang = g.Locale
	}
	return g, b.catalog.Texts(lang), nil
}

// sendPanel brings the player's panels up to date after a move: the one of the turn under way shows what is due next,
// all others say that they are done with. The panel that was clicked (Body) has been answered already.
func (b *Bot) sendPanel(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := b.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	posts, err := b.store.Posts(ctx, m.Game, postPanel)
	if err != nil {
		return nil, fmt.Errorf("find the panels of game %s: %w", m.Game, err)
	}
	c, err := b.chronicle(ctx, g, anyPly, m.Seat)
	if err != nil {
		return nil, err
	}
	ended := c.EndOfTurn(m.Seat)
	for _, p := range posts {
		if p.Seat != m.Seat {
			continue
		}
		past := p.Ply < ended // the seat may be to move again by now: this panel is not of that turn
		if p.Message != m.Body {
			at := anyPly
			if past {
				at = ended
			}
			if err := b.renewPanel(ctx, texts, g, p, at); err != nil {
				return nil, err
			}
		}
		if past || !waitsFor(g, m.User) {
			if err := b.store.Unpost(ctx, p); err != nil {
				return nil, fmt.Errorf("forget a panel: %w", err)
			}
		}
	}
	return nil, nil
}

// renewPanel edits a panel to show the game as it is, or as it was at a ply. A panel that is gone needs nothing.
func (b *Bot) renewPanel(ctx context.Context, texts *locale.Texts, g storage.Game, p storage.Post, at engine.Ply) error {
	message, err := b.panelAt(ctx, texts, g, p.Seat, at)
	if err != nil {
		return err
	}
	// Empty, not nil: what the panel had is to go.
	rows, files := append([]discord.Row{}, message.Rows...), append([]discord.File{}, message.Files...)
	err = b.api.Edit(ctx, p.Channel, discord.MessageID(p.Message), discord.Edit{
		Content: &message.Content, Rows: &rows, Files: &files,
	})
	if err == nil || discord.IsGone(err) {
		return nil
	}
	return fmt.Errorf("edit a panel: %w", err)
}

// panelAt is a panel as it has to look now, or looked at the end of a turn: whoever has nothing to do needs no pictures.
func (b *Bot) panelAt(ctx context.Context, texts *locale.Texts, g storage.Game, seat engine.Seat, at engine.Ply) (discord.Message, error) {
	switch {
	case g.State == storage.Cancelled:
		return discord.Message{Content: texts.Say("problem.game-cancelled", "Game", string(g.ID))}, nil
	case at != anyPly, !waitsFor(g, g.Seats[seat-1].User):
		return b.panelOf(ctx, texts, g, at, seat)
	}
	return b.paintedPanel(ctx, texts, g, anyPly, seat)
}

// sendOverdue tells a player that the time to answer was up, and what was done instead (Body: by which verb). What has to
// be done next, if anything, has messages of its own.
func (b *Bot) sendOverdue(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := b.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	c, err := b.chronicle(ctx, g, m.Ply, m.Seat)
	if err != nil {
		return nil, err
	}
	v, s := c.Table.View(m.Seat), c.Table.speaker(texts)
	news := append([]string{s.Overdue(&v, m.Seat, m.Body)}, s.Narrate(&v, eventsOf(c.Chapters[len(c.Chapters)-1:]))...)
	message, err := b.panelOf(ctx, texts, g, m.Ply, m.Seat, news...)
	if err != nil {
		return nil, err
	}
	message.Rows, message.Nonce = nil, m.Nonce
	_, _, err = b.direct(ctx, m.User, message)
	return nil, err
}

// sendHomeless tells a player that the table is gone and how to go on.
func (b *Bot) sendHomeless(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := b.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.Thread != "" || g.State != storage.Running {
		return nil, moot("the game has a table")
	}
	_, _, err = b.direct(ctx, m.User, discord.Message{
		Content: texts.Say("direct.homeless", "Title", b.titleName(ctx, texts, g), "Game", string(g.ID)), Nonce: m.Nonce,
	})
	return nil, err
}
