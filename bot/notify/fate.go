package notify

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// fate is what becomes of a panel when the panels of its seat are brought up to date.
type fate struct {
	look   look
	forget bool // nothing that happens later concerns it
}

// look is what a panel shows from now on.
type look uint8

const (
	asItIs    look = iota // what it has shown so far
	ofNow                 // the game as it is
	ofItsTurn             // the game at the end of the turn that it was for
	goesOn                // that the turn goes on in another message, which alone has menus
	takenBack             // that its turn never came, since a move before it was taken back
	gone                  // nothing, as a hint after its player's move; settleHint forgets it
)

// situation is what decides about the panels of a seat.
type situation struct {
	game    match.Game
	ended   engine.Ply      // at which the seat's last turn was complete
	waits   bool            // the game waits for the seat, or rests while it would
	chosen  match.MessageID // in which the seat goes on with its turn; "": in any
	clicked match.MessageID
	clocks  bool // clocks have changed, although nobody has moved
	undone  bool // moves were taken back
	// deprived says that the seat was waited for until another seat's move was taken back to the
	// ply back.
	deprived bool
	back     engine.Ply
}

// situationOf reads from a message why panels are brought up to date. posts are the panels, oldest
// first.
func situationOf(g match.Game, m storage.Message, clicked click, posts []storage.Post,
	ended engine.Ply,
) situation {
	by, undone := undoneBy(m)
	s := situation{
		game: g, ended: ended, clicked: clicked.message, clocks: bodyOf(m).Times, undone: undone,
		back: m.Ply,
	}
	waits := g.WaitsFor(m.User)
	s.waits = waits || s.clocks && g.Deserted()
	s.deprived = undone && by != m.Seat && !waits && g.State == match.Running
	switch {
	case undone, s.clocks, m.Ply < ended: // nobody has moved, or the turn of that move is over
	case clicked.message != "" && clicked.open:
		s.chosen = clicked.message
	default:
		for _, p := range slices.Backward(posts) {
			if p.About != aboutHint && p.Ply >= ended {
				s.chosen = p.Message
				break
			}
		}
	}
	return s
}

// of decides about one panel. A clicked hint has become a panel.
func (s *situation) of(p storage.Post) fate {
	stands := p.Ply == s.game.Ply && p.Head == s.game.Head && s.game.State == match.Running
	past := p.Ply < s.ended // the seat may be to move again by now: this panel is not of that turn
	switch hint := p.About == aboutHint && p.Message != s.clicked; {
	case hint && (stands || s.clocks):
		return fate{look: asItIs}
	case hint:
		return fate{look: gone}
	case !past && s.waits && s.chosen != "" && p.Message != s.chosen:
		return fate{look: goesOn, forget: true}
	}
	f := fate{look: ofNow, forget: past || !s.waits}
	switch {
	case stands && !s.undone && !s.clocks:
		f.look = asItIs
	case s.deprived && p.Ply > s.back:
		f.look = takenBack
	case past:
		f.look = ofItsTurn
	}
	return f
}
