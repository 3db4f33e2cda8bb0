// Package sandbox is a local stand-in of Discord: REST, gateway, interactions and a web page on one loopback address. A bot that
// is pointed to it cannot tell the difference as far as it goes: Discord's limits are kept with Discord's error codes, so a
// request that Discord would refuse fails here too.
//
// `konduktor try` serves it to people; tests act and look through package testapi.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"konduktor/bot/sandbox/gateway"
	"konduktor/bot/sandbox/page"
	"konduktor/bot/sandbox/rest"
	"konduktor/bot/sandbox/webhook"
	"konduktor/bot/sandbox/world"
)

// Server is the stand-in. All its methods may be called from any goroutine.
type Server struct {
	World   *world.World
	API     *rest.API
	Gateway *gateway.Gateway
	Webhook *webhook.Sender // the other way for interactions, once it is told where to

	page    *page.Server
	listen  string
	token   string
	log     *slog.Logger
	http    *http.Server
	workers sync.WaitGroup // the HTTP server and the watch
	closing sync.Once
	stop    chan struct{}
}

// New makes a server, which serves nothing before Start.
func New(o Options) *Server {
	o = o.withDefaults()
	w := world.New(world.Options{
		Now: o.Now, Guild: guildName, Locale: locale, Channels: o.Channels, Founded: o.Founded,
		BotName: botName, Token: o.Token, Permissions: o.Permissions, History: o.History, MostPeople: o.MostPeople,
	})
	if err := w.Settle(o.People); err != nil {
		o.Logger.Warn("people left out", "error", err)
	}
	s := &Server{World: w, listen: o.Listen, token: o.Token, log: o.Logger, stop: make(chan struct{})}
	s.Gateway = gateway.New(w, gateway.Options{Heartbeat: heartbeat, Log: o.Logger})
	s.Webhook = webhook.New(w, o.Logger)
	s.API = rest.New(w, rest.Options{
		RateLimit: o.RateLimit, Gateway: s.Gateway, PublicKey: s.Webhook.PublicKey(), Log: o.Logger,
	})
	s.page = page.New(w, o.Forward, o.Logger)
	s.http = &http.Server{
		Handler:           guard(s.routes()),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(o.Logger.Handler(), slog.LevelDebug),
	}
	return s
}

// routes returns the handler of all requests.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", s.API)
	mux.Handle("/gateway", s.Gateway)
	mux.Handle("/gateway/", s.Gateway)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveAttachment)
	s.page.Register(mux)
	return mux
}

// serveAttachment serves a file by its URL.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	s.World.Lock()
	f := s.World.File(r.PathValue("id"))
	s.World.Unlock()
	if f == nil || !f.In(r.PathValue("channel"), r.PathValue("name")) {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Length", strconv.Itoa(len(f.Data)))
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Content-Security-Policy", "sandbox; frame-ancestors 'none'")
	_, _ = w.Write(f.Data)
}

// ErrNotLoopback is returned by Start for an address that others could reach.
var ErrNotLoopback = errors.New("sandbox listens on loopback only")

// Start listens on Options.Listen and serves in the background until Close. It is called once.
func (s *Server) Start() error {
	if _, _, err := net.SplitHostPort(s.listen); err != nil {
		return fmt.Errorf("listen on %s: %w", s.listen, err)
	}
	if !isLoopback(s.listen) {
		return ErrNotLoopback
	}
	l, err := net.Listen("tcp", s.listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", s.listen, err)
	}
	s.World.Lock()
	s.World.Address = l.Addr().String()
	s.World.Unlock()
	s.workers.Go(func() {
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("sandbox stopped serving", "error", err)
		}
	})
	s.workers.Go(s.watch)
	return nil
}

// watch expires interactions that were not answered in time.
func (s *Server) watch() {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			s.World.Lock()
			s.World.Expire()
			s.World.Unlock()
		}
	}
}

// Close cuts all connections, stops serving and waits for all goroutines. It may be called again.
func (s *Server) Close() (err error) {
	s.closing.Do(func() {
		close(s.stop)
		s.API.Close()
		s.Gateway.Close()
		s.Webhook.Close()
		s.page.Close()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err = s.http.Shutdown(ctx); err != nil {
			err = s.http.Close()
		}
		s.workers.Wait()
	})
	return err
}

// CountPeople returns the number of people in the sandbox.
func (s *Server) CountPeople() int {
	s.World.Lock()
	defer s.World.Unlock()
	return len(s.World.Everybody())
}

// URL returns the page's address, http://127.0.0.1:PORT.
func (s *Server) URL() string {
	s.World.Lock()
	defer s.World.Unlock()
	return "http://" + s.World.Address
}

// APIURL returns what a bot's discord.api_url is set to: URL() + "/api".
func (s *Server) APIURL() string { return s.URL() + "/api" }

// Token returns the bot's token, without "Bot ".
func (s *Server) Token() string { return s.token }
