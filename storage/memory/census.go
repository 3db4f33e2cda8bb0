package memory

import (
	"cmp"
	"context"
	"slices"

	"konduktor/storage"
)

// Census counts the games and the messages that wait; see storage.Store.
func (s *Store) Census(ctx context.Context) (storage.Census, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return storage.Census{}, err
	}
	defer end()
	counts := map[storage.Kept]int{}
	for _, g := range s.games {
		counts[storage.Kept{Title: g.Title, State: g.State}]++
	}
	var c storage.Census
	for _, m := range s.waiting {
		if m.Due.Before(storage.Held) {
			c.Waiting++
		}
	}
	for k, n := range counts {
		k.N = n
		c.Games = append(c.Games, k)
	}
	slices.SortFunc(c.Games, func(a, b storage.Kept) int {
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.State, b.State))
	})
	return c, nil
}
