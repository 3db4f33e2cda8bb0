package bot

import (
	"context"

	"github.com/konduktor-bot/konduktor/storage"
)

// sendResult brings the final scoring, the seed and the record to a player. The table gets them too; but a table can be
// deleted or muted, and whoever plays by direct messages must learn how it ended (C16).
func (b *Bot) sendResult(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := b.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	c, err := b.chronicle(ctx, g, m.Ply, m.Seat)
	if err != nil {
		return nil, err
	}
	message, err := b.finalMessage(ctx, texts, c, m)
	if err != nil {
		return nil, err
	}
	message.Rows, message.Nonce = nil, m.Nonce // a rematch is opened at the table
	_, _, err = b.direct(ctx, m.User, message)
	return nil, err
}
