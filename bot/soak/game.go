package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/storage"
)

// game is a game at the bot and a copy of it, rebuilt from its record, that says what is legal.
type game struct {
	row    match.Game
	title  engine.Title
	copy   engine.Game
	moves  []match.Move // that the copy has come to
	rng    *rand.Rand
	policy ai.Policy
}

// start opens a game of a title, seats so many players, of whom first is the host, and starts it.
func (m *machine) start(ctx context.Context, title engine.Title, seats, first int, seed uint64) (*game, error) {
	return m.startBeside(ctx, title, seats, first, seed, nil)
}

// startBeside is start with computer players of some levels beside the players, and with further options of /game new.
func (m *machine) startBeside(ctx context.Context, title engine.Title, seats, first int, seed uint64, levels []string, options ...string) (*game, error) {
	m.chance.reseed(seed)
	m.handle(ctx, m.slash(player(first), "game new", append(options, "title="+title.ID())...))
	open, err := m.store.GamesOf(ctx, player(first).ID, match.Lobby)
	if err != nil {
		return nil, err
	}
	if len(open) != 1 {
		return nil, fmt.Errorf("%d lobbies were opened, want 1; %s", len(open), m.lastFault())
	}
	id := open[0].ID
	for nth := 1; nth < seats; nth++ {
		m.handle(ctx, m.click(player(first+nth), customid.Button(customid.Join, id)))
	}
	for _, level := range levels {
		m.handle(ctx, m.click(player(first), customid.Button(customid.Computer, id), level))
	}
	m.handle(ctx, m.click(player(first), customid.Button(customid.Start, id)))
	if _, err := m.flush(ctx); err != nil {
		return nil, err
	}
	return m.load(ctx, title, id, seed)
}

// insertGame puts a running game into the store alone, as if it had been started long ago: nobody is told. The same people can
// sit in many.
func (m *machine) insertGame(ctx context.Context, title engine.Title, seats, first int, seed uint64) (*game, error) {
	m.inserted++
	g := match.Game{
		ID: match.GameID(fmt.Sprintf("g%08d", m.inserted)), State: match.Running, Title: title.ID(), Version: title.Version(), Locale: locale.Fallback,
		Host: player(first).ID, Guild: guild, Channel: channel, Thread: match.ChannelID(strconv.Itoa(7_000_000 + m.inserted)),
		Seed: engine.Seed{1, 2, byte(seed), byte(seed >> 8), byte(seed >> 16)}, Created: m.clock.now(), Updated: m.clock.now(),
	}
	for nth := range seats {
		who := player(first + nth)
		g.Seats = append(g.Seats, match.Seat{User: who.ID, Name: who.Name})
		g.ToMove = append(g.ToMove, who.ID) // all make their setup choice
	}
	if err := m.store.Create(ctx, g, storage.Origin{}, nil); err != nil {
		return nil, err
	}
	return m.load(ctx, title, g.ID, seed)
}

// load rebuilds a running game from the store.
func (m *machine) load(ctx context.Context, title engine.Title, id match.GameID, seed uint64) (*game, error) {
	rng := rand.New(rand.NewPCG(seed, 14))
	policy, err := ai.New("random", rng)
	if err != nil {
		return nil, err
	}
	g := &game{title: title, rng: rng, policy: policy}
	if g.row, err = m.store.Game(ctx, id); err != nil {
		return nil, err
	}
	if g.row.State == match.Lobby || g.row.State == match.Cancelled {
		return nil, fmt.Errorf("game %s was not started; %s", id, m.lastFault())
	}
	if g.copy, err = g.deal(); err != nil {
		return nil, err
	}
	return g, g.follow(ctx, m)
}

// deal returns the game as it began.
func (g *game) deal() (engine.Game, error) {
	setup := engine.Setup{Seed: g.row.Seed, Options: g.row.Options}
	for _, seat := range g.row.Seats {
		setup.Names = append(setup.Names, seat.Name)
	}
	return g.title.New(setup)
}

// forced counts the moves so far that were the only ones left to their seats, so that nobody was asked (N6).
func (g *game) forced() (n int, err error) {
	replay, err := g.deal()
	if err != nil {
		return 0, err
	}
	lexicon := g.title.Lexicon()
	for _, made := range g.moves {
		move, err := notation.ParseMove(lexicon, made.Text)
		if err != nil {
			return 0, err
		}
		view := replay.View(made.Seat)
		if only, ok := view.Forced(); ok && notation.PrintMove(lexicon, only) == made.Text {
			n++
		}
		if _, err := replay.Apply(made.Seat, move); err != nil {
			return 0, fmt.Errorf("ply %d: %w", made.Ply, err)
		}
	}
	return n, nil
}

// follow brings the copy up to what the store has.
func (g *game) follow(ctx context.Context, m *machine) error {
	row, err := m.store.Game(ctx, g.row.ID)
	if err != nil {
		return err
	}
	moves, err := m.store.Moves(ctx, row.ID, int(row.Ply))
	if err != nil {
		return err
	}
	if known := len(g.moves); known > len(moves) || known > 0 && moves[known-1] != g.moves[known-1] { // some were taken back
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
			return fmt.Errorf("game %s, ply %d: %w", row.ID, made.Ply, err)
		}
	}
	g.row, g.moves = row, moves
	return nil
}

// insertMove makes a move in the store alone, as if the bot had made it long ago: nobody is told.
func (g *game) insertMove(ctx context.Context, m *machine, seat engine.Seat, move engine.Move) error {
	made := match.Move{Ply: g.row.Ply, Seat: seat, Text: notation.PrintMove(g.title.Lexicon(), move), At: m.clock.now(), After: g.row.Head}
	if _, err := g.copy.Apply(seat, move); err != nil {
		return fmt.Errorf("game %s, ply %d: %w", g.row.ID, made.Ply, err)
	}
	progress := match.RowUpdate{State: match.Running}
	for _, mover := range g.copy.ToMove() {
		progress.ToMove = append(progress.ToMove, g.user(mover).ID)
	}
	if err := m.store.Append(ctx, g.row.ID, made, progress, storage.Origin{}, nil); err != nil {
		return err
	}
	g.moves = append(g.moves, made)
	g.row.Ply, g.row.Head = g.row.Ply+1, made.Head()
	return nil
}

// user returns the user in a seat.
func (g *game) user(seat engine.Seat) discord.User {
	s := g.row.Seats[seat-1]
	return discord.User{ID: s.User, Name: s.Name}
}

// choose picks a random legal move of one of the seats that can move.
func (g *game) choose() (engine.Seat, engine.Move, error) {
	movers := g.copy.ToMove()
	if len(movers) == 0 {
		return 0, engine.Move{}, errors.New("nobody can move")
	}
	seat := movers[g.rng.IntN(len(movers))]
	move, ok := g.policy.Choose(g.copy, seat)
	if !ok {
		return 0, engine.Move{}, fmt.Errorf("seat %d of game %s has no legal move", seat, g.row.ID)
	}
	return seat, move, nil
}

// wasMade reports whether the move that was asked for at a ply is made, and no other.
func (g *game) wasMade(ply engine.Ply) bool { return wasMade(g.moves, ply) }

// wasMade reports whether the last of a game's moves is the one that was asked for at a ply. A tunnel that its seat cannot pay for
// is withdrawn from at once (N6): that is a second ply.
func wasMade(moves []match.Move, ply engine.Ply) bool {
	switch engine.Ply(len(moves)) {
	case ply + 1:
		return true
	case ply + 2:
		withdrawn := notation.PrintMove(&engine.Lexicon{}, engine.Move{Verb: engine.Withdraw})
		return moves[ply+1].Seat == moves[ply].Seat && moves[ply+1].Text == withdrawn
	}
	return false
}

// do is the custom ID of the button that makes a move at a ply.
func (g *game) do(ply engine.Ply, move engine.Move) string {
	return customid.ID{Action: customid.Do, Game: string(g.row.ID), At: customid.Position{Ply: ply, Mark: g.row.Mark()}, Move: move}.Print()
}

// chained reports whether the hash chain of a game leads from its deal to its head.
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
