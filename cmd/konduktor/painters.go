package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine/titles"
	"github.com/konduktor-bot/konduktor/render"
)

// painters holds the painter of each title. Making one draws the empty board, which takes seconds on a small machine: it
// is done once, ahead of the first picture, and nobody waits for another title's.
type painters struct {
	made map[string]func() (render.Painter, error)
}

func newPainters() *painters {
	p := &painters{made: map[string]func() (render.Painter, error){}}
	for _, t := range titles.All() {
		p.made[t.ID()] = sync.OnceValues(func() (render.Painter, error) { return newPainter(t.ID()) })
	}
	return p
}

// warm makes all painters, one after the other, until ctx ends.
func (p *painters) warm(ctx context.Context) {
	for _, t := range titles.All() {
		if ctx.Err() != nil {
			return
		}
		_, _ = p.made[t.ID()]() // find tells of errors
	}
}

// find returns the painter of a title; false if the title has no board that can be drawn.
func (p *painters) find(title string) (render.Painter, bool) {
	paint, ok := p.made[title]
	if !ok {
		return nil, false
	}
	made, err := paint()
	return made, err == nil
}

func newPainter(id string) (render.Painter, error) {
	title, ok := titles.Find(id)
	board := titles.Map(id)
	if !ok || board == nil {
		return nil, fmt.Errorf("there is no board of %q", id)
	}
	p, err := render.NewBoard(board, title.Lexicon(), render.ThemeFor(id))
	if err != nil {
		return nil, fmt.Errorf("prepare the pictures of %s: %w", id, err)
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
