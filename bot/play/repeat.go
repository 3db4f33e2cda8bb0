package play

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/customid"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/storage"
)

// Repeats answers an interaction that was carried out before as it was answered then, whatever has happened since.
func (g *Games) Repeats(answer func(*route.Request, Made) route.Reply) route.Middleware {
	return func(next route.Handler) route.Handler {
		return func(ctx context.Context, r *route.Request) (route.Reply, error) {
			if r.Kind == discord.Autocomplete {
				return next(ctx, r)
			}
			made, ok, err := g.Repeated(ctx, r)
			if err != nil {
				return route.Reply{}, err
			}
			if ok {
				return answer(r, made), nil
			}
			reply, err := next(ctx, r)
			if err == nil {
				return reply, nil
			}
			// Another delivery may have been carried out meanwhile: what this one was refused for is its own move.
			if made, ok, lost := g.Repeated(ctx, r); ok && lost == nil {
				return answer(r, made), nil
			}
			return reply, err
		}
	}
}

// CarriedOut reports whether a request was carried out before.
func (g *Games) CarriedOut(ctx context.Context, r *route.Request) (bool, error) {
	_, err := g.store.Answer(ctx, r.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look up an interaction: %w", err)
	}
	return true, nil
}

// Repeated rebuilds the move that an interaction made when it was carried out before; false if it was not, or made none.
// The game is replayed to the interaction's own ply, so that the answer is the same however far the game has come since.
func (g *Games) Repeated(ctx context.Context, r *route.Request) (Made, bool, error) {
	answer, err := g.store.Answer(ctx, r.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return Made{}, false, nil
	}
	if err != nil {
		return Made{}, false, fmt.Errorf("look up an interaction: %w", err)
	}
	done, ok := parseAnswer(answer)
	if !ok {
		return Made{}, false, nil
	}
	r.TakeFound(done.game) // it may have been read before that interaction was carried out
	t, seat, err := g.Seated(ctx, r, done.game)
	if err != nil {
		return Made{}, false, err
	}
	moves, err := g.moves(ctx, t.ID, int(done.ply)+2) // its own, and the one that may have been forced by it
	if err != nil {
		return Made{}, false, err
	}
	if len(moves) <= int(done.ply) || moves[done.ply].Seat != seat || !done.made(moves[done.ply]) {
		return Made{}, false, route.Fail("moved-on") // the move was taken back
	}
	made, err := g.remake(ctx, t, moves, done.ply)
	return made, err == nil, err
}

// MadeSince rebuilds a seat's first move since a position of its game; false if that is not the move m, or there is none. Whoever taps
// a button twice means one move, and the first tap has made it. A move that the house, or another person, made for the seat is not
// that player's, whoever plays it by now.
func (g *Games) MadeSince(ctx context.Context, t *Table, seat engine.Seat, since customid.Position, m engine.Move) (Made, bool, error) {
	player := t.Seats[seat-1].Player()
	if since.Mark != t.At().Mark || since.Ply < 0 || player == "" {
		return Made{}, false, nil
	}
	moves, err := g.moves(ctx, t.ID, int(t.Ply))
	if err != nil {
		return Made{}, false, err
	}
	for i := int(since.Ply); i < len(moves); i++ {
		switch {
		case moves[i].Seat != seat:
		case moves[i].Text != notation.PrintMove(t.edition.Lexicon(), m):
			return Made{}, false, nil
		default:
			if by, err := g.playedBy(ctx, t.ID, seat, moves[i].At); err != nil || by != player {
				return Made{}, false, err
			}
			before := *t
			made, err := g.remake(ctx, &before, moves[:min(i+2, len(moves))], engine.Ply(i))
			return made, err == nil, err
		}
	}
	return Made{}, false, nil
}

// playedBy returns the user who played a seat at a moment, "" if the house did.
func (g *Games) playedBy(ctx context.Context, id match.GameID, seat engine.Seat, at time.Time) (user match.UserID, err error) {
	tenures, err := g.store.Tenures(ctx, id)
	if err != nil {
		return "", fmt.Errorf("load the tenures of game %s: %w", id, err)
	}
	for _, one := range tenures { // in the order in which they began
		if one.Seat == seat && !one.From.After(at) {
			user = one.User
		}
	}
	return user, nil
}

// remake rebuilds the move of a ply, with the one that it may have forced; moves are those until then. t is brought back to that ply.
func (g *Games) remake(ctx context.Context, t *Table, moves []match.Move, ply engine.Ply) (Made, error) {
	game, err := replay(t.edition, t.Game, moves[:ply], nil)
	if err != nil {
		return Made{}, err
	}
	t.game = game
	t.State = match.Running
	made, err := remakeOne(t, moves[ply])
	if err != nil {
		return Made{}, err
	}
	at := moves[ply].At
	if len(moves) > int(ply)+1 {
		if made, err = remakeForced(made, moves[ply+1], at); err != nil {
			return Made{}, err
		}
	}
	made.Overtaken = t.Ply > made.Table.Ply
	if t.Pace == "" {
		err = g.setClocks(ctx, &made.Table.Game, &made.View, moved{seat: moves[ply].Seat, at: at})
	}
	return made, err
}

// remakeForced joins a move to the one before it if that left nothing else and the two were made at once.
func remakeForced(made Made, next match.Move, at time.Time) (Made, error) {
	forced, ok := made.View.Forced()
	if !ok || !next.At.Equal(at) || next.Seat != made.Seat || next.Text != notation.PrintMove(made.Table.edition.Lexicon(), forced) {
		return made, nil
	}
	last, err := remakeOne(made.Table, next)
	if err != nil {
		return Made{}, err
	}
	return last.forcedBy(made), nil
}

func remakeOne(t *Table, move match.Move) (Made, error) {
	m, err := notation.ParseMove(t.edition.Lexicon(), move.Text)
	if err != nil {
		return Made{}, fmt.Errorf("parse move %d of game %s: %w", move.Ply, t.ID, err)
	}
	after := *t
	after.game = t.game.Clone()
	events, err := after.game.Apply(move.Seat, m)
	if err != nil {
		return Made{}, fmt.Errorf("replay move %d of game %s: %w", move.Ply, t.ID, err)
	}
	return observe(&after, move, m, events), nil
}

// answered is what the store keeps as the answer to a move: enough to rebuild it.
type answered struct {
	game match.GameID
	ply  engine.Ply // of the move
	head string     // the first digits of the head after it; "" in answers that are older than heads
}

// made reports whether a move is the one that was answered.
func (a answered) made(m match.Move) bool {
	return a.head == "" || a.head == digits(m.Head())
}

// digits are enough of a link to tell it from others of the same game. They stay in the store.
func digits(l match.Link) string { return hex.EncodeToString(l[:6]) }

// printAnswer prints the answer to a move at a ply; g is the row after it.
func printAnswer(g match.Game, ply engine.Ply) string {
	return fmt.Sprintf("move %s %d %s", g.ID, ply, digits(g.Head))
}

// parseAnswer parses what printAnswer has printed; false for the answer to something that was no move.
func parseAnswer(text string) (answered, bool) {
	words := strings.Fields(text)
	if len(words) < 3 || len(words) > 4 || words[0] != "move" {
		return answered{}, false
	}
	at, ok := customid.ParsePosition(words[2])
	a := answered{game: match.GameID(words[1]), ply: at.Ply}
	if len(words) == 4 {
		a.head = words[3]
	}
	return a, ok
}
