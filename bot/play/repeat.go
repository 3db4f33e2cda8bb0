package play

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/bot/route"
	"konduktor/engine"
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
	if t.game, err = replay(t.edition, t.Game, moves[:done.ply], nil); err != nil {
		return Made{}, false, err
	}
	t.State = storage.Running
	made, err := remake(t, moves[done.ply:])
	if err != nil {
		return Made{}, false, err
	}
	made.Overtaken = t.Ply > made.Table.Ply
	if t.Pace == "" {
		err = g.setClocks(ctx, &made.Table.Game, &made.View, moved{seat: seat, at: moves[done.ply].At})
	}
	return made, true, err
}

// remake makes the first of the moves again, and the second one if the first left nothing else and it was made at once.
func remake(t *Table, moves []storage.Move) (Made, error) {
	made, err := remakeOne(t, moves[0])
	if err != nil || len(moves) < 2 || !moves[1].At.Equal(moves[0].At) {
		return made, err // the clock makes a forced move later, and then the first answer does not tell of it
	}
	forced, ok := made.View.Forced()
	if !ok || moves[1].Seat != made.Seat || moves[1].Text != notation.PrintMove(t.edition.Lexicon(), forced) {
		return made, nil
	}
	last, err := remakeOne(made.Table, moves[1])
	if err != nil {
		return Made{}, err
	}
	return last.forcedBy(made), nil
}

func remakeOne(t *Table, move storage.Move) (Made, error) {
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
	game storage.GameID
	ply  engine.Ply // of the move
	head string     // the first digits of the head after it; "" in answers that are older than heads
}

// made reports whether a move is the one that was answered.
func (a answered) made(m storage.Move) bool {
	return a.head == "" || a.head == digits(m.Head())
}

// digits are enough of a link to tell it from others of the same game. They stay in the store.
func digits(l storage.Link) string { return hex.EncodeToString(l[:6]) }

// printAnswer prints the answer to a move at a ply; g is the row after it.
func printAnswer(g storage.Game, ply engine.Ply) string {
	return fmt.Sprintf("move %s %d %s", g.ID, ply, digits(g.Head))
}

// parseAnswer parses what printAnswer has printed; false for the answer to something that was no move.
func parseAnswer(text string) (answered, bool) {
	words := strings.Fields(text)
	if len(words) < 3 || len(words) > 4 || words[0] != "move" {
		return answered{}, false
	}
	at, ok := press.ParsePosition(words[2])
	a := answered{game: storage.GameID(words[1]), ply: at.Ply}
	if len(words) == 4 {
		a.head = words[3]
	}
	return a, ok
}
