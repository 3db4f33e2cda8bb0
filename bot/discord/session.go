package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options say how to reach Discord and who handles what arrives. Functions may be nil.
type Options struct {
	Token     Token
	APIURL    string            // "": Discord; else e.g. http://127.0.0.1:8080/api
	Transport http.RoundTripper // nil: http.DefaultTransport
	// Dial opens a connection to the gateway; nil: over the network.
	Dial   func(ctx context.Context, network, address string) (net.Conn, error)
	Logger *slog.Logger // nil: silence
	Now    func() time.Time
	Rate   int // requests a second under Discord's global limit of 50; 0: 45

	// Handler is called for each interaction, OnEvent for each event, with a deadline and maybe
	// before Connect returns.
	Handler func(ctx context.Context, ix *Interaction)
	OnEvent func(ctx context.Context, e Event)
	// Busy returns what a person is told whose interaction found too many waiting; "": nothing.
	Busy func(ix *Interaction) string
	// Requested is called after each request, with what it was about ("ix": an answer to an
	// interaction, "ch": a message, "dm": opening a DM, else a route), the answer's status (0:
	// there was none) and how long it took.
	Requested func(about string, status int, took time.Duration)
	Dropped   func(why string) // an interaction came "late", or found the queue "full"

	// Claim takes a bucket of shards for this process for a while, in which no other process starts a
	// session of it; or returns how long to wait until it can be tried again. Nil: there is no other.
	Claim func(ctx context.Context, bucket int, long time.Duration) (wait time.Duration, err error)
	// Able is asked before the Endpoint takes an interaction: with an error, the balancer
	// gets a 503 and can go to another process. Nil: it is always.
	Able func(ctx context.Context) error
	// Shards is the number of connections among which Discord divides the servers; 0: one.
	Shards int
	// NoGateway: interactions arrive at Session.Endpoint alone. The bot notices deleted servers and
	// channels when it next writes there.
	NoGateway bool
}

func (o Options) withDefaults() Options {
	o.APIURL = cmp.Or(o.APIURL, "https://discord.com/api")
	o.Transport = cmp.Or(o.Transport, http.DefaultTransport)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Rate, o.Shards = cmp.Or(o.Rate, globalRate), cmp.Or(o.Shards, 1)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Session is a connection to Discord: REST, and the gateway.
type Session struct {
	*Client
	queue      *queue
	shards     []*shard // none without a gateway
	identifies *identifies
	last       atomic.Pointer[error] // why a connection ended

	cancel context.CancelFunc
	wait   sync.WaitGroup
	fatal  chan error
}

// Connect opens the gateway, if any, and returns when Discord has said READY to each shard, or an
// error within half a minute (and 5 s for each further shard), whatever the server does.
func Connect(ctx context.Context, o Options) (*Session, error) {
	client, err := NewClient(o)
	if err != nil {
		return nil, err
	}
	s := &Session{
		Client: client, queue: newQueue(client), identifies: newIdentifies(client.now, o.Claim),
		cancel: func() {}, fatal: make(chan error, 1),
	}
	s.unauthorized = func() { s.fail(errors.New(cures[4004])) }
	asking, stop := context.WithTimeout(ctx, readyWithin)
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

func (s *Session) fail(err error) {
	select {
	case s.fatal <- err:
	default:
	}
}

// Ready reports whether interactions arrive now for all shards.
func (s *Session) Ready() bool {
	return !slices.ContainsFunc(s.shards, func(h *shard) bool { return !h.connected.Load() })
}

// Idle reports whether no interaction or event is waiting or being handled.
func (s *Session) Idle() bool { return s.queue.open.Load() == 0 }

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

// Close leaves the gateway, waits for running handlers until ctx ends, and then cancels them and
// returns ctx's error. They can send requests meanwhile.
func (s *Session) Close(ctx context.Context) error {
	s.cancel()
	s.queue.close()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		s.wait.Wait()
		s.queue.workers.Wait()
	}()
	defer s.queue.cancel()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for running handlers: %w", ctx.Err())
	}
}
