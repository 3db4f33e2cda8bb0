package route

import (
	"context"
	"sync"
)

// Turns have those who want the same thing take turns, in this process alone. Its methods can be
// called from any goroutine.
type Turns struct {
	mu    sync.Mutex
	taken map[string]chan struct{} // by name; closed at the end of a turn
}

// NewTurns returns turns that nobody has taken.
func NewTurns() *Turns { return &Turns{taken: map[string]chan struct{}{}} }

// Take waits until nobody has the turn of a name, and takes it; end ends it. Once ctx is done it
// waits no longer and takes none.
func (t *Turns) Take(ctx context.Context, name string) (end func()) {
	mine := make(chan struct{})
	for {
		t.mu.Lock()
		other := t.taken[name]
		if other == nil {
			t.taken[name] = mine
		}
		t.mu.Unlock()
		if other == nil {
			return func() {
				t.mu.Lock()
				defer t.mu.Unlock()
				delete(t.taken, name)
				close(mine)
			}
		}
		select {
		case <-other:
		case <-ctx.Done():
			return func() {}
		}
	}
}
