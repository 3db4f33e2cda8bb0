package notify

import (
	"strings"
	"sync"

	"konduktor/storage"
)

// maxFresh bounds the nonces that are remembered. One that is forgotten costs a message too many at
// the worst.
const maxFresh = 10_000

// fresh are the nonces of messages that Discord cannot have: this process made them, no other has
// tried to send them, and no attempt has ended in doubt. Any other message may have reached Discord
// unnoticed. The zero value is ready for use; its methods can be called from any goroutine.
type fresh struct {
	mu       sync.Mutex
	failures map[string]string // by nonce: how the last attempt of this process failed, or ""
}

func (f *fresh) add(nonce string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failures == nil || len(f.failures) >= maxFresh {
		f.failures = map[string]string{}
	}
	f.failures[nonce] = ""
}

// fails notes that an attempt of this process has failed for sure.
func (f *fresh) fails(nonce string, how error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.failures[nonce]; ok {
		f.failures[nonce] = how.Error()
	}
}

// compare forgets a message if its last failure is not one of this process. The store may have cut
// the text off.
func (f *fresh) compare(m storage.Message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !strings.HasPrefix(f.failures[m.Nonce], m.Trouble) {
		delete(f.failures, m.Nonce)
	}
}

func (f *fresh) has(nonce string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.failures[nonce]
	return ok
}

func (f *fresh) remove(nonce string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.failures, nonce)
}
