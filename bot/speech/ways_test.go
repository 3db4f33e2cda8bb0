package speech

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/puzzle"
	"konduktor/engine/titles"
)

// Where two tickets have equal points and spaces the answer explained nothing: it named both.
func TestTheWaysOfAPuzzlesTicketsDiffer(t *testing.T) {
	puzzles, err := puzzle.Included(titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	s := New(texts(t, "en"), titles.Map("amsterdam"))
	for i := range puzzles {
		p := &puzzles[i]
		if p.Options[0].Move.Verb != engine.Keep {
			continue
		}
		_, at, err := p.Position()
		if err != nil {
			t.Fatal(err)
		}
		a, b := s.WaysKept(&at.View, p.Options[0].Move), s.WaysKept(&at.View, p.Options[1].Move)
		if a == b {
			t.Errorf("puzzle %d: both are %q", i, a)
		}
	}
}
