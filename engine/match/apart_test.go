package match_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// backOf returns what it takes for a seat to take its last move back.
func (w *week) backOf(seat engine.Seat) match.Back {
	w.Helper()
	h, err := match.Recount(w.table.Edition(), w.table.Game, w.moves, nil)
	if err != nil {
		w.Fatal(err)
	}
	b, err := h.Chronicle(w.table.Edition(), w.table.Game, engine.Public, nil).BackAt(seat, w.undone)
	if err != nil {
		w.Fatal(err)
	}
	return b
}

// text returns all that is seen of a table and can be done there.
func (w *week) text() string {
	w.Helper()
	said := fmt.Sprint(w.table.ToMove)
	for seat := engine.Public; int(seat) <= len(w.table.Seats); seat++ {
		v := w.table.View(seat)
		shown, err := notation.MarshalView(&v)
		if err != nil {
			w.Fatal(err)
		}
		said += fmt.Sprintf("\n%s %+v", shown, v.Legal())
	}
	return said
}

func TestC2SetupChoiceCanChangeUntilTheLastIsIn(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			seats := title.SeatCounts()[1]
			w, without := dealt(t, title, "daily", seats), dealt(t, title, "daily", seats)
			chooses := func(w *week, seat engine.Seat) bool {
				v := w.table.View(seat)
				return v.Moves(seat)
			}
			for chooses(w, 1) {
				w.moveOf(1)
			}
			for range len(w.moves) - 1 {
				without.moveOf(1)
			}
			for seat := engine.Seat(2); int(seat) < seats; seat++ {
				for _, one := range []*week{w, without} {
					for chooses(one, seat) {
						one.moveOf(seat)
					}
				}
			}
			b := w.backOf(1)
			if !b.Free() {
				t.Fatalf("seats %v are asked", b.Concerned())
			}
			w.must("undo", "ola", match.AskUndo{})
			if got, want := w.text(), without.text(); got != want {
				t.Errorf("after the undo:\n%s\nwithout the move:\n%s", got, want)
			}
			e, _ := w.told[len(w.told)-1].Event.(match.TakenBack)
			if len(e.Moved) > 0 || e.Seat != 1 {
				t.Errorf("the table hears of %+v", e)
			}
			for w.table.View(engine.Public).Phase == engine.InSetup {
				w.move()
			}
			annals, err := match.Annals(title, w.table.Game, w.moves, w.undone, engine.Public, nil)
			if err != nil {
				t.Fatal(err)
			}
			var gone []engine.Seat
			for _, one := range annals {
				if one.Undone {
					gone = append(gone, one.Seat)
				}
			}
			if !slices.Equal(gone, []engine.Seat{1}) {
				t.Errorf("the log has moves of seats %v as taken back, want those of 1", gone)
			}
		})
	}
}

func TestUndoDuringSetupDoesNotChargeTimeTwice(t *testing.T) {
	title, _ := titles.Find("nordic")
	w := dealt(t, title, "daily", 3)
	w.wait(5 * time.Hour)
	w.moveOf(1)
	w.moveOf(2)
	w.wait(time.Hour)
	w.must("undo", "ola", match.AskUndo{})
	left := func(seat int) time.Duration {
		s := w.table.Seats[seat-1]
		return s.Bank - w.now.Sub(s.Since)
	}
	if got, want := left(1), left(3); got != want {
		t.Errorf("she has %v left; who has not chosen at all has %v", got, want)
	}
}
