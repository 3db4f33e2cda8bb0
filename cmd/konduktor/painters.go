package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/titles"
	"github.com/konduktor-bot/konduktor/render"
)

// maxOwnPainters bounds the painters kept for maps of users' own, which hold some megabytes each.
const maxOwnPainters = 6

// painters holds the painter of each map. Making one draws the empty board, which takes seconds on a small machine: it is
// done once, for the titles' own maps ahead of the first picture, and nobody waits for another map's.
type painters struct {
	log  *slog.Logger
	made map[string]making // of the titles' own maps, by title

	mu  sync.Mutex
	own []ownPainter // of users' own maps, the one used last at the end
}

// making makes a painter at the first call; whoever calls meanwhile waits for it, and later ones get the same.
type making func() (render.Painter, error)

type ownPainter struct {
	sum  string // of the map
	make making
}

func newPainters(log *slog.Logger) *painters {
	p := &painters{log: log, made: map[string]making{}}
	for _, t := range titles.All() {
		p.made[t.ID()] = sync.OnceValues(func() (render.Painter, error) { return newPainter(t) })
	}
	return p
}

// warm makes the painters of the titles' own maps, one after the other, until ctx ends.
func (p *painters) warm(ctx context.Context) {
	for _, t := range titles.All() {
		if ctx.Err() != nil {
			return
		}
		_, _ = p.made[t.ID()]() // find tells of errors
	}
}

// find returns the painter of a title on its map; false if there is nothing that can be drawn.
func (p *painters) find(t engine.Title) (render.Painter, bool) {
	paint, own := p.making(t)
	if paint == nil {
		return nil, false
	}
	made, err := paint()
	if err != nil && own {
		p.log.Error("map not drawn", "title", t.ID(), "map", titles.MapOf(t).Name, "error", err)
	}
	return made, err == nil
}

// making finds how the painter of a title is made, nil if it cannot be, and says whether the map is a user's own.
func (p *painters) making(t engine.Title) (_ making, own bool) {
	m := titles.MapOf(t)
	if m == nil {
		return p.made[t.ID()], false
	}
	if its := titles.Map(t.ID()); its != nil && its.Sum == m.Sum {
		return p.made[t.ID()], false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.own, func(o ownPainter) bool { return o.sum == m.Sum })
	o := ownPainter{m.Sum, sync.OnceValues(func() (render.Painter, error) { return newOwnPainter(t) })}
	switch {
	case i >= 0:
		o = p.own[i]
		p.own = slices.Delete(p.own, i, i+1)
	case len(p.own) >= maxOwnPainters:
		p.own = slices.Delete(p.own, 0, 1)
	}
	p.own = append(p.own, o)
	return o.make, true
}

// newOwnPainter is newPainter for maps that nobody has looked at yet: a drawing that breaks down breaks nothing else.
func newOwnPainter(t engine.Title) (made render.Painter, err error) {
	defer func() {
		if r := recover(); r != nil {
			made, err = nil, fmt.Errorf("prepare the pictures of the map %s: %v", titles.MapOf(t).Name, r)
		}
	}()
	return newPainter(t)
}

// newPainter makes the painter of a title on its map.
func newPainter(t engine.Title) (render.Painter, error) {
	board := titles.MapOf(t)
	if board == nil {
		return nil, fmt.Errorf("there is no board of %q", t.ID())
	}
	p, err := render.New(board, t.Lexicon(), render.ThemeFor(t.ID()))
	if err != nil {
		return nil, fmt.Errorf("prepare the pictures of %s: %w", t.ID(), err)
	}
	return p, nil
}

// englishWords are the words of pictures and texts on the command line.
func englishWords() (render.Words, error) {
	catalog, err := locale.Load()
	if err != nil {
		return nil, fmt.Errorf("load the texts: %w", err)
	}
	return catalog.Texts("en").Say, nil
}
