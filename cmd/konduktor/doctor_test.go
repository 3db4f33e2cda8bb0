package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"konduktor/bot/discord"
)

// examined is what the doctor says of a token where a server answers so.
func examined(t *testing.T, api string) string {
	t.Helper()
	client, err := discord.NewClient(discord.Options{Token: "token", APIURL: api})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	if f.checkToken(t.Context(), client) {
		t.Error("the token is taken for good")
	}
	return out.String()
}

func TestTheDoctorBlamesTheTokenOnlyWhenDiscordRefusesIt(t *testing.T) {
	for status, want := range map[int]string{
		http.StatusUnauthorized: "copy it anew", http.StatusForbidden: "could not check it",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(`{"message": "no", "code": 0}`)) // the client would say so
		}))
		said := examined(t, server.URL)
		server.Close()
		if !strings.Contains(said, want) || strings.Contains(said, "network") {
			t.Errorf("answered %d: got %q, want %q", status, said, want)
		}
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	if said := examined(t, gone.URL); !strings.Contains(said, "network: Discord was not reached") || strings.Contains(said, "anew") {
		t.Errorf("not reached: got %q", said)
	}
}
