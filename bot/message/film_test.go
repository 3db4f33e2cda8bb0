package message

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
	"konduktor/render"
)

// projector takes a second for a film, and fails at the first ones.
type projector struct {
	render.Painter
	mu    sync.Mutex
	made  int
	fails int
}

func (p *projector) Film(engine.View, render.Options) (render.Film, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made++
	time.Sleep(time.Second)
	if p.made <= p.fails {
		return render.Film{}, errors.New("the film is torn")
	}
	return render.Film{GIF: []byte("film"), Alt: "a film"}, nil
}

func (p *projector) Course(context.Context, match.Game) ([]engine.Turn, error) { return nil, nil }

func finished(t *testing.T, id match.GameID) *play.Table {
	t.Helper()
	table, err := match.Load(match.Game{
		ID: id, Title: "amsterdam", Version: amsterdam.Title.Version(), Seed: engine.Seed{1},
		State: match.Finished,
		Seats: []match.Seat{{User: "ola", Name: "Ola"}, {User: "jan", Name: "Jan"}},
	}, amsterdam.Title, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &play.Table{Table: table}
}

func TestPeopleWhoAskAtTheSameTimeShareAFilm(t *testing.T) {
	table := finished(t, "k7f3")
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p := &projector{fails: 1}
		s := NewPictures(func(context.Context, engine.Title) (render.Painter, bool) {
			return p, true
		}, slog.New(slog.DiscardHandler))
		if _, err := s.Film(t.Context(), table, catalog.Texts("en"), p); err == nil {
			t.Fatal("got a film that could not be made")
		}
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				f, err := s.Film(t.Context(), table, catalog.Texts("en"), p)
				if err != nil || f.Type != "image/gif" || f.Alt != "a film" {
					t.Errorf("got %+v, %v", f, err)
				}
			})
		}
		all.Wait()
		if p.made != 2 {
			t.Errorf("made %d films for all, want one after the one that failed", p.made)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		all.Go(func() {
			if _, err := s.Film(t.Context(), table, catalog.Texts("pl"), p); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		if _, err := s.Film(ctx, table, catalog.Texts("pl"), p); !errors.Is(err,
			context.DeadlineExceeded) {
			t.Errorf("got %v, want an end of waiting", err)
		}
		all.Wait()
	})
}

// patient tells how a game went after a second, unless the one who asked has gone away.
type patient struct{}

func (patient) Course(ctx context.Context, _ match.Game) ([]engine.Turn, error) {
	select {
	case <-time.After(time.Second):
		return nil, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// brittle breaks down in the middle of a film.
type brittle struct{ render.Painter }

func (brittle) Film(engine.View, render.Options) (render.Film, error) { panic("the film is torn") }

func TestWaitingReaderGetsTheFilmIfItsMakerLeaves(t *testing.T) {
	table := finished(t, "k7f3")
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p := &projector{}
		s := NewPictures(func(context.Context, engine.Title) (render.Painter, bool) {
			return p, true
		}, slog.New(slog.DiscardHandler))
		ctx, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := s.Film(ctx, table, catalog.Texts("en"), patient{}); !errors.Is(err,
				context.Canceled) {
				t.Errorf("got %v for who went away", err)
			}
		})
		synctest.Wait()
		for range 3 {
			all.Go(func() {
				if f, err := s.Film(t.Context(), table, catalog.Texts("en"), patient{}); err != nil ||
					f.Type != "image/gif" {
					t.Errorf("got %+v, %v for who waited", f, err)
				}
			})
		}
		synctest.Wait()
		leave()
		all.Wait()
		if p.made != 1 {
			t.Errorf("made %d films, want one for all who waited", p.made)
		}
	})
}

func TestFailedFilmIsMadeAgain(t *testing.T) {
	table := finished(t, "k7f3")
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	var painter render.Painter = brittle{}
	s := NewPictures(func(context.Context, engine.Title) (render.Painter, bool) {
		return painter, true
	}, slog.New(slog.DiscardHandler))
	func() {
		defer func() { _ = recover() }()
		_, _ = s.Film(t.Context(), table, catalog.Texts("en"), &projector{})
	}()
	if len(s.films.list) != 0 {
		t.Error("the film that broke down is kept")
	}
}

func TestChangedNameMakesANewFilm(t *testing.T) {
	table := finished(t, "k7f3")
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p := new(projector)
		s := NewPictures(func(context.Context, engine.Title) (render.Painter, bool) {
			return p, true
		}, slog.New(slog.DiscardHandler))
		for range 2 {
			for range 2 {
				if _, err := s.Film(t.Context(), table, catalog.Texts("en"), p); err != nil {
					t.Fatal(err)
				}
			}
			table.Seats = slices.Clone(table.Seats)
			table.Seats[0].Name = "former player"
		}
		if p.made != 2 {
			t.Errorf("made %d films, want one with each name", p.made)
		}
	})
}

func TestFilmCacheIsBounded(t *testing.T) {
	var f films
	for n := range 3 * maxFilms {
		f.find(&making{
			done: make(chan struct{}), file: discord.File{},
			game: match.GameID(strconv.Itoa(n)),
		})
	}
	if len(f.list) > maxFilms {
		t.Errorf("%d films are kept, want at most %d", len(f.list), maxFilms)
	}
}
