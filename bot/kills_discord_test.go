package bot_test

import (
	"context"

	"konduktor/bot/discord"
	"konduktor/engine/match"
)

// interrupted is a Discord on the way to which somebody moves now and then, and another process
// does all the work that waits.
type interrupted struct {
	discord.API
	h *harmed
}

func (a interrupted) yield(ctx context.Context) {
	if h := a.h; h.shared && !h.within && h.rng.IntN(4) == 0 {
		h.within = true
		was := h.Bot
		h.Bot = h.other
		if h.id != "" {
			h.move() // so that what is about to be told is of an earlier position
		}
		_ = h.Bot.Flush(ctx)
		h.Bot, h.within = was, false
	}
}

// Edit implements discord.API.
func (a interrupted) Edit(ctx context.Context, channel match.ChannelID, id match.MessageID,
	e discord.Edit,
) error {
	a.yield(ctx)
	return a.API.Edit(ctx, channel, id, e)
}

// EditOriginal implements discord.API.
func (a interrupted) EditOriginal(ctx context.Context, ix *discord.Interaction, m discord.Message,
) (match.MessageID, error) {
	a.yield(ctx)
	return a.API.EditOriginal(ctx, ix, m)
}

// Respond implements discord.API.
func (a interrupted) Respond(ctx context.Context, ix *discord.Interaction, r discord.Response,
) error {
	a.yield(ctx)
	return a.API.Respond(ctx, ix, r)
}

// Send implements discord.API.
func (a interrupted) Send(ctx context.Context, channel match.ChannelID, m discord.Message,
) (match.MessageID, error) {
	a.yield(ctx)
	return a.API.Send(ctx, channel, m)
}
