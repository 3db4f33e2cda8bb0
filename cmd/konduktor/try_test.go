package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// run starts `try`, hands its page's address to look, and ends it.
func (c *tryCmd) run(t *testing.T, look func(url string)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	said, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := c.Run(ctx, streams{out: out, err: &bytes.Buffer{}})
		out.CloseWithError(err)
		ended <- err
	}()
	text := make([]byte, 1000)
	n, err := said.Read(text)
	if err != nil {
		t.Fatalf("try ended: %v", err)
	}
	url := regexp.MustCompile(`http://[0-9.:]+`).Find(text[:n])
	if url == nil || !strings.Contains(string(text[:n]), "with 2 people") {
		t.Fatalf("try says %q, want its address and that 2 people are there", text[:n])
	}
	look(string(url))
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestTryKeepsItsPeopleAcrossStarts(t *testing.T) {
	c := &tryCmd{
		Listen: "127.0.0.1:0", Database: filepath.Join(t.TempDir(), "k.db"),
		People: []string{"Ola", "Żaneta"},
	}
	var people []string
	for range 2 {
		c.run(t, func(url string) {
			resp, err := http.Get(url + "/page/people") //nolint:noctx // on this machine
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			list, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			people = append(people, string(list))
		})
	}
	if people[0] != people[1] || !strings.Contains(people[0], "Żaneta") {
		t.Errorf("the people are %s, then %s: want the same ones, with Żaneta", people[0], people[1])
	}
}
