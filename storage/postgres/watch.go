package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// The pace of Watch.
const (
	// notices within that time wake once: their sender sees to them first
	gather   = 100 * time.Millisecond
	lookIn   = 2 * time.Second // a process that died says nothing: its leases end
	tryAgain = time.Second     // to connect
)

// Watch calls wake whenever another process may have left something to do, until ctx ends: when it
// says so, after each lapse of a connection, and every other second, since one that died says
// nothing. See storage.Watcher.
func (s *Store) Watch(ctx context.Context, wake func()) {
	for ctx.Err() == nil {
		s.listen(ctx, wake)
		wake()
		pause(ctx, tryAgain)
	}
}

// listen listens on a connection of its own until that breaks or ctx ends.
func (s *Store) listen(ctx context.Context, wake func()) {
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return // the transactions fail as well, and are in the log
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, `LISTEN konduktor`); err != nil {
		return
	}
	for ctx.Err() == nil {
		waiting, stop := context.WithTimeout(ctx, lookIn)
		said, err := conn.WaitForNotification(waiting)
		stop()
		switch {
		case err != nil && (ctx.Err() != nil || conn.IsClosed()):
			return
		case err == nil && said.Payload == "konduktor "+s.lease.Holder:
			continue // this process knows
		case err == nil:
			pause(ctx, gather)
		}
		wake()
	}
}

// pause waits for d or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
