package match

import (
	"slices"

	"konduktor/engine"
)

// maxFree is how often a seat takes moves back freely at one position: nobody should try moves out.
// Then the others are asked; without others it is the end.
const maxFree = 3

// maxBranches bounds how often a game goes back. Each seat has its share.
const maxBranches = 99

// Back says what it would take for a seat to take its last move back.
type Back struct {
	Seat  engine.Seat
	To    engine.Ply    // how many moves would remain
	Moved []engine.Seat // other seats that have moved since
	Last  engine.Seat   // who made the last move of the game
	Told  []engine.Seat // other seats that were told something since
	// Shown is the first event since that showed anybody something hidden; nil: none did.
	Shown *engine.Event
	Ended []engine.Seat // whose turns and setup choices would be incomplete, an entry each
	Often bool          // the seat has taken moves back here often enough
	// Apart: the move is one of the secret choices that all make at once (C2, K8), and not all are
	// in: those that others have made since stay.
	Apart bool
	seats int // at the table
}

// Free reports whether nobody needs to be asked.
func (b *Back) Free() bool { return b.Shown == nil && len(b.Moved) == 0 && !b.Often }

// Concerned lists the other seats whose consent is needed, ascending; nil if the seat may go back
// freely. If nobody was told anything, it is all of them.
func (b *Back) Concerned() []engine.Seat {
	if b.Free() {
		return nil
	}
	var list []engine.Seat
	for seat := engine.Seat(1); int(seat) <= b.seats; seat++ {
		asked := slices.Contains(b.Moved, seat) || slices.Contains(b.Told, seat) ||
			len(b.Moved)+len(b.Told) == 0
		if seat != b.Seat && asked {
			list = append(list, seat)
		}
	}
	return list
}

// Gone returns the events that would be taken back.
func (c *Chronicle) Gone(b Back) []engine.Event {
	if b.Apart {
		return eventsOf(c.chapters[b.To : b.To+1])
	}
	return c.EventsSince(b.To)
}

func (b *Back) ended(seat engine.Seat) (n int) {
	for _, s := range b.Ended {
		if s == seat {
			n++
		}
	}
	return n
}

// Back says what it would take for a seat to take its last move back; false if it has made none. A
// forced move goes back with the one before it. How often the seat has done so, only BackAt knows.
func (c *Chronicle) Back(seat engine.Seat) (Back, bool) {
	to := len(c.chapters) - 1
	for to >= 0 && (c.chapters[to].Seat != seat || c.chapters[to].forced) {
		to--
	}
	if to < 0 {
		return Back{}, false
	}
	last := c.chapters[len(c.chapters)-1].Seat
	b := Back{Seat: seat, To: engine.Ply(to), Last: last, seats: len(c.Table.Seats)}
	gone := c.chapters[to:]
	if b.Apart = c.atOnce(to); b.Apart {
		gone = gone[:1]
	}
	for _, one := range gone {
		if one.Seat != seat && !slices.Contains(b.Moved, one.Seat) {
			b.Moved = append(b.Moved, one.Seat)
		}
		for _, other := range one.told {
			if other != seat && !slices.Contains(b.Told, other) {
				b.Told = append(b.Told, other)
			}
		}
		if b.Shown == nil {
			b.Shown = one.shown
		}
		if one.Ends {
			b.Ended = append(b.Ended, one.Seat)
		}
	}
	return b, true
}

// atOnce reports whether all moves from a ply on are choices of a phase, still going on, in which
// all choose at once.
func (c *Chronicle) atOnce(from int) bool {
	phase := c.chapters[len(c.chapters)-1].phase
	if phase != engine.InSetup && phase != engine.InDeclare {
		return false
	}
	for _, one := range c.chapters[max(from-1, 0):] {
		if one.phase != phase {
			return false
		}
	}
	return true
}

// BackAt is Back for a game's present position and the moves taken back so far. A *Refusal if the
// seat has made no move, or the game has gone back too often.
func (c *Chronicle) BackAt(seat engine.Seat, undone []Undone) (Back, error) {
	b, ok := c.Back(seat)
	if from := c.Table.Tried; !ok || from != nil && b.To < from.Ply {
		return Back{}, c.Table.refuse("undo-nothing")
	}
	here, all := wanted(undone, seat, b.To)
	most := maxBranches / b.seats
	b.Often = here >= maxFree
	switch {
	case all >= most:
		return Back{}, c.Table.refuse("undo-spent", "Most", most)
	case b.Often && len(c.Table.others(seat)) == 0:
		return Back{}, Refuse("undo-often", "Most", maxFree)
	}
	return b, nil
}

// wanted counts how often a seat has taken its moves back, at a ply and in all. Of those that went
// back together, the first is its own.
func wanted(undone []Undone, seat engine.Seat, at engine.Ply) (here, all int) {
	first := map[int]Undone{}
	for _, u := range undone {
		if f, ok := first[u.Branch]; !ok || u.Ply < f.Ply {
			first[u.Branch] = u
		}
	}
	for _, u := range first {
		if u.Seat != seat {
			continue
		}
		all++
		if u.Ply == at {
			here++
		}
	}
	return here, all
}
