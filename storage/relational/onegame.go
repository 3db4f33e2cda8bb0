package relational

import (
	"context"
	"errors"
	"slices"
	"strings"

	"konduktor/engine/match"
	"konduktor/storage"
)

// selectGame reads a game's row beside each of its seats.
const selectGame = `SELECT ` + gameColumns + `, ` + seatsColumns +
	` FROM game AS g JOIN seat AS s ON s.game = g.id WHERE g.id = ? ORDER BY s.place`

// Game implements storage.Games. It is called most.
func (s *Store) Game(ctx context.Context, id match.GameID) (match.Game, error) {
	g, err := look(ctx, s, func(tx Tx) (match.Game, error) { return gameWithSeats(ctx, tx, id) })
	if errors.Is(err, storage.ErrNotFound) {
		g, err = read(ctx, s, func(tx Tx) (match.Game, error) { return gameWithoutSeats(ctx, tx, id) })
	}
	return g, reading("game "+string(id), err)
}

// oneGame returns a game's row, ErrNotFound if there is none.
func oneGame(ctx context.Context, tx Tx, id match.GameID) (match.Game, error) {
	g, err := gameWithSeats(ctx, tx, id)
	if !errors.Is(err, storage.ErrNotFound) {
		return g, err
	}
	return gameWithoutSeats(ctx, tx, id)
}

// gameWithoutSeats is gameWithSeats for a game in which nobody sits.
func gameWithoutSeats(ctx context.Context, tx Tx, id match.GameID) (match.Game, error) {
	games, err := someGames(
		ctx, tx, byID, oldestFirst, []any{id}, func(err error) error { return err },
	)
	return first(games, err)
}

// first returns the first of a list, ErrNotFound if it is empty.
func first[T any](list []T, err error) (T, error) {
	if err == nil && len(list) == 0 {
		err = storage.ErrNotFound
	}
	if err != nil {
		return *new(T), err
	}
	return list[0], nil
}

// gameWithSeats returns the row of a game that has seats, by one statement; ErrNotFound if there is
// none.
func gameWithSeats(ctx context.Context, tx Tx, id match.GameID) (match.Game, error) {
	var g sealedGame
	seats, err := All(ctx, tx, "a game", func(rows Rows) (match.Seat, error) {
		if g.ID == "" {
			var err error
			if g, err = scanGame(part{rows, nil, unreadSeat}); err != nil {
				return match.Seat{}, err
			}
		}
		s, err := scanSeat(part{rows, unreadGame, nil})
		return s.Seat, err
	}, selectGame, id)
	if _, err := first(seats, err); err != nil {
		return match.Game{}, err
	}
	g.Seats = seats
	return g.Game, g.check()
}

// part are rows whose middle columns one scan reads; the columns before and after are read into
// places of their own.
type part struct {
	Rows
	before, after []any
}

// Scan reads the columns of the part into the places given.
func (p part) Scan(into ...any) error {
	return p.Rows.Scan(slices.Concat(p.before, into, p.after)...)
}

// unread takes the value of a column that is not read.
type unread struct{}

// Scan implements sql.Scanner.
func (unread) Scan(any) error { return nil }

var (
	unreadGame = slices.Repeat([]any{unread{}}, strings.Count(gameColumns, ",")+1)
	unreadSeat = slices.Repeat([]any{unread{}}, strings.Count(seatsColumns, ",")+1)
)
