package main

import (
	"fmt"
	"sync"

	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine/titles"
	"github.com/konduktor-bot/konduktor/render"
)

// painters holds the painter of each title: making one draws the empty board, which is done once.
type painters struct {
	mu   sync.Mutex
	made map[string]render.Painter
}

// find returns the painter of a title; false if the title has no board that can be drawn.
func (p *painters) find(title string) (render.Painter, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if made, ok := p.made[title]; ok {
		return made, true
	}
	made, err := newPainter(title)
	if err != nil {
		return nil, false
	}
	if p.made == nil {
		p.made = map[string]render.Painter{}
	}
	p.made[title] = made
	return made, true
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
