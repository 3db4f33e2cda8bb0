package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

type fakeGateway bool

func (f fakeGateway) Ready() bool { return bool(f) }

type fakeDatabase struct{ err error }

func (f fakeDatabase) Check(context.Context) error { return f.err }

func outboxOf(behind time.Duration, err error) func(context.Context) (time.Duration, error) {
	return func(context.Context) (time.Duration, error) { return behind, err }
}

func TestReadyMeansConnectedWritableAndNotBehind(t *testing.T) {
	const fine = time.Second
	for _, c := range []struct {
		name   string
		ready  readiness
		status int
		says   string
	}{
		{"all is well", readiness{fakeGateway(true), fakeDatabase{}, outboxOf(fine, nil)}, 200, "ready"},
		{"no gateway", readiness{fakeGateway(false), fakeDatabase{}, outboxOf(fine, nil)}, 503, "no connection to Discord"},
		{"no database", readiness{fakeGateway(true), fakeDatabase{errors.New("/secret/path")}, outboxOf(fine, nil)}, 503, "the database cannot be written"},
		{"a late outbox", readiness{fakeGateway(true), fakeDatabase{}, outboxOf(3*time.Minute, nil)}, 503, "messages are 3m0s late"},
		{"a stopped outbox", readiness{fakeGateway(true), fakeDatabase{}, outboxOf(0, errors.New("/secret/path"))}, 503, "no messages are sent"},
		{"two faults", readiness{fakeGateway(false), fakeDatabase{}, outboxOf(time.Hour, nil)}, 503, "no connection to Discord\nmessages are 1h0m0s late"},
	} {
		answer := httptest.NewRecorder()
		c.ready.handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		if got := answer.Body.String(); answer.Code != c.status || !strings.Contains(got, c.says) || strings.Contains(got, "secret") {
			t.Errorf("%s: got %d %q, want %d %q", c.name, answer.Code, got, c.status, c.says)
		}
		alive := httptest.NewRecorder()
		c.ready.handler().ServeHTTP(alive, httptest.NewRequest(http.MethodGet, "/healthz", nil))
		if alive.Code != http.StatusOK {
			t.Errorf("%s: /healthz answers %d", c.name, alive.Code)
		}
	}
}
