package relational

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"konduktor/storage"
)

// SaveMap keeps a map's text; see storage.Store.
func (s *Store) SaveMap(ctx context.Context, text []byte) (string, error) {
	sum := sumOf(text)
	err := s.change(ctx, func(tx Tx) error {
		if text == nil {
			text = []byte{} // an empty text is not NULL
		}
		_, err := tx.Exec(ctx, `INSERT INTO map (sum, text) VALUES (?, ?) ON CONFLICT (sum) DO NOTHING`,
			sum, text)
		if err != nil {
			return fmt.Errorf("save map %s: %w", sum, err)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return sum, nil
}

// Map returns a map's text; see storage.Store.
func (s *Store) Map(ctx context.Context, sum string) ([]byte, error) {
	text, err := one[[]byte](ctx, s, `SELECT text FROM map WHERE sum = ?`, sum)
	if err != nil {
		return nil, err
	}
	if sumOf(text) != sum {
		return nil, fmt.Errorf("%w: map %s: its text is another", storage.ErrDamaged, sum)
	}
	return text, nil
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
