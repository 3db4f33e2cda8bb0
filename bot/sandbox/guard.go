package sandbox

import (
	"net"
	"net/http"
	"strings"
)

// guard lets only programs on this machine and the sandbox's own page through to next. Listening on loopback does not keep web
// sites out: a page of any of them can send requests to loopback from the browser of whoever visits it, and can read
// the answers once its own name resolves to 127.0.0.1 (DNS rebinding).
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !isLoopback(r.Host):
			http.Error(w, "the sandbox is not served under this host name: use localhost", http.StatusForbidden)
		case isForeign(r):
			http.Error(w, "only the sandbox's own page may do this", http.StatusForbidden)
		default:
			h := w.Header()
			h.Set("Content-Security-Policy", "frame-ancestors 'none'") // a frame on another site could steal clicks
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("X-Content-Type-Options", "nosniff")
			next.ServeHTTP(w, r)
		}
	})
}

// isLoopback reports whether a request's host, with or without a port, is localhost or a loopback address. Options.Listen can
// name nothing else.
func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// isForeign reports whether a browser sent the request for a page of another origin. Other programs send neither header.
func isForeign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && !strings.EqualFold(origin, "http://"+r.Host) {
		return true
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return false
	}
	// Somebody may follow a link to the page.
	follows := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	return r.Method != http.MethodGet || !follows
}
