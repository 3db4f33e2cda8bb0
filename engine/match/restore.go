package match

import (
	"time"

	"konduktor/engine"
)

// Restore takes a table up again after its database was restored from a copy. What was played
// since then is lost, but the messages about it still stand on Discord: the game goes on in a
// branch that none of them can name, its votes and wishes begin anew, and nobody loses time.
type Restore struct {
	ID   int       // of the restore: from 1, higher than that of any earlier one
	Copy time.Time // of the last change that the copy knows
}

// decide returns ErrUnchanged for a table that has been told, and for one that has changed since
// the copy was made: it was dealt or played after the restore.
func (r Restore) decide(c *Change) error {
	t := &c.Table
	if t.State != Running || t.Restored == r.ID || t.Updated.After(r.Copy) {
		return ErrUnchanged
	}
	t.Restored, t.Updated = r.ID, moment(c.Now)
	t.Branch = max(t.Branch+1, r.ID)
	t.Undoing, t.Leaving, t.Pausing = Undoing{}, nil, nil
	t.StopVotes, t.PauseVotes = r.firstVote(), r.firstVote()
	for i := range t.Seats {
		t.Seats[i].Ousting = nil
	}
	v := t.View(engine.Public)
	t.renewClocks(&v, c.Now, c.Patience)
	e := Restored{Copy: r.Copy}
	for _, seat := range v.ToMove {
		if !t.Seats[seat-1].Automated {
			e.Waits = append(e.Waits, seat)
		}
	}
	c.happened(e)
	return nil
}

// firstVote is a number for the next votes that no button of the lost time has. Custom IDs take
// numbers up to 9999, and a game has few votes.
func (r Restore) firstVote() int { return 1000 + r.ID%8000 }

// renewClocks gives the seats that the game waits for all the time that their turn began with. Who
// has no clock running, in a pause too, keeps what there was.
func (t *Table) renewClocks(v *engine.View, now time.Time, patience time.Duration) {
	p, paced := t.paced()
	for i := range t.Seats {
		switch clock := &t.Seats[i].Clock; {
		case paced && clock.Runs():
			clock.Renew(p, now)
		case !paced && !clock.Automated && !clock.Due.IsZero(): // a tunnel
			clock.Due = moment(now.Add(patience))
			clock.Ends = clock.Due
		}
	}
	if paced {
		t.arrange()
		return
	}
	t.ArrangeUntimed(v.Moves, now)
}

// Lost reports whether a position is none that the game has come to, or is of a time before its
// database was last restored: then a message that names it does not belong to the game as it is.
func (g Game) Lost(at Position) bool {
	return at.Branch < g.Restored || at.Branch > g.Branch || at.Branch == g.Branch && at.Ply > g.Ply
}
