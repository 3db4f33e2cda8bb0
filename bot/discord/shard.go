package discord

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// AutoShards asks for as many connections as Discord recommends.
const AutoShards = -1

// maxShards bounds what a server may recommend: Discord itself recommends one for each thousand servers or so.
const maxShards = 10_000

// connectingAtOnce is how many shards may be between dialling and READY at a time, at least: one that has to wait for its turn
// to identify does so on an open connection, which Discord does not keep for long without a heartbeat.
const connectingAtOnce = 4

// ShardRange is a part of the shards: those from First to Last.
type ShardRange struct{ First, Last int }

// shard is one of the connections to the gateway among which Discord divides the servers. Direct messages come by the first.
type shard struct {
	*Session
	id  int
	lib *discordgo.Session
	// open starts the library's connection; a field, so that a test can make it hang.
	open func() error

	mu   sync.Mutex
	link *link // the present connection, or the last
	last error // why that ended
}

// newShard makes discordgo do as little as it can: no cache, no reconnecting of its own, no intent but the one that
// tells of deleted servers, channels and threads. Interactions need none.
func (s *Session) newShard(id, of int) (*shard, error) {
	lib, err := discordgo.New("Bot " + string(s.opts.Token))
	if err != nil {
		return nil, fmt.Errorf("make the library's session: %w", err)
	}
	h := &shard{Session: s, id: id, lib: lib, open: lib.Open}
	lib.Client = s.Client.lib.Client
	lib.LogLevel = s.Client.lib.LogLevel
	lib.UserAgent = s.Client.lib.UserAgent
	lib.StateEnabled = false // nothing is kept of guilds, channels and people
	// No message on a server is asked for. That somebody writes in direct messages needs no privileged intent.
	lib.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsDirectMessages
	lib.Identify.Compress, lib.Compress = false, false
	lib.ShardID, lib.ShardCount = id, of
	lib.ShouldReconnectOnError = false // keepConnected does it: with an end, a budget, and fatal errors
	lib.SyncEvents = true              // receive only sorts into the queue; a goroutine each would lose the order
	lib.Dialer = &websocket.Dialer{NetDialContext: h.dialLink, HandshakeTimeout: dialTimeout}
	lib.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { s.receive(e) })
	return h, nil
}

// ready reports whether the shard has a connection over which interactions arrive.
func (h *shard) ready() bool {
	h.mu.Lock()
	l := h.link
	h.mu.Unlock()
	return l != nil && l.holds()
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
		return fmt.Errorf("shards %d to %d of %d: there must be 1 to %d in all, and these are counted from 0",
			part.First, part.Last, n, maxShards)
	}
	for id := part.First; id <= part.Last; id++ {
		h, err := s.newShard(id, n)
		if err != nil {
			return err
		}
		s.shards = append(s.shards, h)
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
		s.wait.Go(func() { h.keepConnected(running, ready) })
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
			return fmt.Errorf("gateway was not ready within %s: %w", within, s.lastError(context.DeadlineExceeded))
		}
	}
	return nil
}

// lastError returns why a shard did not succeed so far, or otherwise if nothing has failed.
func (s *Session) lastError(otherwise error) error {
	for _, h := range s.shards {
		h.mu.Lock()
		last := h.last
		h.mu.Unlock()
		if last != nil && !h.ready() {
			return last
		}
	}
	return otherwise
}
