package soak

import (
	"context"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
)

// turns makes random moves in a few games at a machine in this process, in one game after the other.
type turns struct {
	m     *machine
	by    order // whose players and interactions they are
	games []*game
	made  int
}

// proposal is a move that can be made.
type proposal struct {
	game *game
	seat engine.Seat
	ply  engine.Ply
	text string // in notation
	ix   *discord.Interaction
}

// newTurns loads the games that are running at a machine, or starts some. life tells apart those who play at one file one
// after the other.
func newTurns(ctx context.Context, m *machine, life uint64) (*turns, error) {
	t := &turns{m: m, by: order{Life: life}}
	m.last.Store(int64(1_000_000 * (life + 1)))
	var err error
	t.games, err = t.by.gather(ctx, m)
	return t, err
}

// next chooses a move in the next game; a game that is over is replaced by a new one.
func (t *turns) next(ctx context.Context) (proposal, error) {
	i := t.made % len(t.games)
	t.made++
	g := t.games[i]
	if err := g.follow(ctx, t.m); err != nil {
		return proposal{}, err
	}
	if g.copy.Over() {
		var err error
		if g, err = t.by.deal(ctx, t.m, t.made+running); err != nil {
			return proposal{}, err
		}
		t.games[i] = g
	}
	seat, move, err := g.choose()
	if err != nil {
		return proposal{}, err
	}
	return proposal{
		game: g, seat: seat, ply: g.copy.Ply(), text: notation.PrintMove(g.title.Lexicon(), move), ix: t.m.click(g.user(seat), g.do(g.copy.Ply(), move)),
	}, nil
}
