package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// Append adds a move; see storage.Store.
func (s *Store) Append(ctx context.Context, id storage.GameID, m storage.Move, p storage.Progress, why storage.Cause, out []storage.Message) error {
	return s.change(ctx, func(tx tx) error {
		if err := remember(ctx, tx, why, m.At); err != nil { // first: a repetition is stale as well
			return err
		}
		if err := advance(ctx, tx, id, m, p); err != nil {
			return err
		}
		if err := addMove(ctx, tx, id, m); err != nil {
			return err
		}
		if err := setDeadlines(ctx, tx, id, p); err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}

// updateProgress moves a game's row on by one move, if that is its next: who comes second changes no row (design D7). The
// state is left as it is, which keeps the indexes by state out of it.
const updateProgress = `UPDATE game SET rev = rev + 1, ply = ply + 1, to_move = ?, updated = ?, link = ` + nextLink + `(link, ply, ?, ?)
	WHERE id = ? AND ply = ? AND state = 'running'`

func advance(ctx context.Context, tx tx, id storage.GameID, m storage.Move, p storage.Progress) error {
	result, err := tx.exec(ctx, updateProgress, list(p.ToMove), m.At.UnixMicro(), m.Seat, []byte(m.Text), id, m.Ply)
	if err != nil {
		return fmt.Errorf("update the game's row: %w", err)
	}
	if err := expectRow(result, storage.ErrStale); err != nil {
		if _, absent := head(ctx, tx, id); absent != nil {
			return absent
		}
		return err
	}
	if p.State == storage.Running {
		return nil
	}
	if _, err := tx.exec(ctx, `UPDATE game SET state = ? WHERE id = ?`, p.State, id); err != nil {
		return fmt.Errorf("end the game: %w", err)
	}
	return nil
}

// insertMove takes the link from the game's row, which has moved on already.
const insertMove = `INSERT INTO move (game, ply, seat, text, at, link) SELECT id, ?, ?, ?, ?, link FROM game WHERE id = ?`

func addMove(ctx context.Context, tx tx, id storage.GameID, m storage.Move) error {
	_, err := tx.exec(ctx, insertMove, m.Ply, m.Seat, m.Text, m.At.UnixMicro(), id)
	if isUnique(err) { // the row was behind its moves: damaged, but the other move was first
		return storage.ErrStale
	}
	if err != nil {
		return fmt.Errorf("insert the move: %w", err)
	}
	return nil
}

// position is what a game's row says of its moves.
type position struct {
	state storage.State
	ply   engine.Ply
	link  link
}

const selectHead = `SELECT state, ply, link FROM game WHERE id = ?`

func head(ctx context.Context, tx tx, id storage.GameID) (position, error) {
	var p position
	var last []byte
	err := tx.row(ctx, selectHead, id).Scan(&p.state, &p.ply, &last)
	if errors.Is(err, sql.ErrNoRows) {
		return position{}, storage.ErrNotFound
	}
	if err != nil {
		return position{}, fmt.Errorf("read where the game is: %w", err)
	}
	copy(p.link[:], last)
	return p, nil
}

// Moves returns a game's first moves; see storage.Store.
func (s *Store) Moves(ctx context.Context, id storage.GameID, n int) ([]storage.Move, error) {
	if n < 0 {
		n = math.MaxInt
	}
	var moves []storage.Move
	err := s.look(ctx, func(tx tx) error {
		game, err := oneGame(ctx, tx, id)
		if err != nil {
			return err
		}
		guard := chain{game: id, last: firstLink(game)}
		if moves, err = follow(ctx, tx, &guard, min(n, int(game.Ply)+1)); err != nil {
			return err
		}
		if n < int(game.Ply) {
			return nil
		}
		now, err := head(ctx, tx, id)
		if err != nil {
			return err
		}
		return guard.end(now.ply, now.link[:])
	})
	if err != nil {
		return nil, err
	}
	return moves, nil
}

const selectMoves = `SELECT ply, seat, text, at, link FROM move WHERE game = ? ORDER BY ply LIMIT ?`

// follow reads the first n moves along their chain.
func follow(ctx context.Context, tx tx, guard *chain, n int) ([]storage.Move, error) {
	rows, err := tx.rows(ctx, selectMoves, guard.game, n)
	if err != nil {
		return nil, fmt.Errorf("read moves: %w", err)
	}
	defer rows.Close()
	var moves []storage.Move
	var stored sql.RawBytes
	var ply, seat, at int64 // what the driver gives: anything else is converted by way of text
	for rows.Next() {
		var m storage.Move
		if err := rows.Scan(&ply, &seat, &m.Text, &at, &stored); err != nil {
			return nil, fmt.Errorf("%w: game %s, ply %d: %w", storage.ErrDamaged, guard.game, guard.ply, err)
		}
		m.Ply, m.Seat = engine.Ply(ply), engine.Seat(seat)
		if int64(m.Seat) != seat {
			return nil, fmt.Errorf("%w: game %s, ply %d: there is no seat %d", storage.ErrDamaged, guard.game, guard.ply, seat)
		}
		if err := guard.follow(m, stored); err != nil {
			return nil, err
		}
		m.At = moment(at)
		moves = append(moves, m)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read moves: %w", err)
	}
	return moves, nil
}

// moment is the reverse of time.Time.UnixMicro, as far as Konduktor's times go; the zero time stays zero.
func moment(micros int64) time.Time { return time.UnixMicro(micros).UTC() }
