package bot

import (
	"context"
	"log/slog"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/render"
)

// maxPainting is the number of pictures drawn at a time: each takes a core and some megabytes.
const maxPainting = 2

// board draws the board as the view's viewer may see it, with what is new marked: news are events as that viewer may know
// them. No file where the picture cannot be made: the texts say everything too (design D11).
func (b *Bot) board(ctx context.Context, t *table, v engine.View, texts *locale.Texts, news []engine.Event) []discord.File {
	o := render.Options{Words: t.speaker(texts).Words, Marked: claimedIn(news), News: news, Private: v.Viewer != engine.Public}
	return b.paint(ctx, t, v, "board.png", func(p render.Painter) (render.Picture, error) { return p.Board(v, o) })
}

// hand draws the viewer's cards and tickets.
func (b *Bot) hand(ctx context.Context, t *table, v engine.View, texts *locale.Texts) []discord.File {
	o := render.Options{Words: t.speaker(texts).Words}
	return b.paint(ctx, t, v, "hand.png", func(p render.Painter) (render.Picture, error) { return p.Hand(v, o) })
}

// sheet draws the final scoring.
func (b *Bot) sheet(ctx context.Context, t *table, v engine.View, texts *locale.Texts) []discord.File {
	o := render.Options{Words: t.speaker(texts).Words}
	return b.paint(ctx, t, v, "sheet.png", func(p render.Painter) (render.Picture, error) { return p.Sheet(v, o) })
}

func (b *Bot) paint(ctx context.Context, t *table, v engine.View, name string, draw func(render.Painter) (render.Picture, error)) []discord.File {
	painter, ok := b.painter(ctx, t.title)
	if !ok {
		return nil
	}
	select {
	case b.painting <- struct{}{}:
		defer func() { <-b.painting }()
	case <-ctx.Done():
		return nil
	}
	picture, err := draw(painter)
	if err != nil {
		b.log.LogAttrs(ctx, slog.LevelError, "picture not drawn", slog.String("picture", name), slog.String("title", v.Title),
			slog.Int("ply", int(v.Ply)), slog.Any("error", err))
		return nil
	}
	return []discord.File{{Name: name, Alt: discord.Fit(picture.Alt, render.MaxAlt), Type: "image/png", Data: picture.PNG}}
}
