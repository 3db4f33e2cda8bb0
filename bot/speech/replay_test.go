package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/review"
)

// Before a costly choice the better move is told; the menu leads to the moments before one's own
// costly choices and those of the review, and to no others.
func TestReplayLinksToTheDecisiveTurns(t *testing.T) {
	s, v := reviewed(t)
	draw, tickets := engine.Move{Verb: engine.Draw}, engine.Move{Verb: engine.Tickets}
	choice := func(turn int, seat engine.Seat, loss, doubt float64) review.Choice {
		return review.Choice{
			Turn: turn, Seat: seat, Made: draw, Better: tickets, Chance: .4, Loss: loss, Doubt: doubt,
		}
	}
	costly := choice(3, 1, .2, .04)
	r := &review.Review{
		Choices: []review.Choice{
			choice(1, 1, .2, .15), // by chance
			costly, choice(4, 2, .2, .04), choice(5, 1, .1, .02),
		},
		Costly: []review.Choice{costly, choice(7, 2, .2, .04)},
	}
	v.Viewer = 1
	at := func(turn int) Replay {
		return Replay{Game: gameID, Turn: turn, Last: 9, View: v, Review: r, Reviewable: true}
	}
	m := s.Replay(at(2))
	if !strings.Contains(m.Content, "**Turn 3, Ola**") || !strings.Contains(m.Content, "60%") {
		t.Errorf("the better move is not told: %q", m.Content)
	}
	if m := s.Replay(at(0)); strings.Contains(m.Content, "% to win)") {
		t.Errorf("a loss by chance is told: %q", m.Content)
	}
	var led []string
	for _, row := range m.Rows {
		if row.Select != nil {
			for _, o := range row.Select.Options {
				led = append(led, o.Value)
				if own := "Turn 5: Ola could have done better"; o.Value == "4" && o.Label != own {
					t.Errorf("one's own costly turn is called %q", o.Label)
				}
			}
		}
	}
	if got := strings.Join(led, " "); got != "2 4 6" {
		t.Errorf("the menu leads to the moments after turns %s, want 2 4 6", got)
	}
	for turn := range 10 {
		p := at(turn)
		p.Review = &review.Review{}
		told := strings.Contains(s.Replay(p).Content, s.say("replay.no-jumps"))
		if told != (turn == p.Last) {
			t.Errorf("turn %d: that no turn decided is told: %t", turn, told)
		}
		if list := faults(s.Replay(at(turn))); len(list) > 0 {
			t.Errorf("turn %d: %v", turn, list)
		}
	}
}
