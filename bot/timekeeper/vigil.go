package timekeeper

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"konduktor/bot/play"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Vigil notes each minute that people can be served. What the store says of the last time is how it
// finds out that nobody could be: the host was away, or Discord. All fields must be set.
type Vigil struct {
	Store storage.Settings
	Games *play.Service
	// Able reports whether people can be served now, the store aside.
	Able  func(ctx context.Context) bool
	Log   *slog.Logger
	Now   func() time.Time
	After func(d time.Duration) (<-chan time.Time, func())

	beating sync.Mutex
	tried   time.Time     // when somebody who was heard last asked
	back    chan struct{} // an outage is over
}

const (
	beatEvery = time.Minute
	// ableWithin bounds a question to Discord while somebody waits for an answer.
	ableWithin = time.Second
	askAgain   = 10 * time.Second
)

// NewVigil returns a vigil; from now on nobody's time is up unless Look or Heard find people to
// be served.
func NewVigil(v *Vigil) *Vigil {
	v.back = make(chan struct{}, 1)
	v.Games.Attend()
	return v
}

// Look notes that people can be served, if they can, and gives tables back what they lost before.
func (v *Vigil) Look(ctx context.Context) error {
	if err := v.beat(ctx); err != nil || !v.Games.Lost() {
		return err
	}
	if err := v.Games.GiveBack(ctx, v.Now()); err != nil {
		return err
	}
	return v.beat(ctx) // which finds nothing lost any more
}

func (v *Vigil) beat(ctx context.Context) error {
	v.beating.Lock()
	defer v.beating.Unlock()
	return v.note(ctx)
}

func (v *Vigil) note(ctx context.Context) error {
	if !v.Able(ctx) {
		return nil
	}
	now := v.Now()
	served, err := storage.Beat(ctx, v.Store, now)
	if err == nil {
		v.Games.Serves(now, served.Outages)
	}
	return err
}

// Heard is called when a person is heard, before anything else is done about it: they may be the
// first after an outage, and what they want counts after it.
func (v *Vigil) Heard(ctx context.Context) {
	away := func() bool { return v.Now().Sub(v.Games.Seen()) > match.ShortestOutage }
	if !away() {
		return
	}
	v.beating.Lock()
	defer v.beating.Unlock()
	if !away() || v.Now().Sub(v.tried) < askAgain { // somebody else was heard first
		return
	}
	v.tried = v.Now()
	asking, stop := context.WithTimeout(ctx, ableWithin)
	defer stop()
	if err := v.note(asking); err != nil {
		v.Log.ErrorContext(ctx, "not noted that people can be served", "error", err)
	}
	select {
	case v.back <- struct{}{}:
	default:
	}
}

// Run looks each minute until ctx ends.
func (v *Vigil) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := v.Look(ctx); err != nil && ctx.Err() == nil {
			v.Log.ErrorContext(ctx, "not noted that people can be served", "error", err)
		}
		timer, stop := v.After(beatEvery)
		select {
		case <-ctx.Done():
		case <-v.back:
		case <-timer:
		}
		stop()
	}
}
