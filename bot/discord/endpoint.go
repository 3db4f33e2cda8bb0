package discord

import (
	"context"
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
// gateway. They go into the same queue and are answered by requests; Discord is only told that they
// have arrived. Only what the application's key has signed is believed. What this process cannot do
// now is answered with 503: a load balancer gives it to another one.
func (s *Session) Endpoint(key PublicKey) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refuse := func(status int, reason string) {
			s.log.Debug("request to the endpoint refused", "status", status, "error", reason)
			http.Error(w, reason, status)
		}
		// What was signed long ago may have been kept to be sent again.
		signed, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
		age := s.now().Sub(time.Unix(signed, 0)).Abs()
		r.Body = http.MaxBytesReader(w, r.Body, maxRequestBody)
		switch {
		case r.Method != http.MethodPost:
			w.Header().Set("Allow", http.MethodPost)
			refuse(http.StatusMethodNotAllowed, "interactions are sent by POST")
			return
		case r.ContentLength > maxRequestBody:
			refuse(http.StatusRequestEntityTooLarge, "the request is too long")
			return
		case err != nil || age > maxRequestAge:
			refuse(http.StatusUnauthorized, "the request is not of the last minute: check this clock")
			return
		case !discordgo.VerifyInteraction(r, key):
			refuse(http.StatusUnauthorized, "the request is not whole, or the signature is not Discord's")
			return
		}
		body, _ := io.ReadAll(r.Body) // a copy in memory
		switch ix, err := parseInteraction(body); {
		case errors.Is(err, errPing):
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"type":1}`) // if it fails nobody is there to be told
		case err != nil:
			refuse(http.StatusBadRequest, err.Error())
		case !s.able(r.Context()):
			refuse(http.StatusServiceUnavailable, "the database is away")
		case !s.queue.put(job{ix: ix}):
			refuse(http.StatusServiceUnavailable, "the process ends")
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	})
}

// ableWithin leaves the load balancer time to ask another process: Discord waits for 3 s.
const ableWithin = time.Second

func (s *Session) able(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, ableWithin)
	defer cancel()
	return s.opts.Able == nil || s.opts.Able(ctx) == nil
}
