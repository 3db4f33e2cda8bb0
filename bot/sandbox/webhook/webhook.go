// Package webhook sends interactions to a bot over HTTP, signed, as Discord does for applications that have named an endpoint.
package webhook

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"konduktor/bot/sandbox/state"
)

// sendWithin is how long the endpoint may take to say that an interaction has arrived: as long as for an answer.
const sendWithin = 3 * time.Second

// maxAnswer bounds what is read of an answer.
const maxAnswer = 1 << 20

// Sender sends the interactions of a world, once there is an endpoint.
type Sender struct {
	state *state.State
	log   *slog.Logger
	key   ed25519.PrivateKey
	http  *http.Client

	url     string // guarded by the lock of the state
	closed  bool   // guarded by the lock of the state
	workers sync.WaitGroup
}

// New returns a sender with a key of its own that sends nothing yet.
func New(st *state.State, log *slog.Logger) *Sender {
	var seed [ed25519.SeedSize]byte
	_, _ = rand.Read(seed[:]) // never fails
	s := &Sender{state: st, log: log, key: ed25519.NewKeyFromSeed(seed[:]), http: &http.Client{Timeout: sendWithin}}
	st.Listen(s.hear)
	return s
}

// PublicKey returns the application's key in the form of the developer portal.
func (s *Sender) PublicKey() string { return hex.EncodeToString(s.key.Public().(ed25519.PublicKey)) }

// SendTo names the endpoint, from now on in place of the gateway, as in the developer portal. Like Discord it takes only an
// endpoint that answers a ping, and that refuses a request with a wrong signature. "" goes back to the gateway.
func (s *Sender) SendTo(ctx context.Context, url string) error {
	if url != "" {
		if err := s.probe(ctx, url); err != nil {
			return err
		}
	}
	s.state.Lock()
	defer s.state.Unlock()
	s.url, s.state.ByHTTP = url, url != ""
	return nil
}

// probe asks the endpoint whether it is there, once with a good and once with a bad signature.
func (s *Sender) probe(ctx context.Context, url string) error {
	ping := []byte(`{"type":1}`)
	status, answer, err := s.send(ctx, url, ping, s.sign(ping))
	if err != nil {
		return err
	}
	var pong struct{ Type int }
	if status != http.StatusOK || json.Unmarshal(answer, &pong) != nil || pong.Type != 1 {
		return fmt.Errorf("endpoint %s answers a ping with %d %q", url, status, answer)
	}
	forged := s.sign(ping)
	forged.signature = hex.EncodeToString(make([]byte, ed25519.SignatureSize))
	if status, _, err = s.send(ctx, url, ping, forged); err != nil {
		return err
	}
	if status != http.StatusUnauthorized {
		return fmt.Errorf("endpoint %s answers a forged ping with %d", url, status)
	}
	return nil
}

// Close sends nothing any more, and waits for what is under way.
func (s *Sender) Close() {
	s.state.Lock()
	s.closed = true
	s.state.Unlock()
	s.workers.Wait()
}

// hear sends an interaction; the world is locked.
func (s *Sender) hear(e state.Event) {
	if e.Delivery == nil || s.url == "" || s.closed {
		return
	}
	body, err := json.Marshal(e.Delivery.Payload)
	if err != nil {
		s.log.Error("write an interaction", "error", err)
		return
	}
	url, stamp := s.url, s.sign(body)
	s.workers.Go(func() {
		status, answer, err := s.send(context.Background(), url, body, stamp)
		if err != nil || status != http.StatusAccepted {
			s.log.Warn("an interaction was not taken", "status", status, "answer", string(answer), "error", err)
		}
	})
}

// signed is what goes into the headers of a request.
type signed struct{ time, signature string }

// sign signs a body and the time.
func (s *Sender) sign(body []byte) signed {
	stamp := strconv.FormatInt(s.state.Now().Unix(), 10)
	return signed{stamp, hex.EncodeToString(ed25519.Sign(s.key, append([]byte(stamp), body...)))}
}

func (s *Sender) send(ctx context.Context, url string, body []byte, by signed) (int, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, fmt.Errorf("name the endpoint: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Signature-Timestamp", by.time)
	r.Header.Set("X-Signature-Ed25519", by.signature)
	answer, err := s.http.Do(r)
	if err != nil {
		return 0, nil, fmt.Errorf("send to the endpoint: %w", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return 0, nil, fmt.Errorf("read the endpoint's answer: %w", err)
	}
	return answer.StatusCode, text, nil
}
