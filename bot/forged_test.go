package bot

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
)

// forgeries are clicks that no panel of a seat at the beginning of its turn offers, whatever the title: what follows the
// ply in the custom id, and the values.
var forgeries = [][]string{
	{"lay", "singles"},
	{"lay", "red"},
	{"lay", "wild"},
	{"lay", ""},
	{"lay"},
	{"lay/cards", "a200"},
	{"lay/cards", "z"},
	{"lay/cards", ""},
	{"lay/ways/red", "k1"},
	{"lay/ways/nothing", "k1"},
	{"lay/singles", "red", "red", "red"},
	{"lay/singles"},
	{"lay/sure/a200"},
	{"lay/sure/a.a"},
	{"port/0", "lagos"},
	{"port/0", ""},
	{"port/pay/0", "a2"},
	{"port/pay/999", "a2"},
	{"port/ways/0", "k1"},
	{"build/0/a2"},
	{"build/65535/a2"},
	{"build/0/-"},
	{"exchange/trains", "0"},
	{"exchange/trains", "300"},
	{"exchange/ships", "99"},
	{"exchange/carts", "1"},
	{"exchange/ships/99"},
	{"exchange/trains/0"},
	{"pieces", "20-40"},
	{"pieces", "255-255"},
	{"pieces", "x"},
	{"pieces/20-40"},
	{"draw/9/ships"},
	{"draw/0/trains"},
	{"draw/99/x"},
	{"draw", "99"},
	{"draw", "0"},
	{"keep/none"},
}

func TestForgedClicksChangeNothingAndAskNothingThatCannotBeAnswered(t *testing.T) {
	for _, title := range []string{"amsterdam", "world", "cardgame"} {
		t.Run(title, func(t *testing.T) {
			s := newStage(t)
			id := s.runningOf(title, "Ola", "Bo")
			for s.table(id).View(engine.Public).Phase == engine.InSetup {
				s.move(id, anyLegal(1))
			}
			ply := s.game(id).Ply
			who := s.turn(id)
			for _, f := range forgeries {
				m := s.handle(s.click(who, at(id, ply, f[0]), f[1:]...))
				if m.Content == "" {
					t.Errorf("%q is not answered", f)
				}
				for _, row := range m.Rows {
					if row.Select != nil && len(row.Select.Options) < max(1, row.Select.Min) {
						t.Errorf("%q asks for %d of %d options: %+v", f, row.Select.Min, len(row.Select.Options), row)
					}
				}
				if got := s.game(id).Ply; got != ply {
					t.Fatalf("%q made a move: got ply %d, want %d", f, got, ply)
				}
			}
			s.nothingBroke()
		})
	}
}
