package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/gorilla/websocket"
)

const (
	firstRetry = 250 * time.Millisecond
	lastRetry  = time.Minute
	// hangAfter is how long the library may take to return once its connection is gone: longer means that it is
	// deadlocked, which only a new process cures. Its own Close sleeps for a second.
	hangAfter = 5 * time.Second
)

// fatalError is one that trying again does not cure.
type fatalError struct{ cause error }

// Error returns the cause's words.
func (e fatalError) Error() string { return e.cause.Error() }

// Unwrap returns the cause.
func (e fatalError) Unwrap() error { return e.cause }

// cures tells an operator what to do about the close codes after which Discord wants no reconnect.
var cures = map[int]string{
	4004: "discord does not know this token: copy it again from the developer portal (Bot, Reset Token)",
	4010: "discord knows no such shard: check the shard's number and the number of shards in the configuration",
	4011: "the bot is in too many servers for one connection: configure more shards",
	4012: "discord no longer speaks this version of its API: update konduktor",
	4013: "discord does not know the intents asked for: update konduktor",
	4014: "discord refuses the intents asked for: switch them on in the developer portal (Bot, Privileged Gateway Intents)",
}

// gatewayError names the close code of a connection, and its cure where there is one.
func gatewayError(err error) error {
	closed, ok := errors.AsType[*websocket.CloseError](err)
	if !ok {
		return err
	}
	if cure, fatal := cures[closed.Code]; fatal {
		return fatalError{fmt.Errorf("%s (gateway closed with %d)", cure, closed.Code)}
	}
	return fmt.Errorf("gateway closed with %d %s", closed.Code, Fit(strip(closed.Text), maxPlaceholder))
}

// keepConnected connects again and again until ctx ends or something fatal happens. The first success goes to ready.
func (h *shard) keepConnected(ctx context.Context, ready chan<- struct{}) {
	retry, lastSeen := firstRetry, h.now()
	for first := true; ; {
		l, err := h.connectOnce(ctx)
		if err == nil {
			h.noteReady()
			if first {
				ready <- struct{}{}
				first = false
			}
			err = h.hold(ctx, l)
		}
		if l != nil && l.welcomed() { // however briefly
			lastSeen, retry = h.now(), firstRetry
		}
		if ctx.Err() != nil {
			return
		}
		h.noteError(err)
		h.log.Warn("gateway connection ended", "error", scrub(err.Error(), h.token))
		if fatal, ok := errors.AsType[fatalError](err); ok {
			h.fail(fatal.cause)
			return
		}
		if offline := h.now().Sub(lastSeen); offline > h.opts.OfflineLimit {
			h.fail(fmt.Errorf("no gateway for %s: %w", offline.Round(time.Second), err))
			return
		}
		if pause(ctx, h.opts.Waits.Reconnect(retry)) != nil {
			return
		}
		retry = min(2*retry, lastRetry)
	}
}

// noteReady logs that the gateway welcomed the bot, as a warning when it has begun too many sessions today.
func (h *shard) noteReady() {
	level, n := slog.LevelInfo, h.Identifies()
	if n > h.identifies.limit()/2 {
		level = slog.LevelWarn
	}
	h.log.Log(context.Background(), level, "gateway is ready", "shard", h.id, "identifies", n, "limit", h.identifies.limit())
}

// Identifies returns how many sessions were started within the last 24 hours.
func (s *Session) Identifies() int { return s.identifies.count() }

// connectOnce returns a connection that is ready, or why it is not; then the connection, if there was any, has ended.
func (h *shard) connectOnce(ctx context.Context) (*link, error) {
	done, err := h.takeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, h.opts.ReadyTimeout)
	defer cancel()
	info, err := h.Gateway(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask for the gateway: %w", err)
	}
	if info.Shards > h.lib.ShardCount {
		h.log.Warn("discord recommends more shards", "recommended", info.Shards, "used", h.lib.ShardCount)
	}
	h.identifies.allow(info)
	l := newLink(info.URL, h.now, h.opts.Waits.Identify, func() (time.Duration, error) { return h.identifies.reserve(h.id) })
	l.dial = h.opts.Dial
	h.mu.Lock()
	h.link = l
	h.mu.Unlock()
	opened := make(chan error, 1)
	open := h.open
	go func() { opened <- open() }() // not waited for when the library hangs
	err = h.awaitReady(ctx, l, opened)
	if err == nil {
		return l, nil
	}
	l.end(err, leaveResumable)
	if hung := h.settle(l, opened); hung != nil {
		return l, fmt.Errorf("%w (after: %w)", hung, l.cause())
	}
	return l, l.cause()
}

// takeTurn waits until few enough other shards are connecting, and returns what lets the next one in.
func (h *shard) takeTurn(ctx context.Context) (func(), error) {
	select {
	case h.connecting <- struct{}{}:
		return func() { <-h.connecting }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// awaitReady waits until Discord said READY or RESUMED and the library's Open returned, in whichever order.
func (h *shard) awaitReady(ctx context.Context, l *link, opened chan error) error {
	ready := l.ready
	returned := opened
	for ready != nil || returned != nil {
		select {
		case err := <-returned:
			opened <- nil // settle looks for it again
			if err != nil {
				return err
			}
			returned = nil
		case <-ready:
			ready = nil
		case <-l.done:
			return l.cause()
		case <-ctx.Done():
			return fmt.Errorf("gateway did not become ready: %w", ctx.Err())
		}
	}
	return nil
}

// hold waits for the end of a connection and returns its cause.
func (h *shard) hold(ctx context.Context, l *link) error {
	select {
	case <-l.done:
	case <-ctx.Done():
		l.end(ctx.Err(), websocket.CloseNormalClosure)
	}
	if hung := h.settle(l, nil); hung != nil {
		return hung
	}
	return l.cause()
}

// settle waits for the library to notice that its connection is gone, so that the next Open finds it closed.
func (h *shard) settle(l *link, opened <-chan error) error {
	settled := make(chan struct{})
	go func() {
		defer close(settled)
		if opened != nil {
			<-opened
		}
		_ = h.lib.CloseWithCode(leaveResumable) // the connection is closed already
		l.pumps.Wait()
	}()
	timer := time.NewTimer(h.opts.Waits.Hang)
	defer timer.Stop()
	select {
	case <-settled:
		return nil
	case <-timer.C:
		return fatalError{errors.New("discord library hangs: konduktor must be started again")}
	}
}

// dialLink is the library's way to the gateway: whatever address it dials, it gets the current link.
func (h *shard) dialLink(ctx context.Context, _, _ string) (net.Conn, error) {
	h.mu.Lock()
	l := h.link
	h.mu.Unlock()
	return l.connect(ctx)
}

func (h *shard) noteError(err error) {
	h.mu.Lock()
	h.last = err
	h.mu.Unlock()
}
