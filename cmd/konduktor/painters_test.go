package main

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/render"
)

// preparing notes when it is made, and when it is prepared.
type preparing struct {
	render.Painter
	note func(step string)
}

func (p preparing) Prepare() error {
	p.note("prepare")
	panic("its drawing breaks down")
}

func TestPaintersAreMadeAndPreparedWhileNothingElseIsToDo(t *testing.T) {
	usual := drawn
	defer func() { drawn = usual }()
	synctest.Test(t, func(t *testing.T) {
		var steps []string
		begun, idleAt := time.Now(), 30*time.Second
		ctx, cancel := context.WithCancel(t.Context())
		drawn = func(*railmap.Map, *engine.Lexicon) (render.Painter, error) {
			p := preparing{note: func(step string) {
				steps = append(steps, step)
				if time.Since(begun) < idleAt {
					t.Errorf("%s after %s, while others are at work", step, time.Since(begun))
				}
				idleAt = time.Since(begun) + time.Minute // somebody has come meanwhile
			}}
			p.note("make")
			return p, nil
		}
		all := len(titles.All())
		want := slices.Concat(slices.Repeat([]string{"make"}, all),
			slices.Repeat([]string{"prepare"}, all))
		p := newPainters(slog.New(slog.DiscardHandler), paintersWait)
		idle := func(context.Context) bool {
			if len(steps) == len(want)-1 {
				cancel()
			}
			return time.Since(begun) >= idleAt
		}
		p.warm(ctx, idle)
		if !slices.Equal(steps, want[:len(want)-1]) {
			t.Errorf("%v, want all but the last of %v", steps, want)
		}
	})
}
