package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage/relational"
)

// This is migration 4. Up to version 3 a link did not cover the time of its move. The chains are computed anew, and what
// names a position by a link follows. Like every migration it stays as it is, so it has the formulas of its day in it.

// oldChain is the chain of a game's moves as version 3 has it.
type oldChain struct {
	game  match.Game // as much of it as a chain rests on
	moves []oldMove
}

type oldMove struct {
	move     match.Move
	at       int64
	old, new match.Link
}

// rechain gives every move and game its new link. A game whose old chain is broken keeps its links: it was damaged, and
// stays so.
func rechain(ctx context.Context, t *sql.Tx) error {
	ids, err := relational.All(ctx, tx{session: t}, "games", func(rows relational.Rows) (id string, err error) {
		return id, rows.Scan(&id)
	}, `SELECT id FROM game WHERE ply > 0`)
	if err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `DROP TRIGGER move_stays_as_it_is`); err != nil {
		return fmt.Errorf("allow moves to change: %w", err)
	}
	for _, id := range ids {
		c, err := readOldChain(ctx, t, id)
		if err != nil {
			return fmt.Errorf("game %s: %w", id, err)
		}
		if !c.relink() {
			continue
		}
		if err := c.store(ctx, t); err != nil {
			return fmt.Errorf("game %s: %w", id, err)
		}
	}
	if _, err := t.ExecContext(ctx, `CREATE TRIGGER move_stays_as_it_is BEFORE UPDATE ON move
BEGIN
	SELECT RAISE(ABORT, 'a move is never changed');
END`); err != nil {
		return fmt.Errorf("keep moves as they are: %w", err)
	}
	return nil
}

func readOldChain(ctx context.Context, t *sql.Tx, id string) (*oldChain, error) {
	c := &oldChain{game: match.Game{ID: match.GameID(id)}}
	var options, seed, link []byte
	var ownMap sql.NullString
	var seats int
	err := t.QueryRowContext(ctx, `SELECT title, version, options, map, seed, ply, link, (SELECT count(*) FROM seat WHERE game = id)
		FROM game WHERE id = ?`, id).Scan(&c.game.Title, &c.game.Version, &options, &ownMap, &seed, &c.game.Ply, &link, &seats)
	if err != nil {
		return nil, fmt.Errorf("read the row: %w", err)
	}
	_ = json.Unmarshal(options, &c.game.Options) // what is no JSON breaks the chain
	c.game.Map, c.game.Seats = ownMap.String, make([]match.Seat, seats)
	copy(c.game.Seed[:], seed)
	copy(c.game.Head[:], link)
	c.moves, err = relational.All(ctx, tx{session: t}, "moves", func(rows relational.Rows) (m oldMove, err error) {
		var link []byte
		err = rows.Scan(&m.move.Ply, &m.move.Seat, &m.move.Text, &m.at, &link)
		copy(m.old[:], link)
		return m, err
	}, `SELECT ply, seat, text, at, link FROM move WHERE game = ? ORDER BY ply`, id)
	return c, err
}

// relink computes the new links; false if the old ones are not those of the moves.
func (c *oldChain) relink() bool {
	old := firstLinkOf4(c.game)
	head := old
	for i := range c.moves {
		m := &c.moves[i]
		b := binary.BigEndian.AppendUint64(old[:], uint64(m.move.Ply))
		old = sha256.Sum256(append(append(b, byte(m.move.Seat)), m.move.Text...))
		if m.move.Ply != engine.Ply(i) || old != m.old {
			return false
		}
		head = nextLinkOf4(head, m.move, m.at)
		m.new = head
	}
	return len(c.moves) == int(c.game.Ply) && old == c.game.Head
}

// firstLinkOf4 returns the link before the first move, which is the same in version 3.
func firstLinkOf4(g match.Game) match.Link {
	if g.Seed == (engine.Seed{}) {
		return match.Link{}
	}
	options := g.Options
	if len(options) == 0 {
		options = nil
	}
	rules, _ := json.Marshal([]any{string(g.ID), g.Title, g.Version, options, g.Map, len(g.Seats)}) // never fails
	return sha256.Sum256(append(g.Seed[:], rules...))
}

// nextLinkOf4 returns the link of the move that follows a link; at is its time in microseconds.
func nextLinkOf4(l match.Link, m match.Move, at int64) match.Link {
	b := binary.BigEndian.AppendUint64(l[:], uint64(m.Ply))
	b = binary.BigEndian.AppendUint64(append(b, byte(m.Seat)), uint64(at))
	return sha256.Sum256(append(b, m.Text...))
}

// store replaces the links wherever they stand, except in custom IDs and nonces, which never hold one.
func (c *oldChain) store(ctx context.Context, t *sql.Tx) error {
	id := c.game.ID
	for _, m := range c.moves {
		for _, s := range []struct {
			statement string
			args      []any
		}{
			{`UPDATE move SET link = ? WHERE game = ? AND ply = ?`, []any{m.new[:], id, m.move.Ply}},
			{`UPDATE game SET link = ? WHERE id = ? AND link = ?`, []any{m.new[:], id, m.old[:]}},
			{`UPDATE outbox SET head = ? WHERE game = ? AND head = ?`, []any{m.new[:], id, m.old[:]}},
			{`UPDATE dropped SET head = ? WHERE game = ? AND head = ?`, []any{m.new[:], id, m.old[:]}},
			{`UPDATE post SET head = ? WHERE game = ? AND head = ?`, []any{m.new[:], id, m.old[:]}},
		} {
			if _, err := t.ExecContext(ctx, s.statement, s.args...); err != nil {
				return fmt.Errorf("ply %d: %w", m.move.Ply, err)
			}
		}
	}
	return c.storeAnswers(ctx, t)
}

// storeAnswers replaces the digits of links in the answers to interactions, "move GAME POSITION DIGITS".
func (c *oldChain) storeAnswers(ctx context.Context, t *sql.Tx) error {
	type answered struct{ interaction, answer string }
	answers, err := relational.All(ctx, tx{session: t}, "answers", func(rows relational.Rows) (a answered, err error) {
		return a, rows.Scan(&a.interaction, &a.answer)
	}, `SELECT id, answer FROM interaction WHERE answer LIKE 'move ' || ? || ' %'`, c.game.ID)
	if err != nil {
		return err
	}
	digits := map[string]string{}
	for _, m := range c.moves {
		digits[hex.EncodeToString(m.old[:6])] = hex.EncodeToString(m.new[:6])
	}
	for _, a := range answers {
		start := strings.LastIndexByte(a.answer, ' ') + 1
		now, ok := digits[a.answer[start:]]
		if !ok {
			continue
		}
		if _, err := t.ExecContext(ctx, `UPDATE interaction SET answer = ? WHERE id = ?`, a.answer[:start]+now, a.interaction); err != nil {
			return fmt.Errorf("answer to interaction %s: %w", a.interaction, err)
		}
	}
	return nil
}
