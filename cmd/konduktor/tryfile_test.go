package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/world"
)

func TestThePeopleOfThePageAreTheSameAfterARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.db.people")
	if none, err := readTryFile(path); err != nil || len(none.People) > 0 {
		t.Fatalf("got %+v, error %v, want nothing", none, err)
	}
	people := func(kept tryFile, add string) []world.Resident {
		w := sandbox.New(sandbox.Options{People: []string{"Ola"}, Founded: founded}).World
		w.Lock()
		defer w.Unlock()
		w.Readmit(kept.People)
		if add != "" {
			if _, err := w.AddPerson(add, "pl"); err != nil {
				t.Fatal(err)
			}
		}
		return w.Residents()
	}
	before := tryFile{people(tryFile{}, "Żaneta"), 72 * time.Hour}
	before.People[0].DMsOpen = false
	if err := before.write(path); err != nil {
		t.Fatal(err)
	}
	kept, err := readTryFile(path)
	if err != nil || kept.Ahead != 72*time.Hour {
		t.Fatalf("got %+v, error %v", kept, err)
	}
	if diff := cmp.Diff(before.People, people(kept, "")); diff != "" {
		t.Errorf("people (-before +after):\n%s", diff)
	}
}
