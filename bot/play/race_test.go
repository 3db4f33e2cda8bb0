package play

import (
	"errors"
	"fmt"
	"testing"

	"konduktor/storage"
)

func TestARaceIsRunUntilItIsWonOrLostTooOften(t *testing.T) {
	wrong := errors.New("wrong")
	for name, c := range map[string]struct {
		stale int // how often somebody is faster
		then  error
		want  error // nil: none
		tries int
	}{
		"at once":     {0, nil, nil, 1},
		"in the end":  {3, nil, nil, 4},
		"not at all":  {1, wrong, wrong, 2},
		"nearly":      {maxRaces - 1, nil, nil, maxRaces},
		"never ended": {maxRaces, nil, errAny, maxRaces},
	} {
		t.Run(name, func(t *testing.T) {
			tries := 0
			err := Race("game1", func() error {
				if tries++; tries <= c.stale {
					return fmt.Errorf("try: %w", storage.ErrStale)
				}
				return c.then
			})
			if tries != c.tries || (err != nil) != (c.want != nil) || c.want == wrong && !errors.Is(err, wrong) || errors.Is(err, storage.ErrStale) {
				t.Errorf("got %d tries and %v, want %d and %v", tries, err, c.tries, c.want)
			}
		})
	}
	if err := Race("game1", func() error { panic("oh") }); err == nil {
		t.Error("a panic is no error")
	}
}

// errAny stands for an error of any kind.
var errAny = errors.New("any")
