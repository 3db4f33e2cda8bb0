// Package sandbox is a local stand-in for Discord: REST, gateway, interactions and a web page on
// one loopback address. A bot that is pointed to it cannot tell the difference, as far as it goes:
// it has Discord's limits and error codes, so a request that Discord would refuse fails here too.
//
// `konduktor try` serves it to people; tests act and look through its Users.
package sandbox

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"konduktor/bot/sandbox/state"
)

// Options configure a sandbox. The zero value is a guild with one text channel and no people, on
// the real clock.
type Options struct {
	Now        func() time.Time    // the clock of timestamps, IDs and limits; nil: time.Now
	Forward    func(time.Duration) // sets the clock forward; nil: the page cannot
	Listen     string              // a loopback address; empty: 127.0.0.1:0
	Logger     *slog.Logger        // of internal errors; nil: nothing is logged
	Token      string              // of the bot, without "Bot "; empty: a random one
	Channels   []string            // names of the text channels; empty: one, "table"
	People     []string            // who is there from the start; the first one owns the guild
	History    int                 // messages kept in a channel; 0: 500
	MostPeople int                 // 0: 100
	// Founded is when the guild, its channels and the first people were created; zero: now. Their
	// IDs count from it, so the same names in the same order have the same IDs at each start.
	Founded time.Time
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Founded.IsZero() {
		o.Founded = o.Now()
	}
	if len(o.Channels) == 0 {
		o.Channels = []string{"table"}
	}
	o.Listen = cmp.Or(o.Listen, "127.0.0.1:0")
	o.Token = cmp.Or(o.Token, rand.Text())
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.History = cmp.Or(o.History, 500)
	o.MostPeople = cmp.Or(o.MostPeople, 100)
	return o
}

// Server is the stand-in. All its methods may be called from any goroutine.
type Server struct {
	State   *state.State
	API     *API
	Gateway *Gateway
	Webhook *Sender // sends interactions over HTTP, once it is given an endpoint

	page    *Page
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
	st := state.New(state.Options{
		Now: o.Now, Channels: o.Channels, Founded: o.Founded, Token: o.Token,
		History: o.History, MostPeople: o.MostPeople,
	})
	if err := st.Settle(o.People); err != nil {
		o.Logger.Warn("people left out", "error", err)
	}
	s := &Server{
		State: st, listen: o.Listen, token: o.Token, log: o.Logger, stop: make(chan struct{}),
	}
	s.Gateway = newGateway(st, o.Logger)
	s.Webhook = newWebhook(st, o.Logger)
	s.API = newAPI(st, s.Gateway, s.Webhook.PublicKey(), o.Logger)
	s.page = newPage(st, o.Forward, o.Logger)
	s.http = &http.Server{
		Handler:           guard(s.routes()),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(o.Logger.Handler(), slog.LevelDebug),
	}
	return s
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", s.API)
	mux.Handle("/gateway", s.Gateway)
	mux.Handle("/gateway/", s.Gateway)
	mux.HandleFunc("GET /emojis/{id}", s.serveEmoji)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveAttachment)
	s.page.Register(mux)
	return mux
}

func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	s.State.Lock()
	f := s.State.File(r.PathValue("id"))
	s.State.Unlock()
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

// serveEmoji serves the picture of an emoji. The page asks for it by the ID that messages have.
func (s *Server) serveEmoji(w http.ResponseWriter, r *http.Request) {
	s.State.Lock()
	e := s.State.FindEmoji(r.PathValue("id"))
	s.State.Unlock()
	if e == nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	_, _ = w.Write(e.PNG)
}

// ErrNotLoopback is returned by Start for an address that other machines could reach.
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
	s.State.Lock()
	s.State.Address = l.Addr().String()
	s.State.Unlock()
	s.workers.Go(func() {
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("sandbox stopped serving", "error", err)
		}
	})
	s.workers.Go(s.watch)
	return nil
}

// watch fails interactions that were not answered in time.
func (s *Server) watch() {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			s.State.Lock()
			s.State.Expire()
			s.State.Unlock()
		}
	}
}

// Close cuts all connections, stops serving and waits for all goroutines. It may be called again.
func (s *Server) Close() (err error) {
	s.closing.Do(func() {
		close(s.stop)
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

// URL returns the page's address, http://127.0.0.1:PORT.
func (s *Server) URL() string {
	s.State.Lock()
	defer s.State.Unlock()
	return "http://" + s.State.Address
}

// APIURL returns the bot's discord.api_url.
func (s *Server) APIURL() string { return s.URL() + "/api" }

// Token returns the bot's token, without "Bot ".
func (s *Server) Token() string { return s.token }
