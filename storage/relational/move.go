package relational

import (
	"context"
	"errors"
	"fmt"
	"math"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Append implements storage.Changes.
func (s *Store) Append(
	ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why storage.Origin,
	out []storage.Message,
) error {
	line, head, err := p.Line(m)
	if err != nil {
		return fmt.Errorf("append to game %s: %w", id, err)
	}
	return s.change(ctx, func(tx Tx) error {
		// first, because a repetition would also be stale
		if err := saveAnswer(ctx, tx, why, m.At); err != nil {
			return err
		}
		if err := advance(ctx, tx, id, line, head, p); err != nil {
			return err
		}
		for _, m := range line {
			if err := addMove(ctx, tx, id, m); err != nil {
				return err
			}
		}
		if err := setClocks(ctx, tx, id, p); err != nil {
			return err
		}
		if err := beginTenures(ctx, tx, id, p.Tenures); err != nil {
			return err
		}
		if err := forgetAgreed(ctx, tx, id, p.Tenures); err != nil {
			return err
		}
		if err := endVotes(ctx, tx, id, p.Here); err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}

// updateProgress advances a game's row by the moves if the game is still in the position that the
// move follows; the loser of a race changes no row (design D7). It does not set the state, so that
// SQLite need not touch the indexes on it.
const updateProgress = `UPDATE game SET rev = rev + 1, ply = ?, link = ?, to_move = ?, updated = ?
	WHERE id = ? AND ply = ? AND link = ? AND state = 'running' AND (? OR rev = ?)`

func advance(
	ctx context.Context, tx Tx, id match.GameID, line []match.Move, head match.Link, p match.RowUpdate,
) error {
	first, last := line[0], line[len(line)-1]
	err := tx.hit(
		ctx, storage.ErrStale, "update the game's row", updateProgress,
		last.Ply+1, head[:], asJSON(p.ToMove), last.At.UnixMicro(),
		id, first.Ply, first.After[:], p.Clocks == nil && p.Rev == 0, p.Rev,
	)
	if errors.Is(err, storage.ErrStale) {
		if _, absent := oneGame(ctx, tx, id); absent != nil {
			return absent
		}
	}
	if err != nil || p.State == match.Running {
		return err
	}
	err = tx.run(ctx, "end the game", `UPDATE game SET state = ? WHERE id = ?`, p.State, id)
	if err != nil {
		return err
	}
	return forgetFormer(ctx, tx, id)
}

const insertMove = `INSERT INTO move (game, ply, seat, text, at, link) VALUES (?, ?, ?, ?, ?, ?)`

func addMove(ctx context.Context, tx Tx, id match.GameID, m match.Move) error {
	head := m.Head()
	_, err := tx.Exec(ctx, insertMove, id, m.Ply, m.Seat, m.Text, m.At.UnixMicro(), head[:])
	// The row lagged behind its moves, which is damage; still, the other move was first.
	if tx.dialect.IsUnique(err) {
		return storage.ErrStale
	}
	if err != nil {
		return fmt.Errorf("insert the move: %w", err)
	}
	return nil
}

// Moves implements storage.Games.
func (s *Store) Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error) {
	if n < 0 {
		n = math.MaxInt
	}
	return read(ctx, s, func(tx Tx) ([]match.Move, error) {
		game, err := oneGame(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return followMoves(ctx, tx, game, n)
	})
}

const selectMoves = `SELECT ply, seat, text, at, link FROM move WHERE game = ? ORDER BY ply ` +
	atMost

// followMoves reads the first n moves of a game and checks their chain: ErrDamaged where it breaks.
// If all moves are wanted, it asks for one more than the row counts, to find a move too many.
func followMoves(ctx context.Context, tx Tx, game match.Game, n int) ([]match.Move, error) {
	head, next := match.FirstLink(game), engine.Ply(0)
	damaged := func(what string) error {
		return fmt.Errorf("%w: game %s, ply %d: %s", storage.ErrDamaged, game.ID, next, what)
	}
	var row moveRow // reused, because Scan makes it escape to the heap
	moves, err := All(ctx, tx, "moves", func(rows Rows) (match.Move, error) {
		m, err := row.scan(rows)
		if err != nil {
			return m, damaged(err.Error())
		}
		m.After = head
		head = m.Head()
		if m.Ply != next || head != row.link {
			return m, damaged("the move is not the one that was made")
		}
		next++
		return m, nil
	}, selectMoves, game.ID, min(n, int(game.Ply)+1))
	if err != nil {
		return nil, err
	}
	if n >= int(game.Ply) && (next != game.Ply || head != game.Head) {
		return nil, damaged("the game's row does not fit its moves")
	}
	return moves, nil
}

// moveRow has the types that the driver returns; database/sql converts to any other by way of text.
type moveRow struct {
	ply, seat, at int64
	text          string
	link          match.Link
}

func (r *moveRow) scan(rows Rows) (match.Move, error) {
	if err := rows.Scan(&r.ply, &r.seat, &r.text, &r.at, (*linkColumn)(&r.link)); err != nil {
		return match.Move{}, err
	}
	m := match.Move{
		Ply: engine.Ply(r.ply), Seat: engine.Seat(r.seat), Text: r.text, At: fromMicros(r.at),
	}
	if int64(m.Seat) != r.seat {
		return m, fmt.Errorf("there is no seat %d", r.seat)
	}
	return m, nil
}
