package notify

import "sync"

// maxFresh bounds the nonces that are remembered. One that is forgotten costs a message too many at the worst.
const maxFresh = 10_000

// fresh are the nonces of messages that Discord cannot have: this process made them, and no attempt to send them has ended in
// doubt. Of any other message an earlier attempt, or an earlier process, may have brought it to Discord unnoticed. The zero
// value is ready for use; its methods can be called from any goroutine.
type fresh struct {
	mu     sync.Mutex
	nonces map[string]bool
}

func (f *fresh) add(nonce string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.nonces == nil || len(f.nonces) >= maxFresh {
		f.nonces = map[string]bool{}
	}
	f.nonces[nonce] = true
}

func (f *fresh) has(nonce string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.nonces[nonce]
}

func (f *fresh) remove(nonce string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.nonces, nonce)
}
