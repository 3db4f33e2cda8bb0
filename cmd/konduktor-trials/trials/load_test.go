package trials

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/storage"
	"konduktor/storage/postgres"
	"konduktor/storage/postgres/postgrestest"
)

// slowClock is the sandbox's: its 3 s for an answer are Discord's rule, and not to be missed
// because the machine is busy.
func slowClock() func() time.Time {
	begun := time.Now()
	return func() time.Time { return begun.Add(time.Since(begun) / 20) }
}

// loaded runs the kind load for a moment.
func loaded(t *testing.T, size int, l Load, broken *sabotage) *Report {
	t.Helper()
	l.Rate, l.For = 30, time.Second
	if l.Open == nil { // commits need not wait for a busy disk
		l.Database, l.Open = filepath.Join(t.TempDir(), "load.db"), bottest.OpenStore
	}
	r, err := loadKind.Run(t.Context(), Options{
		Seed:   1,
		Size:   size,
		Load:   l,
		broken: broken,
		pace:   slowClock(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Line())
	return r
}

func TestEveryMoveUnderLoadIsMadeAndAnswered(t *testing.T) {
	for _, short := range loaded(t, 12, Load{}, nil).Short {
		t.Error(short)
	}
}

func TestLoadDetectsLostMoves(t *testing.T) {
	r := loaded(t, 12, Load{}, boasts)
	if !slices.ContainsFunc(
		r.Short,
		func(short string) bool { return strings.HasPrefix(short, "lost=") },
	) {
		t.Errorf("load does not notice moves that are not kept: %s", r.Line())
	}
}

func TestBotsSharingADatabaseUnderLoadMakeEveryMove(t *testing.T) {
	open := func(ctx context.Context, database string) (storage.Store, error) {
		return postgres.Open(ctx, database)
	}
	r := loaded(t, 8, Load{Database: postgrestest.Empty(t), Open: open, Bots: 2}, nil)
	for _, short := range r.Short {
		t.Error(short)
	}
}
