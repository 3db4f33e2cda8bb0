package sandbox_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"konduktor/bot/sandbox"
)

// entrances are a path of each part of the sandbox; all requests pass the same guard.
var entrances = []string{
	"/", "/page/main.js", "/page/people", "/page/live?as=1", "/api/v10/gateway", "/api/v10/users/@me",
	"/gateway?v=10",
	"/attachments/1/2/board.png",
}

func TestWebPagesOfOthersAreRefusedEverywhere(t *testing.T) {
	srv := start(t, sandbox.Options{})
	address := strings.TrimPrefix(srv.URL(), "http://")
	port := address[strings.LastIndexByte(address, ':'):]
	for name, header := range map[string]http.Header{
		"a name that was rebound to this machine": {"Host": {"rebound.example" + port}},
		"a rebound name with its own origin": {
			"Host":   {"rebound.example" + port},
			"Origin": {"http://rebound.example" + port},
		},
		"a name that ends as ours":           {"Host": {"notlocalhost" + port}},
		"an address that is not loopback":    {"Host": {"192.0.2.1" + port}},
		"a foreign origin":                   {"Origin": {"https://evil.example"}},
		"another server on this machine":     {"Origin": {"http://127.0.0.1:1"}},
		"our address, but encrypted":         {"Origin": {"https://" + address}},
		"an origin without a name":           {"Origin": {"null"}},
		"an image or a form of another site": {"Sec-Fetch-Site": {"cross-site"}},
		"another port of the same site":      {"Sec-Fetch-Site": {"same-site"}},
		"a frame of another site": {
			"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"}, "Sec-Fetch-Dest": {"iframe"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, path := range entrances {
				for _, method := range []string{"GET", "POST", "OPTIONS"} {
					if got := knock(t, method, srv.URL()+path, header); got.Status != http.StatusForbidden {
						t.Errorf("%s %s: got %v, want 403", method, path, got)
					}
				}
			}
			for _, path := range []string{"/gateway", "/page/live?as=" + srv.User("Ola").ID()} {
				conn, resp, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+address+path,
					header)
				if err == nil {
					conn.Close()
				}
				if resp == nil || resp.StatusCode != http.StatusForbidden {
					t.Errorf("WebSocket %s: got %v, want 403", path, resp)
				}
			}
		})
	}
}

func TestPageAndBotMayConnect(t *testing.T) {
	srv := start(t, sandbox.Options{})
	address := strings.TrimPrefix(srv.URL(), "http://")
	port := address[strings.LastIndexByte(address, ':'):]
	for name, header := range map[string]http.Header{
		"a bot": {},
		"the page": {
			"Origin":         {"http://" + address},
			"Sec-Fetch-Site": {"same-origin"},
		},
		"the page under localhost": {
			"Host":   {"LocalHost" + port},
			"Origin": {"http://LocalHost" + port},
		},
		"the page under [::1]":      {"Host": {"[::1]" + port}, "Origin": {"http://[::1]" + port}},
		"an address that was typed": {"Sec-Fetch-Site": {"none"}},
		"a loopback without a port": {"Host": {"127.0.0.9"}},
		"a link on some other site ": {
			"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"},
			"Sec-Fetch-Dest": {"document"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := knock(t, "GET", srv.URL()+"/", header)
			if got.Status != http.StatusOK {
				t.Errorf("got %v, want 200", got)
			}
			if policy := got.Header.Get("Content-Security-Policy"); !strings.Contains(policy,
				"frame-ancestors 'none'") {
				t.Errorf("policy %q lets other sites put the page into a frame", policy)
			}
		})
	}
}

// knock sends a request without a body; Host in header is the host that it asks for.
func knock(t *testing.T, method, url string, header http.Header) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header, req.Host = header.Clone(), header.Get("Host")
	req.Header.Set("Authorization", "Bot test.token")
	return do(t, req)
}

func TestEachSandboxHasATokenOfItsOwn(t *testing.T) {
	first, second := sandbox.New(sandbox.Options{}), sandbox.New(sandbox.Options{})
	if a, b := first.Token(), second.Token(); len(a) < 26 || a == b {
		t.Errorf("tokens %q and %q, want two that nobody can guess", a, b)
	}
}
