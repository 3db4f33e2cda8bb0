package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/titles"
)

// A change lies between two turns of one seat: what the others did then is told, what the seat itself chose before is not.
func TestAChangeTellsWhatTheOthersDidMeanwhile(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	s := New(texts(t, "en"), titles.Map("amsterdam"))
	setup := engine.Setup{Names: []string{"Ola", "Bo"}}
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(engine.Public)
	claim := func(seat engine.Seat, r engine.RouteID) engine.Turn {
		return engine.Turn{Seat: seat, Events: []engine.Event{{Kind: engine.EventClaimed, Seat: seat, Route: r}}}
	}
	turns := []engine.Turn{{}, claim(1, 0), claim(2, 1), claim(1, 2)}
	r := review.Review{
		Seats:  []review.Seat{{First: .61, Share: 1, Turns: 2}, {First: .48, Turns: 1}},
		Points: []review.Point{{Seat: 1, From: 1, To: 3, Before: .59, After: .68}},
	}
	said := s.Review(gameID, &v, turns, &r)
	if !strings.Contains(said, "Ola: 59 % after turn 1, 68 % before turn 3. In between: Bo claims") {
		t.Errorf("got %q", said)
	}
	if strings.Contains(said, "Ola claims") {
		t.Errorf("what Ola chose is told as if it came after: %q", said)
	}
	if !strings.Contains(said, "need not add up to 100 %") {
		t.Errorf("61 %% and 48 %% stand there without a word: %q", said)
	}
}
