package relational

import (
	"context"
	"fmt"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// TakeBack implements storage.Changes.
func (s *Store) TakeBack(
	ctx context.Context, id match.GameID, r match.Rollback, p match.RowUpdate, why storage.Origin,
	out []storage.Message,
) error {
	return s.change(ctx, func(tx Tx) error {
		// first, because a repetition would also be stale
		if err := saveAnswer(ctx, tx, why, r.At); err != nil {
			return err
		}
		g, err := oneGame(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := storage.CheckRollback(g, r, p); err != nil {
			return err
		}
		head, err := keepUndone(ctx, tx, g, r)
		if err != nil {
			return err
		}
		if n := len(r.Again); n > 0 {
			head = r.Again[n-1].Head()
		}
		if err := retreat(ctx, tx, id, r, head, p); err != nil {
			return err
		}
		for _, m := range r.Again {
			if err := addMove(ctx, tx, id, m); err != nil {
				return err
			}
		}
		if err := setClocks(ctx, tx, id, p); err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}

const insertUndone = `INSERT INTO undone (game, branch, ply, seat, text, at, after, link, gone, by)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// keepUndone keeps the moves that a game loses, and returns the head of what remains.
func keepUndone(ctx context.Context, tx Tx, g match.Game, r match.Rollback) (match.Link, error) {
	moves, err := followMoves(ctx, tx, g, int(g.Ply))
	if err != nil {
		return match.Link{}, err
	}
	for _, u := range r.Undone(moves, g.Branch) {
		head := u.Head()
		err := tx.run(ctx, "keep a move", insertUndone, g.ID, u.Branch, u.Ply, u.Seat, u.Text,
			u.At.UnixMicro(), u.After[:], head[:], u.Gone.UnixMicro(), u.By)
		if err != nil {
			return match.Link{}, err
		}
	}
	return moves[r.To].After, nil
}

// retreat takes the moves out of the game and brings its row back to where it was.
func retreat(
	ctx context.Context, tx Tx, id match.GameID, r match.Rollback, head match.Link, p match.RowUpdate,
) error {
	err := tx.run(ctx, "take the moves back", `DELETE FROM move WHERE game = ? AND ply >= ?`, id, r.To)
	if err != nil {
		return err
	}
	return tx.run(ctx, "update the game's row", `UPDATE game SET rev = rev + 1, branch = branch + 1,
		ply = ?, link = ?, to_move = ?, updated = ?, undoing = 'null' WHERE id = ?`,
		int(r.To)+len(r.Again), head[:], asJSON(p.ToMove), r.At.UnixMicro(), id)
}

const selectUndone = `SELECT branch, ply, seat, text, at, after, link, gone, by FROM undone
	WHERE game = ? ORDER BY branch, ply`

// Undone implements storage.Games.
func (s *Store) Undone(ctx context.Context, id match.GameID) ([]match.Undone, error) {
	return read(ctx, s, func(tx Tx) ([]match.Undone, error) {
		if _, err := oneGame(ctx, tx, id); err != nil {
			return nil, err
		}
		return All(ctx, tx, "undone moves", func(rows Rows) (match.Undone, error) {
			u, err := scanUndone(rows)
			if err != nil {
				err = fmt.Errorf("%w: game %s, a move that was taken back: %v", storage.ErrDamaged, id, err)
			}
			return u, err
		}, selectUndone, id)
	})
}

func scanUndone(rows Rows) (match.Undone, error) {
	var u match.Undone
	var link match.Link
	err := rows.Scan(
		&u.Branch, &u.Ply, &u.Seat, &u.Text, (*timeColumn)(&u.At), (*linkColumn)(&u.After),
		(*linkColumn)(&link), (*timeColumn)(&u.Gone), &u.By,
	)
	if err != nil {
		return u, err
	}
	if u.Head() != link {
		return u, fmt.Errorf("branch %d, ply %d is not the move that was made", u.Branch, u.Ply)
	}
	return u, nil
}

// undoingText returns a wish to take moves back as JSON, "null" if there is none.
func undoingText(u match.Undoing) string {
	if u.User == "" {
		return "null"
	}
	u.Ends = u.Ends.UTC().Truncate(time.Microsecond)
	return jsonOf(u)
}
