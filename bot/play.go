package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// played is a move that has been committed, as far as its player may know it.
type played struct {
	Table  *table // after the move
	Seat   engine.Seat
	Move   engine.Move
	Before engine.View // of Seat
	View   engine.View // of Seat, after the move
	Events []engine.Event
	// Done says that the seat's turn, or its setup choice, is complete.
	Done bool
}

// occasion is what a move is made on: what a player sent, or that the seat's time to answer is up.
type occasion struct {
	At          time.Time
	Interaction string            // its id, "" if there is none
	Clicked     discord.MessageID // the message with what was clicked, "" for a command
	InDM        bool              // it was clicked in a direct message
	TimeIsUp    bool              // the bot makes the move for the seat
}

// occasion is the request as that on which a move is made.
func (r *Request) occasion() occasion {
	return occasion{At: r.Now, Interaction: r.ID, Clicked: r.Message, InDM: r.Guild == "" && r.Message != ""}
}

// refused is a rule's reason against a move, with the view out of which its sentence is made.
type refused struct {
	*engine.Refusal
	Table *table
	View  engine.View // before the move
}

// Unwrap returns the refusal.
func (e *refused) Unwrap() error { return e.Refusal }

// movedOn says that a button or menu belongs to a state of the game that has passed.
type movedOn struct {
	Table *table
	Seat  engine.Seat
}

// Error names the game and where it is.
func (e *movedOn) Error() string {
	return fmt.Sprintf("game %s has moved on to ply %d", e.Table.ID, e.Table.Ply)
}

// play makes a user's move, whatever it came by, and commits it (design D15). All moves come in by try. at is the position
// in which it was chosen; if somebody was faster, it is loaded anew.
//
// A repeated interaction returns what the first one did and changes nothing. Errors for the user are *Problem, *refused
// and *movedOn.
func (b *Bot) play(ctx context.Context, r *Request, at *position, m engine.Move) (played, error) {
	p, err := b.playOnce(ctx, r, at, m)
	if err == nil {
		return p, nil
	}
	// The first of two deliveries may have been carried out while the second was on its way: then the move is not
	// illegal, it is done.
	if before, ok, lost := b.repeated(ctx, r); ok || lost != nil {
		return before, lost
	}
	return p, err
}

func (b *Bot) playOnce(ctx context.Context, r *Request, at *position, m engine.Move) (played, error) {
	for range maxRaces {
		p, err := b.try(ctx, r.occasion(), at.Table, at.Seat, m)
		if !errors.Is(err, storage.ErrStale) {
			return p, err
		}
		// Somebody was faster (D7): harmless during setup, otherwise the position or Apply will say so.
		if at, err = b.position(ctx, r, at.Table.ID); err != nil {
			return played{}, err
		}
	}
	return played{}, problem("busy")
}

// maxRaces bounds how often a move is tried again after another one was faster: all seats at once, twice over.
const maxRaces = 2 * engine.MaxSeats

// try applies the move to a copy and commits it: the one way in for moves.
func (b *Bot) try(ctx context.Context, o occasion, t *table, seat engine.Seat, m engine.Move) (played, error) {
	p := played{Table: t, Seat: seat, Move: m, Before: t.View(seat)}
	after := *t
	after.game = t.game.Clone()
	events, err := after.game.Apply(seat, m)
	if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
		return p, &refused{refusal, t, p.Before}
	}
	if err != nil {
		return p, fmt.Errorf("apply a move to game %s: %w", t.ID, err)
	}
	b.see(&p, &after, events, o.At)
	if err := b.commit(ctx, o, p); err != nil {
		return p, err
	}
	b.counters.moves.Add(1)
	b.games.put(t.ID, after.game)
	return p, nil
}

// see fills in what the move brought about, as its player may know it.
func (b *Bot) see(p *played, after *table, events []engine.Event, at time.Time) {
	p.Table, p.View = after, after.View(p.Seat)
	for _, e := range events {
		p.Events = append(p.Events, e.For(p.Seat))
	}
	p.Done = turnEnded(p.View, p.Seat)
	after.Ply = after.game.Ply()
	after.ToMove = after.usersToMove()
	if after.game.Over() {
		after.State = storage.Finished
	}
	b.setDeadlines(&after.Game, &p.View, p.Seat, at)
}

// turnEnded says whether the move after which v is seen completed the seat's turn or setup choice.
func turnEnded(v engine.View, mover engine.Seat) bool {
	switch v.Phase {
	case engine.InSetup:
		return !v.Moves(mover)
	case engine.InPlay:
		return !v.Moves(mover) || v.Owes == engine.OwesTurn // the next turn has begun, or the last setup choice took effect
	}
	return true
}

// usersToMove lists the users who can move now.
func (t *table) usersToMove() []string {
	var users []string
	for _, s := range t.game.ToMove() {
		users = append(users, t.Seats[s-1].User)
	}
	return users
}

// fresh says whether what was offered at a ply may still be carried out for the seat. In play that is the present ply
// only; during setup the others' choices do not matter (C2), only the seat's own.
func (b *Bot) fresh(ctx context.Context, t *table, seat engine.Seat, ply engine.Ply) (bool, error) {
	if ply == anyPly || ply == t.Ply {
		return true, nil
	}
	if ply > t.Ply || t.View(engine.Public).Phase != engine.InSetup {
		return false, nil
	}
	moves, err := b.store.Moves(ctx, t.ID, int(t.Ply))
	if err != nil {
		return false, fmt.Errorf("load the moves of game %s: %w", t.ID, err)
	}
	for _, m := range moves[min(int(ply), len(moves)):] {
		if m.Seat == seat {
			return false, nil
		}
	}
	return true, nil
}

// repeats answers an interaction that was carried out before as it was answered then, whatever has happened since.
func (b *Bot) repeats(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Reply, error) {
		if r.Kind == discord.Autocomplete {
			return next(ctx, r)
		}
		p, ok, err := b.repeated(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		if ok {
			return b.moved(r, p), nil
		}
		return next(ctx, r)
	}
}

// moveAnswer is what the store keeps as a move's answer: enough to rebuild it.
func moveAnswer(id storage.GameID, ply engine.Ply) string { return fmt.Sprintf("move %s %d", id, ply) }

// readMoveAnswer reads moveAnswer; false for the answer to something that was no move.
func readMoveAnswer(text string) (storage.GameID, engine.Ply, bool) {
	words := strings.Fields(text)
	if len(words) != 3 || words[0] != "move" {
		return "", 0, false
	}
	ply, ok := parsePly(words[2])
	return storage.GameID(words[1]), ply, ok
}

// repeated rebuilds what an interaction did when it was carried out before; false if it was not, or was no move. The game
// is replayed to the interaction's own ply, so that the answer is the same however far the game has come since.
func (b *Bot) repeated(ctx context.Context, r *Request) (played, bool, error) {
	answer, err := b.store.Answer(ctx, r.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return played{}, false, nil
	}
	if err != nil {
		return played{}, false, fmt.Errorf("look interaction up: %w", err)
	}
	id, ply, ok := readMoveAnswer(answer)
	if !ok {
		return played{}, false, nil
	}
	t, seat, err := b.seated(ctx, r, id)
	if err != nil {
		return played{}, false, err
	}
	p := played{Seat: seat}
	moves, err := b.store.Moves(ctx, id, int(ply)+1)
	if err != nil {
		return played{}, false, fmt.Errorf("load the moves of game %s: %w", id, err)
	}
	if len(moves) != int(ply)+1 || moves[ply].Seat != seat {
		return played{}, false, fmt.Errorf("interaction's ply %d is not seat %d's in game %s", ply, seat, id)
	}
	before, err := replay(t.title, t.Game, moves[:ply], nil)
	if err != nil {
		return played{}, false, err
	}
	p.Before = before.View(seat)
	if p.Move, err = t.title.Lexicon().ParseMove(moves[ply].Text); err != nil {
		return played{}, false, fmt.Errorf("read move %d of game %s: %w", ply, id, err)
	}
	events, err := before.Apply(seat, p.Move)
	if err != nil {
		return played{}, false, fmt.Errorf("replay move %d of game %s: %w", ply, id, err)
	}
	t.game, t.State = before, storage.Running
	b.see(&p, t, events, moves[ply].At)
	return p, true, nil
}

// seated loads a game for one of its players who wants to move.
func (b *Bot) seated(ctx context.Context, r *Request, id storage.GameID) (*table, engine.Seat, error) {
	t, err := b.table(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	seat := t.SeatOf(r.User.ID)
	if seat == engine.Public {
		return nil, 0, notSeated(t, r)
	}
	switch t.State {
	case storage.Lobby:
		return nil, 0, problem("not-started", "Game", string(t.ID))
	case storage.Cancelled:
		return nil, 0, problem("game-cancelled", "Game", string(t.ID))
	}
	return t, seat, nil
}

// notSeated tells a bystander at the table that the game is not theirs; elsewhere it says no more than of a game that
// does not exist.
func notSeated(t *table, r *Request) *Problem {
	if r.Guild == "" || r.Guild != t.Guild {
		return problem("game-unknown")
	}
	return problem("not-seated", "Game", string(t.ID))
}

// commit appends the move, its consequences for the game's row, and what is to be told, in one transaction.
func (b *Bot) commit(ctx context.Context, o occasion, p played) error {
	t := p.Table
	move := storage.Move{
		Ply: t.Ply - 1, Seat: p.Seat, At: o.At,
		Text: t.title.Lexicon().PrintMove(p.Move),
	}
	why := storage.Cause{Interaction: o.Interaction, Answer: moveAnswer(t.ID, move.Ply)}
	progress := storage.Progress{State: t.State, ToMove: t.ToMove, Due: deadlinesOf(t.Game)}
	err := b.store.Append(ctx, t.ID, move, progress, why, b.announce(p, o))
	if err != nil {
		return fmt.Errorf("append move %d of game %s: %w", move.Ply, t.ID, err)
	}
	return nil // the outbox is woken once the answer is out, see respond
}

// showPresent answers a stale button with the present state. Only private messages carry a ply: the one that was clicked
// becomes the panel.
func (b *Bot) showPresent(r *Request, e *movedOn) Reply {
	return Reply{Ephemeral: true, Updates: r.Kind == discord.Click, Later: func(ctx context.Context) (discord.Message, error) {
		return b.paintedPanel(ctx, r.Texts, e.Table.Game, anyPly, e.Seat, r.Texts.Say("problem.moved-on"))
	}}
}
