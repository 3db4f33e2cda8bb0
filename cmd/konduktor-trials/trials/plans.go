package trials

import (
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/ai"
)

// planTurn plans a step by clicks: a move and, after a first card, what follows. A tunnel may cost
// two cards more.
func (g *game) planTurn(seat engine.Seat, move engine.Move, click func(customID string)) {
	const toll = 2
	at := customid.Position{Ply: g.copy.Ply(), Mark: g.row.Mark()}
	id := customid.ID{Action: customid.PlanDo, Game: string(g.row.ID), At: at, Move: move}
	if move.Verb == engine.Claim {
		id.Toll = toll + 1
	}
	made := []engine.Move{move}
	for {
		click(id.Print())
		after, err := g.copy.Planned(seat, made...)
		if err != nil {
			g.t.Fatalf("plan of game %s: %v", g.row.ID, err)
		}
		next, ok := g.policy.Choose(ai.Seen{Of: &after}, seat)
		if !ok {
			return
		}
		made = append(made, next)
		id.Action, id.Move, id.Toll = customid.PlanMore, next, 0
	}
}
