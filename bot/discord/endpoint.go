package discord

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Bounds of a request to the endpoint. Discord sends interactions of a few kilobytes, at once.
const (
	maxRequestBody = 256 << 10
	// maxRequestAge is how far the time that Discord signed may be from ours in either direction. An interaction can be
	// answered for 3 s; the rest is for clocks that go wrong.
	maxRequestAge = time.Minute
)

// pingRequest is what Discord sends to see whether an endpoint is there; pong is the answer that it wants.
const (
	pingRequest = 1
	pong        = `{"type":1}`
)

// PublicKey is the key of an application, by which Discord signs the interactions that it sends over HTTP.
type PublicKey = ed25519.PublicKey

// ParsePublicKey reads an application's public key as the developer portal shows it: 64 hexadecimal digits.
func ParsePublicKey(text string) (PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("a public key has 64 hexadecimal digits: copy it from the developer portal (General Information, Public Key)")
	}
	return key, nil
}

// Endpoint returns the handler of the interactions that Discord sends over HTTP, the other way in beside the gateway. What it
// lets through goes into the same queue, and is answered by the same requests: Discord is only told that the interaction
// has arrived. Anybody can reach it, so it believes nothing that the application's key has not signed.
func (s *Session) Endpoint(key PublicKey) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, refused := s.signed(w, r, key)
		if refused != nil {
			s.log.Debug("request to the endpoint refused", "status", refused.status, "error", refused.reason)
			http.Error(w, refused.reason, refused.status)
			return
		}
		s.take(w, body)
	})
}

// refused is a request that does not come from Discord, or not as Discord sends them.
type refused struct {
	status int
	reason string
}

// signed returns the body of a request that the key has signed within the last minute.
func (s *Session) signed(w http.ResponseWriter, r *http.Request, key PublicKey) ([]byte, *refused) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return nil, &refused{http.StatusMethodNotAllowed, "interactions are sent by POST"}
	}
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return nil, &refused{http.StatusUnauthorized, "the request is not signed"}
	}
	stamp := r.Header.Get("X-Signature-Timestamp")
	if err := s.checkTime(stamp); err != nil {
		return nil, &refused{http.StatusUnauthorized, err.Error()}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequestBody))
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return nil, &refused{http.StatusRequestEntityTooLarge, "the request is too long"}
	}
	if err != nil {
		return nil, &refused{http.StatusBadRequest, "the request is not complete"}
	}
	if !ed25519.Verify(key, append([]byte(stamp), body...), signature) {
		return nil, &refused{http.StatusUnauthorized, "the signature is not Discord's"}
	}
	return body, nil
}

// checkTime refuses what was signed long ago: somebody may have kept a request to send it again.
func (s *Session) checkTime(stamp string) error {
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return errors.New("the request has no time")
	}
	if age := s.now().Sub(time.Unix(seconds, 0)); age.Abs() > maxRequestAge {
		return fmt.Errorf("the request is not of the last %s: check the clock of this machine", maxRequestAge)
	}
	return nil
}

// take answers Discord's question whether the endpoint is there, and queues everything else.
func (s *Session) take(w http.ResponseWriter, body []byte) {
	if isPing(body) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, pong) // who asks has gone otherwise
		return
	}
	ix, err := parseInteraction(body)
	if err != nil {
		s.log.Warn("interaction refused", "error", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.queue.interaction(ix)
	w.WriteHeader(http.StatusAccepted)
}
