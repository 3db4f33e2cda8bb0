package match

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

func TestK8ADeclarationGoesBackAloneUntilTheLastIsIn(t *testing.T) {
	declared := func(seat engine.Seat) chapter {
		return chapter{Seat: seat, Ends: true, phase: engine.InDeclare}
	}
	c := &Chronicle{
		Table: &Table{Game: Game{Seats: make([]Seat, 4)}},
		chapters: []chapter{
			{Seat: 3, Ends: true, phase: engine.InPlay},
			{Seat: 4, Ends: true, phase: engine.InDeclare}, // its turn ended the pass
			declared(1), declared(2), declared(3),
		},
	}
	if b, ok := c.Back(2); !ok || !b.Apart || !b.Free() || b.To != 3 {
		t.Errorf("a declaration: %+v, want it free and alone", b)
	}
	if b, ok := c.Back(4); !ok || b.Apart || b.Free() {
		t.Errorf("the last turn of the pass: %+v, want it as any turn", b)
	}
	c.chapters = append(c.chapters, chapter{Seat: 4, Ends: true, phase: engine.InPlay})
	if b, _ := c.Back(2); b.Apart {
		t.Errorf("all have declared: %+v, want no choice that stands apart", b)
	}
}

func TestStintsAreCountedInTurnsOfTheGame(t *testing.T) {
	c := &Chronicle{Table: &Table{Game: Game{Seats: make([]Seat, 2)}}}
	began := []engine.Event{{Kind: engine.EventBegan}}
	at := func(hour int) time.Time { return time.Unix(int64(hour)*3600, 0) }
	made := func(seat engine.Seat, ends bool, events ...engine.Event) {
		c.chapters = append(c.chapters,
			chapter{Seat: seat, at: at(len(c.chapters)), Ends: ends, Events: events})
	}
	made(1, true)
	made(2, true, began...)
	for range 3 { // turns 1 to 6, in two moves each
		for seat := engine.Seat(1); seat <= 2; seat++ {
			made(seat, false)
			made(seat, true)
		}
	}
	c.Table.known.Tenures = []Tenure{
		{Seat: 1, User: "ola", Why: Dealt, From: at(0)},
		{Seat: 2, User: "bo", Why: Dealt, From: at(0)},
		{Seat: 2, Why: Quit, From: at(0)}, // before he had played
		{Seat: 1, From: at(5)},            // she was away, and back before her turn
		{Seat: 1, User: "ola", From: at(5)},
		{Seat: 1, User: "dana", From: at(6)}, // turn 3
		{Seat: 1, From: at(10)},              // turn 5
	}
	want := []Stint{
		{Seat: 1, User: "ola", First: 1, Last: 1},
		{Seat: 1, User: "dana", First: 3, Last: 3},
		{Seat: 1, First: 5, Last: 5},
		{Seat: 2, First: 1, Last: 6},
	}
	if diff := cmp.Diff(want, c.Stints()); diff != "" {
		t.Errorf("stints (-want +got):\n%s", diff)
	}
}
