package people

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// maxTold bounds the explanations that are noted of a user: more than there are.
const maxTold = 100

// Teach chooses what is explained to a user in a position of a game, and notes it: each explanation
// is given once, and again only to a user who looks at the same position again. due are the IDs of
// what could be explained, the most important first.
func (p *People) Teach(ctx context.Context, user match.UserID, game match.GameID, ply engine.Ply,
	due []string,
) []string {
	if user == "" || len(due) == 0 {
		return nil
	}
	h, err := p.Store.Habits(ctx, user)
	if err != nil || h.Lessons.Off {
		return nil
	}
	var list []string
	told := slices.Clone(h.Lessons.Told)
	for _, id := range due {
		i := slices.IndexFunc(told, func(l match.Lesson) bool { return l.ID == id })
		switch {
		case i >= 0 && (told[i].Game != game || told[i].Ply != ply), len(list) == speech.MaxLessons:
			continue
		case i < 0 && len(told) < maxTold:
			told = append(told, match.Lesson{ID: id, Game: game, Ply: ply})
		}
		list = append(list, id)
	}
	if len(told) == len(h.Lessons.Told) {
		return list
	}
	h.Lessons.Told = told
	// told again at worst
	if err := p.Store.SaveHabits(ctx, h); err != nil && !errors.Is(err, storage.ErrStale) {
		p.Log.LogAttrs(ctx, slog.LevelWarn, "explanations not noted",
			slog.Any("error", err))
	}
	return list
}
