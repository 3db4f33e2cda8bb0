package discord

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"
)

// AutoShards asks for as many connections as Discord recommends.
const AutoShards = -1

const (
	maxShards    = 10_000
	readyWithin  = 30 * time.Second
	offlineLimit = 15 * time.Minute // without a gateway until the session gives up
	firstRetry   = 250 * time.Millisecond
	lastRetry    = time.Minute
	identifyGap  = 5100 * time.Millisecond // between two of one bucket; Discord wants 5 s
)

// shard is one of the connections among which Discord divides the servers. Direct messages come by
// the first.
type shard struct {
	*Session
	id, of       int
	connected    atomic.Bool // interactions arrive
	session, url string      // to resume at the next connection; "": there is none
	seq          atomic.Int64
}

// fatalError is one that trying again does not cure.
type fatalError struct{ error }

// jitter varies a delay, so that bots do not return all at once.
func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d) }

// divide makes the shards. It asks for their number until Discord answers.
func (s *Session) divide(ctx context.Context) error {
	n := s.opts.Shards
	for retry := firstRetry; n == AutoShards; retry = min(2*retry, lastRetry) {
		info, err := s.Gateway(ctx)
		if err == nil {
			n = info.Shards
		} else if IsUnauthorized(err) || pause(ctx, jitter(retry)) != nil {
			return fmt.Errorf("ask for the gateway: %w", err)
		}
	}
	if n < 1 || n > maxShards {
		return fmt.Errorf("%d shards: there must be 1 to %d", n, maxShards)
	}
	for id := range n {
		s.shards = append(s.shards, &shard{Session: s, id: id, of: n})
	}
	return nil
}

// connectAll connects the shards and returns once each has been welcomed.
func (s *Session) connectAll(ctx context.Context) error {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	ready := make(chan struct{}, len(s.shards))
	for _, h := range s.shards {
		s.wait.Go(func() { h.run(running, sync.OnceFunc(func() { ready <- struct{}{} })) })
	}
	// Each may have to wait for its turn to identify.
	within := readyWithin + time.Duration(len(s.shards)-1)*identifyGap
	timed, stop := context.WithTimeout(ctx, within)
	defer stop()
	for range s.shards {
		select {
		case <-ready:
		case err := <-s.fatal:
			return err
		case <-timed.Done():
			if ctx.Err() != nil { // the caller has given up, which says nothing about Discord
				return ctx.Err()
			}
			err := timed.Err()
			if last := s.last.Load(); last != nil {
				err = *last
			}
			return fmt.Errorf("gateway was not ready within %s: %w", within, err)
		}
	}
	return nil
}

// run connects again and again until ctx ends or something fatal happens, and calls ready after
// each welcome.
func (h *shard) run(ctx context.Context, ready func()) {
	retry, lastSeen := firstRetry, h.now()
	for {
		welcomed := false
		err := h.connect(ctx, func() {
			welcomed = true
			h.connected.Store(true)
			h.log.Info("gateway is ready", "shard", h.id, "identifies", h.Identifies())
			ready()
		})
		h.connected.Store(false)
		if ctx.Err() != nil {
			return
		}
		if welcomed { // however briefly
			lastSeen, retry = h.now(), firstRetry
		}
		h.last.Store(&err)
		h.log.Warn("gateway connection ended", "shard", h.id, "error", scrub(err.Error(), h.token))
		if fatal, ok := errors.AsType[fatalError](err); ok {
			h.fail(fatal.error)
			return
		}
		if offline := h.now().Sub(lastSeen); offline > offlineLimit {
			h.fail(fmt.Errorf("no gateway for %s: %w", offline.Round(time.Second), err))
			return
		}
		wait := jitter(retry)
		if errors.Is(err, errInvalidSession) {
			wait = max(wait, time.Second+rand.N(4*time.Second)) // as Discord asks
		}
		if pause(ctx, wait) != nil {
			return
		}
		retry = min(2*retry, lastRetry)
	}
}

// identifies keeps the sessions that the shards of a bucket start identifyGap apart, and ends the
// process at half of what Discord allows in a day, beyond which it resets the bot's token.
type identifies struct {
	window  // our own, for servers that do not count
	mu      sync.Mutex
	buckets map[int]*rate.Limiter // by the remainder of the shards' numbers
	width   int                   // number of buckets: Discord's max_concurrency
	most    int                   // a day
	used    int                   // by Discord's count, which includes earlier and other processes
	until   time.Time             // when Discord counts anew
	claim   claimFunc             // nil: no other process starts sessions
}

type claimFunc = func(ctx context.Context, bucket int, long time.Duration) (time.Duration, error)

func newIdentifies(now func() time.Time, claim claimFunc) *identifies {
	return &identifies{
		window: window{now: now, span: 24 * time.Hour}, buckets: map[int]*rate.Limiter{}, claim: claim,
	}
}

// allow notes how many Discord allows.
func (s *identifies) allow(d discordgo.SessionInformation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most, s.width, s.used = max(d.Total/2, 1), max(d.MaxConcurrency, 1), d.Total-d.Remaining
	s.until = s.now().Add(time.Duration(d.ResetAfter) * time.Millisecond)
}

// today returns how many sessions were started within a day.
func (s *identifies) today() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.started()
}

func (s *identifies) started() int {
	if s.now().After(s.until) {
		return s.count()
	}
	return max(s.count(), s.used)
}

// turn waits until a shard may identify, and counts that.
func (s *identifies) turn(ctx context.Context, shard int) error {
	bucket, limiter, err := s.take(shard)
	if err == nil {
		err = limiter.Wait(ctx)
	}
	for err == nil && s.claim != nil {
		wait, unknown := s.claim(ctx, bucket, identifyGap)
		if unknown != nil || wait <= 0 { // better too early than not at all
			break
		}
		err = pause(ctx, wait)
	}
	return err
}

func (s *identifies) take(shard int) (bucket int, limiter *rate.Limiter, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.started() >= s.most {
		return 0, nil, fatalError{fmt.Errorf("bot has started gateway sessions %d times within a day, "+
			"half of Discord's limit, beyond which the token is reset: look in the log for why the "+
			"sessions ended, then start konduktor again (Discord counts anew in %s)",
			s.most, s.until.Sub(s.now()).Round(time.Minute))}
	}
	s.used++
	s.add(s.now())
	bucket = shard % s.width
	if s.buckets[bucket] == nil {
		s.buckets[bucket] = rate.NewLimiter(rate.Every(identifyGap), 1)
	}
	return bucket, s.buckets[bucket], nil
}
