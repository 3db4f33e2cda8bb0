package match

import (
	"fmt"
	"slices"
	"time"

	"konduktor/engine"
)

// answerWithin is how long the others have to answer an undo. Silence is a No.
const answerWithin = 12 * time.Hour

// AskUndo wants the actor's last move back. If nobody has to agree, it is taken back at once; else
// those concerned are asked, once in a position: ErrUnchanged for the same wish again.
type AskUndo struct {
	// Last is the position after the move that is meant, which must be the last one of the game, and
	// the actor's own: the button below it asks nobody. Where all choose at once, others may have
	// chosen since. nil: whichever move of the actor's was last.
	Last *Position
}

// AnswerUndo is one answer to a wish to take moves back. One No is a No; the asker can withdraw by
// it too. The last Yes takes the moves back.
type AnswerUndo struct {
	Agreed bool
	At     Position // in which the question was asked
}

// Seen refuses an undo, because something hidden was shown since.
type Seen struct {
	*Refusal
	What engine.Event // as everybody may know it
}

// Unwrap returns the refusal.
func (s *Seen) Unwrap() error { return s.Refusal }

func (a AskUndo) decide(c *Change) error {
	t := &c.Table
	at := a.Last
	if at != nil && t.choseLast(t.SeatOf(c.By.User), *at) {
		at = nil
	}
	seat, err := c.undoing(at)
	if err != nil {
		return err
	}
	if t.Seats[seat-1].Automated {
		return t.refuse("undo-away")
	}
	b, err := t.back(seat)
	switch {
	case err != nil:
		return err
	case at != nil && b.Last != seat:
		return t.refuse("undo-not-yours", "Who", Hostile(t.ShownName(b.Last)))
	case b.Shown != nil:
		return &Seen{t.refuse("undo-seen", "What", ""), *b.Shown} // what is said from the event
	case a.Last != nil && !b.Free(): // the button asks nobody
		return t.refuse("undo-moved-on")
	case t.Daily != "" && !b.Free(): // computers agree to everything, but no move is tried out
		return Refuse("daily-undo")
	case len(t.Awaiting(b.Concerned(), nil)) == 0:
		return c.takeBack(b)
	}
	return c.askUndo(b)
}

// choseLast reports whether a position is one since a seat's last move, which others have not ended
// by theirs: all choose at once.
func (t *Table) choseLast(seat engine.Seat, at Position) bool {
	b, err := t.back(seat)
	return err == nil && b.Apart && at.Branch == t.Branch && at.Ply > b.To && at.Ply <= t.Ply
}

// undoing returns the seat of somebody who wants or answers an undo; at is the position that they
// have seen, nil for the present one.
func (c *Change) undoing(at *Position) (engine.Seat, error) {
	g := &c.Table.Game
	seat, err := g.Seated(c.By)
	if err == nil {
		err = g.IsRunning()
	}
	if err == nil && at != nil && *at != g.At() {
		err = g.refuse("undo-moved-on")
		if g.Lost(*at) {
			err = g.refuse("undo-lost-time")
		}
	}
	return seat, err
}

// askUndo asks those concerned.
func (c *Change) askUndo(b Back) error {
	g := &c.Table.Game
	if old := g.Undoing; old.User != "" && old.Ply == g.Ply && old.Branch == g.Branch {
		switch {
		case old.Over && old.User == c.By.User:
			return g.refuse("undo-asked")
		case !old.Over && old.User == c.By.User:
			return ErrUnchanged // the others have been asked
		case !old.Over:
			return g.refuse("undo-other")
		}
	}
	g.Undoing = Undoing{
		User: c.By.User, To: b.To, Ply: g.Ply, Branch: g.Branch, Ends: c.Now.Add(answerWithin),
	}
	g.Undoing.Rest(g.Paused, c.Now)
	c.happened(UndoAsked{b.Seat, b.Concerned(), b.Moved})
	return nil
}

func (a AnswerUndo) decide(c *Change) error {
	t := &c.Table
	seat, err := c.undoing(&a.At)
	if err != nil {
		return err
	}
	wish, asker := &t.Undoing, t.SeatOf(t.Undoing.User)
	late := !wish.Ends.IsZero() && !c.Now.Before(wish.Ends)
	if !wish.Holds(t.Game) || asker == engine.Public || late {
		return t.refuse("undo-late")
	}
	b, err := t.back(asker)
	if err != nil {
		return err
	}
	withdraws := seat == asker && !a.Agreed
	if !withdraws && !slices.Contains(b.Concerned(), seat) {
		return t.refuse("undo-not-asked")
	}
	if !a.Agreed {
		wish.Over = true
		c.happened(UndoRefused{By: seat})
		return nil
	}
	if !slices.Contains(wish.Agreed, c.By.User) {
		wish.Agreed = append(slices.Clone(wish.Agreed), c.By.User)
	}
	if len(t.Awaiting(b.Concerned(), wish.Agreed)) == 0 {
		return c.takeBack(b)
	}
	c.happened(UndoAgreed{By: seat})
	return nil
}

// back is BackAt for the table as it is. ErrStale if the moves that are known are not the table's.
func (t *Table) back(seat engine.Seat) (Back, error) {
	h := t.known.History
	if h == nil || h.head(t.Game) != t.Head || HeadAfter(t.Game, t.known.Moves) != t.Head {
		return Back{}, ErrStale
	}
	return h.Chronicle(t.title, t.Game, engine.Public, nil).BackAt(seat, t.known.Undone)
}

// takeBack takes back a seat's last move, and all moves since that do not stand apart: the one way
// back. Everybody who has to agree has agreed.
func (c *Change) takeBack(b Back) error {
	t := &c.Table
	if b.Shown != nil {
		return fmt.Errorf("game %s cannot go back to ply %d: something hidden was shown since",
			t.ID, b.To)
	}
	moves := b.remaining(t.Game, t.known.Moves)
	var err error
	if t.play, err = Replay(t.title, t.Game, moves, nil); err != nil {
		return err
	}
	c.Back = &Rollback{
		To: b.To, From: t.Head, At: c.Now, By: t.Seats[b.Seat-1].User, Again: moves[b.To:],
	}
	t.follow(HeadAfter(t.Game, moves))
	t.Branch, t.Undoing, t.Updated = t.Branch+1, Undoing{}, c.Now
	v := t.View(b.Seat)
	if err := c.rewindClocks(&v, b, moves, t.known.Moves[b.To].At); err != nil {
		return err
	}
	c.happened(TakenBack{Seat: b.Seat, Moved: b.Moved, Moves: slices.Clone(v.ToMove)})
	return nil
}

// remaining returns the moves of a game that stay, in a line of their own.
func (b *Back) remaining(g Game, all []Move) []Move {
	moves := slices.Clone(all[:b.To])
	if !b.Apart {
		return moves
	}
	head := HeadAfter(g, moves)
	for _, m := range all[b.To+1:] {
		m.Ply, m.After = engine.Ply(len(moves)), head
		moves, head = append(moves, m), m.Head()
	}
	return moves
}

// LapseUndo ends a wish that nobody has answered in time.
type LapseUndo struct{}

func (LapseUndo) decide(c *Change) error {
	u := &c.Table.Undoing
	if !u.Holds(c.Table.Game) || u.Ends.IsZero() || c.Now.Before(u.Ends) {
		return ErrUnchanged
	}
	if end, early := c.graceEnds(); early {
		u.Ends = end
		c.happened(Interrupted{})
		return nil
	}
	u.Over = true
	c.happened(UndoRefused{By: engine.Public})
	return nil
}
