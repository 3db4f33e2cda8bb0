package storage

import "context"

// Watcher is a store that several processes share and that tells one what another has left to do.
type Watcher interface {
	// Watch calls wake, until ctx ends, whenever there may be messages, deadlines or plans that another process has left to be seen to.
	Watch(ctx context.Context, wake func())
}
