// Package arena lets computer players play whole games against each other and counts the results.
// Each player is told what its seat may know.
package arena

import (
	"context"
	"fmt"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// maxPlies is more moves than any game can have: a game that reaches it is stuck.
const maxPlies = 20000

// Game is a game that has been played to its end.
type Game struct {
	View  engine.View // public, at the end
	Moves int
}

// Play plays a new game to its end; player i sits in seat i+1. An error if the game is stuck or a
// player chose an illegal move.
func Play(
	ctx context.Context,
	title engine.Title,
	setup engine.Setup,
	players []ai.Player,
) (Game, error) {
	g, err := title.New(setup)
	if err != nil {
		return Game{}, fmt.Errorf("deal: %w", err)
	}
	told := make([][]engine.Event, len(players))
	for !g.Over() {
		seats := g.ToMove()
		if len(seats) == 0 || g.Ply() > maxPlies {
			return Game{}, fmt.Errorf("the game is stuck at ply %d", g.Ply())
		}
		s := seats[0]
		v := g.View(s)
		m, err := players[s-1].Choose(ctx, &v, told[s-1])
		if err != nil {
			return Game{}, fmt.Errorf("choose move %d of seat %d: %w", g.Ply(), s, err)
		}
		events, err := g.Apply(s, m)
		if err != nil {
			return Game{}, fmt.Errorf("make move %d of seat %d, %+v: %w", g.Ply(), s, m, err)
		}
		for i := range told {
			for _, e := range events {
				told[i] = append(told[i], e.For(engine.Seat(i+1)))
			}
		}
	}
	return Game{View: g.View(engine.Public), Moves: int(g.Ply())}, nil
}

// Seating says which of the named players sits in each seat: game by game they move on by one
// place. Partners are the same player; the last one named takes the places left.
func Seating(named, seats, teamSize, game int) []int {
	places := seats / teamSize
	list := make([]int, seats)
	for s := range list {
		list[s] = min((s/teamSize+game)%places, named-1)
	}
	return list
}
