package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bounds of the health page. Anybody who reaches it may ask as often as they like.
const (
	readyWithin = 5 * time.Second
	// maxBehind is how long a message may be due without being sent.
	maxBehind = 2 * time.Minute
)

// readiness asks what the bot depends on whether it works at this moment.
type readiness struct {
	gateway interface {
		Ready() bool
		Shards() (connected map[int]bool, all int)
	}
	database interface {
		Check(ctx context.Context) error
	}
	// outbox returns for how long the first due message has waited, and why none is sent.
	outbox func(ctx context.Context) (behind time.Duration, err error)
}

// check returns every reason why the bot cannot work now. They are for anybody, so they name no
// file and no address.
func (r readiness) check(ctx context.Context) error {
	var faults []error
	if !r.gateway.Ready() {
		faults = append(faults, errors.New("there is no connection to Discord"+r.shards(false)))
	}
	if r.database.Check(ctx) != nil {
		return errors.Join(append(faults, errors.New("the database cannot be written"))...)
	}
	switch behind, err := r.outbox(ctx); {
	case err != nil:
		faults = append(faults, errors.New("no messages are sent"))
	case behind > maxBehind:
		faults = append(faults, fmt.Errorf("messages are %s late", behind.Round(time.Second)))
	}
	return errors.Join(faults...)
}

// shards names the shards of this process that are connected or not, "" for a single one.
func (r readiness) shards(connected bool) string {
	shards, all := r.gateway.Shards()
	var names []string
	for _, id := range slices.Sorted(maps.Keys(shards)) {
		if shards[id] == connected {
			names = append(names, strconv.Itoa(id))
		}
	}
	if all < 2 {
		return ""
	}
	return fmt.Sprintf(" (shards %s of %d)", strings.Join(names, ", "), all)
}

func (r readiness) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "alive")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, req *http.Request) {
		ctx, cancel := context.WithTimeout(req.Context(), readyWithin)
		defer cancel()
		if err := r.check(ctx); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready"+r.shards(true))
	})
	return mux
}

// startHealth serves the page at an address, with the measurements at /metrics; nothing if that is
// "".
func startHealth(listen string, r readiness, measured http.Handler, log *slog.Logger) (*page,
	error,
) {
	if listen == "" {
		return nil, nil
	}
	mux := http.NewServeMux()
	mux.Handle("/", r.handler())
	mux.Handle("GET /metrics", measured)
	return openPage(listen, mux, log)
}
