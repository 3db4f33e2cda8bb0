package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// API is Discord's REST API as far as the bot uses it, with Discord's limits and error
// codes, on the state of a sandbox. Tests can break requests on purpose (Inject) and look at all
// of them afterwards (Requests).

// connections is the part of the gateway that the API describes. The caller holds the lock.
type connections interface {
	URL() string
	Identifies() int
}

// API serves requests. The lock of the state guards its fields.
type API struct {
	state     *state.State
	gateway   connections
	publicKey string
	log       *slog.Logger
	faults    []*Fault
	journal   []Request // the latest ones
	mux       *http.ServeMux
}

// newAPI returns the API of a sandbox. publicKey is the application's, in 64 hexadecimal digits.
func newAPI(s *state.State, g connections, publicKey string, log *slog.Logger) *API {
	a := &API{
		state: s, gateway: g, publicKey: publicKey, log: log,
		mux: http.NewServeMux(),
	}
	for _, r := range routes {
		a.mux.HandleFunc(r.method+" "+version+r.pattern,
			func(w http.ResponseWriter, req *http.Request) { a.serve(w, req, &r) })
	}
	a.mux.HandleFunc("/api/", func(w http.ResponseWriter, req *http.Request) { a.serve(w, req, nil) })
	return a
}

// ServeHTTP serves everything below /api/. Its answers are dated by the clock that IDs are made by.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Date", a.state.Now().UTC().Format(http.TimeFormat))
	a.mux.ServeHTTP(w, r)
}

// version is the path of the only version of the API that the bot uses.
const version = "/api/v10"

// route is one REST route. Handlers run one at a time, under the lock of the state.
type route struct {
	method  string
	pattern string // without the version, "/channels/{channel}/messages"
	open    bool   // needs no Authorization: the path holds a token, or there is nothing to protect
	handle  func(*API, *call) (any, error)
}

// routes are the parts of Discord's REST API that the bot uses.
var routes = []route{
	{"GET", "/gateway", true, (*API).getGateway},
	{"GET", "/gateway/bot", false, (*API).getGatewayBot},

	{"GET", "/users/@me", false, (*API).getMe},
	{"GET", "/users/@me/guilds", false, (*API).getMyGuilds},
	{"POST", "/users/@me/channels", false, (*API).createDM},

	{"GET", "/guilds/{guild}/preview", false, (*API).getPreview},
	{"GET", "/guilds/{guild}/members/{user}", false, (*API).getMember},
	{"GET", "/applications/@me", false, (*API).getApplication},
	{"PUT", "/applications/{app}/commands", false, (*API).putCommands},
	{"GET", "/applications/{app}/emojis", false, (*API).listEmoji},
	{"POST", "/applications/{app}/emojis", false, (*API).createEmoji},
	{"DELETE", "/applications/{app}/emojis/{emoji}", false, (*API).deleteEmoji},

	{"GET", "/guilds/{guild}/threads/active", false, (*API).listThreads},
	{"GET", "/channels/{channel}", false, (*API).getChannel},
	{"PATCH", "/channels/{channel}", false, (*API).patchThread},
	{"POST", "/channels/{channel}/threads", false, (*API).createPost},
	{"POST", "/channels/{channel}/messages", false, (*API).createMessage},
	{"PATCH", "/channels/{channel}/messages/{message}", false, (*API).patchMessage},
	{"DELETE", "/channels/{channel}/messages/{message}", false, (*API).deleteMessage},
	{"POST", "/channels/{channel}/messages/{message}/threads", false, (*API).createThread},

	{"POST", "/interactions/{interaction}/{token}/callback", true, (*API).answerInteraction},
	{"POST", "/webhooks/{app}/{token}", true, (*API).createFollowUp},
	{"PATCH", "/webhooks/{app}/{token}/messages/{message}", true, (*API).patchAnswer},
}

type call struct {
	r      *http.Request
	body   json.RawMessage // JSON or payload_json, nil if there was none
	files  []wire.Upload
	status int         // of a good answer; 0: 200, or 204 without a body
	header http.Header // of the answer
}

func (c *call) path(name string) string { return c.r.PathValue(name) }

func (a *API) serve(w http.ResponseWriter, r *http.Request, rt *route) {
	path := strings.TrimPrefix(r.URL.Path, version)
	record := Request{Method: r.Method, Path: path, Query: r.URL.RawQuery}
	if rt != nil {
		record.Route = rt.method + " " + rt.pattern
	}
	c := &call{r: r, header: w.Header()}
	err := readBody(w, c)
	record.Body = c.body
	fault, answer := a.decide(rt, c, err, &record)
	if fault.Cut != CutNever {
		cutConnection(w)
		return
	}
	if answer != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(record.Status)
	_, _ = w.Write(answer)
}

// decide handles the request under the lock, or fails it as a fault says, and records it. err is
// the error of its body.
func (a *API) decide(rt *route, c *call, err error, record *Request) (Fault, []byte) {
	a.state.Lock()
	defer a.state.Unlock()
	fault := a.nextFault(record.Route)
	var result any
	switch {
	case fault.Status != 0:
		err = fault.answer(c.header)
	case fault.Cut == CutBefore || err != nil:
	case rt == nil:
		err = wire.ErrNotFound
	case !rt.open && !a.state.ValidToken(c.r.Header.Get("Authorization")):
		err = wire.ErrUnauthorized
	default:
		result, err = rt.handle(a, c)
	}
	answer := a.encode(c, result, err, record)
	if fault.Cut != CutNever {
		record.Status, record.Code = 0, 0
	}
	a.record(*record)
	a.state.Notify()
	return fault, answer
}

// encode turns a handler's result into the answer's status and body, and records the status.
func (a *API) encode(c *call, result any, err error, record *Request) []byte {
	var refused *wire.Refusal
	var limited *rateLimitError
	switch {
	case err == nil && result == nil:
		record.Status = http.StatusNoContent
		return nil
	case err == nil:
		record.Status = max(c.status, http.StatusOK)
	case errors.As(err, &limited):
		record.Status, record.Code, result = http.StatusTooManyRequests, limited.Code, limited
	case errors.As(err, &refused):
		record.Status, record.Code, result = refused.Status, refused.Code, refused
	default:
		a.log.Error("sandbox handler", "route", record.Route, "error", err)
		record.Status = http.StatusInternalServerError
		result = &wire.Refusal{Message: "500: Internal Server Error"}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(result); err != nil { // our own types can be encoded
		panic("sandbox: encode answer: " + err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func cutConnection(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		conn.Close()
	}
}
