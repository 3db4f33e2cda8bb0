package play

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// TakeUp takes the running games up again after the database was restored from a copy
// (match.Restore), and then takes its mark away. Call it before people are listened to: until then
// a button of the lost time could count. It can be cut short and repeated at any point, also by
// several processes at once, since each game remembers the last restore that it was told of.
func (s *Service) TakeUp(ctx context.Context, now time.Time) error {
	mark, text, err := storage.ReadRestored(ctx, s.Store)
	if err != nil || text == "" {
		return err
	}
	games, err := s.Store.GamesIn(ctx, match.Running)
	if err != nil {
		return err
	}
	told, err := s.each(ctx, games, now, match.Restore{ID: mark.ID, Copy: mark.Copy})
	if err != nil {
		return fmt.Errorf("take games up after a restore: %w", err)
	}
	if err := storage.Afresh(ctx, s.Store, now); err != nil {
		return err
	}
	err = s.Store.SwapSetting(ctx, storage.RestoredKey, text, "")
	if errors.Is(err, storage.ErrStale) { // another process was faster
		return nil
	}
	if err == nil {
		s.Log.InfoContext(ctx, "the database was restored from a copy, and running games go on from it",
			slog.Time("copy", mark.Copy), slog.Int("games", told))
	}
	return err
}

// SettleRatings settles the running games that were dealt when another rule said who is rated
// (match.SettleRatings), and can be repeated as TakeUp.
func (s *Service) SettleRatings(ctx context.Context, now time.Time) error {
	games, err := s.Store.GamesIn(ctx, match.Running)
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(games, func(g match.Game) bool { return !g.Unsettled() })
	_, err = s.each(ctx, games, now, match.SettleRatings{})
	return err
}
