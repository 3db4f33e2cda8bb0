package main

import (
	"crypto/sha256"
	"io"
	"math/rand/v2"
	"sync"
)

// seeded is randomness that begins anew with the same seed, for any number of goroutines.
type seeded struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

// newSeeded returns the randomness of a seed; nil, which stands for the system's, if it is empty.
func newSeeded(seed string) io.Reader {
	if seed == "" {
		return nil
	}
	return &seeded{source: rand.NewChaCha8(sha256.Sum256([]byte(seed)))}
}

// Read fills p; it never fails.
func (s *seeded) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.source.Read(p)
}
