// Package page serves the web page on which one person plays as several people in a sandbox: what Discord's client would
// show them, and what they can do there. docs/sandbox-page.md is the contract between the page's scripts and the code here.
package page

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"konduktor/bot/sandbox/client"
	"konduktor/bot/sandbox/wire"
	"konduktor/bot/sandbox/world"
)

//go:embed *.html *.css *.js *.svg
var files embed.FS

// maxBody bounds what the page posts, in bytes.
const maxBody = 64 << 10

// Server serves the page. Its fields are guarded by the world's lock.
type Server struct {
	w       *world.World
	forward func(time.Duration) // nil: the clock cannot be set
	log     *slog.Logger
	viewers map[*viewer]struct{}
	closed  bool
	workers sync.WaitGroup
}

// New returns the page of w. forward sets its clock forward; nil: that cannot be done.
func New(w *world.World, forward func(time.Duration), log *slog.Logger) *Server {
	s := &Server{w: w, forward: forward, log: log, viewers: map[*viewer]struct{}{}}
	w.Listen(s.hear)
	return s
}

// Close ends all live views and waits for their goroutines.
func (s *Server) Close() {
	s.w.Lock()
	s.closed = true
	for v := range s.viewers {
		v.close()
	}
	s.w.Unlock()
	s.workers.Wait()
}

// Register adds the page and its protocol to mux.
func (s *Server) Register(mux *http.ServeMux) {
	static := http.FileServerFS(files)
	mux.Handle("GET /page/", http.StripPrefix("/page/", static))
	mux.Handle("/", static)
	mux.HandleFunc("GET /page/live", s.live)
	mux.HandleFunc("GET /page/people", s.getPeople)
	mux.HandleFunc("POST /page/people", s.postPerson)
	mux.HandleFunc("POST /page/clock", s.postClock)
	mux.HandleFunc("POST /page/as/{user}/complete", s.postComplete)
	for name, act := range acts {
		mux.HandleFunc("POST /page/as/{user}/"+name, func(w http.ResponseWriter, r *http.Request) { s.act(w, r, act) })
	}
}

// person is somebody as the page shows them.
type person struct {
	ID         string  `json:"id"`
	Username   string  `json:"username"`
	GlobalName *string `json:"global_name"`
	Locale     string  `json:"locale"`
	DMsOpen    bool    `json:"dms_open"`
	Installed  bool    `json:"installed"`
}

func personView(p *world.Person) person {
	return person{p.ID, p.Username, p.GlobalName, p.Locale, p.DMsOpen, p.Installed}
}

// people lists everybody for the page.
func (s *Server) people() []person {
	list := []person{}
	for _, p := range s.w.Everybody() {
		list = append(list, personView(p))
	}
	return list
}

// request is the body of every request of the page.
type request struct {
	ChannelID string             `json:"channel_id"`
	MessageID string             `json:"message_id"`
	CustomID  string             `json:"custom_id"`
	Name      string             `json:"name"`
	Content   string             `json:"content"`
	Options   []wire.OptionValue `json:"options"`
	Values    []string           `json:"values"`
	DMsOpen   *bool              `json:"dms_open"`
	Installed *bool              `json:"installed"`
	People    []string           `json:"people"`
	Locale    *string            `json:"locale"`
}

// act is something that a person can do on the page.
type act func(*world.World, *world.Person, request) (any, error)

// acts are keyed by the last part of the path. They run under the world's lock.
var acts = map[string]act{
	"slash": func(w *world.World, p *world.Person, r request) (any, error) {
		return begun(client.Invoke(w, p, r.ChannelID, r.Name, r.Options, false))
	},
	"click": func(w *world.World, p *world.Person, r request) (any, error) {
		return begun(client.Click(w, p, r.ChannelID, r.MessageID, r.CustomID))
	},
	"select": func(w *world.World, p *world.Person, r request) (any, error) {
		return begun(client.Select(w, p, r.ChannelID, r.MessageID, r.CustomID, r.Values))
	},
	"say": func(w *world.World, p *world.Person, r request) (any, error) {
		m, err := client.Say(w, p, r.ChannelID, r.Content)
		if err != nil {
			return nil, err
		}
		return map[string]string{"message_id": m.ID}, nil
	},
	"dm": func(w *world.World, p *world.Person, _ request) (any, error) {
		return map[string]string{"channel_id": w.OpenDM(p).ID}, nil
	},
	"gather": func(w *world.World, p *world.Person, r request) (any, error) {
		people := []*world.Person{p}
		for _, id := range r.People {
			other := w.Person(id)
			if other == nil {
				return nil, errNobody
			}
			people = append(people, other)
		}
		c, err := w.Gather(people...)
		if err != nil {
			return nil, err
		}
		return map[string]string{"channel_id": c.ID}, nil
	},
	"settings": func(w *world.World, p *world.Person, r request) (any, error) {
		err := w.Set(p, r.DMsOpen, r.Installed, r.Locale)
		return personView(p), err // as they are after the change
	},
	"read": func(w *world.World, p *world.Person, r request) (any, error) {
		c, err := client.Place(w, p, r.ChannelID)
		if err == nil {
			c.MarkRead(p)
		}
		return struct{}{}, err
	},
	"delete": func(w *world.World, p *world.Person, r request) (any, error) {
		return struct{}{}, client.Discard(w, p, r.ChannelID, r.MessageID)
	},
}

// begun is the answer to everything that begins an interaction.
func begun(ix *world.Interaction, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]string{"interaction_id": ix.ID}, nil
}

// act runs what the page asks for.
func (s *Server) act(w http.ResponseWriter, r *http.Request, do act) {
	p, req, err := s.call(w, r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	result, err := s.underLock(p, req, do)
	answer(w, result, err)
}

// underLock runs do under the world's lock.
func (s *Server) underLock(p *world.Person, req request, do act) (any, error) {
	s.w.Lock()
	defer s.w.Unlock()
	return do(s.w, p, req)
}

var (
	errNobody  = errors.New("nobody has this id")
	errBadBody = errors.New("the body is not valid JSON for this request")
)

// call reads who acts, and the body.
func (s *Server) call(w http.ResponseWriter, r *http.Request) (*world.Person, request, error) {
	var req request
	if err := read(w, r, &req); err != nil {
		return nil, req, err
	}
	s.w.Lock()
	defer s.w.Unlock()
	p := s.w.Person(r.PathValue("user"))
	if p == nil {
		return nil, req, errNobody
	}
	return p, req, nil
}

// read reads a body of the page into v.
func read(w http.ResponseWriter, r *http.Request, v any) error {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return errBadBody
	}
	if len(raw) > 0 && json.Unmarshal(raw, v) != nil {
		return errBadBody
	}
	return nil
}

// answer writes result, or the error as a sentence.
func answer(w http.ResponseWriter, result any, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		status := http.StatusBadRequest
		if errors.Is(err, errNobody) || errors.Is(err, client.ErrNoChannel) || errors.Is(err, client.ErrNoMessage) {
			status = http.StatusNotFound
		}
		w.WriteHeader(status)
		result = map[string]string{"error": err.Error()}
	}
	_ = json.NewEncoder(w).Encode(result) // the page is gone
}

func (s *Server) getPeople(w http.ResponseWriter, _ *http.Request) {
	s.w.Lock()
	people := s.people()
	s.w.Unlock()
	answer(w, people, nil)
}

// postPerson adds somebody.
func (s *Server) postPerson(w http.ResponseWriter, r *http.Request) {
	var req struct{ Name, Locale string }
	if err := read(w, r, &req); err != nil {
		answer(w, nil, err)
		return
	}
	s.w.Lock()
	p, err := s.w.AddPerson(req.Name, req.Locale)
	var view person
	if err == nil {
		view = personView(p)
	}
	s.w.Unlock()
	answer(w, view, err)
}

// maxForward bounds how far the clock is set forward at a time.
const maxForward = 31 * 24 // hours

// postClock sets the sandbox's clock forward by a number of hours.
func (s *Server) postClock(w http.ResponseWriter, r *http.Request) {
	var req struct{ Hours int }
	err := read(w, r, &req)
	switch {
	case err != nil:
	case s.forward == nil:
		err = errors.New("this clock cannot be set")
	case req.Hours < 1 || req.Hours > maxForward:
		err = fmt.Errorf("the clock goes forward by 1 to %d hours at a time", maxForward)
	default:
		s.w.Lock()
		s.forward(time.Duration(req.Hours) * time.Hour)
		s.w.ClockSet()
		s.w.Unlock()
	}
	answer(w, map[string]any{}, err)
}

// postComplete asks the bot for the choices of an option and waits for them.
func (s *Server) postComplete(w http.ResponseWriter, r *http.Request) {
	p, req, err := s.call(w, r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	choices, err := s.complete(r.Context(), p, req)
	answer(w, map[string]any{"choices": choices}, err)
}

func (s *Server) complete(ctx context.Context, p *world.Person, req request) ([]wire.Choice, error) {
	s.w.Lock()
	ix, err := client.Invoke(s.w, p, req.ChannelID, req.Name, req.Options, true)
	s.w.Unlock()
	if err != nil {
		return nil, err
	}
	if err := s.w.Await(ctx, ix); err != nil {
		return nil, err
	}
	s.w.Lock()
	defer s.w.Unlock()
	if ix.Failed != "" {
		return nil, errors.New(ix.Failed)
	}
	return append([]wire.Choice{}, ix.Choices...), nil
}
