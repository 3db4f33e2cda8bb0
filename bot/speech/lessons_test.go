package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// What an explanation says of the turn and of wilds holds in the position that it is told in, in any title.
func TestExplanationsFitThePosition(t *testing.T) {
	for _, title := range titles.All() {
		s := New(texts(t, "en"), titles.Map(title.ID()))
		limited := false
		playThrough(t, title, title.SeatCounts()[0], 3, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			if g.Over() {
				return
			}
			v := g.View(g.ToMove()[0])
			wild := v.Lexicon().Wild()
			drawn := false
			for _, m := range legalOf(&v, engine.Draw) {
				drawn = drawn || m.Slot > 0 && v.Market[m.Slot-1] == wild
			}
			switch v.Owes {
			case engine.OwesTurn:
				said := strings.Join(s.lessonLines(&v, []string{"turn"}), "\n")
				for _, verb := range kindsOfTurn {
					if word := s.say("panel.can-" + verb.String()); len(legalOf(&v, verb)) > 0 && !strings.Contains(said, word) {
						t.Fatalf("%s, ply %d: one can %s, got %q", title.ID(), v.Ply, word, said)
					}
				}
			case engine.OwesSecond:
				said := strings.Join(s.lessonLines(&v, []string{"second"}), "\n")
				open := slices.Contains(v.Market, wild)
				if got := strings.Contains(said, "cannot be the second card"); got != (open && !drawn) {
					t.Fatalf("%s, ply %d: a wild open: %t, to be drawn: %t, got %q", title.ID(), v.Ply, open, drawn, said)
				}
				limited = limited || open && !drawn
			}
		})
		if !limited && title.ID() == "amsterdam" {
			t.Error("no wild was ever barred: this looks at nothing")
		}
	}
}
