package sandbox

import (
	"embed"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// The page is what a person sees of Discord; docs/sandbox-page.md is the
// contract between it and the code here.

//go:embed page
var pageFiles embed.FS

// maxPageBody bounds what the page posts, in bytes.
const maxPageBody = 64 << 10

// Person is somebody as the page shows them.
type Person struct {
	ID         string  `json:"id"`
	Username   string  `json:"username"`
	GlobalName *string `json:"global_name"`
	Locale     string  `json:"locale"`
	DMsOpen    bool    `json:"dms_open"`
}

func (p *person) view() Person {
	return Person{p.user.ID, p.user.Username, p.user.GlobalName, p.locale, p.dmsOpen}
}

// peopleView lists everybody for the page.
func (s *Server) peopleView() []Person {
	list := []Person{}
	for _, p := range s.world.everybody() {
		list = append(list, p.view())
	}
	return list
}

// pageRoutes adds the page and its protocol to mux.
func (s *Server) pageRoutes(mux *http.ServeMux) {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil { // the folder is embedded
		panic("sandbox: embedded page: " + err.Error())
	}
	static := http.FileServerFS(files)
	mux.Handle("GET /page/", http.StripPrefix("/page/", static))
	mux.Handle("/", static)
	mux.HandleFunc("GET /page/live", s.live)
	mux.HandleFunc("GET /page/people", func(w http.ResponseWriter, _ *http.Request) {
		s.mu.Lock()
		people := s.peopleView()
		s.mu.Unlock()
		answerPage(w, people, nil)
	})
	mux.HandleFunc("POST /page/people", s.postPerson)
	mux.HandleFunc("POST /page/as/{user}/complete", s.postComplete)
	for name, act := range pageActs {
		mux.HandleFunc("POST /page/as/{user}/"+name, func(w http.ResponseWriter, r *http.Request) { s.act(w, r, act) })
	}
}

// pageRequest is the body of every request of the page.
type pageRequest struct {
	ChannelID     string             `json:"channel_id"`
	MessageID     string             `json:"message_id"`
	CustomID      string             `json:"custom_id"`
	InteractionID string             `json:"interaction_id"`
	Name          string             `json:"name"`
	Content       string             `json:"content"`
	Options       []wire.OptionValue `json:"options"`
	Values        json.RawMessage    `json:"values"`
	DMsOpen       *bool              `json:"dms_open"`
	Locale        *string            `json:"locale"`
}

// pageActs are what a person can do on the page, by the last part of the path.
// They run under Server.mu.
var pageActs = map[string]func(*Server, *person, pageRequest) (any, error){
	"slash": func(s *Server, p *person, r pageRequest) (any, error) {
		return begun(s.invoke(p, r.ChannelID, r.Name, r.Options, false))
	},
	"click": func(s *Server, p *person, r pageRequest) (any, error) {
		return begun(s.click(p, r.ChannelID, r.MessageID, r.CustomID))
	},
	"select": func(s *Server, p *person, r pageRequest) (any, error) {
		var values []string
		if err := json.Unmarshal(r.Values, &values); err != nil {
			return nil, errors.New("values must be a list of texts")
		}
		return begun(s.press(p, r.ChannelID, r.MessageID, r.CustomID, values, false))
	},
	"modal": func(s *Server, p *person, r pageRequest) (any, error) {
		var values map[string]string
		if err := json.Unmarshal(r.Values, &values); err != nil {
			return nil, errors.New("values must map custom ids to texts")
		}
		return begun(s.submit(p, r.InteractionID, values))
	},
	"say": func(s *Server, p *person, r pageRequest) (any, error) {
		m, err := s.say(p, r.ChannelID, r.Content)
		if err != nil {
			return nil, err
		}
		return map[string]string{"message_id": m.ID}, nil
	},
	"dm": func(s *Server, p *person, _ pageRequest) (any, error) {
		return map[string]string{"channel_id": s.openDM(p).ID}, nil
	},
	"settings": func(s *Server, p *person, r pageRequest) (any, error) {
		err := s.settings(p, r.DMsOpen, r.Locale)
		return p.view(), err // as they are after the change
	},
	"read": func(s *Server, p *person, r pageRequest) (any, error) {
		ch, err := s.place(p, r.ChannelID)
		if ch != nil {
			delete(ch.unread, p.user.ID)
		}
		return struct{}{}, err
	},
	"delete": func(s *Server, p *person, r pageRequest) (any, error) {
		return struct{}{}, s.discard(p, r.ChannelID, r.MessageID)
	},
}

// begun is the answer to everything that begins an interaction.
func begun(ix *interaction, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]string{"interaction_id": ix.id}, nil
}

// act runs what the page asks for.
func (s *Server) act(w http.ResponseWriter, r *http.Request, act func(*Server, *person, pageRequest) (any, error)) {
	p, req, err := s.pageCall(w, r)
	if err != nil {
		answerPage(w, nil, err)
		return
	}
	result, err := s.acted(p, req, act)
	answerPage(w, result, err)
}

// acted runs act under the lock.
func (s *Server) acted(p *person, req pageRequest, act func(*Server, *person, pageRequest) (any, error)) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return act(s, p, req)
}

var (
	errNobody  = errors.New("nobody has this id")
	errBadBody = errors.New("the body is not the JSON that is expected")
	errForeign = errors.New("only the sandbox's own page may do this")
)

// pageCall reads who acts, and the body.
func (s *Server) pageCall(w http.ResponseWriter, r *http.Request) (*person, pageRequest, error) {
	var req pageRequest
	if err := readPage(w, r, &req); err != nil {
		return nil, req, err
	}
	s.mu.Lock()
	p := s.world.people[r.PathValue("user")]
	s.mu.Unlock()
	if p == nil {
		return nil, req, errNobody
	}
	return p, req, nil
}

// readPage reads a body of the page into v. A page of another origin cannot
// act: it would be somebody's web site reaching into this machine.
func readPage(w http.ResponseWriter, r *http.Request, v any) error {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return errForeign
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPageBody))
	if err != nil {
		return errBadBody
	}
	if len(raw) > 0 && json.Unmarshal(raw, v) != nil {
		return errBadBody
	}
	return nil
}

// answerPage writes result, or the error as a sentence.
func answerPage(w http.ResponseWriter, result any, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		status := http.StatusBadRequest
		if errors.Is(err, errNobody) || errors.Is(err, errNotVisible) || errors.Is(err, errNoMessage) {
			status = http.StatusNotFound
		}
		w.WriteHeader(status)
		result = map[string]string{"error": err.Error()}
	}
	_, _ = w.Write(mustJSON(result))
}

// postPerson adds somebody.
func (s *Server) postPerson(w http.ResponseWriter, r *http.Request) {
	var req struct{ Name, Locale string }
	if err := readPage(w, r, &req); err != nil {
		answerPage(w, nil, err)
		return
	}
	s.mu.Lock()
	p, err := s.addPerson(req.Name, req.Locale, s.now())
	var view Person
	if p != nil {
		view = p.view()
	}
	s.mu.Unlock()
	answerPage(w, view, err)
}

// postComplete asks the bot for the choices of an option and waits for them.
func (s *Server) postComplete(w http.ResponseWriter, r *http.Request) {
	p, req, err := s.pageCall(w, r)
	if err != nil {
		answerPage(w, nil, err)
		return
	}
	s.mu.Lock()
	ix, err := s.invoke(p, req.ChannelID, req.Name, req.Options, true)
	s.mu.Unlock()
	if err != nil {
		answerPage(w, nil, err)
		return
	}
	handle := &Interaction{s: s, ix: ix}
	choices, err := handle.Choices(r.Context())
	answerPage(w, map[string]any{"choices": append([]wire.Choice{}, choices...)}, err)
}

// settings changes what a person can set about themselves.
func (s *Server) settings(p *person, dmsOpen *bool, locale *string) error {
	if locale != nil {
		if !locales[*locale] {
			return errors.New("there is no such locale in Discord")
		}
		p.locale = *locale
	}
	if dmsOpen != nil {
		p.dmsOpen = *dmsOpen
	}
	s.tellPeople()
	s.notify()
	return nil
}
