package postgres

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/postgres/postgrestest"
)

func TestTheSizeGrowsWithTheGames(t *testing.T) {
	t.Parallel()
	s := openAt(t, postgrestest.Copy(t, madeTables(t)))
	before, err := s.Size(t.Context())
	if err != nil || before == 0 {
		t.Fatalf("%d bytes, error %v", before, err)
	}
	for n := range 40 {
		g := match.Game{
			ID: match.GameID(fmt.Sprintf("size%d", n)), State: match.Running, Title: "amsterdam",
			Seed: engine.Seed{1}, Created: time.UnixMicro(1), Updated: time.UnixMicro(1),
			Seats: []match.Seat{{User: "1", Name: strings.Repeat("a", 500)}},
		}
		if err := s.Create(t.Context(), g, storage.Origin{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if after, err := s.Size(t.Context()); err != nil || after < before+40*500 {
		t.Errorf("%d bytes, before 40 games with 500 bytes each %d, error %v", after, before, err)
	}
}
