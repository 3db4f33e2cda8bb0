package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// AutoShards asks for as many connections as Discord recommends.
const AutoShards = -1

const (
	// maxShards bounds what a server may recommend.
	maxShards = 10_000
	// connectingAtOnce is how many shards may be between dialling and READY: one that waits to
	// identify does so on an open connection, which Discord does not keep for long.
	connectingAtOnce = 4

	firstRetry = 250 * time.Millisecond
	lastRetry  = time.Minute
)

// ShardRange is a part of the shards: those from First to Last.
type ShardRange struct{ First, Last int }

// shard is one of the connections among which Discord divides the servers. Direct messages come by
// the first.
type shard struct {
	*Session
	id, of     int
	connected  atomic.Bool // interactions arrive
	resumption resumption  // of the connection that is running, or the last
}

// fatalError is one that trying again does not cure.
type fatalError struct{ error }

// cures tells an operator about the close codes after which Discord wants no reconnect.
var cures = map[int]string{
	4004: "discord does not know this token: copy it again from the developer portal (Bot, Reset " +
		"Token)",
	4010: "discord knows no such shard: check the shard's number and the number of shards in the " +
		"configuration",
	4011: "the bot is in too many servers for one connection: configure more shards",
	4012: "discord no longer speaks this version of its API: update konduktor",
	4013: "discord does not know the intents asked for: update konduktor",
	4014: "discord refuses the intents asked for: switch them on in the developer portal (Bot, " +
		"Privileged Gateway Intents)",
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
	return fmt.Errorf("gateway closed with %d %s", closed.Code, Fit(strip(closed.Text), maxErrorText))
}

// divide finds out how many shards there are and makes those of this process.
func (s *Session) divide(ctx context.Context) error {
	n := s.opts.Shards
	if n == AutoShards {
		info, err := s.gatewayAtLast(ctx)
		if err != nil {
			return err
		}
		n = info.Shards
	}
	part := ShardRange{0, n - 1}
	if s.opts.Only != nil {
		part = *s.opts.Only
	}
	if n < 1 || n > maxShards || part.First < 0 || part.Last < part.First || part.Last >= n {
		return fmt.Errorf("shards %d to %d of %d: there must be 1 to %d in all, counted from 0",
			part.First, part.Last, n, maxShards)
	}
	for id := part.First; id <= part.Last; id++ {
		s.shards = append(s.shards, &shard{Session: s, id: id, of: n})
	}
	return nil
}

// gatewayAtLast asks where the gateway is until Discord says so or ctx ends.
func (s *Session) gatewayAtLast(ctx context.Context) (GatewayInfo, error) {
	for retry := firstRetry; ; retry = min(2*retry, lastRetry) {
		info, err := s.Gateway(ctx)
		if err == nil || IsUnauthorized(err) {
			return info, err
		}
		if pause(ctx, s.opts.Waits.Reconnect(retry)) != nil {
			return info, fmt.Errorf("ask for the gateway: %w", err)
		}
	}
}

// connectAll connects the shards and returns once each has been welcomed.
func (s *Session) connectAll(ctx context.Context) error {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	ready := make(chan struct{}, len(s.shards))
	for _, h := range s.shards {
		s.wait.Go(func() { h.keepConnected(running, sync.OnceFunc(func() { ready <- struct{}{} })) })
	}
	// Each may have to wait for its turn to identify.
	within := s.opts.ReadyTimeout + time.Duration(len(s.shards)-1)*s.opts.Waits.IdentifyGap
	timer := time.NewTimer(within)
	defer timer.Stop()
	for range s.shards {
		select {
		case <-ready:
		case err := <-s.fatal:
			return err
		case <-ctx.Done():
			return fmt.Errorf("gateway was not ready: %w", s.lastError(ctx.Err()))
		case <-timer.C:
			err := s.lastError(context.DeadlineExceeded)
			return fmt.Errorf("gateway was not ready within %s: %w", within, err)
		}
	}
	return nil
}

// lastError returns why a connection ended last, or otherwise if none has.
func (s *Session) lastError(otherwise error) error {
	if last := s.last.Load(); last != nil {
		return *last
	}
	return otherwise
}

// keepConnected connects again and again until ctx ends or something fatal happens, and calls ready
// after each welcome.
func (h *shard) keepConnected(ctx context.Context, ready func()) {
	retry, lastSeen := firstRetry, h.now()
	for {
		welcomed, err := h.connectOnce(ctx, ready)
		if welcomed { // however briefly
			lastSeen, retry = h.now(), firstRetry
		}
		if ctx.Err() != nil {
			return
		}
		h.last.Store(&err)
		h.log.Warn("gateway connection ended", "shard", h.id, "error", scrub(err.Error(), h.token))
		if fatal, ok := errors.AsType[fatalError](err); ok {
			h.fail(fatal.error)
			return
		}
		if offline := h.now().Sub(lastSeen); offline > h.opts.OfflineLimit {
			h.fail(fmt.Errorf("no gateway for %s: %w", offline.Round(time.Second), err))
			return
		}
		wait := h.opts.Waits.Reconnect(retry)
		if errors.Is(err, errInvalidSession) {
			wait = max(wait, h.opts.Waits.Identify())
		}
		if pause(ctx, wait) != nil {
			return
		}
		retry = min(2*retry, lastRetry)
	}
}

// connectOnce runs one connection when few enough others are connecting. It returns whether Discord
// welcomed it, and why it ended.
func (h *shard) connectOnce(ctx context.Context, ready func()) (welcomed bool, err error) {
	select {
	case h.connecting <- struct{}{}:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	next := sync.OnceFunc(func() { <-h.connecting })
	defer next()
	asking, stop := context.WithTimeout(ctx, h.opts.ReadyTimeout)
	info, err := h.Gateway(asking)
	stop()
	if err != nil {
		return false, fmt.Errorf("ask for the gateway: %w", err)
	}
	if info.Shards > h.of {
		h.log.Warn("discord recommends more shards", "recommended", info.Shards, "used", h.of)
	}
	h.identifies.allow(info)
	err = h.connect(ctx, info.URL, func() {
		welcomed = true
		next()
		h.connected.Store(true)
		level, n, limit := slog.LevelInfo, h.Identifies(), h.identifies.limit()
		if n > limit/2 {
			level = slog.LevelWarn
		}
		h.log.Log(ctx, level, "gateway is ready", "shard", h.id, "identifies", n, "limit", limit)
		ready()
	})
	return welcomed, err
}
