package sandbox

import (
	"net/http"
	"strings"
)

// route is one REST route. Handlers run under Server.mu, one at a time.
type route struct {
	method  string
	pattern string // without the version, "/channels/{channel}/messages"
	open    bool   // no Authorization needed: the path holds a token
	handle  func(*Server, *call) (any, error)
}

// name of a route as faults and the journal use it.
func (r route) name() string { return r.method + " " + r.pattern }

// restRoutes is everything that the sandbox knows of Discord's REST API.
var restRoutes = []route{
	{"GET", "/gateway", true, (*Server).getGateway},
	{"GET", "/gateway/bot", false, (*Server).getGatewayBot},

	{"GET", "/users/@me", false, (*Server).getMe},
	{"GET", "/users/@me/guilds", false, (*Server).getMyGuilds},
	{"GET", "/users/@me/guilds/{guild}/member", false, (*Server).getMyMember},
	{"POST", "/users/@me/channels", false, (*Server).createDM},
	{"GET", "/users/{user}", false, (*Server).getUser},

	{"GET", "/oauth2/applications/@me", false, (*Server).getApplication},
	{"GET", "/applications/@me", false, (*Server).getApplication},
	{"GET", "/applications/{app}/commands", false, (*Server).getCommands},
	{"POST", "/applications/{app}/commands", false, (*Server).createCommand},
	{"PUT", "/applications/{app}/commands", false, (*Server).putCommands},
	{"GET", "/applications/{app}/commands/{command}", false, (*Server).getCommand},
	{"DELETE", "/applications/{app}/commands/{command}", false, (*Server).deleteCommand},
	{"GET", "/applications/{app}/guilds/{guild}/commands", false, (*Server).getCommands},
	{"POST", "/applications/{app}/guilds/{guild}/commands", false, (*Server).createCommand},
	{"PUT", "/applications/{app}/guilds/{guild}/commands", false, (*Server).putCommands},
	{"GET", "/applications/{app}/guilds/{guild}/commands/{command}", false, (*Server).getCommand},
	{"DELETE", "/applications/{app}/guilds/{guild}/commands/{command}", false, (*Server).deleteCommand},
	{"GET", "/applications/{app}/emojis", false, (*Server).getEmojis},
	{"POST", "/applications/{app}/emojis", false, (*Server).createEmoji},
	{"DELETE", "/applications/{app}/emojis/{emoji}", false, (*Server).deleteEmoji},

	{"GET", "/guilds/{guild}", false, (*Server).getGuild},
	{"GET", "/guilds/{guild}/channels", false, (*Server).getGuildChannels},
	{"GET", "/guilds/{guild}/roles", false, (*Server).getRoles},
	{"GET", "/guilds/{guild}/threads/active", false, (*Server).getActiveThreads},
	{"GET", "/guilds/{guild}/members/@me", false, (*Server).getMyMember},
	{"GET", "/guilds/{guild}/members/{user}", false, (*Server).getMember},

	{"GET", "/channels/{channel}", false, (*Server).getChannel},
	{"PATCH", "/channels/{channel}", false, (*Server).patchChannel},
	{"DELETE", "/channels/{channel}", false, (*Server).deleteChannel},
	{"POST", "/channels/{channel}/typing", false, (*Server).typing},
	{"GET", "/channels/{channel}/messages", false, (*Server).getMessages},
	{"POST", "/channels/{channel}/messages", false, (*Server).createMessage},
	{"GET", "/channels/{channel}/messages/{message}", false, (*Server).getMessage},
	{"PATCH", "/channels/{channel}/messages/{message}", false, (*Server).patchMessage},
	{"DELETE", "/channels/{channel}/messages/{message}", false, (*Server).deleteMessage},
	{"GET", "/channels/{channel}/pins", false, (*Server).getPinsOld},
	{"PUT", "/channels/{channel}/pins/{message}", false, (*Server).pin},
	{"DELETE", "/channels/{channel}/pins/{message}", false, (*Server).unpin},
	{"GET", "/channels/{channel}/messages/pins", false, (*Server).getPins},
	{"PUT", "/channels/{channel}/messages/pins/{message}", false, (*Server).pin},
	{"DELETE", "/channels/{channel}/messages/pins/{message}", false, (*Server).unpin},
	{"POST", "/channels/{channel}/messages/{message}/threads", false, (*Server).threadFromMessage},
	{"POST", "/channels/{channel}/threads", false, (*Server).createThread},
	{"GET", "/channels/{channel}/thread-members", false, (*Server).getThreadMembers},
	{"PUT", "/channels/{channel}/thread-members/@me", false, (*Server).joinThread},
	{"DELETE", "/channels/{channel}/thread-members/@me", false, (*Server).leaveThread},
	{"GET", "/channels/{channel}/thread-members/{user}", false, (*Server).getThreadMember},
	{"PUT", "/channels/{channel}/thread-members/{user}", false, (*Server).addThreadMember},
	{"DELETE", "/channels/{channel}/thread-members/{user}", false, (*Server).removeThreadMember},

	{"POST", "/interactions/{interaction}/{token}/callback", true, (*Server).answerInteraction},
	{"POST", "/webhooks/{app}/{token}", true, (*Server).createFollowUp},
	{"GET", "/webhooks/{app}/{token}/messages/{message}", true, (*Server).getFollowUp},
	{"PATCH", "/webhooks/{app}/{token}/messages/{message}", true, (*Server).patchFollowUp},
	{"DELETE", "/webhooks/{app}/{token}/messages/{message}", true, (*Server).deleteFollowUp},
}

// routes builds the one handler of everything.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, r := range restRoutes {
		mux.HandleFunc(r.method+" /api/{version}"+r.pattern, func(w http.ResponseWriter, req *http.Request) {
			s.serveREST(w, req, &r)
		})
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, req *http.Request) { s.serveREST(w, req, nil) })
	mux.HandleFunc("/gateway", s.gateway.serve)
	mux.HandleFunc("/gateway/", s.gateway.serve)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveAttachment)
	s.pageRoutes(mux)
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
