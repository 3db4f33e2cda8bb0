package play

import (
	"context"
	"fmt"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// Record returns a finished game as a file that `konduktor verify` reads, and beside it the map where it is the operator's.
// It holds the seed: nobody gets it before the end.
func (g *Games) Record(ctx context.Context, t *Table) ([]discord.File, error) {
	if !t.game.Over() {
		return nil, fmt.Errorf("record of game %s: it is not over", t.ID)
	}
	moves, err := g.moves(ctx, t.ID, -1)
	if err != nil {
		return nil, err
	}
	record := notation.Record{
		Title: t.edition, Version: t.Version, Commitment: t.Seed.Commitment(),
		Setup: engine.Setup{Names: match.Names(t.Seats), Seed: t.Seed, Options: t.Options},
	}
	var undone []match.Undone
	if t.Branch > 0 {
		if undone, err = g.undone(ctx, t.ID); err != nil {
			return nil, err
		}
	}
	for _, m := range interleave(moves, undone) {
		move, err := notation.ParseMove(t.edition.Lexicon(), m.Text)
		if err != nil {
			return nil, fmt.Errorf("parse move %d of game %s: %w", m.Ply, t.ID, err)
		}
		if m.Branch == standing {
			record.Moves = append(record.Moves, notation.RecordedMove{Seat: m.Seat, Move: move})
			continue
		}
		record.Undone = append(record.Undone, notation.UndoneMove{
			Before: len(record.Moves), Ply: m.Ply, Number: m.Branch + 1, Seat: m.Seat, Move: move,
		})
	}
	v := t.View(engine.Public)
	text := record.Print() + notation.ResultLines(&v)
	if t.Map == "" {
		return []discord.File{{Name: string(t.ID) + ".rec", Type: "text/plain", Data: []byte(text)}}, nil
	}
	text = titles.MapRemark(t.edition) + text
	own, err := g.editions.Text(ctx, t.Game)
	if err != nil {
		return nil, err
	}
	return []discord.File{
		{Name: string(t.ID) + ".rec", Type: "text/plain", Data: []byte(text)},
		{Name: string(t.ID) + ".toml", Type: "text/plain", Data: own},
	}, nil
}
