package sandbox

import (
	"net"
	"net/http"
	"strings"
)

// guard admits only programs on this machine and the sandbox's own page. Listening on loopback does
// not keep web sites out: any of their pages can send requests to loopback from a visitor's
// browser, and can read the answers once its own name resolves to 127.0.0.1 (DNS rebinding).
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !isLoopback(r.Host):
			const text = "the sandbox is not served under this host name: use localhost"
			http.Error(w, text, http.StatusForbidden)
		case isForeign(r):
			http.Error(w, "only the sandbox's own page may do this", http.StatusForbidden)
		default:
			h := w.Header()
			// A frame on another site could steal clicks.
			h.Set("Content-Security-Policy", "frame-ancestors 'none'")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("X-Content-Type-Options", "nosniff")
			next.ServeHTTP(w, r)
		}
	})
}

// isLoopback reports whether a host, with or without a port, is localhost or a loopback address.
// Options.Listen can name nothing else.
func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// isForeign reports whether a browser sent the request for a page of another origin. Other programs
// send neither header.
func isForeign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && !strings.EqualFold(origin, "http://"+r.Host) {
		return true
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return false
	}
	// Somebody may follow a link to the page.
	mode, dest := r.Header.Get("Sec-Fetch-Mode"), r.Header.Get("Sec-Fetch-Dest")
	return r.Method != http.MethodGet || mode != "navigate" || dest != "document"
}
