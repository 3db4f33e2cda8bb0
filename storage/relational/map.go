package relational

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"konduktor/storage"
)

// SaveMap implements storage.Maps.
func (s *Store) SaveMap(ctx context.Context, text []byte) (string, error) {
	sum := sumOf(text)
	if text == nil {
		text = []byte{} // an empty text is not NULL
	}
	err := s.run(ctx, "save map "+sum,
		`INSERT INTO map (sum, text) VALUES (?, ?) ON CONFLICT (sum) DO NOTHING`, sum, text)
	if err != nil {
		return "", err
	}
	return sum, nil
}

// Map implements storage.Maps.
func (s *Store) Map(ctx context.Context, sum string) ([]byte, error) {
	text, err := one[[]byte](ctx, s, "map "+sum, `SELECT text FROM map WHERE sum = ?`, sum)
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
