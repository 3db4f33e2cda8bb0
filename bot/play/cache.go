package play

import (
	"container/list"
	"slices"
	"sync"

	"konduktor/engine"
	"konduktor/engine/match"
)

// cache keeps the games that were used last, so that a click need not replay a whole game. Nothing
// depends on it: an entry counts only for the position that the game's row has.
type cache struct {
	mu    sync.Mutex
	limit int
	order *list.List // of cachedGame, last used first
	byID  map[match.GameID]*list.Element
}

type cachedGame struct {
	id    match.GameID
	head  match.Link // of the moves that the game has come to
	names []string   // views name the seats
	game  engine.Game
}

func newCache(limit int) *cache {
	return &cache{limit: limit, order: list.New(), byID: map[match.GameID]*list.Element{}}
}

// get returns a copy of a row's game at the position that head names, with the names that the row
// has.
func (c *cache) get(row match.Game, head match.Link) (engine.Game, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byID[row.ID]
	if !ok || e.Value.(cachedGame).head != head ||
		!slices.Equal(e.Value.(cachedGame).names, match.Names(row.Seats)) {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(cachedGame).game.Clone(), true
}

// put remembers a copy of a row's game, forgetting the one that was unused for longest.
func (c *cache) put(row match.Game, head match.Link, g engine.Game) {
	id, names := row.ID, match.Names(row.Seats)
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byID[id]; ok {
		e.Value = cachedGame{id, head, names, g.Clone()}
		c.order.MoveToFront(e)
		return
	}
	c.byID[id] = c.order.PushFront(cachedGame{id, head, names, g.Clone()})
	if c.order.Len() > c.limit {
		oldest := c.order.Back()
		delete(c.byID, c.order.Remove(oldest).(cachedGame).id)
	}
}
