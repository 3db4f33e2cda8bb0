package message

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
)

// maxFilms is the number of films kept, some 400 kB each: people of one table ask for the same one
// within minutes.
const maxFilms = 8

// Courses tells how finished games went.
type Courses interface {
	Course(ctx context.Context, row match.Game) ([]engine.Turn, error)
}

// films are the films made last. People who ask for one that is being made wait for it.
type films struct {
	mu   sync.Mutex
	list []*making // the one made last at the end
}

// making is a film of a game in a language. It shows the names of the players, which change when
// somebody is forgotten.
type making struct {
	game  match.GameID
	head  match.Link
	lang  string
	names []string

	done chan struct{} // closed when file or err is there
	file discord.File
	err  error
}

// find returns the film that is wanted; mine says that the caller has to make it.
func (f *films) find(want *making) (found *making, mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.list {
		if m.game == want.game && m.head == want.head && m.lang == want.lang &&
			slices.Equal(m.names, want.names) {
			return m, false
		}
	}
	if len(f.list) >= maxFilms {
		f.list = slices.Delete(f.list, 0, 1)
	}
	f.list = append(f.list, want)
	return want, true
}

// forget drops a film that could not be made: the next one who asks tries again.
func (f *films) forget(m *making) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = slices.DeleteFunc(f.list, func(other *making) bool { return other == m })
}

// Film makes the film of a finished game, once for all who ask. If the request for which it is made
// ends early, the next one makes it. *match.Refusal if the game is not over.
func (p *Pictures) Film(ctx context.Context, t *play.Table, texts *locale.Texts, courses Courses,
) (discord.File, error) {
	for {
		m, mine := p.films.find(&making{
			game: t.ID, head: t.Head, lang: texts.Lang(), names: t.ShownNames(),
			done: make(chan struct{}),
		})
		if mine {
			p.produce(ctx, m, t, texts, courses)
			return m.file, m.err
		}
		select {
		case <-m.done:
			if !errors.Is(m.err, context.Canceled) && !errors.Is(m.err, context.DeadlineExceeded) {
				return m.file, m.err
			}
		case <-ctx.Done():
		}
		if err := ctx.Err(); err != nil {
			return discord.File{}, fmt.Errorf("wait for the film of game %s: %w", t.ID, err)
		}
	}
}

// produce makes a film for all who wait for it. A failure is forgotten before they hear of it, so
// that the next request tries again.
func (p *Pictures) produce(ctx context.Context, m *making, t *play.Table, texts *locale.Texts,
	courses Courses,
) {
	m.err = fmt.Errorf("make the film of game %s: it broke down", t.ID) // unless shoot returns
	defer func() {
		if m.err != nil {
			p.films.forget(m)
		}
		close(m.done)
	}()
	m.file, m.err = p.shoot(ctx, t, texts, courses)
}

func (p *Pictures) shoot(ctx context.Context, t *play.Table, texts *locale.Texts, courses Courses,
) (discord.File, error) {
	turns, err := courses.Course(ctx, t.Game)
	if err != nil {
		return discord.File{}, err
	}
	v := t.View(engine.Public)
	var film render.Film
	err = p.paint(ctx, t, func(painter render.Painter) (err error) {
		film, err = painter.Film(v, render.Options{
			Words: Speaker(texts, t).Words, Turns: turns, Names: t.DrawnNames(),
		})
		return err
	})
	if err != nil {
		return discord.File{}, fmt.Errorf("make the film of game %s: %w", t.ID, err)
	}
	p.log.LogAttrs(ctx, slog.LevelDebug, "film", slog.String("game", string(t.ID)),
		slog.Int("frames", film.Frames), slog.Int("bytes", len(film.GIF)))
	return discord.File{Name: "film.gif", Alt: film.Alt, Type: "image/gif", Data: film.GIF}, nil
}
