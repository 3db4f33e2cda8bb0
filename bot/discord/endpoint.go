package discord

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Bounds of a request to the endpoint. An interaction has a few kilobytes.
const (
	maxRequestBody = 256 << 10
	maxRequestAge  = time.Minute // by the signed time, for clocks that go wrong
)

// PublicKey is an application's key, with which Discord signs interactions over HTTP.
type PublicKey = ed25519.PublicKey

// ParsePublicKey reads an application's public key as the developer portal shows it.
func ParsePublicKey(text string) (PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("a public key has 64 hexadecimal digits: copy it from the developer " +
			"portal (General Information, Public Key)")
	}
	return key, nil
}

// Endpoint returns the handler of the interactions that Discord sends over HTTP instead of the
// gateway. They go into the same queue and are answered by requests: Discord is only told that they
// have arrived. It believes nothing that the application's key has not signed.
func (s *Session) Endpoint(key PublicKey) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, reason := s.deliver(w, r, key)
		switch status {
		case http.StatusOK: // a ping
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"type":1}`) // if it fails nobody is there to be told
		case http.StatusAccepted:
			w.WriteHeader(status)
		default:
			s.log.Debug("request to the endpoint refused", "status", status, "error", reason)
			http.Error(w, reason, status)
		}
	})
}

// deliver queues the interaction of a request. It returns the status of the answer, and why not.
func (s *Session) deliver(w http.ResponseWriter, r *http.Request, key PublicKey) (int, string) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed, "interactions are sent by POST"
	}
	if r.ContentLength > maxRequestBody {
		return http.StatusRequestEntityTooLarge, "the request is too long"
	}
	// What was signed long ago may have been kept to be sent again.
	signed, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	if age := s.now().Sub(time.Unix(signed, 0)); err != nil || age.Abs() > maxRequestAge {
		return http.StatusUnauthorized, "the request is not of the last minute: check this clock"
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxRequestBody)
	if !discordgo.VerifyInteraction(r, key) {
		return http.StatusUnauthorized, "the request is not whole, or the signature is not Discord's"
	}
	body, _ := io.ReadAll(r.Body) // a copy in memory
	switch ix, err := parseInteraction(body); {
	case errors.Is(err, errPing):
		return http.StatusOK, ""
	case err != nil:
		return http.StatusBadRequest, err.Error()
	default:
		s.queue.put(job{ix: ix})
		return http.StatusAccepted, ""
	}
}
