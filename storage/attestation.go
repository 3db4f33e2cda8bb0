package storage

import (
	"context"
	"errors"
	"time"

	"konduktor/engine/match"
)

// Attestations keeps what owners of boxes have read from them.
type Attestations interface {
	// Attest keeps attestations of one user, title and kind, each in place of the one about the same
	// line. It keeps none, and returns ErrBoxFull, if the user would then have more than most of them.
	Attest(ctx context.Context, most int, read ...Attestation) error
	// Retract removes a user's attestation about a line; it is no error if there is none.
	Retract(ctx context.Context, a Attestation) error
	// Attested returns all attestations about a title, in the order in which they were made.
	Attested(ctx context.Context, title string) ([]Attestation, error)
	// AttestedBy returns those of a user, by title.
	AttestedBy(ctx context.Context, user match.UserID) ([]Attestation, error)
}

// The kinds of attestations.
const (
	OfTicket = "ticket" // Value are its points
	OfLength = "length" // Value is the length of a connection
)

// Attestation is what the owner of a title's box has read from it.
type Attestation struct {
	Title string       `json:"title"`
	User  match.UserID `json:"-"`
	Kind  string       `json:"kind"`
	Line  string       `json:"line"` // the IDs of its cities, joined by "--"
	Value int          `json:"value"`
	At    time.Time    `json:"at"`

	Played bool `json:"-"` // its user has finished a game; not saved
}

// ErrBoxFull says that a user has attested as many lines as there are.
var ErrBoxFull = errors.New("as much is attested as there is")

// About reports whether two attestations are about the same line of the same title.
func (a Attestation) About(b Attestation) bool {
	return a.Title == b.Title && a.Kind == b.Kind && a.Line == b.Line
}
