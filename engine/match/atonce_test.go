package match

import (
	"testing"

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
