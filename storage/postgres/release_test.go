package postgres

import (
	"testing"
	"time"

	"konduktor/storage"
)

func TestReleasingALaneSendsItsWaitingMessages(t *testing.T) {
	t.Parallel()
	address := newDatabase(t)
	a, b := openAt(t, address), openAt(t, address)
	if err := a.Enqueue(t.Context(), []storage.Message{
		{Lane: "one", Kind: "board"},
		{Lane: "other", Kind: "board"},
	}); err != nil {
		t.Fatal(err)
	}
	lanes := func(s *Store) (list []string) {
		due, err := s.Due(t.Context(), time.Now(), 9)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range due {
			list = append(list, m.Lane)
		}
		return list
	}
	if got := lanes(b); len(got) != 2 {
		t.Fatalf("the first process that looks gets %v, want both lanes", got)
	}
	if err := a.Release(t.Context(), "one", time.Now()); err != nil {
		t.Fatal(err)
	}
	if got := lanes(a); len(got) != 1 || got[0] != "one" {
		t.Errorf("who has released a lane gets %v, want that lane", got)
	}
	if got := lanes(b); len(got) != 1 || got[0] != "other" {
		t.Errorf("the other process gets %v, want the other lane", got)
	}
}
