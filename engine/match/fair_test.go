package match_test

import (
	"errors"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// claim has the seat that the game waits for claim a route; false if it cannot pay for any.
func (w *week) claim() bool {
	w.Helper()
	seat := w.table.View(engine.Public).ToMove[0]
	v := w.table.View(seat)
	for _, m := range v.Legal() {
		if m.Verb != engine.Claim {
			continue
		}
		for m.Payment = range v.Payments(m) {
			break
		}
		w.must("a claim", w.table.Seats[seat-1].Player(), match.MakeMove{Seat: seat, Move: m})
		return true
	}
	return false
}

// undoes takes the last move of ola's back, as the service does; a refusal has a code.
func (w *week) undoes() error {
	w.Helper()
	return w.do("ola", match.AskUndo{})
}

func TestUndoOfOneMoveEndsAfterThreeTimesAlsoAgainstTheHouse(t *testing.T) {
	w := newTable(t, "")
	for _, other := range []match.UserID{"bo", "cy"} {
		w.must("leave it to the house", other, match.AskStandIn{House: true, AtOnce: true})
	}
	for time := range 4 {
		if !w.claim() {
			t.Fatal("ola can claim nothing: the test needs another seed")
		}
		err := w.undoes()
		refusal, refused := errors.AsType[*match.Refusal](err)
		if time < 3 && err != nil || time == 3 && (!refused || refusal.Code != "undo-often") {
			t.Fatalf("undo %d: %v", time+1, err)
		}
	}
}

func TestNoSeatUsesUpTheUndosOfTheOthers(t *testing.T) {
	var undone []match.Undone
	for branch := range 33 { // ola takes moves of hers back, and once each a move of bo's with them
		for i, seat := range []engine.Seat{1, 2} {
			undone = append(undone, match.Undone{
				Move: match.Move{Ply: engine.Ply(3 + i), Seat: seat}, Branch: branch, By: "ola",
			})
		}
	}
	w := newTable(t, "")
	w.claim()
	w.claim()
	h, err := match.Recount(w.table.Edition(), w.table.Game, w.moves, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := h.Chronicle(w.table.Edition(), w.table.Game, engine.Public, nil)
	if _, err := c.BackAt(1, undone); err == nil {
		t.Error("ola can go back for ever")
	}
	if _, err := c.BackAt(2, undone); err != nil {
		t.Errorf("bo can go back no more: %v", err)
	}
}

func TestUndoIsNotOfferedAfterADrawThatShowedACard(t *testing.T) {
	w := newTable(t, "")
	w.must("a draw", "ola", match.MakeMove{Seat: 1, Move: engine.Move{Verb: engine.Draw}})
	if b := w.backOf(1); b.Shown == nil || b.Free() {
		t.Errorf("ola, who has seen a card of the deck, is offered an undo: %+v", b)
	}
}

func TestPlayerWithTimeLeftIsNotNudged(t *testing.T) {
	for name, c := range map[string]struct {
		pace  string
		early time.Duration // nobody is nudged then
		late  time.Duration // then they are
	}{
		"without clocks, after a day": {"", 23 * time.Hour, 24 * time.Hour},
		"after a day":                 {"relaxed", 23 * time.Hour, 24 * time.Hour},
		"after half of the time":      {"brisk", 13 * time.Hour, 15 * time.Hour}, // of 28 hours
	} {
		t.Run(name, func(t *testing.T) {
			w := newTable(t, c.pace)
			w.wait(c.early)
			w.refused("bo", match.Nudge{}, "nudge-early")
			w.wait(c.late - c.early)
			w.must("a nudge", "bo", match.Nudge{})
			w.refused("cy", match.Nudge{}, "nudge-again")
		})
	}
}

func TestNobodyIsNudgedDuringAVoteAboutTheirSeat(t *testing.T) {
	w := newTable(t, "")
	w.wait(80 * time.Hour)
	w.must("a vote", "bo", match.Oust{Player: "ola"})
	w.wait(30 * time.Hour) // the time of the nudge that came with the vote is past
	w.refused("bo", match.Nudge{}, "nudge-vote")
}

func TestPeopleAreContactedWithinBounds(t *testing.T) {
	times := func(w *week, by match.UserID, most int, wanted func(i int) match.Command) {
		t.Helper()
		for i := range most {
			w.must("within the bound", by, wanted(i))
		}
		w.refused(by, wanted(most), "asked-enough")
		w.now = w.now.Add(24 * time.Hour)
		w.must("the next day", by, wanted(most))
	}
	t.Run("a stand-in's question", func(t *testing.T) {
		w := newTable(t, "")
		w.must("a question", "ola", match.AskStandIn{Friend: "di"})
		w.must("a No", "di", match.AnswerStandIn{Seat: 1})
		w.refused("ola", match.AskStandIn{Friend: "di"}, "asked-lately")
		friends := []match.UserID{"ewa", "fay", "zoe", "kim"}
		times(w, "ola", 3, func(i int) match.Command {
			return match.AskStandIn{Friend: friends[i%len(friends)]}
		})
	})
	t.Run("now and later in turn", func(t *testing.T) {
		w := newTable(t, "")
		for i := range 2 {
			w.must("a question", "ola", match.AskStandIn{Friend: "di", AtOnce: i > 0})
		}
		w.refused("ola", match.AskStandIn{Friend: "di"}, "asked-lately")
	})
	t.Run("names", func(t *testing.T) {
		names := "abcdefgh"
		times(newTable(t, ""), "ola", 6, func(i int) match.Command {
			return match.Rename{Name: names[i : i+1]}
		})
	})
	t.Run("a pause", func(t *testing.T) {
		w := newTable(t, "relaxed")
		for range 2 {
			w.must("a vote", "bo", match.Pause{})
			w.must("a No", "cy", match.RefusePause{})
		}
		w.refused("bo", match.Pause{}, "asked-enough")
		w.refused("cy", match.RefusePause{}, "pause-vote-over")
	})
	t.Run("cancelling", func(t *testing.T) {
		w := newTable(t, "")
		for range 2 {
			w.must("a vote", "bo", match.Cancel{})
			w.must("a No", "cy", match.PlayOn{})
		}
		w.refused("bo", match.Cancel{}, "asked-enough")
	})
}

func TestAVoteForAPauseEndsAfterADay(t *testing.T) {
	w := newTable(t, "relaxed")
	w.must("a vote", "bo", match.Pause{})
	w.wait(23 * time.Hour)
	if err := w.do("", match.LapsePause{}); !errors.Is(err, match.ErrUnchanged) {
		t.Errorf("after 23 hours: %v", err)
	}
	w.wait(time.Hour)
	w.must("the end", "", match.LapsePause{})
	if len(w.table.Pausing) > 0 || w.table.Paused {
		t.Errorf("paused %t, the votes of %v are left", w.table.Paused, w.table.Pausing)
	}
}

func TestForgettingItsStarterEndsAVoteForAPause(t *testing.T) {
	var g match.Game
	g.Pausing = []match.UserID{"bo", "cy"}
	g.Contacted = []match.Contacted{{By: "bo", How: match.ByPause, At: time.Unix(1e9, 0)}}
	if left := g.Without("cy", "Former", nil); left.PauseVoteEnds().IsZero() {
		t.Error("the vote of bo ended with cy")
	}
	if left := g.Without("bo", "Former", nil); !left.PauseVoteEnds().IsZero() {
		t.Errorf("%v vote until %v, want no vote", left.Pausing, left.PauseVoteEnds())
	}
}
