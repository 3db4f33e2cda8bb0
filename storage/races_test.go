package storage_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/storage"
)

// racers is how many goroutines want the same thing, and rounds how often.
const racers = 8

var rounds = enginetest.Size(6, 20)

var races = []behaviour{
	{
		"exactly one of the moves that race for a ply is made, the others are stale",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			for ply := range rounds {
				outcomes := race(func(racer int) error {
					why := storage.Origin{Interaction: fmt.Sprintf("i%d.%d", ply, racer)}
					out := []storage.Message{saying("lane", fmt.Sprintf("n%d.%d", ply, racer), noon)}
					return s.Append(t.Context(), "game1", moveOf("game1", ply), goesOn, why, out)
				})
				equal(t, "outcomes", outcomes, map[error]int{nil: 1, storage.ErrStale: racers - 1})
			}
			got, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "number of moves", len(got), rounds)
		},
	},
	{
		"exactly one of simultaneous deliveries is carried out, the others are repeated",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			for ply := range rounds {
				outcomes := race(func(int) error {
					return s.Append(t.Context(), "game1", moveOf("game1", ply), goesOn,
						storage.Origin{Interaction: fmt.Sprint("i", ply)}, nil)
				})
				equal(t, "outcomes", outcomes, map[error]int{nil: 1, storage.ErrRepeated: racers - 1})
			}
		},
	},
	{"exactly one update of a revision is made in a race", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
		for rev := range rounds {
			g := lobbyOf("game1")
			g.Rev = rev
			outcomes := race(func(int) error { return s.Update(t.Context(), g, storage.Origin{}, nil) })
			equal(t, "outcomes", outcomes, map[error]int{nil: 1, storage.ErrStale: racers - 1})
		}
	}},
	{
		"moves of different games do not disturb each other, nor their readers",
		func(t *testing.T, s storage.Store) {
			outcomes := race(func(racer int) error {
				id := match.GameID(fmt.Sprintf("game%d", racer))
				if err := s.Create(t.Context(), runningOf(id), storage.Origin{}, nil); err != nil {
					return err
				}
				for ply := range 25 {
					if err := s.Append(t.Context(), id, moveOf(id, ply), goesOn, storage.Origin{},
						nil); err != nil {
						return err
					}
					if _, err := s.Moves(t.Context(), match.GameID(fmt.Sprintf("game%d", (racer+1)%racers)),
						-1); err != nil && !errors.Is(err, storage.ErrNotFound) {
						return err
					}
				}
				return nil
			})
			equal(t, "outcomes", outcomes, map[error]int{nil: racers})
		},
	},
}

// race lets goroutines do the same at the same moment and counts their outcomes, by the errors of
// package storage.
func race(do func(racer int) error) map[error]int {
	known := []error{storage.ErrStale, storage.ErrRepeated, storage.ErrExists, storage.ErrNotFound}
	outcomes := map[error]int{}
	var mutex sync.Mutex
	var running sync.WaitGroup
	start := make(chan struct{})
	for racer := range racers {
		running.Go(func() {
			<-start
			err := do(racer)
			mutex.Lock()
			defer mutex.Unlock()
			if i := slices.IndexFunc(known, func(k error) bool { return errors.Is(err, k) }); i >= 0 {
				err = known[i]
			}
			outcomes[err]++
		})
	}
	close(start)
	running.Wait()
	return outcomes
}
