package match_test

import (
	"errors"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
)

// wished is a table of ola, bo and cy at which ola has claimed a route, then bo, and ola wants hers
// back.
func wished(t *testing.T) *week {
	t.Helper()
	w := newTable(t, "daily")
	w.twoClaims()
	w.must("a wish", "ola", match.AskUndo{})
	if !w.table.Undoing.Holds(w.table.Game) {
		t.Fatalf("nobody is asked: %+v", w.table.Undoing)
	}
	return w
}

func (w *week) twoClaims() {
	w.Helper()
	for range 2 {
		if !w.claim() {
			w.Fatal("a seat can claim nothing: the test needs another seed")
		}
	}
}

// yes and no are answers to what is asked at a table now.
func (w *week) yes() match.Command { return match.AnswerUndo{Agreed: true, At: w.table.At()} }
func (w *week) no() match.Command  { return match.AnswerUndo{At: w.table.At()} }

func TestTheLastYesTakesTheMovesBack(t *testing.T) {
	w := wished(t)
	before, moves := w.table.At(), len(w.moves)
	w.must("a Yes", "bo", w.yes())
	w.must("the same again", "bo", w.yes())
	if w.table.At() != before || len(w.table.Undoing.Agreed) != 1 {
		t.Fatalf("one of two is enough: %+v", w.table.Undoing)
	}
	w.must("the last Yes", "cy", w.yes())
	if len(w.moves) != moves-2 || w.table.Branch != before.Branch+1 ||
		!slices.Equal(w.table.ToMove, []match.UserID{"ola"}) {
		t.Errorf("%d moves of %d stand, branch %d, %v to move", len(w.moves), moves, w.table.Branch,
			w.table.ToMove)
	}
	last := w.told[len(w.told)-1].Event
	if e, ok := last.(match.TakenBack); !ok || e.Seat != 1 || w.undone[0].By != "ola" {
		t.Errorf("the table hears of %+v, for %q", last, w.undone[0].By)
	}
}

func TestOnlyThoseAskedAnswerAnUndo(t *testing.T) {
	for name, c := range map[string]struct {
		by   match.UserID
		of   func(*week) match.Command
		code string
	}{
		"a stranger's Yes":     {"zoe", (*week).yes, "not-seated"},
		"a stranger's No":      {"zoe", (*week).no, "not-seated"},
		"the asker's own Yes":  {"ola", (*week).yes, "undo-not-asked"},
		"an owner's Yes, away": {"di", (*week).yes, "stood-in"},
		"an owner's No, away":  {"di", (*week).no, "stood-in"},
	} {
		t.Run(name, func(t *testing.T) {
			w := wished(t)
			w.table.Seats[2].Owner, w.table.Seats[2].User = "di", "cy" // cy stands in for di
			before := w.table.Undoing
			w.refused(c.by, c.of(w), c.code)
			if now := w.table.Undoing; now.Over != before.Over || len(now.Agreed) > 0 {
				t.Errorf("the answer counts: %+v", now)
			}
		})
	}
}

func TestTableRefusesALateAnswerToAnUndo(t *testing.T) {
	for _, answer := range []func(*week) match.Command{(*week).yes, (*week).no} {
		w := wished(t)
		w.must("a Yes", "bo", w.yes())
		w.now = w.table.Undoing.Ends
		w.refused("cy", answer(w), "undo-late")

		w = wished(t)
		then := answer(w)
		w.must("a move meanwhile", "cy", match.MakeMove{Seat: 3, Move: w.first(3)})
		w.refused("bo", then, "undo-moved-on")
		w.refused("bo", answer(w), "undo-late")
	}
}

// first returns the first legal move of a seat.
func (w *week) first(seat engine.Seat) engine.Move {
	v := w.table.View(seat)
	return v.Legal()[0]
}

func TestOneNoIsANoAndTheAskerCanWithdraw(t *testing.T) {
	for _, by := range []match.UserID{"ola", "bo", "cy"} {
		w := wished(t)
		w.must("a No", by, w.no())
		if !w.table.Undoing.Over {
			t.Errorf("the No of %s ends nothing", by)
		}
		w.refused("bo", w.yes(), "undo-late")
		w.refused("ola", match.AskUndo{}, "undo-asked")
	}
}

func TestAWishThatIsRepeatedChangesNothing(t *testing.T) {
	w := wished(t)
	if err := w.do("ola", match.AskUndo{}); !errors.Is(err, match.ErrUnchanged) {
		t.Errorf("got %v", err)
	}
}

func TestTableRefusesAnUndoThatAPlayerCannotHave(t *testing.T) {
	button := func(w *week) match.Command {
		at := w.table.At()
		return match.AskUndo{Last: &at}
	}
	ask := func(*week) match.Command { return match.AskUndo{} }
	draw := match.MakeMove{Seat: 3, Move: engine.Move{Verb: engine.Draw}}
	house := match.AskStandIn{House: true, AtOnce: true}
	for name, c := range map[string]struct {
		by     match.UserID
		before func(w *week)
		wanted func(*week) match.Command
		code   string
	}{
		"a stranger": {"zoe", func(*week) {}, ask, "not-seated"},
		"while another one is asked about": {
			"bo", func(w *week) { w.claim(); w.must("", "ola", match.AskUndo{}) }, ask, "undo-other",
		},
		"by the button below another's move": {"ola", func(*week) {}, button, "undo-not-yours"},
		"with the house in the seat": {
			"bo", func(w *week) { w.must("leave", "bo", house) }, ask, "undo-away",
		},
		"after a hidden card": {"ola", func(w *week) { w.must("", "cy", draw) }, ask, "undo-seen"},
		"in the deal of a day": {
			"ola", func(w *week) { w.table.Daily = "2026-11-23" }, ask, "daily-undo",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTable(t, "daily")
			w.twoClaims()
			c.before(w)
			w.refused(c.by, c.wanted(w), c.code)
		})
	}
}

func TestUndoButtonWorksInItsPositionAloneAndAsksNobody(t *testing.T) {
	w := newTable(t, "daily")
	w.claim()
	at := w.table.At()
	earlier := match.Position{Ply: at.Ply - 1}
	w.refused("ola", match.AskUndo{Last: &earlier}, "undo-moved-on")
	w.must("the button", "ola", match.AskUndo{Last: &at})
	if w.table.Branch != 1 {
		t.Error("the claim stands")
	}
	w.refused("ola", match.AskUndo{Last: &at}, "undo-moved-on")
}

func TestAnUndoIsDecidedAboutTheMovesOfItsTableOnly(t *testing.T) {
	w := wished(t)
	known := w.knowledge()
	known.Moves = known.Moves[:len(known.Moves)-1]
	w.table.Knowing(known)
	_, err := w.rules.Decide(w.table, w.actor("bo"), w.now, w.yes())
	if !errors.Is(err, match.ErrStale) {
		t.Errorf("with a move less: %v", err)
	}
}
