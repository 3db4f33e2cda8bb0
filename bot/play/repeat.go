package play

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/storage"
)

// Made is a move that has been committed, as its player may know it.
type Made struct {
	Table  *Table // after the move
	Seat   engine.Seat
	Move   engine.Move
	View   engine.View // of Seat, after the move
	Events []engine.Event
	// Done reports that the seat's turn, or its setup choice, is complete.
	Done bool
	// Forced reports that the last events are those of an answer that nobody was asked for.
	Forced bool
	// Overtaken reports that the interaction is repeated, and more moves have been made since its
	// own.
	Overtaken bool
}

// Make makes a person's move, as Do; of a move that was typed before, Retyped knows. match.ErrStale
// and a *match.Refusal say that it cannot be made any more.
func (s *Service) Make(ctx context.Context, call Call, seat engine.Seat, m engine.Move,
) (Made, error) {
	t, change, err := s.do(ctx, call, match.MakeMove{Seat: seat, Move: m})
	if err != nil {
		return Made{}, err
	}
	if change == nil { // another delivery of the same interaction has made it
		made, ok, err := s.Repeated(ctx, call)
		if err == nil && !ok {
			err = fmt.Errorf("game %s: what was carried out was no move: %w",
				call.Game, storage.ErrRepeated)
		}
		return made, err
	}
	return madeOf(t, change, seat, m), nil
}

func madeOf(t *Table, c *match.Change, seat engine.Seat, m engine.Move) Made {
	v := t.View(seat)
	return Made{
		Table: t, Seat: seat, Move: m, View: v, Events: c.Told, Done: v.EndsTurn(seat),
		Forced: len(c.Moves) > 1,
	}
}

// carriedOut reports whether an interaction was carried out before.
func (s *Service) carriedOut(ctx context.Context, interaction string) (bool, error) {
	_, err := s.Store.Answer(ctx, interaction)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Repeated rebuilds the move that an interaction made when it was carried out before; false if
// there is none. The game is replayed to the interaction's own ply, so the answer is the same
// however far the game has come since.
func (s *Service) Repeated(ctx context.Context, call Call) (Made, bool, error) {
	answer, err := s.Store.Answer(ctx, call.Origin.Interaction)
	if errors.Is(err, storage.ErrNotFound) {
		return Made{}, false, nil
	}
	if err != nil {
		return Made{}, false, err
	}
	done, ok := parseAnswer(answer)
	if !ok {
		return Made{}, false, nil
	}
	t, seat, err := s.Seated(ctx, call.By, done.game, nil)
	if err != nil {
		return Made{}, false, err
	}
	most := int(done.ply) + 2 // its own, and the one it may have forced
	moves, err := s.Store.Moves(ctx, t.ID, most)
	if err != nil {
		return Made{}, false, err
	}
	own := int(done.ply)
	if len(moves) <= own || moves[own].Seat != seat || done.head != digits(moves[own].Head()) {
		return Made{}, false, match.Refuse("moved-on") // the move was taken back
	}
	made, err := s.remake(t, moves, done.ply)
	return made, err == nil, err
}

// typedWithin is how soon somebody types a command again that was not answered.
const typedWithin = time.Minute

// typedBefore returns the interaction that carried a typed command out lately, and whose answer is
// not known to have arrived; "" if there is none.
func (s *Service) typedBefore(ctx context.Context, typed string, now time.Time) (string, error) {
	if typed == "" {
		return "", nil
	}
	first, err := s.Store.Unanswered(ctx, typed, now.Add(-typedWithin))
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return "", err
	}
	return first, nil
}

// Answered notes that a command that was typed until a moment was answered: typed again it means
// another move.
func (s *Service) Answered(ctx context.Context, typed string, until time.Time) error {
	return s.Store.Answered(ctx, typed, until)
}

// Retyped rebuilds the move of a typed command that was carried out but not answered; false if
// there is none, or its player can move again in a later position: then the command means another
// move.
func (s *Service) Retyped(ctx context.Context, call Call) (Made, bool, error) {
	first, err := s.typedBefore(ctx, call.Typed, call.At)
	if err != nil || first == "" {
		return Made{}, false, err
	}
	call.Origin.Interaction = first
	made, ok, err := s.Repeated(ctx, call)
	if ok && made.Overtaken {
		now, err := s.Table(ctx, made.Table.ID)
		if err != nil {
			return Made{}, false, err
		}
		v := now.View(made.Seat)
		ok = !v.Moves(made.Seat)
	}
	if _, takenBack := errors.AsType[*match.Refusal](err); takenBack {
		return Made{}, false, nil
	}
	return made, ok, err
}

// MadeSince rebuilds a seat's first move since a position; false if that is not m, or there is
// none. A double tap is one move; the first tap made it. A move that the house or another person
// made for the seat is not its present player's.
func (s *Service) MadeSince(ctx context.Context, t *Table, seat engine.Seat,
	since match.Position, m engine.Move,
) (Made, bool, error) {
	player := t.Seats[seat-1].Player()
	if since.Branch != t.Branch || since.Ply < 0 || player == "" {
		return Made{}, false, nil
	}
	moves, err := s.Store.Moves(ctx, t.ID, int(t.Ply))
	if err != nil {
		return Made{}, false, err
	}
	for i := int(since.Ply); i < len(moves); i++ {
		if moves[i].Seat != seat {
			continue
		}
		if moves[i].Text != notation.PrintMove(t.Edition().Lexicon(), m) {
			return Made{}, false, nil
		}
		by, err := s.playedBy(ctx, t.ID, seat, moves[i].At)
		if err != nil || by != player {
			return Made{}, false, err
		}
		made, err := s.remake(t, moves[:min(i+2, len(moves))], engine.Ply(i))
		return made, err == nil, err
	}
	return Made{}, false, nil
}

// playedBy returns the user who played a seat at a moment, "" if the house did.
func (s *Service) playedBy(ctx context.Context, id match.GameID, seat engine.Seat, at time.Time,
) (user match.UserID, err error) {
	tenures, err := s.Store.Tenures(ctx, id)
	return match.PlayedBy(tenures, seat, at), err
}

// remake rebuilds the move of a ply, with the one that it may have forced; moves are those until
// then.
func (s *Service) remake(t *Table, moves []match.Move, ply engine.Ply) (Made, error) {
	before, err := t.Rewound(moves[:ply])
	if err != nil {
		return Made{}, err
	}
	own := moves[ply]
	m, err := parsed(t.Edition(), t.ID, own)
	if err != nil {
		return Made{}, err
	}
	by := match.Actor{User: before.Seats[own.Seat-1].User}
	wanted := match.MakeMove{Seat: own.Seat, Move: m}
	change, err := s.Rules.Decide(before, by, own.At, wanted)
	if err != nil {
		return Made{}, fmt.Errorf("replay move %d of game %s: %w", own.Ply, t.ID, err)
	}
	after := &Table{Table: &change.Table, wishes: t.wishes}
	if t.Pace != "" {
		after.Seats = t.Seats // their clocks have gone on
	}
	made := madeOf(after, change, own.Seat, m)
	made.Overtaken = t.Ply > after.Ply
	return made, nil
}

// answered is what the store keeps as the answer to a move: enough to rebuild it.
type answered struct {
	game match.GameID
	ply  engine.Ply // of the move
	head string     // the first digits of the head after it
}

// answerOf prints the answer that the store keeps of a change.
func answerOf(c *match.Change) string {
	if len(c.Moves) == 0 {
		return "done"
	}
	m := c.Moves[0]
	return fmt.Sprintf("move %s %d %s", c.Table.ID, m.Ply, digits(m.Head()))
}

// digits are enough of a link to tell it from others of the same game. They stay in the store.
func digits(l match.Link) string { return hex.EncodeToString(l[:6]) }

// parseAnswer parses what answerOf has printed; false for the answer to something that was no move.
func parseAnswer(text string) (answered, bool) {
	words := strings.Fields(text)
	if len(words) != 4 || words[0] != "move" {
		return answered{}, false
	}
	ply, err := strconv.Atoi(words[2])
	return answered{match.GameID(words[1]), engine.Ply(ply), words[3]}, err == nil && ply >= 0
}
