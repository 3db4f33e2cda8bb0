package play

import (
	"context"
	"errors"
	"fmt"
	"io"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// idLetters are the letters of game IDs: without 0, i, l and o, which are mistaken for others.
// There are 32, so that each byte of randomness is a fair one.
const idLetters = "123456789abcdefghjkmnpqrstuvwxyz"

// idLength gives some 33 million IDs.
const idLength = 5

// NewID draws the ID of a game that no game has.
func (s *Service) NewID(ctx context.Context) (match.GameID, error) {
	for range 20 {
		id := match.GameID(randomName(s.Rand))
		_, err := s.Store.Game(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			return id, nil
		}
		if err != nil {
			return "", err
		}
	}
	return "", errors.New("no game id is free")
}

func randomName(random io.Reader) string {
	raw := make([]byte, idLength)
	if _, err := io.ReadFull(random, raw); err != nil {
		panic(fmt.Sprintf("randomness has run out: %v", err)) // crypto/rand never fails
	}
	for i, x := range raw {
		raw[i] = idLetters[x&31]
	}
	return string(raw)
}

// DrawSeed draws the seed of shuffles (C16).
func (s *Service) DrawSeed() (seed engine.Seed, err error) {
	if _, err = io.ReadFull(s.Rand, seed[:]); err != nil {
		err = fmt.Errorf("draw a seed: %w", err)
	}
	return seed, err
}
