package lobby

import (
	"context"
	"errors"
	"fmt"
	"io"

	"konduktor/engine/match"
	"konduktor/storage"
)

// idLetters are the letters of game IDs: without 0, i, l and o, which are mistaken for others. There are 32, so that each
// byte of randomness is a fair one.
const idLetters = "123456789abcdefghjkmnpqrstuvwxyz"

// idLength gives some 33 million IDs.
const idLength = 5

// newID draws the ID of a new game.
func (l *Lobby) newID(ctx context.Context) (match.GameID, error) {
	for range 20 {
		id := match.GameID(RandomName(l.Rand, idLength))
		_, err := l.Store.Game(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			return id, nil
		}
		if err != nil {
			return "", fmt.Errorf("look for game %s: %w", id, err)
		}
	}
	return "", errors.New("no game id is free")
}

// RandomName draws n letters and digits.
func RandomName(random io.Reader, n int) string {
	raw := make([]byte, n)
	if _, err := io.ReadFull(random, raw); err != nil {
		panic(fmt.Sprintf("randomness has run out: %v", err)) // crypto/rand never fails
	}
	for i, x := range raw {
		raw[i] = idLetters[x&31]
	}
	return string(raw)
}
