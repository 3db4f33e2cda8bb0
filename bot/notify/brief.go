package notify

import (
	"sync"

	"konduktor/engine/match"
)

// maxBriefs bounds how many posts at tables are remembered with what stays of them. A forgotten
// post, like those of an earlier process, keeps all of its words.
const maxBriefs = 10_000

// briefs are what stays of posts at the table once the next one says whose turn it is and until
// when. The zero value is ready for use; its methods can be called from any goroutine.
type briefs struct {
	mu   sync.Mutex
	next map[match.GameID]string    // of the message that is being made
	of   map[match.MessageID]string // of those that were sent
}

// prepare notes what stays of the message at the table of a game that is being made; "": all of it.
func (b *briefs) prepare(id match.GameID, told string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == nil || len(b.next) >= maxBriefs {
		b.next = map[match.GameID]string{}
	}
	delete(b.next, id)
	if told != "" {
		b.next[id] = told
	}
}

func (b *briefs) sent(id match.GameID, message match.MessageID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	told, ok := b.next[id]
	if !ok {
		delete(b.of, message) // an edit has replaced what it said
		return
	}
	if b.of == nil || len(b.of) >= maxBriefs {
		b.of = map[match.MessageID]string{}
	}
	b.of[message] = told
	delete(b.next, id)
}

// content is what stays of a message; nil: all of it, as far as is known.
func (b *briefs) content(message match.MessageID) *string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if told, ok := b.of[message]; ok {
		return &told
	}
	return nil
}

func (b *briefs) forget(message match.MessageID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.of, message)
}
