package soak

import (
	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/railway"
)

// dealer deals a game in place of a title, which it is given.
type dealer func(t engine.Title, s engine.Setup) (engine.Game, error)

// rigged is a title whose games are dealt by deal. It keeps what a title has beside the methods of engine.Title: its map, and
// how many play together.
func rigged(t engine.Title, deal dealer) engine.Title {
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
	deal dealer
}

// New implements engine.Title.
func (t riggedBoard) New(s engine.Setup) (engine.Game, error) { return t.deal(t.Title, s) }

type riggedCards struct {
	*cardgame.Edition
	deal dealer
}

// New implements engine.Title.
func (t riggedCards) New(s engine.Setup) (engine.Game, error) { return t.deal(t.Edition, s) }
