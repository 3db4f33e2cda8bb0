package bot

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/konduktor-bot/konduktor/storage"
)

// nameSigns are the signs of game ids: without 0, i, l and o, which are taken for others. There are 32, so that each byte
// of randomness is a fair one.
const nameSigns = "123456789abcdefghjkmnpqrstuvwxyz"

// idLength makes some 33 million ids.
const idLength = 5

// newID draws the id of a new game.
func (b *Bot) newID(ctx context.Context) (storage.GameID, error) {
	for range 20 {
		id := storage.GameID(b.randomName(idLength))
		_, err := b.store.Game(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			return id, nil
		}
		if err != nil {
			return "", fmt.Errorf("look for game %s: %w", id, err)
		}
	}
	return "", errors.New("no game id is free")
}

// randomName draws n signs.
func (b *Bot) randomName(n int) string {
	raw := make([]byte, n)
	if _, err := io.ReadFull(b.rand, raw); err != nil {
		panic(fmt.Sprintf("randomness has run out: %v", err)) // crypto/rand never fails
	}
	for i, x := range raw {
		raw[i] = nameSigns[x&31]
	}
	return string(raw)
}
