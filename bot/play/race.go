package play

import (
	"errors"
	"fmt"
	"runtime/debug"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// maxRaces bounds how often something is tried again after a move of somebody else was faster: all seats at once, twice over.
const maxRaces = 2 * engine.MaxSeats

// Race tries something in a game until it is no longer storage.ErrStale. try loads the game anew each time. A panic becomes an
// error: what one game does to the bot must not end what it does for the others.
func Race(id match.GameID, try func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	for range maxRaces {
		if err := try(); !errors.Is(err, storage.ErrStale) {
			return err
		}
	}
	return fmt.Errorf("game %s: other moves were always faster", id)
}
