package bot

import (
	"container/list"
	"sync"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// games keeps the games that were used last, so that a click need not replay a whole game. Nothing depends on it: an
// entry counts only for the ply that the game's row has.
type games struct {
	mu    sync.Mutex
	limit int
	order *list.List // of cachedGame, last used first
	byID  map[storage.GameID]*list.Element
}

type cachedGame struct {
	id   storage.GameID
	game engine.Game
}

func newGames(limit int) *games {
	return &games{limit: limit, order: list.New(), byID: map[storage.GameID]*list.Element{}}
}

// get returns a copy of the game at a ply.
func (c *games) get(id storage.GameID, ply engine.Ply) (engine.Game, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byID[id]
	if !ok || e.Value.(cachedGame).game.Ply() != ply {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(cachedGame).game.Clone(), true
}

// put remembers a copy of the game, forgetting the one that was unused for longest.
func (c *games) put(id storage.GameID, g engine.Game) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byID[id]; ok {
		e.Value = cachedGame{id, g.Clone()}
		c.order.MoveToFront(e)
		return
	}
	c.byID[id] = c.order.PushFront(cachedGame{id, g.Clone()})
	if c.order.Len() > c.limit {
		oldest := c.order.Back()
		delete(c.byID, c.order.Remove(oldest).(cachedGame).id)
	}
}
