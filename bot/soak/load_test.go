package soak

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/storage"
	"konduktor/storage/postgres"
	"konduktor/storage/postgres/postgrestest"
)

// loaded runs the kind load for a moment. The stand-in's clock is slow: its 3 s for an answer are Discord's rule, and not to be
// missed because the machine is busy.
func loaded(t *testing.T, broken fault) *Report {
	t.Helper()
	begun := time.Now()
	r, err := loadKind.Run(t.Context(), Options{
		Seed: 1, Size: 12, Load: Load{Rate: 30, For: time.Second}, fault: broken,
		pace: func() time.Time { return begun.Add(time.Since(begun) / 20) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Line())
	return r
}

func TestUnderLoadEveryMoveIsMadeAndAnswered(t *testing.T) {
	for _, short := range loaded(t, "").Short {
		t.Error(short)
	}
}

func TestLoadNoticesMovesThatAreNotKept(t *testing.T) {
	r := loaded(t, faultBoasts)
	if !slices.ContainsFunc(r.Short, func(short string) bool { return strings.HasPrefix(short, "lost=") }) {
		t.Errorf("load does not notice moves that are not kept: %s", r.Line())
	}
}

// openPostgres opens a store that processes share.
func openPostgres(ctx context.Context, database string) (storage.Store, error) {
	return postgres.Open(ctx, database)
}

func TestUnderLoadBotsInProcessesOfTheirOwnMakeEveryMove(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	r, err := loadKind.Run(t.Context(), Options{
		Seed: 1, Size: 8, Child: []string{self},
		Load: Load{Rate: 20, For: time.Second, Database: postgrestest.Empty(t), Open: openPostgres, Processes: 2},
		pace: func() time.Time { return begun.Add(time.Since(begun) / 20) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Line())
	for _, short := range r.Short {
		t.Error(short)
	}
	for _, f := range r.Figures {
		if (f.Name == "bots_rss_kib" || f.Name == "bytes_a_move") && f.Value == 0 {
			t.Errorf("%s is not known: %s", f.Name, r.Line())
		}
	}
}
