package sandbox

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"konduktor/bot/sandbox/state"
)

// A webhook sends interactions to a bot over HTTP, signed, as Discord does for applications
// that have registered an endpoint.

// sendWithin is how long the endpoint may take to accept an interaction: as long as for an answer.
const sendWithin = 3 * time.Second

// Sender sends the interactions of a sandbox, once there is an endpoint.
type Sender struct {
	state *state.State
	log   *slog.Logger
	key   ed25519.PrivateKey
	http  *http.Client

	url     string // guarded by the lock of the state
	closed  bool   // guarded by the lock of the state
	workers sync.WaitGroup
}

// newWebhook returns a sender with its own key, without an endpoint.
func newWebhook(s *state.State, log *slog.Logger) *Sender {
	_, key, _ := ed25519.GenerateKey(nil) // crypto/rand never fails
	w := &Sender{state: s, log: log, key: key, http: &http.Client{Timeout: sendWithin}}
	s.Listen(w.hear)
	return w
}

// PublicKey returns the application's key in the form of the developer portal.
func (w *Sender) PublicKey() string {
	return hex.EncodeToString(w.key.Public().(ed25519.PublicKey))
}

// SendTo sets the endpoint, which replaces the gateway.
func (w *Sender) SendTo(url string) {
	w.state.Lock()
	defer w.state.Unlock()
	w.url, w.state.ByHTTP = url, true
}

// Close sends nothing more and waits for requests in progress.
func (w *Sender) Close() {
	w.state.Lock()
	w.closed = true
	w.state.Unlock()
	w.workers.Wait()
}

// hear sends an interaction; the state is locked.
func (w *Sender) hear(e state.Event) {
	if e.Delivery == nil || w.url == "" || w.closed {
		return
	}
	r, err := w.request(e.Delivery)
	if err != nil {
		w.log.Error("write an interaction", "error", err)
		return
	}
	w.workers.Go(func() {
		answer, err := w.http.Do(r)
		if err != nil {
			w.log.Warn("the endpoint did not answer", "error", err)
			return
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusAccepted {
			w.log.Warn("the endpoint refused an interaction", "status", answer.StatusCode)
		}
	})
}

// request returns the signed request that delivers an interaction.
func (w *Sender) request(ix *state.Interaction) (*http.Request, error) {
	body, err := json.Marshal(ix.Payload)
	if err != nil {
		return nil, err
	}
	//nolint:noctx // the client has a timeout
	r, err := http.NewRequest(http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	stamp := strconv.FormatInt(w.state.Now().Unix(), 10)
	signature := ed25519.Sign(w.key, append([]byte(stamp), body...))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(signature))
	return r, nil
}
