package bot

import (
	"context"
	"fmt"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/titles"
)

// record returns a finished game as a file that `konduktor verify` reads, and beside it the map where it is a user's own.
// It holds the seed: nobody gets it before the end.
func (b *Bot) record(ctx context.Context, t *table) ([]discord.File, error) {
	if !t.game.Over() {
		return nil, fmt.Errorf("record of game %s: it is not over", t.ID)
	}
	moves, err := b.store.Moves(ctx, t.ID, -1)
	if err != nil {
		return nil, fmt.Errorf("load the moves of game %s: %w", t.ID, err)
	}
	record := engine.Record{
		Title: t.title, Version: t.Version, Commitment: t.Seed.Commitment(),
		Setup: engine.Setup{Names: names(t.Seats), Seed: t.Seed, Options: t.Options},
	}
	for _, m := range moves {
		move, err := t.title.Lexicon().ParseMove(m.Text)
		if err != nil {
			return nil, fmt.Errorf("read move %d of game %s: %w", m.Ply, t.ID, err)
		}
		record.Moves = append(record.Moves, engine.RecordedMove{Seat: m.Seat, Move: move})
	}
	v := t.View(engine.Public)
	text := record.Print() + v.ResultLines()
	if t.Map == "" {
		return []discord.File{{Name: string(t.ID) + ".rec", Type: "text/plain", Data: []byte(text)}}, nil
	}
	text = titles.MapRemark(t.title) + text
	own, err := b.store.Map(ctx, t.Map)
	if err != nil {
		return nil, fmt.Errorf("load the map of game %s: %w", t.ID, err)
	}
	return []discord.File{
		{Name: string(t.ID) + ".rec", Type: "text/plain", Data: []byte(text)},
		{Name: string(t.ID) + ".toml", Type: "text/plain", Data: own},
	}, nil
}
