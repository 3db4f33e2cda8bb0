package rest

import (
	"net/http"
	"strings"
)

// route is one REST route. Handlers run under the lock of the state, one at a time.
type route struct {
	method  string
	pattern string // without the version, "/channels/{channel}/messages"
	open    bool   // no Authorization needed: the path holds a token, or there is nothing to protect
	handle  func(*API, *call) (any, error)
}

// name returns a route's name for faults and the journal.
func (r route) name() string { return r.method + " " + r.pattern }

// routes are what the bot asks for of Discord's REST API.
var routes = []route{
	{"GET", "/gateway", true, (*API).getGateway},
	{"GET", "/gateway/bot", false, (*API).getGatewayBot},

	{"GET", "/users/@me", false, (*API).getMe},
	{"GET", "/users/@me/guilds", false, (*API).getMyGuilds},
	{"POST", "/users/@me/channels", false, (*API).createDM},

	{"GET", "/applications/@me", false, (*API).getApplication},
	{"PUT", "/applications/{app}/commands", false, (*API).putCommands},

	{"PATCH", "/channels/{channel}", false, (*API).renameThread},
	{"POST", "/channels/{channel}/messages", false, (*API).createMessage},
	{"PATCH", "/channels/{channel}/messages/{message}", false, (*API).patchMessage},
	{"POST", "/channels/{channel}/messages/{message}/threads", false, (*API).createThread},

	{"POST", "/interactions/{interaction}/{token}/callback", true, (*API).answerInteraction},
	{"POST", "/webhooks/{app}/{token}", true, (*API).createFollowUp},
	{"PATCH", "/webhooks/{app}/{token}/messages/{message}", true, (*API).patchAnswer},
}

// mux leads requests to their routes.
func (a *API) mux() http.Handler {
	mux := http.NewServeMux()
	for _, r := range routes {
		mux.HandleFunc(r.method+" /api/{version}"+r.pattern, func(w http.ResponseWriter, req *http.Request) { a.serve(w, req, &r) })
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, req *http.Request) { a.serve(w, req, nil) })
	return mux
}

// splitVersion takes "/api/v10/users/@me" apart into "10" and "/users/@me".
func splitVersion(path string) (version, rest string) {
	path = strings.TrimPrefix(path, "/api")
	head, tail, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch head {
	case "v9":
		return "9", "/" + tail
	case "v10":
		return "10", "/" + tail
	}
	return "", path
}
