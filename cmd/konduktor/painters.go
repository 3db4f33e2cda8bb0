package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/render/caption"
)

const (
	// maxOwnPainters bounds the painters for users' own maps, of some megabytes each.
	maxOwnPainters = 6
	// paintersWait is how long a picture waits for its painter. A map of hundreds of routes can
	// take longer: until then texts come alone.
	paintersWait = 20 * time.Second
	// idleAgain is how long painters that nobody has asked for wait while others are at work.
	idleAgain = time.Second
)

// painters holds the painter of each map. Making one draws the empty board, which takes seconds on
// a small machine: it is done once, for the titles' own maps in advance, and nobody waits for
// another map's.
type painters struct {
	log    *slog.Logger
	wait   time.Duration      // how long find waits for a painter
	made   map[string]*making // of the titles' own maps, by title
	making sync.WaitGroup

	mu  sync.Mutex
	own []ownPainter // of users' own maps, the one used last at the end
}

// making is a painter that is made when it is first asked for, once.
type making struct {
	title   engine.Title
	once    sync.Once
	done    chan struct{} // closed when painter and err are there
	painter render.Painter
	err     error
}

type ownPainter struct {
	sum string // of the map
	*making
}

func newPainters(log *slog.Logger, wait time.Duration) *painters {
	p := &painters{log: log, wait: wait, made: map[string]*making{}}
	for _, t := range titles.All() {
		p.made[t.ID()] = newMaking(t)
	}
	return p
}

func newMaking(t engine.Title) *making { return &making{title: t, done: make(chan struct{})} }

// warm makes the painters of the titles' own maps, and then what their private pictures need, one
// after the other while idle says that nothing else is to do, until ctx ends.
func (p *painters) warm(ctx context.Context, idle func(context.Context) bool) {
	for _, step := range []func(*making){p.begin, p.prepare} {
		for _, t := range titles.All() {
			for !idle(ctx) {
				if !pause(ctx, idleAgain) {
					return
				}
			}
			m := p.made[t.ID()]
			step(m)
			<-m.done
		}
	}
}

func (p *painters) prepare(m *making) {
	err := m.guard(func() error {
		if painter, ok := m.painter.(render.Preparer); ok {
			return painter.Prepare()
		}
		return nil
	})
	if err != nil {
		p.log.Error("no private pictures of a map", "title", m.title.ID(), "error", err)
	}
}

// close waits for the painters that are being made. No find may follow.
func (p *painters) close() { p.making.Wait() }

func (p *painters) begin(m *making) {
	m.once.Do(func() {
		p.making.Go(func() {
			defer close(m.done)
			m.err = m.guard(func() (err error) {
				m.painter, err = newPainter(m.title)
				return err
			})
			if m.err != nil {
				p.log.Error("no pictures of a map", "title", m.title.ID(), "error", m.err)
			}
		})
	})
}

// guard does something for the painter. A map's drawing that breaks down breaks nothing else.
func (m *making) guard(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("prepare the pictures of the map %s: %v",
				titles.MapOf(m.title).Name, r)
		}
	}()
	return do()
}

// find returns the painter of a title on its map; false if there is none, or not yet.
func (p *painters) find(ctx context.Context, t engine.Title) (render.Painter, bool) {
	m, _ := p.of(t)
	if m == nil {
		return nil, false
	}
	p.begin(m)
	ctx, cancel := context.WithTimeout(ctx, p.wait)
	defer cancel()
	select {
	case <-m.done:
		return m.painter, m.err == nil
	case <-ctx.Done():
		return nil, false
	}
}

func (p *painters) of(t engine.Title) (_ *making, own bool) {
	m := titles.MapOf(t)
	if m == nil {
		return p.made[t.ID()], false
	}
	if its := titles.Map(t.ID()); its != nil && its.Sum == m.Sum {
		return p.made[t.ID()], false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	o := ownPainter{m.Sum, newMaking(t)}
	if i := slices.IndexFunc(p.own, func(o ownPainter) bool { return o.sum == m.Sum }); i >= 0 {
		o = p.own[i]
		p.own = slices.Delete(p.own, i, i+1)
	} else if len(p.own) >= maxOwnPainters {
		p.own = slices.Delete(p.own, 0, 1)
	}
	p.own = append(p.own, o)
	return o.making, true
}

var drawn = render.New // tests draw each title's empty board only once

func newPainter(t engine.Title) (render.Painter, error) {
	board := titles.MapOf(t)
	if board == nil {
		return nil, fmt.Errorf("there is no board of %q", t.ID())
	}
	p, err := drawn(board, t.Lexicon())
	if err != nil {
		return nil, fmt.Errorf("prepare the pictures of %s: %w", t.ID(), err)
	}
	return p, nil
}

func painterAndWords(t engine.Title) (render.Painter, caption.Words, error) {
	words, err := englishWords()
	if err != nil {
		return nil, nil, err
	}
	painter, err := newPainter(t)
	return painter, words, err
}

func englishWords() (caption.Words, error) {
	catalog, err := locale.Load()
	if err != nil {
		return nil, fmt.Errorf("load the texts: %w", err)
	}
	return catalog.Texts(locale.Fallback).Say, nil
}
