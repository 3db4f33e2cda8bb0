package ai

import (
	"context"
	"fmt"
	"math/rand/v2"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// maxPlies is more moves than any game has: a game that reaches it is stuck.
const maxPlies = 20000

// Play plays a game to its end and returns its moves. An error if the game is stuck or a legal move
// was refused; the moves so far come with it.
func Play(g engine.Game, p Policy, moves []notation.RecordedMove) ([]notation.RecordedMove, error) {
	for !g.Over() {
		seats := g.ToMove()
		if len(seats) == 0 || len(moves) > maxPlies {
			return moves, fmt.Errorf("the game is stuck at ply %d", g.Ply())
		}
		m, ok := p.Choose(g, seats[0])
		if !ok {
			return moves, fmt.Errorf("seat %d has no legal move at ply %d", seats[0], g.Ply())
		}
		if _, err := g.Apply(seats[0], m); err != nil {
			return moves, fmt.Errorf("legal move refused at ply %d: %w", g.Ply(), err)
		}
		moves = append(moves, notation.RecordedMove{Seat: seats[0], Move: m})
	}
	return moves, nil
}

// Played is a game that players have played to its end.
type Played struct {
	View  engine.View // public, at the end
	Moves int
	Ender engine.Seat // who began the last round; Public: nobody
}

// Step is a move of a game that is played out.
type Step struct {
	Game   engine.Game // after the move
	Seat   engine.Seat
	Move   engine.Move
	Events []engine.Event
	Told   [][]engine.Event // by seat: all that it has been told
}

// PlayOut plays a new game to its end; player i sits in seat i+1, and is told what it may know.
// Each of watch sees every step. An error if the game is stuck or a player chose an illegal move.
func PlayOut(ctx context.Context, title engine.Title, setup engine.Setup, players []Player,
	watch ...func(*Step),
) (Played, error) {
	g, err := title.New(setup)
	if err != nil {
		return Played{}, fmt.Errorf("deal: %w", err)
	}
	told, ender := make([][]engine.Event, len(players)), engine.Public
	for !g.Over() {
		seats := g.ToMove()
		if len(seats) == 0 || g.Ply() > maxPlies {
			return Played{}, fmt.Errorf("the game is stuck at ply %d", g.Ply())
		}
		s := seats[0]
		v := g.View(s)
		m, err := players[s-1].Choose(ctx, &v, told[s-1])
		if err != nil {
			return Played{}, fmt.Errorf("choose move %d of seat %d: %w", g.Ply(), s, err)
		}
		events, err := g.Apply(s, m)
		if err != nil {
			return Played{}, fmt.Errorf("make move %d of seat %d, %+v: %w", g.Ply(), s, m, err)
		}
		for _, e := range events {
			if e.Kind == engine.EventLastRound {
				ender = s
			}
			for i := range told {
				told[i] = append(told[i], e.For(engine.Seat(i+1)))
			}
		}
		for _, see := range watch {
			see(&Step{g, s, m, events, told})
		}
	}
	return Played{g.View(engine.Public), int(g.Ply()), ender}, nil
}

// Simulated returns the setup and generator of game i of a series, which never change.
func Simulated(series uint64, i, seats int) (engine.Setup, *rand.Rand) {
	rng := rand.New(rand.NewPCG(series, uint64(i)))
	var s engine.Setup
	for b := range s.Seed {
		s.Seed[b] = byte(rng.Uint32())
	}
	for n := range seats {
		s.Names = append(s.Names, fmt.Sprintf("Seat %d", n+1))
	}
	return s, rng
}
