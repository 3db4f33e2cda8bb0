package trials

import (
	"konduktor/bot"
	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/railway"
	"konduktor/storage"
	"konduktor/storage/sqlite"
)

// sabotage is what a test breaks to see that a trial notices. A function may be nil.
type sabotage struct {
	store func(*Trial, storage.Store) storage.Store
	bot   func(*bot.Options)
	game  func(engine.Game) engine.Game // of the kind leaks
	disk  sqlite.Disk                   // of the kind power
}

func (t *Trial) sabotaged(s storage.Store) storage.Store {
	if t.broken == nil || t.broken.store == nil {
		return s
	}
	return t.broken.store(t, s)
}

// rigged returns a title whose games deal deals. It keeps the title's map and teams.
func rigged(
	t engine.Title,
	deal func(engine.Title, engine.Setup) (engine.Game, error),
) engine.Title {
	switch t := t.(type) {
	case *railway.Title:
		return riggedBoard{t, deal}
	case *cardgame.Edition:
		return riggedCards{t, deal}
	}
	return t
}

type riggedBoard struct {
	*railway.Title
	deal func(engine.Title, engine.Setup) (engine.Game, error)
}

func (t riggedBoard) New(s engine.Setup) (engine.Game, error) { return t.deal(t.Title, s) }

type riggedCards struct {
	*cardgame.Edition
	deal func(engine.Title, engine.Setup) (engine.Game, error)
}

func (t riggedCards) New(s engine.Setup) (engine.Game, error) { return t.deal(t.Edition, s) }
