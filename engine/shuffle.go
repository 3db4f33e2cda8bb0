package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"math/rand/v2"
)

// Seed is the secret behind all shuffles of a game, until it is over (C16). It prints and logs as a
// placeholder.
type Seed [32]byte

// Commitment returns the SHA-256 of the seed in hex, published when the game starts (C16).
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Reveal returns the seed in hex. Call it for finished games only.
func (s Seed) Reveal() string { return hex.EncodeToString(s[:]) }

// String hides the seed from formatted output.
func (s Seed) String() string { return "(seed)" }

// GoString hides the seed from %#v.
func (s Seed) GoString() string { return "(seed)" }

// LogValue hides the seed from logs.
func (s Seed) LogValue() slog.Value { return slog.StringValue("(seed)") }

// ParseSeed reads 64 hex digits.
func ParseSeed(text string) (Seed, bool) {
	var s Seed
	if len(text) != hex.EncodedLen(len(s)) {
		return Seed{}, false
	}
	if _, err := hex.Decode(s[:], []byte(text)); err != nil {
		return Seed{}, false
	}
	return s, true
}

// Stream is the generator for one purpose: "order", "cards", "trains", "ships" or "tickets" (C16).
// A copy goes on independently.
type Stream struct {
	source rand.ChaCha8
}

// NewStream returns the stream of a purpose: chacha8rand keyed with SHA-256(seed, purpose) (C16).
func NewStream(s Seed, purpose string) Stream {
	return Stream{source: *rand.NewChaCha8(sha256.Sum256(append(s[:], purpose...)))}
}

// Below returns a number from 0 to m-1, all equally likely: larger outputs of the generator are
// skipped (C16).
func (s *Stream) Below(m int) int {
	n := uint64(m)
	// 2^64 mod n, in 64 bits: the last 2^64 mod n outputs would favour small numbers.
	excess := -n % n
	for {
		x := s.source.Uint64()
		if x <= ^uint64(0)-excess {
			return int(x % n)
		}
	}
}

// Shuffle puts a pile in canonical order into a random one; position 0 is the top (C16).
func Shuffle[T any](s *Stream, pile []T) {
	for i := len(pile) - 1; i >= 1; i-- {
		j := s.Below(i + 1)
		pile[i], pile[j] = pile[j], pile[i]
	}
}
