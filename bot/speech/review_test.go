package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/titles"
)

// reviewed returns an English speaker for a game of Ola and Bo, and what everybody sees of it.
func reviewed(t *testing.T) (*Speaker, engine.View) {
	t.Helper()
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ola", "Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	return New(texts(t, "en"), titles.Map("amsterdam")), g.View(engine.Public)
}

// A change lies between two turns of one seat: what the others did then is told, what the seat
// itself chose before is not.
func TestAChangeTellsWhatTheOthersDidMeanwhile(t *testing.T) {
	s, v := reviewed(t)
	claim := func(seat engine.Seat, r engine.RouteID) engine.Turn {
		return engine.Turn{Seat: seat, Events: []engine.Event{{
			Kind: engine.EventClaimed, Seat: seat,
			Route: r,
		}}}
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
	turns[2].Events = nil // Bo has drawn cards, of which nobody else was told anything
	if said := s.Review(gameID, &v, turns, &r); !strings.Contains(said,
		"68 % before turn 3. In between there was little to see") {
		t.Errorf("a change is told without a word of why: %q", said)
	}
	if !strings.Contains(said, "need not add up to 100 %") {
		t.Errorf("61 %% and 48 %% stand there without a word: %q", said)
	}
}

// Eighteen percent are lost, and two turning points name eight of them: the reader is told where
// the others went.
func TestAReviewSaysWhatTheOtherChoicesCost(t *testing.T) {
	s, v := reviewed(t)
	choice := func(turn int) review.Point {
		return review.Point{
			Seat: 1, From: turn, To: turn, Before: .5, After: .46,
			Choice: review.Choice{
				Turn: turn, Seat: 1, Made: engine.Move{Verb: engine.Tickets},
				Better: engine.Move{Verb: engine.Draw}, Loss: .04,
			},
		}
	}
	r := review.Review{
		Seats: []review.Seat{
			{First: .6, Play: -.18, Doubt: .06, Came: -.42, Turns: 26},
			{First: .4, Came: .6, Share: 1, Turns: 25},
		},
		Points: []review.Point{choice(3), choice(9)},
	}
	said := s.Review(gameID, &v, []engine.Turn{{}, {}}, &r)
	if want := "Ola: the 24 other choices together: −10 %."; !strings.Contains(said, want) ||
		strings.Contains(said, "Bo: the ") {
		t.Errorf("no %q, or more, in %q", want, said)
	}
	if !strings.Contains(said, "final scoring") {
		t.Errorf("no word of what comes last in the chart: %q", said)
	}
}

// The result is no judgement of the last turn: the chances end with it, and what came of them
// follows apart.
func TestTheResultFollowsTheChances(t *testing.T) {
	s, v := reviewed(t)
	r := review.Review{
		Seats:   []review.Seat{{First: .6, Turns: 1}, {First: .4, Share: 1, Turns: 1}},
		Choices: []review.Choice{{Turn: 1, Seat: 1, Chance: .55}, {Turn: 2, Seat: 2, Chance: .61}},
	}
	got := s.Chances(&v, 3, &r)
	if want := [][]int{{60, 40}, {55, 40}, {55, 61}, {0, 100}}; !slices.EqualFunc(got, want,
		slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}
