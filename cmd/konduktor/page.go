package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits of the HTTP server: anybody may connect.
const (
	headerWithin  = 5 * time.Second
	requestWithin = 30 * time.Second
	maxHeader     = 16 << 10
)

// page is an address that is served; nil where none is asked for.
type page struct {
	address string // with the port that was chosen
	server  *http.Server
	done    chan struct{}
}

func openPage(address string, handler http.Handler, log *slog.Logger) (*page, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("serve at %s: %w", address, err)
	}
	p := &page{address: l.Addr().String(), done: make(chan struct{}), server: &http.Server{
		Handler: handler, ReadHeaderTimeout: headerWithin, ReadTimeout: requestWithin,
		WriteTimeout:   requestWithin,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}
	go func() {
		defer close(p.done)
		if err := p.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("a page is served no longer", "address", address, "error", err)
		}
	}()
	return p, nil
}

// close stops listening and lets the requests that are under way end, until ctx does.
func (p *page) close(ctx context.Context) error {
	if p == nil {
		return nil
	}
	err := p.server.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, p.server.Close())
	}
	<-p.done
	return err
}
