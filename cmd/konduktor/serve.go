package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"
)

// serveCmd runs the bot on Discord.
type serveCmd struct {
	Config string `help:"The configuration file; config.example.toml explains it." placeholder:"FILE"`
}

// Run serves until the process is told to end, or Discord cannot be reached any more: then the status is not 0, so that a
// supervisor starts it again. Everything is in the database.
func (c *serveCmd) Run(ctx context.Context, std streams) error {
	conf, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	token, err := conf.token(os.Getenv)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: conf.Log.Level}))
	a, err := startApp(ctx, conf, token, log)
	if err != nil {
		return err
	}
	page, err := startHealth(conf.HTTP.Listen, a, log)
	if err != nil {
		return errors.Join(err, a.close(ctx))
	}
	fmt.Fprintln(std.out, "Konduktor is on duty. Stop with Ctrl+C.")
	var fatal error
	select {
	case <-ctx.Done():
	case fatal = <-a.session.Done():
	}
	return errors.Join(fatal, page.close(), a.close(ctx))
}

// health is the health page; nil where there is none.
type health struct {
	server *http.Server
	done   chan struct{}
}

// startHealth serves /healthz and /readyz.
func startHealth(listen string, a *app, log *slog.Logger) (*health, error) {
	if listen == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("open the health page: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := a.ready(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	h := &health{&http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}, make(chan struct{})}
	go func() {
		defer close(h.done)
		if err := h.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("serve the health page", "error", err)
		}
	}()
	return h, nil
}

func (h *health) close() error {
	if h == nil {
		return nil
	}
	err := h.server.Close()
	<-h.done
	return err
}

// ready says why the bot cannot work now, nil if it can.
func (a *app) ready(ctx context.Context) error {
	if !a.session.Ready() {
		return errors.New("there is no connection to Discord")
	}
	if err := a.store.Check(ctx); err != nil {
		return errors.New("the database cannot be written")
	}
	return nil
}
