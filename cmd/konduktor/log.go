package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// The forms of a log.
const (
	logText = "text"
	logJSON = "json"
)

// newLog returns a configured log, without a line for each thing that an outage of the database
// stops.
func newLog(c logConfig, w io.Writer, level slog.Leveler) (*slog.Logger, *outages) {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: readable}
	var h slog.Handler = slog.NewTextHandler(w, options)
	if c.Format == logJSON {
		h = slog.NewJSONHandler(w, options)
	}
	o := &outages{log: slog.New(h), begun: make(chan struct{}, 1)}
	return slog.New(outageHandler{h, o}), o
}

// readable writes a duration as people do: JSON has nanoseconds.
func readable(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

// end returns the error with which the program ends. A log of JSON says it itself: it has no other
// lines.
func (c logConfig) end(log *slog.Logger, message string, err error) error {
	if c.Format != logJSON {
		return err
	}
	log.Error(message, "error", err.Error())
	return &exitError{status: exitFailed}
}

// outages notices from errors in the log that the database is away, and counts them until it is
// back: everything fails meanwhile, several times a second.
type outages struct {
	log   *slog.Logger
	begun chan struct{}

	mu     sync.Mutex
	since  time.Time // zero: the database is there
	errors int       // since then
}

// hides counts an error, and reports whether it is one of an outage.
func (o *outages) hides(err error) bool {
	if !errors.Is(err, storage.ErrAway) && !errors.Is(err, storage.ErrFull) {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.errors++
	if o.since.IsZero() {
		o.since = time.Now()
		o.log.Error("the database is away: what fails until it is back is only counted", "error", err)
		o.begun <- struct{}{} // there is room: the last one is over
	}
	return true
}

// run asks for the database during outages, and says when it is back, until ctx ends.
func (o *outages) run(ctx context.Context, check func(context.Context) error) {
	for {
		select {
		case <-o.begun:
		case <-ctx.Done():
			return
		}
		for {
			if !pause(ctx, relational.ProbeEvery) { // an earlier result may be of before the outage
				return
			}
			if check(ctx) == nil {
				break
			}
		}
		o.mu.Lock()
		o.log.Warn("the database is back",
			"after", time.Since(o.since).Round(time.Second), "errors", o.errors)
		o.since, o.errors = time.Time{}, 0
		o.mu.Unlock()
	}
}

// outageHandler keeps the lines of an outage out of the log.
type outageHandler struct {
	slog.Handler
	outages *outages
}

func (h outageHandler) Handle(ctx context.Context, r slog.Record) error {
	hidden := false
	r.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok && h.outages.hides(err) {
			hidden = true
		}
		return !hidden
	})
	if hidden {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

func (h outageHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return outageHandler{h.Handler.WithAttrs(attrs), h.outages}
}

func (h outageHandler) WithGroup(name string) slog.Handler {
	return outageHandler{h.Handler.WithGroup(name), h.outages}
}
