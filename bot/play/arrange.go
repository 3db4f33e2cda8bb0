package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Arranged is a table for people who were brought together.
type Arranged struct {
	// Row is that of match.NewGame, with ID, Guild, Channel, Locale, Pace and Of.
	Row     match.Game
	Users   []match.UserID // "" is a computer player
	InOrder bool           // the seats keep their order, which was drawn by lot; else it is drawn now
	Seed    engine.Seed    // zero: drawn now
	Rated   bool           // the server has ratings
}

// Arrange opens a table and deals its cards, in one transaction, and returns its row. It can be
// repeated: if there is a game of the row's ID that was arranged for the same (Terms.Of), that is
// the table. storage.ErrExists if the ID is another game's; a *match.Refusal if these people cannot
// play this title.
func (s *Service) Arrange(ctx context.Context, wanted Arranged, now time.Time,
) (match.Game, error) {
	done, err := s.Store.Game(ctx, wanted.Row.ID)
	if errors.Is(err, storage.ErrNotFound) {
		done, err = s.arrange(ctx, wanted, now)
		if errors.Is(err, storage.ErrExists) { // somebody was faster
			done, err = s.Store.Game(ctx, wanted.Row.ID)
		}
	}
	if err == nil && done.Of != wanted.Row.Of {
		err = storage.ErrExists
	}
	if err != nil {
		return match.Game{}, fmt.Errorf("arrange game %s for %s: %w",
			wanted.Row.ID, wanted.Row.Of, err)
	}
	return done, nil
}

func (s *Service) arrange(ctx context.Context, wanted Arranged, now time.Time,
) (match.Game, error) {
	row := wanted.Row
	for _, id := range wanted.Users {
		if id == "" {
			row.Seats = append(row.Seats, match.ComputerSeat(row.Seats, AwayLevel))
			continue
		}
		user, err := s.Store.User(ctx, id)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return row, err
		}
		row.Seats = append(row.Seats, match.Seat{User: id, Name: cmp.Or(user.Name, string(id))})
	}
	row = row.Arranged(wanted.InOrder, now)
	sign, err := s.FreeSign(ctx, row)
	if err != nil {
		return row, err
	}
	t, err := s.TableOf(ctx, row)
	if err != nil {
		return row, err
	}
	if wanted.Seed == (engine.Seed{}) {
		if wanted.Seed, err = s.DrawSeed(); err != nil {
			return row, err
		}
	}
	deal := match.Start{Seed: wanted.Seed, Sign: sign, Rated: wanted.Rated}
	call := Call{At: now, By: match.Actor{User: row.Host, Server: row.Guild}}
	if err := s.inform(ctx, t, call.By, deal); err != nil {
		return row, err
	}
	c, err := s.rules(now).Decide(t.Table, call.By, now, deal)
	if err != nil {
		return row, err
	}
	out, err := s.outgoing(call, c)
	if err != nil {
		return row, err
	}
	c.Table.Rev++ // the next change has names of its own
	if err := s.Store.Create(ctx, c.Table.Game, storage.Origin{}, out); err != nil {
		return row, err
	}
	s.Wake()
	return c.Table.Game, nil
}

// FreeSign chooses a sign for a game that none of its people's other running games has.
func (s *Service) FreeSign(ctx context.Context, g match.Game) (string, error) {
	var taken []string
	for _, user := range match.Users(g.Seats) {
		others, err := s.Store.GamesOf(ctx, user, match.Running)
		if err != nil {
			return "", err
		}
		for _, o := range others {
			taken = append(taken, match.SignOf(o.ID, o.Sign))
		}
	}
	return match.FreeSign(g.ID, taken), nil
}
