package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options say how to reach Discord and who handles what arrives.
type Options struct {
	Token      Token
	APIURL     string       // "": Discord; else e.g. http://127.0.0.1:8080/api
	HTTPClient *http.Client // nil: one of its own
	Logger     *slog.Logger // nil: silence
	Now        func() time.Time
	Rate       int // requests a second under Discord's global limit of 50; 0: 45

	// Handler is called for each interaction, up to Workers at once, with a context of
	// HandlerTimeout, maybe before Connect returns.
	Handler func(ctx context.Context, ix *Interaction)
	// Busy returns what a person is told whose interaction found the queue full; "" or nil:
	// nothing.
	Busy func(ix *Interaction) string
	// Requested is called after each request, with what it was about ("ix": an answer to an
	// interaction, "ch": a message, "dm": opening a DM, else a route), the answer's status (0:
	// there was none) and how long it took.
	Requested func(about string, status int, took time.Duration)
	// Dropped is called for each interaction that comes "late", or finds the queue "full".
	Dropped func(why string)
	OnEvent func(ctx context.Context, e Event) // is called among the interactions
	// EmojiLost is called when Discord has refused an emoji.
	EmojiLost func()

	ReadyTimeout   time.Duration // for Connect to succeed; 0: 30 s
	OfflineLimit   time.Duration // without a gateway until the session gives up; 0: 15 min
	HandlerTimeout time.Duration // 0: 2 min
	Workers        int           // 0: 32
	Queue          int           // interactions that wait for a worker; 0: 256
	// Shards is the number of connections among which Discord divides the servers; 0: one.
	Shards int
	Only   *ShardRange // the shards of this process; nil: all
	// NoGateway: interactions arrive at Session.Endpoint alone. The bot notices deleted servers and
	// channels when it next writes there.
	NoGateway bool

	Waits Waits // shorter in trials
	// Dial opens a connection to the gateway; nil: over the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Waits are delays for which Discord sends no signal.
type Waits struct {
	Identify    func() time.Duration // to connect after op 9; nil: 1 to 5 s, as Discord asks
	IdentifyGap time.Duration        // between two identifies at least; 0: 5 s
	// Reconnect varies a delay, so that bots do not return all at once; nil: by half.
	Reconnect func(time.Duration) time.Duration
}

func (o Options) withDefaults() Options {
	o.APIURL = cmp.Or(o.APIURL, discordAPI)
	o.HTTPClient = cmp.Or(o.HTTPClient, &http.Client{})
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Rate = cmp.Or(o.Rate, globalRate)
	o.ReadyTimeout = cmp.Or(o.ReadyTimeout, 30*time.Second)
	o.OfflineLimit = cmp.Or(o.OfflineLimit, 15*time.Minute)
	o.HandlerTimeout = cmp.Or(o.HandlerTimeout, 2*time.Minute)
	o.Workers, o.Queue, o.Shards = cmp.Or(o.Workers, 32), cmp.Or(o.Queue, 256), cmp.Or(o.Shards, 1)
	o.Waits.IdentifyGap = cmp.Or(o.Waits.IdentifyGap, identifyGap)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Handler == nil {
		o.Handler = func(context.Context, *Interaction) {}
	}
	if o.Busy == nil {
		o.Busy = func(*Interaction) string { return "" }
	}
	if o.Requested == nil {
		o.Requested = func(string, int, time.Duration) {}
	}
	if o.Dropped == nil {
		o.Dropped = func(string) {}
	}
	if o.EmojiLost == nil {
		o.EmojiLost = func() {}
	}
	if o.OnEvent == nil {
		o.OnEvent = func(context.Context, Event) {}
	}
	if o.Waits.Identify == nil {
		o.Waits.Identify = func() time.Duration { return time.Second + rand.N(4*time.Second) }
	}
	if o.Waits.Reconnect == nil {
		o.Waits.Reconnect = func(d time.Duration) time.Duration { return d/2 + rand.N(d) }
	}
	return o
}

// Session is a connection to Discord: REST, and the gateway.
type Session struct {
	*Client
	opts       Options
	queue      *queue
	shards     []*shard // of this process; none without a gateway
	connecting chan struct{}
	identifies *identifies
	last       atomic.Pointer[error] // why a connection ended

	cancel context.CancelFunc
	wait   sync.WaitGroup
	fatal  chan error
}

// Connect opens the gateway, if any, and returns when Discord has said READY to each shard, or an
// error within ReadyTimeout (and 5 s for each further shard), whatever the server or the library
// does.
func Connect(ctx context.Context, o Options) (*Session, error) {
	o = o.withDefaults()
	client, err := NewClient(o)
	if err != nil {
		return nil, err
	}
	s := &Session{
		Client: client, opts: o, queue: newQueue(o, client, client),
		connecting: make(chan struct{}, connectingAtOnce),
		identifies: newIdentifies(o.Now, o.Waits.IdentifyGap),
		cancel:     func() {}, fatal: make(chan error, 1),
	}
	s.wire.unauthorized = func() { s.fail(errors.New(cures[4004])) }
	asking, stop := context.WithTimeout(ctx, o.ReadyTimeout)
	defer stop()
	if o.NoGateway {
		_, err = s.ApplicationID(asking) // a wrong token is found out at the start
	} else if err = s.divide(asking); err == nil {
		err = s.connectAll(ctx)
	}
	if err != nil {
		closing, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer stop()
		_ = s.Close(closing) // what remains is reported in err
		return nil, err
	}
	return s, nil
}

// Done delivers one error when the session cannot go on: the process should end with a code other
// than 0, to be started again, or its operator do what the error says.
func (s *Session) Done() <-chan error { return s.fatal }

// Ready reports whether interactions arrive now for all shards.
func (s *Session) Ready() bool {
	return !slices.ContainsFunc(s.shards, func(h *shard) bool { return !h.connected.Load() })
}

// Shards says for which shards of this process interactions arrive now, and how many there are in
// all; none without a gateway.
func (s *Session) Shards() (connected map[int]bool, all int) {
	connected = map[int]bool{}
	for _, h := range s.shards {
		connected[h.id], all = h.connected.Load(), h.of
	}
	return connected, all
}

// Identifies returns how many sessions the bot has started within a day.
func (s *Session) Identifies() int { return s.identifies.today() }

func (s *Session) fail(err error) {
	select {
	case s.fatal <- err:
	default:
	}
}

// Close leaves the gateway, waits for running handlers until ctx ends, and then cancels them and
// returns ctx's error. They can send requests meanwhile.
func (s *Session) Close(ctx context.Context) error {
	s.cancel()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		s.wait.Wait()
	}()
	err := s.queue.close(ctx)
	select {
	case <-gone:
	case <-ctx.Done():
		err = errors.Join(err, fmt.Errorf("leave the gateway: %w", ctx.Err()))
	}
	return err
}
