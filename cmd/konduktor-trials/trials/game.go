package trials

import (
	"context"
	"fmt"
	"math/rand/v2"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/storage"
)

// game is a game at a bot and a copy, rebuilt from the record, that says what is legal.
type game struct {
	t      bottest.T
	store  storage.Store
	row    match.Game
	title  engine.Title
	copy   engine.Game
	moves  []match.Move // that the copy has come to
	rng    *rand.Rand
	policy ai.Policy
}

func (r *rig) load(title engine.Title, id match.GameID, seed uint64) *game {
	rng := rand.New(rand.NewPCG(seed, 14))
	policy, err := ai.New("random", rng)
	r.Must(err)
	g := &game{t: r.T, store: r.Store, title: title, rng: rng, policy: policy}
	g.row = r.Game(id)
	if g.row.State == match.Lobby || g.row.State == match.Cancelled {
		r.T.Fatalf("game %s was not started; %s", id, r.Faults.Last())
	}
	g.copy, err = g.deal()
	r.Must(err)
	g.follow()
	return g
}

func (g *game) deal() (engine.Game, error) {
	setup := engine.Setup{Seed: g.row.Seed, Options: g.row.Options}
	for _, seat := range g.row.Seats {
		setup.Names = append(setup.Names, seat.Name)
	}
	return g.title.New(setup)
}

func (g *game) follow() {
	if err := g.catchUp(g.t.Context()); err != nil {
		g.t.Fatalf("game %s: %v", g.row.ID, err)
	}
}

func (g *game) catchUp(ctx context.Context) error {
	row, err := g.store.Game(ctx, g.row.ID)
	if err != nil {
		return err
	}
	moves, err := g.store.Moves(ctx, row.ID, int(row.Ply))
	if err != nil {
		return err
	}
	if known := len(g.moves); known > len(moves) ||
		known > 0 && moves[known-1] != g.moves[known-1] { // some were taken back
		if g.copy, err = g.deal(); err != nil {
			return err
		}
		g.moves = nil
	}
	for _, made := range moves[len(g.moves):] {
		move, err := notation.ParseMove(g.title.Lexicon(), made.Text)
		if err != nil {
			return err
		}
		if _, err := g.copy.Apply(made.Seat, move); err != nil {
			return fmt.Errorf("ply %d: %w", made.Ply, err)
		}
	}
	g.row, g.moves = row, moves
	return nil
}

// forced counts the moves that were the only ones left, so that nobody was asked (N6).
func (g *game) forced() (n int, err error) {
	replay, err := g.deal()
	if err != nil {
		return 0, err
	}
	for _, made := range g.moves {
		move, err := notation.ParseMove(g.title.Lexicon(), made.Text)
		if err != nil {
			return 0, err
		}
		view := replay.View(made.Seat)
		if only, ok := view.Forced(); ok && g.print(only) == made.Text {
			n++
		}
		if _, err := replay.Apply(made.Seat, move); err != nil {
			return 0, fmt.Errorf("ply %d: %w", made.Ply, err)
		}
	}
	return n, nil
}

// insert makes a move in the store alone: nobody is told.
func (g *game) insert(r *rig, seat engine.Seat, move engine.Move) {
	made := match.Move{
		Ply:   g.row.Ply,
		Seat:  seat,
		Text:  g.print(move),
		At:    r.Clock,
		After: g.row.Head,
	}
	_, err := g.copy.Apply(seat, move)
	r.Must(err)
	update := match.RowUpdate{State: match.Running}
	for _, mover := range g.copy.ToMove() {
		update.ToMove = append(update.ToMove, g.user(mover).ID)
	}
	r.Must(g.store.Append(r.T.Context(), g.row.ID, made, update, storage.Origin{}, nil))
	g.moves = append(g.moves, made)
	g.row.Ply, g.row.Head = g.row.Ply+1, made.Head()
}

func (g *game) print(m engine.Move) string { return notation.PrintMove(g.title.Lexicon(), m) }

func (g *game) user(seat engine.Seat) discord.User {
	s := g.row.Seats[seat-1]
	return discord.User{ID: s.User, Name: s.Name}
}

func (g *game) choose() (engine.Seat, engine.Move) {
	movers := g.copy.ToMove()
	if len(movers) == 0 {
		g.t.Fatalf("game %s: nobody can move", g.row.ID)
	}
	seat := movers[g.rng.IntN(len(movers))]
	move, ok := g.policy.Choose(g.copy, seat)
	if !ok {
		g.t.Fatalf("game %s: seat %d has no legal move", g.row.ID, seat)
	}
	return seat, move
}

func (g *game) button(move engine.Move) string { return g.buttonAt(g.row.Ply, move) }

func (g *game) buttonAt(ply engine.Ply, move engine.Move) string {
	at := customid.Position{Ply: ply, Mark: g.row.Mark()}
	return customid.ID{Action: customid.Do, Game: string(g.row.ID), At: at, Move: move}.Print()
}

// wasMade reports whether the last move is the one asked for at a ply. A tunnel that its seat
// cannot pay for is withdrawn from at once (N6), in a second ply.
func (g *game) wasMade(ply engine.Ply) bool {
	switch engine.Ply(len(g.moves)) {
	case ply + 1:
		return true
	case ply + 2:
		withdrawn := notation.PrintMove(&engine.Lexicon{}, engine.Move{Verb: engine.Withdraw})
		return g.moves[ply+1].Seat == g.moves[ply].Seat && g.moves[ply+1].Text == withdrawn
	}
	return false
}

func chained(row match.Game, moves []match.Move) bool {
	head := match.FirstLink(row)
	for i, m := range moves {
		if m.Ply != engine.Ply(i) || m.After != head {
			return false
		}
		head = m.Head()
	}
	return head == row.Head && int(row.Ply) == len(moves)
}
