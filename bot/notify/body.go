package notify

import (
	"encoding/json"
	"fmt"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// body is what a letter knows beside its game, position, seat and user. Each kind sets the
// fields that concern it.
type body struct {
	// Why is the reason: of a change of a seat, of what became of a plan, or of a move that the
	// player did not make.
	Why    string         `json:"why,omitempty"`
	Verb   string         `json:"verb,omitempty"`   // of a move made for a seat whose time was up
	Number int            `json:"number,omitempty"` // of a reminder, a wish for a partner, or a branch
	Seats  []engine.Seat  `json:"seats,omitempty"`  // those nudged
	User   match.UserID   `json:"user,omitempty"`   // the guest or partner that it is about
	Agreed bool           `json:"agreed,omitempty"` // the partner said yes
	Again  bool           `json:"again,omitempty"`  // the user took no direct messages before
	Waits  bool           `json:"waits,omitempty"`  // it waits for the answer to its cause
	Copy   time.Time      `json:"copy,omitzero"`    // when the copy of the database was made
	From   time.Time      `json:"from,omitzero"`    // when an outage began
	Until  time.Time      `json:"until,omitzero"`   // when it was over
	First  bool           `json:"first,omitempty"`  // a server reads it for the first time
	Server match.ServerID `json:"server,omitempty"` // that reads it, or whose week it tells
}

func (b body) encode() string {
	text, err := json.Marshal(b)
	if err != nil {
		panic(fmt.Sprintf("encode a message's body: %v", err)) // no field can fail
	}
	return string(text)
}

// bodyOf returns the body of a message; an empty one if it has none.
func bodyOf(m storage.Message) (b body) {
	if m.Body == "" {
		return body{}
	}
	if err := json.Unmarshal([]byte(m.Body), &b); err != nil {
		panic(fmt.Sprintf("decode the body of message %d: %v", m.ID, err)) // encode wrote it
	}
	return b
}
