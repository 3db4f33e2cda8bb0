package play

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
)

// rowOf is the row of a game with people in its seats.
func rowOf(id match.GameID, names ...string) match.Game {
	g := match.Game{ID: id}
	for _, name := range names {
		g.Seats = append(g.Seats, match.Seat{Name: name})
	}
	return g
}

func TestCacheEvictsTheLeastRecentlyUsed(t *testing.T) {
	game, err := amsterdam.Title.New(engine.Setup{Names: []string{"a", "b"}, Seed: engine.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	c := newCache(2)
	head := match.Link{1}
	c.put(rowOf("aaaa", "a"), head, game)
	c.put(rowOf("bbbb", "a"), head, game)
	c.get(rowOf("aaaa", "a"), head)
	c.put(rowOf("cccc", "a"), head, game)
	_, a := c.get(rowOf("aaaa", "a"), head)
	_, b := c.get(rowOf("bbbb", "a"), head)
	if !a || b {
		t.Errorf("got a=%t b=%t, want a kept and b forgotten", a, b)
	}
}

// The same ply reached by other moves is another position.
func TestTheCacheKeepsAGameForItsHeadOnly(t *testing.T) {
	game, err := amsterdam.Title.New(engine.Setup{Names: []string{"a", "b"}, Seed: engine.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	c := newCache(2)
	c.put(rowOf("aaaa", "a"), match.Link{1}, game)
	if _, ok := c.get(rowOf("aaaa", "a"), match.Link{2}); ok {
		t.Error("the game of one head is given for another")
	}
	if _, ok := c.get(rowOf("aaaa", "a"), match.Link{1}); !ok {
		t.Error("the game is not found by its head")
	}
}

// Views name the seats, and somebody else may have taken one.
func TestTheCacheKeepsAGameForItsNamesOnly(t *testing.T) {
	game, err := amsterdam.Title.New(engine.Setup{Names: []string{"a", "b"}, Seed: engine.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	c := newCache(2)
	c.put(rowOf("aaaa", "a", "b"), match.Link{1}, game)
	if _, ok := c.get(rowOf("aaaa", "a", "c"), match.Link{1}); ok {
		t.Error("the game of other names is given")
	}
}
