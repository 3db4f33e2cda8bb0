package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// What follows serves the rooms whose decisions are not commands of match yet.

// Edit changes a game's row and returns the messages that follow. It may be called several times,
// each time with the row as it is then; an error ends the attempt and nothing is changed.
type Edit func(g *match.Game) ([]storage.Message, error)

// Amend changes a game's row, and starts anew when somebody else was faster.
func (s *Service) Amend(ctx context.Context, id match.GameID, why storage.Origin, change Edit,
) (match.Game, error) {
	for range maxTries {
		row, err := s.Store.Game(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			return row, match.Refuse("game-unknown")
		}
		if err != nil {
			return row, fmt.Errorf("load game %s: %w", id, err)
		}
		out, err := change(&row)
		if err != nil {
			return row, err
		}
		err = s.Store.Update(ctx, row, why, out)
		if errors.Is(err, storage.ErrStale) {
			continue
		}
		if err != nil {
			return row, fmt.Errorf("update game %s: %w", id, err)
		}
		s.Wake()
		return row, nil
	}
	return match.Game{}, match.Refuse("busy")
}

// AmendOnce is Amend for an interaction: one that was carried out before changes nothing and
// returns the row as it is.
func (s *Service) AmendOnce(ctx context.Context, interaction string, id match.GameID, change Edit,
) (match.Game, error) {
	_, err := s.Store.Answer(ctx, interaction)
	if errors.Is(err, storage.ErrNotFound) {
		var row match.Game
		why := storage.Origin{Interaction: interaction, Answer: "done"}
		row, err = s.Amend(ctx, id, why, change)
		if !errors.Is(err, storage.ErrRepeated) {
			return row, err
		}
	} else if err != nil {
		return match.Game{}, fmt.Errorf("look up an interaction: %w", err)
	}
	row, err := s.Store.Game(ctx, id)
	if err != nil {
		return row, fmt.Errorf("load game %s: %w", id, err)
	}
	return row, nil
}

// Calendars are those of a game's players, by seat from 0.
type Calendars []match.Calendar

// Of returns the calendar of a seat.
func (c Calendars) Of(i int) match.Calendar { return c[i] }

// Calendars loads when the clocks of a game's players stand still.
func (s *Service) Calendars(ctx context.Context, row match.Game) (Calendars, error) {
	list := make(Calendars, len(row.Seats))
	for i, seat := range row.Seats {
		habits, err := s.Store.Habits(ctx, seat.User)
		if err != nil {
			return nil, fmt.Errorf("load the habits of user %s: %w", seat.User, err)
		}
		list[i] = match.CalendarOf(habits, row)
	}
	return list, nil
}

// HandOver changes who plays a seat of a running game, by change, and what follows from it.
func (s *Service) HandOver(ctx context.Context, row *match.Game, seat engine.Seat, now time.Time,
	change func(*match.Game),
) error {
	t, err := s.TableOf(ctx, *row)
	if err != nil {
		return err
	}
	c, err := s.Rules.Decide(t.Table, match.Actor{}, now, match.Edit(func(c *match.Change) error {
		habits := map[match.UserID]match.Habits{}
		after := *row
		after.Seats = append([]match.Seat(nil), row.Seats...)
		change(&after)
		for _, user := range append(row.People(""), after.People("")...) {
			if habits[user], err = s.Store.Habits(ctx, user); err != nil {
				return fmt.Errorf("load the habits of user %s: %w", user, err)
			}
		}
		c.Table.Knowing(habits, nil)
		c.HandOver(seat, "", change)
		return nil
	}))
	if err != nil {
		return err
	}
	*row = c.Table.Game
	return nil
}
