package relational

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"konduktor/engine/match"
	"konduktor/storage"
)

// A seal is a checksum of a row, against bit rot. The chain of moves covers what a game rests on, but neither names nor users
// nor places. What moves and clocks change is left out: each of them would have to compute it anew.

// sealBytes is the length of a seal.
const sealBytes = 8

// sealOf returns the checksum of a row's values.
func sealOf(values ...any) []byte {
	text, _ := json.Marshal(values) // strings, numbers and booleans always have a JSON form
	sum := sha256.Sum256(text)
	return sum[:sealBytes]
}

// sealOfGame covers who sits at a game, where it is played, and what was agreed on.
func sealOfGame(g match.Game) []byte {
	values := []any{
		g.ID, g.Host, g.Wanted, asJSON(g.Invited), asJSON(g.Leaving), g.Locale, g.Guild, g.Channel, g.Lobby, g.Thread,
		g.Created.UnixMicro(), g.Pace, g.Weekends, termsText(g.Terms),
	}
	for _, s := range g.Seats {
		values = append(values, s.User, s.Name, s.Owner, s.StandIn)
		if s.Level != "" { // rows that are older than levels keep their seals
			values = append(values, s.Level)
		}
	}
	return sealOf(values...)
}

func sealOfUser(u storage.User) []byte { return sealOf(u.ID, u.Name, u.Locale, u.DM, u.DMs) }

// sealedGame is a game as its row is stored. ErrDamaged if its seal is another's.
type sealedGame struct {
	match.Game
	seal []byte // none: the row is older than seals
}

func (g sealedGame) check() error {
	if len(g.seal) > 0 && !bytes.Equal(g.seal, sealOfGame(g.Game)) {
		return fmt.Errorf("%w: game %s: its row is not the one that was written", storage.ErrDamaged, g.ID)
	}
	return nil
}

// SealRows seals the rows that have no seal yet. Rows that cannot be read stay as they are.
func (s *Store) SealRows(ctx context.Context, session Session) error {
	tx := s.in(session)
	if err := errors.Join(sealGames(ctx, tx), sealUsers(ctx, tx)); err != nil {
		return fmt.Errorf("seal the rows: %w", err)
	}
	return nil
}

func sealGames(ctx context.Context, tx Tx) error {
	games, err := someGames(ctx, tx, tx.texts.unsealedGames, oldestFirst, nil, func(error) error { return nil })
	if err != nil {
		return err
	}
	for _, g := range games {
		if _, err := tx.Exec(ctx, `UPDATE game SET seal = ? WHERE id = ?`, sealOfGame(g), g.ID); err != nil {
			return fmt.Errorf("game %s: %w", g.ID, err)
		}
	}
	return nil
}

func sealUsers(ctx context.Context, tx Tx) error {
	users, err := All(ctx, tx, "users", func(rows Rows) (u storage.User, err error) {
		u, _, err = scanUser(rows)
		return u, err
	}, tx.texts.unsealedUsers)
	if err != nil {
		return err
	}
	for _, u := range users {
		if _, err := tx.Exec(ctx, `UPDATE user SET seal = ? WHERE id = ?`, sealOfUser(u), u.ID); err != nil {
			return fmt.Errorf("user %s: %w", u.ID, err)
		}
	}
	return nil
}
