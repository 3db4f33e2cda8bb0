package play

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/storage"
)

func TestTheCacheForgetsWhatWasUnusedForLongest(t *testing.T) {
	game, err := amsterdam.Title.New(engine.Setup{Names: []string{"a", "b"}, Seed: engine.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	c := newCache(2)
	head := storage.Link{1}
	c.put("aaaa", head, game)
	c.put("bbbb", head, game)
	c.get("aaaa", head)
	c.put("cccc", head, game)
	_, a := c.get("aaaa", head)
	_, b := c.get("bbbb", head)
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
	c.put("aaaa", storage.Link{1}, game)
	if _, ok := c.get("aaaa", storage.Link{2}); ok {
		t.Error("the game of one head is given for another")
	}
	if _, ok := c.get("aaaa", storage.Link{1}); !ok {
		t.Error("the game is not found by its head")
	}
}
