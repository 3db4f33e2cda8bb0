package sandbox

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// A Page serves the web page of a sandbox, on which one person plays as several people: what
// Discord's client would show them, and what they can do there. docs/sandbox-page.md describes the
// protocol between the page's scripts and this one.

//go:embed page/*.html page/*.css page/*.js page/*.svg
var files embed.FS

// maxBody bounds what the page posts, in bytes.
const maxBody = 64 << 10

// Page serves the page. The lock of the state guards its fields.
type Page struct {
	state   *state.State
	forward func(time.Duration) // nil: the clock cannot be set
	log     *slog.Logger
	viewers map[*viewer]struct{}
	closed  bool
	workers sync.WaitGroup
}

// newPage returns the page of a sandbox. forward sets its clock forward; nil: that is impossible.
func newPage(st *state.State, forward func(time.Duration), log *slog.Logger) *Page {
	s := &Page{state: st, forward: forward, log: log, viewers: map[*viewer]struct{}{}}
	st.Listen(s.hear)
	return s
}

// Close ends all live views and waits for their goroutines.
func (s *Page) Close() {
	s.state.Lock()
	s.closed = true
	for v := range s.viewers {
		v.close()
	}
	s.state.Unlock()
	s.workers.Wait()
}

// Register adds the page and its protocol to mux.
func (s *Page) Register(mux *http.ServeMux) {
	inside, err := fs.Sub(files, "page")
	if err != nil {
		panic(err) // the name is one
	}
	static := http.FileServerFS(inside)
	mux.Handle("GET /page/", http.StripPrefix("/page/", static))
	mux.Handle("/", static)
	mux.HandleFunc("GET /page/live", s.live)
	mux.HandleFunc("GET /page/people", s.getPeople)
	mux.HandleFunc("POST /page/people", s.postPerson)
	mux.HandleFunc("POST /page/clock", s.postClock)
	for name, act := range acts {
		mux.HandleFunc("POST /page/as/{user}/"+name, func(w http.ResponseWriter, r *http.Request) {
			result, err := s.act(w, r, act)
			answer(w, result, err)
		})
	}
}

type person struct {
	ID         string  `json:"id"`
	Username   string  `json:"username"`
	GlobalName *string `json:"global_name"`
	Locale     string  `json:"locale"`
	DMsOpen    bool    `json:"dms_open"`
	Installed  bool    `json:"installed"`
}

func personView(p *state.Person) person {
	return person{p.ID, p.Username, p.GlobalName, p.Locale, p.DMsOpen, p.Installed}
}

func (s *Page) people() []person {
	list := []person{}
	for _, p := range s.state.Everybody() {
		list = append(list, personView(p))
	}
	return list
}

// request is the body of what a person does; which fields count depends on the act.
type request struct {
	ChannelID string             `json:"channel_id"`
	MessageID string             `json:"message_id"`
	CustomID  string             `json:"custom_id"`
	Name      string             `json:"name"`
	Content   string             `json:"content"`
	Options   []wire.OptionValue `json:"options"`
	Values    []string           `json:"values"`
	People    []string           `json:"people"`
	// InteractionID is what opened the form that is Filled in.
	InteractionID string              `json:"interaction_id"`
	Filled        map[string][]string `json:"filled"`
	state.Settings
}

// actor is the person who acts, and the request that says so.
type actor struct {
	*User
	s *Page
	r *http.Request
}

// acts are what people can do on the page, by the last part of the path.
var acts = map[string]func(actor, request) (any, error){
	"slash": func(u actor, r request) (any, error) {
		return begun(u.Invoke(r.ChannelID, r.Name, r.Options, false))
	},
	"complete": func(u actor, r request) (any, error) {
		choices, err := u.Invoke(r.ChannelID, r.Name, r.Options, true).Choices(u.r.Context())
		return map[string]any{"choices": append([]wire.Choice{}, choices...)}, err
	},
	"click": func(u actor, r request) (any, error) {
		return begun(u.Click(r.ChannelID, r.MessageID, r.CustomID))
	},
	"select": func(u actor, r request) (any, error) {
		return begun(u.Select(r.ChannelID, r.MessageID, r.CustomID, r.Values))
	},
	"submit": func(u actor, r request) (any, error) {
		return begun(u.Submit(r.InteractionID, r.Filled))
	},
	"say": func(u actor, r request) (any, error) {
		m, err := u.Say(r.ChannelID, r.Content)
		if err != nil {
			return nil, err
		}
		return map[string]string{"message_id": m.ID}, nil
	},
	"dm": func(u actor, _ request) (any, error) {
		return map[string]string{"channel_id": u.OpenDM().ID()}, nil
	},
	"gather": func(u actor, r request) (any, error) {
		u.s.state.Lock()
		defer u.s.state.Unlock()
		c, err := u.s.state.Gather(append([]string{u.ID()}, r.People...)...)
		if err != nil {
			return nil, err
		}
		return map[string]string{"channel_id": c.ID}, nil
	},
	"settings": func(u actor, r request) (any, error) {
		err := u.Set(r.Settings)
		u.s.state.Lock()
		defer u.s.state.Unlock()
		return personView(u.s.state.Person(u.ID())), err
	},
	"read": func(u actor, r request) (any, error) {
		return struct{}{}, u.MarkRead(r.ChannelID)
	},
	"delete": func(u actor, r request) (any, error) {
		return struct{}{}, u.Delete(r.ChannelID, r.MessageID)
	},
}

// begun answers an act that begins an interaction.
func begun(ix *Interaction) (any, error) {
	if ix.ID() == "" {
		return nil, ix.Err()
	}
	return map[string]string{"interaction_id": ix.ID()}, nil
}

func (s *Page) act(
	w http.ResponseWriter, r *http.Request, do func(actor, request) (any, error),
) (any, error) {
	var req request
	if err := read(w, r, &req); err != nil {
		return nil, err
	}
	s.state.Lock()
	p := s.state.Person(r.PathValue("user"))
	s.state.Unlock()
	if p == nil {
		return nil, state.ErrNobody
	}
	return do(actor{As(s.state, p), s, r}, req)
}

var errBadBody = errors.New("the body is not valid JSON for this request")

func read(w http.ResponseWriter, r *http.Request, v any) error {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil || len(raw) > 0 && json.Unmarshal(raw, v) != nil {
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
		for _, missing := range []error{state.ErrNobody, ErrNoChannel, ErrNoMessage} {
			if errors.Is(err, missing) {
				status = http.StatusNotFound
			}
		}
		w.WriteHeader(status)
		result = map[string]string{"error": err.Error()}
	}
	_ = json.NewEncoder(w).Encode(result) // fails if the page is gone
}

func (s *Page) getPeople(w http.ResponseWriter, _ *http.Request) {
	s.state.Lock()
	people := s.people()
	s.state.Unlock()
	answer(w, people, nil)
}

func (s *Page) postPerson(w http.ResponseWriter, r *http.Request) {
	var req struct{ Name, Locale string }
	if err := read(w, r, &req); err != nil {
		answer(w, nil, err)
		return
	}
	s.state.Lock()
	p, err := s.state.AddPerson(req.Name, req.Locale)
	var view person
	if err == nil {
		view = personView(p)
	}
	s.state.Unlock()
	answer(w, view, err)
}

// maxForward bounds how far the clock is set forward at a time.
const maxForward = 31 * 24 // hours

// postClock sets the sandbox's clock forward by a number of hours.
func (s *Page) postClock(w http.ResponseWriter, r *http.Request) {
	var req struct{ Hours int }
	err := read(w, r, &req)
	switch {
	case err != nil:
	case s.forward == nil:
		err = errors.New("this clock cannot be set")
	case req.Hours < 1 || req.Hours > maxForward:
		err = fmt.Errorf("the clock goes forward by 1 to %d hours at a time", maxForward)
	default:
		s.state.Lock()
		s.forward(time.Duration(req.Hours) * time.Hour)
		s.state.ClockSet()
		s.state.Unlock()
	}
	answer(w, struct{}{}, err)
}
