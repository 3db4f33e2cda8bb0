// Package sandbox is a local stand-in of Discord: REST, gateway, interactions
// and a web page on one loopback address. A bot that is pointed to it cannot
// tell the difference as far as it goes: Discord's limits are kept with
// Discord's error codes, so a request that Discord would refuse fails here too.
//
// `konduktor try` serves it to people; end-to-end tests play on it:
//
//	srv := sandbox.New(sandbox.Options{People: []string{"Ola", "Bo"}})
//	srv.Start("")
//	defer srv.Close()
//	… start the bot with srv.APIURL() …
//	ola := srv.User("Ola")
//	lobby, err := ola.Slash(srv.Channel("table"), "game new", sandbox.Opt("title", "amsterdam")).Reply(ctx)
//	_, err = lobby.Click(srv.User("Bo"), "Join").Reply(ctx)
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Server is the stand-in. All its methods may be called from any goroutine.
type Server struct {
	opts    Options
	log     *slog.Logger
	now     func() time.Time
	handler http.Handler

	mu      sync.Mutex // guards everything below
	world   *world
	faults  *Faults
	journal journal
	limiter limiter
	gateway *gateway
	viewers map[*viewer]struct{}
	changed chan struct{} // closed and replaced at each change
	address string        // host:port, empty before Start
	closed  bool

	http    *http.Server
	workers sync.WaitGroup // gateway writers, page writers, the watchman, delayed deliveries
	stop    chan struct{}
}

// New makes a server. It serves nothing before Start, or until its Handler is
// given to another server.
func New(o Options) *Server {
	o = o.withDefaults()
	s := &Server{
		opts:    o,
		log:     o.Logger,
		now:     o.Now,
		viewers: map[*viewer]struct{}{},
		changed: make(chan struct{}),
		stop:    make(chan struct{}),
	}
	s.journal.limit = o.Requests
	s.faults = &Faults{s: s, closedDMs: map[string]bool{}}
	s.gateway = newGateway(s)
	s.limiter = limiter{perSecond: o.RateLimit, windows: map[string]*window{}}
	s.world = newWorld(o)
	s.handler = s.routes()
	for _, name := range o.People {
		if _, err := s.addPerson(name, "", s.world.created); err != nil {
			s.log.Warn("person left out", "name", name, "error", err)
		}
	}
	return s
}

// Handler serves everything: /api, /gateway, /attachments, /page and the page.
func (s *Server) Handler() http.Handler { return s.handler }

// ErrNotLoopback is returned by Start for an address that others could reach.
var ErrNotLoopback = errors.New("sandbox listens on loopback only; set Options.Public to serve others")

// Start listens on addr (Options.Listen if empty) and serves in the background
// until Close.
func (s *Server) Start(addr string) error {
	if addr == "" {
		addr = s.opts.Listen
	}
	if err := s.checkAddress(addr); err != nil {
		return err
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", addr, err)
	}
	s.mu.Lock()
	if s.closed || s.http != nil {
		s.mu.Unlock()
		l.Close()
		return errors.New("sandbox was started before")
	}
	s.address = l.Addr().String()
	s.http = &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	s.mu.Unlock()
	s.work(func() {
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("sandbox stopped serving", "error", err)
		}
	})
	s.work(s.watch)
	return nil
}

// checkAddress refuses addresses that are not loopback, unless Options.Public.
func (s *Server) checkAddress(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", addr, err)
	}
	ip := net.ParseIP(host)
	if s.opts.Public || host == "localhost" || (ip != nil && ip.IsLoopback()) {
		return nil
	}
	return ErrNotLoopback
}

// work runs f in a goroutine that Close waits for.
func (s *Server) work(f func()) {
	s.workers.Go(f)
}

// watch lets interactions expire that nobody answered, and threads go to sleep.
func (s *Server) watch() {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			s.mu.Lock()
			s.expireInteractions()
			s.archiveIdleThreads()
			s.mu.Unlock()
		}
	}
}

// Close cuts all connections, stops serving and waits for all goroutines. It may
// be called again.
func (s *Server) Close() error {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.stop)
		s.gateway.closeAll()
		for v := range s.viewers {
			v.close()
		}
		s.faults.releaseAll()
		s.notify()
	}
	srv := s.http
	s.mu.Unlock()
	var err error
	if srv != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err = srv.Shutdown(ctx); err != nil {
			err = srv.Close()
		}
	}
	s.workers.Wait()
	return err
}

// URL is the page's address, http://127.0.0.1:PORT.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base()
}

// APIURL is what a bot's discord.api_url is set to: URL() + "/api".
func (s *Server) APIURL() string { return s.URL() + "/api" }

// base is URL for those who hold the lock.
func (s *Server) base() string {
	if s.address == "" {
		return "http://sandbox.invalid"
	}
	return "http://" + s.address
}

// notify wakes everyone in WaitFor; the caller holds the lock.
func (s *Server) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// WaitFor returns nil as soon as condition holds. It is asked at once and again
// after each change of anything in the sandbox, never in between.
func (s *Server) WaitFor(ctx context.Context, condition func() bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if condition() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
